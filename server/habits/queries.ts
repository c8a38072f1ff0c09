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

/** So many views of a list, and of all lists together, a person may keep. */
export const MOST_VIEWS = 50;
export const MOST_VIEWS_OF_ALL = 500;

/** How many views a person keeps, of one list and of all; the named one is not counted: it is saved over. */
export const countViews = (db: ReadDb, userId: number, resource: string, name: string) =>
  db
    .selectFrom('saved_view')
    .where('user_id', '=', userId)
    .where((e) => e.not(e.and([e('resource', '=', resource), e('name', '=', name)])))
    .select((e) => [
      e.fn.countAll<number>().as('all'),
      e.fn.countAll<number>().filterWhere('resource', '=', resource).as('ofList'),
    ])
    .executeTakeFirstOrThrow();
