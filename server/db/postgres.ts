// A PostgreSQL server: a pool of connections and one that listens.
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DbError, typeParsers, type Connection, type Engine, type Rows } from './engine.ts';

/** Opens a pool; the first query connects. */
export function openPostgres(url: string, poolSize: number): Engine {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types: { getTypeParser },
    options: '-c timezone=UTC',
  });
  // An idle connection lost by a restart of the server is replaced by the pool; it must not end the process.
  pool.on('error', () => {});
  let listener: Promise<pg.Client> | undefined;
  const hearers = new Map<string, Set<(payload: string) => void>>();
  return {
    kind: 'server',
    query: (text, params) => ask(pool, text, params),
    async acquire(): Promise<Connection> {
      const client = await pool.connect();
      return { query: (text, params) => ask(client, text, params), release: () => client.release() };
    },
    script: async (text) => void (await ask(pool, text)),
    async copyOut(query) {
      const client = await pool.connect();
      try {
        const chunks: Buffer[] = [];
        for await (const chunk of client.query(copyTo(`copy (${query}) to stdout`))) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks);
      } finally {
        client.release();
      }
    },
    async copyIn(target, bytes) {
      const client = await pool.connect();
      try {
        const stream = client.query(copyFrom(`copy ${target} from stdin`));
        await new Promise<void>((resolve, reject) => {
          stream.on('error', reject).on('finish', resolve);
          stream.end(bytes);
        });
      } catch (error) {
        throw asDbError(error);
      } finally {
        client.release();
      }
    },
    async listen(channel, hear) {
      const known = hearers.get(channel) ?? new Set();
      hearers.set(channel, known.add(hear));
      listener ??= startListening(url, hearers);
      await (await listener).query(`listen ${pg.escapeIdentifier(channel)}`);
      return async () => void known.delete(hear);
    },
    async close() {
      if (listener) await (await listener).end();
      await pool.end();
    },
  };
}

async function startListening(url: string, hearers: Map<string, Set<(payload: string) => void>>): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on('error', () => {});
  client.on('notification', ({ channel, payload = '' }) => {
    for (const hear of hearers.get(channel) ?? []) hear(payload);
  });
  await client.connect();
  return client;
}

async function ask(target: pg.Pool | pg.PoolClient, text: string, params?: readonly unknown[]): Promise<Rows> {
  try {
    const result = await target.query(text, params as unknown[]);
    return { rows: result.rows, affected: result.rowCount ?? 0 };
  } catch (error) {
    throw asDbError(error);
  }
}

function asDbError(error: unknown): unknown {
  const { message, code, constraint, detail } = error as pg.DatabaseError;
  return code && /^[0-9A-Z]{5}$/.test(code) ? new DbError({ message, code, constraint, detail }) : error;
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return (typeParsers[oid] ?? pg.types.getTypeParser(oid, format as 'text')) as never;
}
