// Writes types.ts from the migrated schema: `node server/db/generateTypes.ts` (a test keeps it current).
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from './embedded.ts';
import type { Engine } from './engine.ts';
import { migrate } from './migrate.ts';

const typeNames: Record<string, string> = {
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  bool: 'boolean',
  json: 'unknown',
  jsonb: 'unknown',
  bytea: 'Uint8Array',
};

/** Text of types.ts for the schema of an engine. */
export async function typesOf(engine: Engine): Promise<string> {
  const { rows } = await engine.query(`
    select table_name as t, column_name as c, udt_name as u, is_nullable = 'YES' as n,
      column_default is not null or is_identity = 'YES' as d, is_generated = 'ALWAYS' as g
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migration'
    order by table_name, ordinal_position`);
  const tables = new Map<string, string[]>();
  for (const row of rows as { t: string; c: string; u: string; n: boolean; d: boolean; g: boolean }[]) {
    const base = row.u.startsWith('_') ? `${typeNames[row.u.slice(1)] ?? 'string'}[]` : (typeNames[row.u] ?? 'string');
    const type = row.n ? `${base} | null` : base;
    const written = row.g ? `GeneratedAlways<${type}>` : row.d ? `Generated<${type}>` : type;
    tables.set(row.t, [...(tables.get(row.t) ?? []), `  ${row.c}: ${written};`]);
  }
  const name = (table: string) =>
    table.replace(/(^|_)(\w)/g, (_, _mark, letter: string) => letter.toUpperCase()) + 'Table';
  const interfaces = [...tables].map(
    ([table, columns]) => `export interface ${name(table)} {\n${columns.join('\n')}\n}\n`,
  );
  const all = [...tables.keys()].map((table) => `  ${table}: ${name(table)};`).join('\n');
  return `// Made by generateTypes.ts from the migrations; do not edit.\nimport type { Generated, GeneratedAlways } from 'kysely';\n\n${interfaces.join('\n')}\nexport interface DB {\n${all}\n}\n`;
}

if (import.meta.main) {
  const engine = await openEmbedded({});
  await migrate(engine);
  writeFileSync(join(import.meta.dirname, 'types.ts'), await typesOf(engine));
  await engine.close();
}
