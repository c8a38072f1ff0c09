// Work that only one process of a server may do at a time: migrations, the queue's tables.
import type { Engine } from './engine.ts';

/** Keys of the server's advisory locks, one for each such work. */
export const lockKeys = { migrations: 7_416_300, demo: 7_416_301, queue: 7_416_302, seals: 7_416_303 } as const;

/** Does the work while no other process of the server does the same; an embedded database has one process anyway. */
export async function alone<T>(engine: Engine, key: keyof typeof lockKeys, work: () => Promise<T>): Promise<T> {
  if (engine.kind === 'embedded') return work();
  const connection = await engine.acquire();
  try {
    // Held by a transaction: behind a pooler nothing else keeps a connection.
    await connection.query('begin');
    await connection.query('select pg_advisory_xact_lock($1)', [lockKeys[key]]);
    return await work();
  } finally {
    await connection.query('rollback').catch(() => {});
    connection.release();
  }
}
