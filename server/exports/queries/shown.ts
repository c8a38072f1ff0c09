// SQL of whom a file shows with hidden data: its line in the log names them.
import { sql } from 'kysely';
import type { ExportedList } from '../../../contract/kernel/objects.ts';
import { todayOf, type Ctx, type ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { personPresent } from '../../kernel/scope.ts';
import { firstOwner } from '../columns.ts';

/** People whose phones stand in a list taken away with whole phones, former ones left out; of a garage that is its first owner. */
export async function phonesShown(
  ctx: Ctx,
  resource: ExportedList,
  columns: readonly string[],
  ids: readonly number[],
): Promise<number[]> {
  if (!columns.includes('phone')) return [];
  const shown = sql`unnest(${[...ids]}::int[]) as shown(id)`;
  const people =
    resource === 'garages'
      ? sql`select distinct p.id from ${shown} cross join lateral (select p.id, p.phones ${firstOwner(sql`shown.id`)}) as p where p.phones <> '{}'`
      : sql`select p.id from ${shown} join profile p on p.id = shown.id where p.phones <> '{}' and ${personPresent(ctx.actor, 'p', todayOf(ctx))}`;
  const rows = await read(ctx.db, sql<{ id: number }>`${people}`);
  return rows.map(({ id }) => id);
}

/** Everybody of an МО: its register holds passports, addresses and phones of all of them. */
export async function peopleOfMo(db: ReadDb, mo: number): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ id: number }>`select distinct profile_id as id from profile_place where mo_id = ${mo}`,
  );
  return rows.map(({ id }) => id);
}
