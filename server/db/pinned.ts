// A database inside a transaction that somebody else began: what begins and ends there is a part of it.
import type { Connection, Engine, Rows } from './engine.ts';

const POINT = 'pinned';

/**
 * An engine of the one connection, handed out in turn. A transaction begun on it is a savepoint of the outer one; its
 * isolation is that of the outer one.
 */
export function pinnedTo(connection: Connection, kind: Engine['kind']): Engine {
  let last: Promise<void> = Promise.resolve();
  const acquire = async (): Promise<Connection> => {
    const before = last;
    const turn = Promise.withResolvers<void>();
    last = turn.promise;
    await before;
    return { ...connection, query: withPoints(connection), release: () => turn.resolve() };
  };
  const onOne = async <T>(work: (held: Connection) => Promise<T>): Promise<T> => {
    const held = await acquire();
    try {
      return await work(held);
    } finally {
      held.release();
    }
  };
  return {
    kind,
    acquire,
    query: (text, params) => onOne((held) => held.query(text, params)),
    script: (text) => onOne(async (held) => void (await held.query(text))),
    copyOut: (query) => onOne((held) => held.copyOut(query)),
    copyIn: (target, bytes) => onOne((held) => held.copyIn(target, bytes)),
    listen: () => Promise.reject(new Error('nobody listens inside a transaction')),
    wasWaitedFor: () => false,
    close: async () => {},
  };
}

/** Statements of the connection, the words of a transaction as those of a savepoint. */
function withPoints(connection: Connection): Connection['query'] {
  let isBegun = false;
  const nothing: Rows = { rows: [], affected: 0 };
  return async (text, params) => {
    const [word] = /^(?:begin|commit|rollback)(?! to)\b/i.exec(text.trim()) ?? [];
    if (!word) return connection.query(text, params);
    if (word.toLowerCase() === 'begin') {
      await connection.query(`savepoint ${POINT}`);
      isBegun = true;
    } else if (isBegun) {
      isBegun = false;
      if (word.toLowerCase() === 'rollback') await connection.query(`rollback to savepoint ${POINT}`);
      await connection.query(`release savepoint ${POINT}`);
    }
    return nothing;
  };
}
