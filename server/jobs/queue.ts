// The queue: pg-boss in the same database, on either engine; what was taken and not finished is taken again.
import { PgBoss } from 'pg-boss';
import { sql } from 'kysely';
import { alone } from '../db/alone.ts';
import { DbError, type Engine } from '../db/engine.ts';
import type { AppDeps, Jobs, WriteDb } from '../kernel/ctx.ts';

/** `turn`: the queue's own number of what it brings. */
export type JobHandler = (data: never, turn: string) => Promise<void>;

export interface JobRunner extends Jobs {
  /** Registers who does jobs of a name; before `start`. */
  work(name: string, handler: JobHandler): void;
  /** Creates the queue's tables and begins to take jobs. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A job whose process is silent for longer is taken by another, s. */
const HEARTBEAT_S = 30;
/** How often silent processes are looked for, s. */
const WATCH_S = 15;
/** A job that runs longer is taken for stuck, s. */
const LONGEST_S = 6 * 3600;
const RETRIES = 3;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Makes the queue; nothing is created or polled before `start`. */
export function startJobs(deps: Pick<AppDeps, 'engine' | 'report'>): JobRunner {
  const handlers = new Map<string, JobHandler>();
  let boss: PgBoss | null = null;
  return {
    work: (name, handler) => {
      if (boss) throw new Error(`jobs «${name}» must have a worker before the queue starts`);
      handlers.set(name, handler);
    },
    async start() {
      const starting = new PgBoss({
        db: { executeSql: executor(deps.engine) },
        schedule: false,
        superviseIntervalSeconds: WATCH_S,
        monitorIntervalSeconds: WATCH_S,
      });
      // A lost connection is met again at the next poll; without a listener it would end the process.
      starting.on('error', (error) => deps.report('Очередь заданий', error));
      // Two processes that start at once would create the same tables twice.
      await alone(deps.engine, 'queue', async () => {
        await starting.start();
        for (const name of handlers.keys())
          await starting.createQueue(name, {
            retryLimit: RETRIES,
            retryDelay: 1,
            expireInSeconds: LONGEST_S,
            heartbeatSeconds: HEARTBEAT_S,
          });
      });
      for (const [name, handler] of handlers) {
        // Makes the queue remember the name: inside a transaction there is no second connection to look it up by.
        await starting.getJobById(name, NO_JOB);
        if (deps.engine.kind === 'embedded') await takeBackOrphans(starting, deps.engine, name);
        await starting.work(name, { pollingIntervalSeconds: 1, heartbeatRefreshSeconds: 10 }, async ([job]) =>
          handler(job!.data as never, job!.id),
        );
      }
      boss = starting;
    },
    async enqueue(tx, name, data) {
      if (!boss) throw new Error('the queue has not been started');
      if (!handlers.has(name)) throw new Error(`nobody does jobs «${name}»`);
      const id = await boss.send(name, data, { db: { executeSql: inside(tx) } });
      if (!id) throw new Error(`the queue took no job «${name}»`);
      return id;
    },
    async stop() {
      const stopping = boss;
      boss = null;
      await stopping?.stop({ graceful: true, timeout: STOP_MS, close: false });
    },
  };
}

/** How long running jobs may finish at a stop, ms; what is not finished is taken again at the next start. */
const STOP_MS = 5000;

/** The embedded database has one process: a job that is «running» when it starts was cut off and goes back at once. */
async function takeBackOrphans(boss: PgBoss, engine: Engine, name: string) {
  const { rows } = await engine.query(`select id from pgboss.job where name = $1 and state = 'active'`, [name]);
  for (const { id } of rows) await boss.fail(name, String(id), { message: 'the process ended' });
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
