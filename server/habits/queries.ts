// SQL of saved views and habits.
import type { ReadDb } from '../kernel/ctx.ts';

export const viewsOf = (db: ReadDb, userId: number, resource: string) =>
  db
    .selectFrom('saved_view')
    .where('user_id', '=', userId)
    .where('resource', '=', resource)
    .orderBy('name')
    .select(['id', 'resource', 'name', 'state'])
    .execute();

/** Habits of a person by key. */
export async function habitsOf(db: ReadDb, userId: number): Promise<Record<string, Record<string, boolean>>> {
  const rows = await db
    .selectFrom('user_setting')
    .where('user_id', '=', userId)
    .where((e) => e.or([e('key', 'like', '%.columns'), e('key', '=', 'home.first')]))
    .select(['key', 'value'])
    .execute();
  return Object.fromEntries(rows.map((row) => [row.key, row.value as Record<string, boolean>]));
}

/** So many habits a person may keep: a list has one. */
export const MOST_HABITS = 100;
