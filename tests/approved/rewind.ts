// A database that goes back: all of it stands in one transaction of one connection, each call's own begin and commit become a savepoint,
// and when the call is over everything is as before, but for sequences.
import type { Connection, Engine } from '../../server/db/engine.ts';
import { databaseOver, type Database } from '../../server/db/open.ts';
import { pinnedTo } from '../../server/db/pinned.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';

export interface Rewinding {
  database: Database;
  /** Everything from here on can be undone. */
  begin(): Promise<void>;
  /** Back to `begin`, whatever was written meanwhile. */
  rewind(): Promise<void>;
  /** What was said to the screens since it was asked last. */
  said(): string[];
}

/** Puts an opened database into one long transaction, from `begin` on. */
export function rewinding(engine: Engine): Rewinding {
  let held: Connection | undefined;
  let now = engine;
  const said: string[] = [];
  const rewound: Engine = {
    ...engine,
    acquire: () => now.acquire(),
    query: (text, params) => now.query(text, params),
    copyOut: (query) => now.copyOut(query),
    copyIn: (target, bytes) => now.copyIn(target, bytes),
    listen: async () => async () => {},
  };
  return {
    database: {
      ...databaseOver(rewound),
      async close() {
        await held?.query('rollback');
        held?.release();
        await engine.close();
      },
    },
    async begin() {
      held = await engine.acquire();
      await held.query('begin');
      await held.query('savepoint call');
      now = pinnedTo(overheard(held, said), engine.kind);
    },
    async rewind() {
      const alone = await now.acquire();
      await held!.query('rollback to savepoint call');
      alone.release();
    },
    said: () => said.splice(0),
  };
}

/** A connection whose live messages are kept: in a transaction that never ends nobody would hear them. */
function overheard(connection: Connection, said: string[]): Connection {
  return {
    ...connection,
    query(text, params) {
      if (text.includes('pg_notify') && params?.[0] === LIVE_CHANNEL)
        said.push(...params.slice(1).flatMap((one) => one as string | string[]));
      return connection.query(text, params);
    },
  };
}

/** Rows that take their time from the database take one that is always the same. */
export async function stopDatabaseClock(engine: Engine): Promise<void> {
  const { rows } = await engine.query(
    `select table_name as name, column_name as col from information_schema.columns where table_schema = 'public' and column_default ~* 'now\\(\\)|current_'
      and table_name in (select relname from pg_class where relkind in ('r', 'p'))`,
  );
  for (const { name, col } of rows)
    await engine.script(
      `alter table "${name}" alter column "${col}" set default '2026-11-20T09:00:00Z'; update "${name}" set "${col}" = default`,
    );
}
