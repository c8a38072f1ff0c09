// A PostgreSQL server: a pool of connections and one that listens.
import { createHash } from 'node:crypto';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { CopyText } from './copyText.ts';
import { DbError, typeParsers, type Connection, type Engine, type Rows } from './engine.ts';
import { ONE_PLAN } from './planned.ts';
import { isOutdated, isPlannedOnce, KeptStatements } from './prepared.ts';

const OLDEST_VERSION = 15;
/** How long a lost listening connection waits before it is made again, ms. */
const LISTEN_AGAIN_MS = 1000;
/** A connection is made anew so often, s: what it has kept of statements long gone ends with it. */
const CONNECTION_LIVES_S = 3600;

export interface PostgresOptions {
  poolSize: number;
  /** Address of the server itself for the connection that listens; none: the same. */
  listenUrl?: string | undefined;
  /** A pooler stands between: a connection lasts for one transaction, so that nothing is kept prepared on it. */
  behindPooler?: boolean | undefined;
}

/** Opens a pool; the first query connects. */
export function openPostgres(
  url: string,
  { poolSize, listenUrl = url, behindPooler = false }: PostgresOptions,
): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    maxLifetimeSeconds: CONNECTION_LIVES_S,
    types: { getTypeParser },
    // Nothing here runs long enough to earn back its compiling: the register on a day took a second of it for a tenth of work.
    options: '-c timezone=UTC -c jit=off',
  });
  // An idle connection lost by a restart of the server is replaced by the pool; it must not end the process.
  pool.on('error', () => {});
  // One that is lost in the middle of work tells its query: the event besides must not end the process either.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const ear = listener(listenUrl);
  const run = behindPooler ? ask : askPrepared;
  const acquire = async (): Promise<Connection> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw asDbError(error);
    });
    return {
      query: (text, params) => run(client, text, params),
      copyOut: (query) => copyOut(client, query),
      copyIn: (target, bytes) => copyIn(client, target, bytes),
      release: () => client.release(),
    };
  };
  const onOne = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await acquire();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };
  return {
    kind: 'server',
    acquire,
    query: (text, params) => onOne((connection) => connection.query(text, params)),
    script: async (text) => void (await ask(pool, text)),
    copyOut: (query) => onOne((connection) => connection.copyOut(query)),
    copyIn: (target, bytes) => onOne((connection) => connection.copyIn(target, bytes)),
    listen: ear.listen,
    wasWaitedFor: () => false,
    async close() {
      await ear.close();
      await pool.end();
    },
  };
}

/** Refuses a server on which the register would work wrongly. @throws in Russian */
export async function refuseUnfit(engine: Engine): Promise<void> {
  const { rows } = await engine.query(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, lower('Ё') = 'ё' as folds`,
  );
  const { version, encoding, folds } = rows[0] as { version: number; encoding: string; folds: boolean };
  if (version < OLDEST_VERSION * 10_000) throw new Error(`Нужен PostgreSQL ${OLDEST_VERSION} или новее`);
  if (encoding !== 'UTF8') throw new Error(`Кодировка базы ${encoding}, а нужна UTF8: создайте базу с encoding 'UTF8'`);
  if (!folds)
    throw new Error(
      "База не различает заглавные и строчные русские буквы: создайте её с locale 'C.UTF-8' или 'ru_RU.UTF-8'",
    );
}

/** One connection that hears all channels; lost, it is made again until it is closed. What was said meanwhile is not heard. */
function listener(url: string) {
  const hearers = new Map<string, Set<(payload: string) => void>>();
  let client: Promise<pg.Client> | undefined;
  let isClosed = false;
  let again: NodeJS.Timeout | undefined;
  const connect = async (): Promise<pg.Client> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    fresh.on('error', () => {});
    fresh.on('notification', ({ channel, payload = '' }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload);
    });
    await fresh.connect();
    fresh.on('end', reconnect);
    for (const channel of hearers.keys()) await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
    return fresh;
  };
  const reconnect = () => {
    if (isClosed) return;
    clearTimeout(again);
    again = setTimeout(() => {
      client = connect();
      client.catch(reconnect);
    }, LISTEN_AGAIN_MS);
    again.unref();
  };
  return {
    async listen(channel: string, hear: (payload: string) => void) {
      const known = hearers.get(channel) ?? new Set();
      hearers.set(channel, known.add(hear));
      client ??= connect();
      try {
        await (await client).query(`listen ${pg.escapeIdentifier(channel)}`);
      } catch (error) {
        known.delete(hear);
        client = undefined;
        throw asDbError(error);
      }
      return async () => {
        known.delete(hear);
        if (known.size || !hearers.delete(channel)) return;
        // On a lost connection there is nothing left to stop.
        await client?.then((held) => held.query(`unlisten ${pg.escapeIdentifier(channel)}`)).catch(() => {});
      };
    },
    async close() {
      isClosed = true;
      clearTimeout(again);
      await (await client?.catch(() => undefined))?.end();
    },
  };
}

async function copyOut(client: pg.PoolClient, query: string): Promise<Uint8Array> {
  try {
    return await client.query(new CopyText(`copy (${query}) to stdout`)).text;
  } catch (error) {
    throw asDbError(error);
  }
}

async function copyIn(client: pg.PoolClient, target: string, bytes: Uint8Array): Promise<void> {
  const stream = client.query(copyFrom(`copy ${target} from stdin`));
  try {
    await new Promise<void>((resolve, reject) => {
      stream.on('error', reject).on('finish', resolve);
      stream.end(bytes);
    });
  } catch (error) {
    throw asDbError(error);
  }
}

/**
 * What the driver answers to one statement; several of one text answer each. By its callback: the promise it would make is held by its own closure together with the
 * answer, survives every small collection of garbage and makes each of them ten times as long (5–15 ms instead of 1 on M).
 */
const answerOf = (
  target: pg.Pool | pg.PoolClient,
  query: { name?: string; text: string; values: readonly unknown[] | undefined },
): Promise<pg.QueryResult | pg.QueryResult[]> =>
  new Promise((resolve, reject) => {
    const asked = { ...query, values: query.values as unknown[] };
    target.query(asked, (error: Error | null | undefined, result: pg.QueryResult | pg.QueryResult[]) =>
      error ? reject(error) : resolve(result),
    );
  });

async function ask(target: pg.Pool | pg.PoolClient, text: string, params?: readonly unknown[]): Promise<Rows> {
  try {
    const result = await answerOf(target, { text, values: params });
    if (Array.isArray(result)) return together(result);
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  } catch (error) {
    throw asDbError(error);
  }
}

/** What several statements of one text answer: the queue speaks so when it looks for jobs of processes that are silent. */
function together(results: pg.QueryResult[]): Rows {
  return {
    rows: results.flatMap((one) => one.rows),
    affected: results.reduce((sum, one) => sum + (one.rowCount ?? 0), 0),
  };
}

/** Names of the statements that each connection keeps. */
const keptBy = new WeakMap<pg.PoolClient, KeptStatements<string>>();
let named = 0;

/** The name under which the connection keeps the statement; none for one that is to be planned by itself. */
async function statementName(
  client: pg.PoolClient,
  text: string,
  params: readonly unknown[] = [],
): Promise<string | undefined> {
  if (!isPlannedOnce(text, params)) return undefined;
  const kept = keptBy.get(client) ?? new KeptStatements<string>();
  keptBy.set(client, kept);
  const known = kept.use(text);
  if (known) return known;
  if (client.getTransactionStatus() === 'E') return undefined;
  const oldest = kept.giveWay();
  if (oldest) await client.query(`deallocate "${oldest}"`);
  // A name is never used twice: the driver remembers what it has prepared.
  const name = `${createHash('sha256').update(text).digest('hex').slice(0, 24)}_${(named += 1)}`;
  kept.keep(text, name);
  return name;
}

/** One that was asked before is planned once on each connection. */
async function askPrepared(client: pg.PoolClient, text: string, params?: readonly unknown[]): Promise<Rows> {
  const name = await statementName(client, text, params);
  if (!name) return ask(client, text, params);
  try {
    const run = () => answerOf(client, { name, text, values: params });
    const result = (await (text.includes(ONE_PLAN) ? withOnePlan(client, run) : run())) as pg.QueryResult;
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  } catch (error) {
    if (!isOutdated(error)) throw asDbError(error);
    keptBy.get(client)?.forget(text);
    // Within a transaction nothing more can be asked: the whole of it is tried again by whoever began it.
    if (client.getTransactionStatus() !== 'I') throw asDbError(error);
    return ask(client, text, params);
  }
}

function asDbError(error: unknown): unknown {
  const { message, code, constraint, detail } = error as pg.DatabaseError;
  return code && /^[0-9A-Z]{5}$/.test(code) ? new DbError({ message, code, constraint, detail }) : error;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (typeParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as never;
}

/**
 * The setting, the statement and the setting taken back go out together: one way to the server and back, not three. What fails by
 * itself has the setting taken back all the same; a transaction that fails takes it back itself and refuses the last word.
 */
async function withOnePlan<T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T> {
  const [, told, reset] = await inOneGo(client, () =>
    Promise.allSettled([
      client.query('set plan_cache_mode = force_generic_plan'),
      run(),
      client.query('reset plan_cache_mode'),
    ]),
  );
  if (told.status === 'rejected') throw told.reason;
  if (reset.status === 'rejected') throw reset.reason;
  return told.value;
}

/** The driver sends what `ask` asks for without waiting for answers between. Never a copy: it speaks both ways. */
async function inOneGo<T>(client: pg.PoolClient, ask: () => Promise<T>): Promise<T> {
  const driver = client as { pipeline: boolean };
  driver.pipeline = true;
  try {
    return await ask();
  } finally {
    driver.pipeline = false;
  }
}
