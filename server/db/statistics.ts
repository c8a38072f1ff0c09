// What the planner knows of tables: a server learns it within a minute, the embedded database when it is swept.
import type { Engine } from './engine.ts';

/** So many new rows change how a table should be read. */
export const MANY_ROWS = 1000;

/** Counts tables anew after many rows came at once; without it questions over all of them are planned as if they were empty. Each table is a turn of its own. */
export async function countTables(engine: Engine, tables: readonly string[]): Promise<void> {
  for (const table of tables) await engine.script(`analyze ${table}`);
}
