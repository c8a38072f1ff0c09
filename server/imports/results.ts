// SQL of what a load has done so far: its rows by result, what it has written.
import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';

/** Each row with what became of it. */
export const resultsOf = (db: ReadDb, batchId: number) =>
  db
    .selectFrom('import_row')
    .where('batch_id', '=', batchId)
    .select(['sheet_no', 'row_no', 'column_no', 'result', 'result_text'])
    .execute();

/** How many rows of a batch were made, filled in, left; rows of people apart, when there are any. */
export async function countResults(db: ReadDb, batchId: number) {
  const ofPerson = sql<boolean>`garage_id is null and result in ('created', 'updated', 'same')`;
  const rows = await db
    .selectFrom('import_row')
    .where('batch_id', '=', batchId)
    .select((e) => ['result', ofPerson.as('of_person'), e.fn.countAll<number>().as('count')])
    .groupBy(['result', ofPerson])
    .execute();
  const of = (result: string, ofPeople = false) =>
    Number(rows.find((row) => row.result === result && row.of_person === ofPeople)?.count ?? 0);
  const counted = (ofPeople: boolean) => ({
    created: of('created', ofPeople),
    updated: of('updated', ofPeople),
    same: of('same', ofPeople),
  });
  return {
    ...counted(false),
    conflict: of('conflict'),
    skipped: of('skipped'),
    ...(rows.some((row) => row.of_person) ? { people: counted(true) } : {}),
  };
}

/** Garages that a batch has made or met. */
export async function garagesLoaded(db: ReadDb, batchId: number): Promise<number> {
  const row = await db
    .selectFrom('import_row')
    .where('batch_id', '=', batchId)
    .select((e) => e.fn.count<number>('garage_id').as('garages'))
    .executeTakeFirstOrThrow();
  return Number(row.garages);
}

/** The last thing a batch has changed so far; 0 before the first. */
export async function lastEffect(tx: WriteDb, batchId: number): Promise<number> {
  const row = await tx
    .selectFrom('import_effect')
    .where('batch_id', '=', batchId)
    .select((e) => e.fn.max('id').as('id'))
    .executeTakeFirst();
  return Number(row?.id ?? 0);
}

/** Consents a batch has written after that. */
export async function countConsents(tx: WriteDb, batchId: number, after: number): Promise<number> {
  const row = await tx
    .selectFrom('import_effect')
    .where('batch_id', '=', batchId)
    .where('table_name', '=', 'consent')
    .where('id', '>', after as never)
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** The day up to which the books of a МО are closed. */
export async function closedUntil(db: ReadDb, mo: number): Promise<string | null> {
  const row = await db.selectFrom('mo').where('id', '=', mo).select('period_closed_until').executeTakeFirst();
  return row?.period_closed_until ?? null;
}
