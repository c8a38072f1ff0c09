// The queue: pg-boss in the same database, on either engine; what was taken and not finished is taken again.
import { PgBoss } from 'pg-boss';
import { sql } from 'kysely';
import { DbError, type Engine } from '../db/engine.ts';
import type { Deps, Jobs, WriteDb } from '../kernel/ctx.ts';

export type JobHandler = (data: never) => Promise<void>;

export interface JobRunner extends Jobs {
  /** Registers who does jobs of a name; before `start`. */
  work(name: string, handler: JobHandler): void;
  /** Creates the queue's tables and begins to take jobs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A job that lives longer than this without a heartbeat is taken from a dead process, s. */
const HEARTBEAT_S = 30;
const RETRIES = 3;

/** Makes the queue; nothing is created or polled before `start`. */
export function startJobs(deps: Pick<Deps, 'engine'>): JobRunner {
  const handlers = new Map<string, JobHandler>();
  let boss: PgBoss | null = null;
  return {
    work: (name, handler) => void handlers.set(name, handler),
    async start() {
      const starting = new PgBoss({ db: { executeSql: executor(deps.engine) }, schedule: false });
      // A lost connection is met again at the next poll; without a listener it would end the process.
      starting.on('error', () => {});
      await starting.start();
      for (const [name, handler] of handlers) {
        await starting.createQueue(name, { retryLimit: RETRIES, retryDelay: 1, heartbeatSeconds: HEARTBEAT_S });
        await starting.work(name, { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: 10 }, async ([job]) =>
          handler(job!.data as never),
        );
      }
      boss = starting;
    },
    async enqueue(tx, name, data) {
      if (!boss) throw new Error('the queue has not been started');
      await boss.send(name, data, { db: { executeSql: inside(tx) } });
    },
    async stop() {
      await boss?.stop({ graceful: true, timeout: 5000, close: false });
      boss = null;
    },
  };
}

function executor(engine: Engine) {
  return async (text: string, values?: unknown[]) => {
    if (values?.length) return engine.query(text, values);
    try {
      return await engine.query(text);
    } catch (error) {
      // Scripts of several statements, which the embedded database doesn't take as a query.
      if (!(error instanceof DbError) || error.code !== '42601') throw error;
      await engine.script(text);
      return { rows: [] };
    }
  };
}

/** Statements of the queue inside the caller's transaction. */
function inside(tx: WriteDb) {
  return async (text: string, values: unknown[] = []) => {
    // Kysely numbers parameters by itself; the queue's own numbers are kept by position.
    const parts = text.split(/\$(\d+)/);
    const statement = parts.reduce(
      (built, part, index) => (index % 2 ? sql`${built}${values[Number(part) - 1]}` : sql`${built}${sql.raw(part)}`),
      sql``,
    );
    const { rows } = await statement.execute(tx);
    return { rows };
  };
}
