// Merges that were made: the list, what taking one back would do.
import { sql } from 'kysely';
import type { LaterRow, MergeRow } from '../../../contract/instruments/merging.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { rowsOf } from './cards.ts';
import { movedTables } from '../rules/tables.ts';
import { limitTo } from '../../db/planned.ts';

const MOST_SHOWN = 100;

/** Merges, the newest first; `now` is a moment. */
export const listMerges = (db: ReadDb, now: string, id: number | null = null): Promise<MergeRow[]> =>
  read(
    db,
    sql<MergeRow>`
    select m.id, json_build_object('id', s.id, 'name', s.full_name) as survivor, json_build_object('id', l.id, 'name', l.full_name) as merged,
      m.merged_at as at, coalesce(trim(u.last_name || ' ' || u.first_name), '') as who, m.until, m.undone_at,
      m.undone_at is null and m.sealed_cards is not null and m.until > ${now}::timestamptz as "canUndo"
    from merge_record m join profile s on s.id = m.survivor_id join profile l on l.id = m.merged_id left join app_user u on u.id = m.merged_by
    where ${id}::int is null or m.id = ${id}::int order by m.id desc ${limitTo(MOST_SHOWN)}`,
  );

export interface MergeFacts {
  survivor_id: number;
  merged_id: number;
  undone_at: string | null;
  until: string;
  sealed_cards: Uint8Array | null;
  /** Where each of the two leads now. */
  survivor_into: number | null;
  merged_into: number | null;
}
export const mergeFacts = async (db: ReadDb, id: number): Promise<MergeFacts | undefined> =>
  (
    await read(
      db,
      sql<MergeFacts>`select m.survivor_id, m.merged_id, m.undone_at, m.until, m.sealed_cards, s.merged_into as survivor_into, l.merged_into
    from merge_record m join profile s on s.id = m.survivor_id join profile l on l.id = m.merged_id where m.id = ${id}`,
    )
  )[0];

/** Why a merge can't be taken back; null when it can. */
export function undoProblem(merge: MergeFacts, now: string): string | null {
  if (merge.undone_at) return 'Это объединение уже отменено';
  if (!merge.sealed_cards || Date.parse(merge.until) <= Date.parse(now))
    return 'Прошло больше 30 дней: вернуть уже нельзя';
  if (merge.survivor_into !== null)
    return `Карточка ${merge.survivor_id} сама вошла в карточку ${merge.survivor_into}: сначала верните её`;
  return merge.merged_into === merge.survivor_id
    ? null
    : `Карточка ${merge.merged_id} больше не входит в ${merge.survivor_id}`;
}

export const countMoved = async (db: ReadDb, id: number): Promise<number> =>
  (
    await read(
      db,
      sql<{
        n: number;
      }>`select count(*)::int as n from merge_moved where merge_id = ${id} and table_name not in ('profile_place', 'profile')`,
    )
  )[0]!.n;

const words: Record<LaterRow['table'], ReturnType<typeof sql>> = {
  ownership: sql`(select 'Гараж ' || trim(g.section || ' ' || g.number) || ', ' || po.name from garage g join po on po.id = g.po_id where g.id = ownership.garage_id)`,
  comment: sql`'Комментарий: ' || left(comment.text, 60)`,
  attachment: sql`'Файл: ' || coalesce(attachment.title, (select name from stored_file where id = attachment.file_id))`,
  consent: sql`'Согласие от ' || to_char(consent.signed_at, 'DD.MM.YYYY')`,
  profile_privilege: sql`'Льгота: ' || (select name from privilege where id = profile_privilege.privilege_id)`,
  profile_voa_status: sql`'Статус: ' || (select name from voa_status where id = profile_voa_status.status_id)`,
  reregistration_party: sql`'Переоформление № ' || reregistration_party.reregistration_id`,
};
const timed = new Set<LaterRow['table']>([
  'ownership',
  'comment',
  'attachment',
  'consent',
  'profile_privilege',
  'profile_voa_status',
]);

/** Rows the survivor has got since the merge: neither his own of before nor moved by it. */
export async function laterRows(db: ReadDb, id: number, survivor: number): Promise<LaterRow[]> {
  const found = movedTables.map((one) =>
    read(
      db,
      sql<LaterRow>`
      select ${one.table}::text as table, ${sql.ref(`${one.table}.id`)} as id, ${words[one.table]} as words,
        ${timed.has(one.table) ? sql.ref(`${one.table}.created_at`) : sql`null::timestamptz`} as at
      from ${sql.table(one.table)} where ${rowsOf(one, sql`${survivor}`)}
        and not exists (select 1 from merge_moved m where m.merge_id = ${id} and m.table_name = ${one.table} and m.row_key = ${sql.ref(`${one.table}.id`)})
        and not exists (select 1 from merge_record k, jsonb_array_elements_text(k.had -> ${one.table}::text) as own
          where k.id = ${id} and own.value::int = ${sql.ref(`${one.table}.id`)})
      order by 2`,
    ),
  );
  return (await Promise.all(found)).flat();
}

/** Ledger lines written since the merge in the garages that go back. */
export const countLaterLines = async (db: ReadDb, id: number): Promise<number> =>
  (
    await read(
      db,
      sql<{ n: number }>`
    select count(*)::int as n from balance_operation o join merge_record m on m.id = ${id} and o.created_at > m.merged_at
    where o.garage_id in (select own.garage_id from merge_moved moved join ownership own on own.id = moved.row_key
      where moved.merge_id = ${id} and moved.table_name = 'ownership')`,
    )
  )[0]!.n;
