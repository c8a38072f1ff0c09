// A database that goes back: all of it stands in one transaction of one connection, each call's own begin and commit become a savepoint,
// and when the call is over everything is as before, but for sequences.
import type { Connection, Engine, Rows } from '../../server/db/engine.ts';
import { databaseOver, type Database } from '../../server/db/open.ts';

export interface Rewinding {
  database: Database;
  /** Everything from here on can be undone. */
  begin(): Promise<void>;
  /** Back to `begin`, whatever was written meanwhile. */
  rewind(): Promise<void>;
}

/** Puts an opened database into one long transaction. */
export function rewinding(engine: Engine): Rewinding {
  let held: Connection | undefined;
  let turn = Promise.resolve();
  /** One statement at a time; who holds the connection holds the turn. */
  const take = async () => {
    const before = turn;
    let leave = () => {};
    turn = new Promise((resolve) => (leave = resolve));
    await before;
    return leave;
  };
  const acquire = async (): Promise<Connection> => {
    if (!held) return engine.acquire();
    const leave = await take();
    return { ...guarded(held), release: leave };
  };
  const over = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    const connection = await acquire();
    try {
      return await work(connection);
    } finally {
      connection.release();
    }
  };
  const rewound: Engine = {
    ...engine,
    acquire,
    query: (text, params) => over((one) => one.query(text, params)),
    copyOut: (query) => over((one) => one.copyOut(query)),
    copyIn: (target, bytes) => over((one) => one.copyIn(target, bytes)),
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
    },
    async rewind() {
      const leave = await take();
      await held!.query('rollback to savepoint call');
      leave();
    },
  };
}

/** Begin and commit of a call as a savepoint; a statement by itself that fails takes nothing with it. */
function guarded(held: Connection): Connection {
  let depth = 0;
  const query = async (text: string, params?: readonly unknown[]): Promise<Rows> => {
    if (/^begin\b/i.test(text)) {
      depth += 1;
      return held.query('savepoint act');
    }
    if (/^commit\b/i.test(text)) {
      // What is checked at the end of a transaction is checked at the end of the call.
      await held.query('set constraints all immediate');
      await held.query('set constraints all deferred');
      depth -= 1;
      return held.query('release savepoint act');
    }
    if (/^rollback$/i.test(text)) {
      depth -= 1;
      await held.query('rollback to savepoint act');
      return held.query('release savepoint act');
    }
    // A read that fails takes the call with it, and the call is undone.
    if (depth || /^\s*(select|with)\b/i.test(text)) return held.query(text, params);
    await held.query('savepoint alone');
    try {
      return await held.query(text, params);
    } catch (error) {
      await held.query('rollback to savepoint alone');
      throw error;
    } finally {
      await held.query('release savepoint alone');
    }
  };
  return { ...held, query };
}

/** Rows that take their time from the database take one that is always the same. */
export async function stopDatabaseClock(engine: Engine): Promise<void> {
  const { rows } = await engine.query(
    `select table_name as name, column_name as col from information_schema.columns where table_schema = 'public' and column_default ~* 'now\\(\\)|current_'
      and table_name in (select relname from pg_class where relkind in ('r', 'p'))`,
  );
  for (const { name, col } of rows)
    await engine.script(`alter table "${name}" alter column "${col}" set default '2026-11-20T09:00:00Z'`);
}
