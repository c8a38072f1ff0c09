// Brings the schema up to date: every script of `migrations` once, in order, each in its own transaction.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { alone } from './alone.ts';
import type { Connection, Engine } from './engine.ts';

const folder = join(import.meta.dirname, 'migrations');

export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** Scripts in the order of their numbers. */
export function migrations(): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex').slice(0, 32) };
    });
}

/**
 * Applies what is not applied yet.
 * @throws in Russian when an applied script has been changed since
 */
export async function migrate(engine: Engine, scripts: Migration[] = migrations()): Promise<string[]> {
  return alone(engine, 'migrations', async () => {
    const connection = await engine.acquire();
    try {
      return await applyMissing(connection, scripts, engine.kind);
    } finally {
      connection.release();
    }
  });
}

/** The same on a connection that the caller holds; nobody else may be doing it meanwhile. */
export async function applyMissing(
  { query }: Connection,
  scripts: Migration[],
  kind: Engine['kind'],
): Promise<string[]> {
  await query(
    'create table if not exists schema_migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await query('select name, checksum from schema_migration');
  const applied = new Map(rows.map((row) => [row.name as string, row.checksum as string]));
  const done: string[] = [];
  for (const script of scripts) {
    const known = applied.get(script.name);
    if (known && known !== script.checksum)
      throw new Error(`Миграция ${script.name} изменена после применения: добавьте новую`);
    if (known) continue;
    await apply(query, script, kind);
    done.push(script.name);
  }
  return done;
}

async function apply(
  query: (text: string, params?: readonly unknown[]) => Promise<unknown>,
  script: Migration,
  kind: Engine['kind'],
) {
  await query('begin');
  try {
    // The embedded database takes one statement per query; a server takes the script whole.
    if (kind === 'server') await query(script.sql);
    else for (const statement of statements(script.sql)) await query(statement);
    await query('insert into schema_migration (name, checksum) values ($1, $2)', [script.name, script.checksum]);
    await query('commit');
  } catch (error) {
    await query('rollback');
    throw new Error(`Миграция ${script.name}: ${(error as Error).message}`, { cause: error });
  }
}

/** Splits a script at semicolons outside quotes, dollar quotes and comments. */
export function statements(sql: string): string[] {
  const found: string[] = [];
  let current = '';
  for (const [part] of sql.matchAll(/--[^\n]*|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'$-]+|[\s\S]/g)) {
    if (part === ';') {
      if (current.trim()) found.push(current.trim());
      current = '';
    } else if (!part.startsWith('--')) current += part;
  }
  if (current.trim()) found.push(current.trim());
  return found;
}
