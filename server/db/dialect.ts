// Kysely over the engine: one SQL dialect, two databases.
import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Connection, Engine } from './engine.ts';

export function engineDialect(engine: Engine): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new EngineDriver(engine),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class EngineConnection implements DatabaseConnection {
  readonly held: Connection;
  constructor(held: Connection) {
    this.held = held;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.held.query(query.sql, query.parameters);
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }
  // eslint-disable-next-line require-yield -- long reads go by keyset batches
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not offered: read by keyset batches');
  }
}

class EngineDriver implements Driver {
  readonly engine: Engine;
  constructor(engine: Engine) {
    this.engine = engine;
  }
  async init() {}
  async acquireConnection() {
    return new EngineConnection(await this.engine.acquire());
  }
  async beginTransaction(connection: EngineConnection, settings: TransactionSettings) {
    await connection.held.query(settings.isolationLevel ? `begin isolation level ${settings.isolationLevel}` : 'begin');
  }
  async commitTransaction(connection: EngineConnection) {
    await connection.held.query('commit');
  }
  async rollbackTransaction(connection: EngineConnection) {
    await connection.held.query('rollback');
  }
  async savepoint(connection: EngineConnection, name: string) {
    await connection.held.query(`savepoint "${name}"`);
  }
  async rollbackToSavepoint(connection: EngineConnection, name: string) {
    await connection.held.query(`rollback to savepoint "${name}"`);
  }
  async releaseSavepoint(connection: EngineConnection, name: string) {
    await connection.held.query(`release savepoint "${name}"`);
  }
  async releaseConnection(connection: EngineConnection) {
    connection.held.release();
  }
  async destroy() {}
}
