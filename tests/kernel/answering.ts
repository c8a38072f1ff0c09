// A database that is none: it answers every question with the rows it was given, and keeps what it was asked.
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { DB } from '../../server/db/types.ts';

export interface Answering {
  db: Kysely<DB>;
  asked: { sql: string; parameters: readonly unknown[] }[];
}

/** `answers`: the rows of a statement, or those of all of them. */
export function answering(answers: readonly object[] | ((sql: string) => readonly object[])): Answering {
  const asked: Answering['asked'] = [];
  const connection: DatabaseConnection = {
    executeQuery: <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      asked.push({ sql, parameters });
      const rows = typeof answers === 'function' ? answers(sql) : answers;
      return Promise.resolve({ rows: rows as R[] });
    },
    streamQuery: () => {
      throw new Error('nothing is streamed here');
    },
  };
  class Driver extends DummyDriver {
    override acquireConnection(): Promise<DatabaseConnection> {
      return Promise.resolve(connection);
    }
  }
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, asked };
}
