// What has come to the card that stayed since a merge: rows, money, left debts, papers, messages, demands, and whose each of them is.
import { sql, type RawBuilder } from 'kysely';
import type { LaterRow } from '../../../contract/instruments/merging.ts';
import { formatDate, formatMoney } from '../../../contract/kernel/words.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { movedTables, type MovedTable } from '../rules/tables.ts';
import { whoseOf, type Held } from '../rules/whose.ts';
import { rowsOf } from './cards.ts';

/** A later row before it is decided whose it is. */
interface Found {
  table: LaterRow['table'];
  id: number;
  words: string;
  at: string | null;
  /** Garages it is about; whose they are says whose it is. */
  garages: number[];
  /** The day of which the owner is asked; null: whoever owned it at any time. */
  on: string | null;
  kopecks: number | null;
}

const words: Record<MovedTable['table'], ReturnType<typeof sql>> = {
  ownership: sql`(select 'Гараж ' || trim(g.section || ' ' || g.number) || ', ' || po.name from garage g join po on po.id = g.po_id where g.id = ownership.garage_id)`,
  comment: sql`'Комментарий: ' || left(comment.text, 60)`,
  attachment: sql`'Файл: ' || coalesce(attachment.title, (select name from stored_file where id = attachment.file_id))`,
  consent: sql`'Согласие от ' || to_char(consent.signed_at, 'DD.MM.YYYY')`,
  profile_privilege: sql`'Льгота: ' || (select name from privilege where id = profile_privilege.privilege_id)`,
  profile_voa_status: sql`'Статус: ' || (select name from voa_status where id = profile_voa_status.status_id)`,
  reregistration_party: sql`'Переоформление № ' || reregistration_party.reregistration_id`,
};
/** What a case is about. */
const garagesOf = (table: MovedTable['table']) =>
  table === 'reregistration_party'
    ? sql`array(select r.garage_id from reregistration r where r.id = reregistration_party.reregistration_id)`
    : sql`'{}'::int[]`;

/** Rows of the tables that a merge moves: neither his own of before nor moved by it. */
const rowsOfTable = (db: ReadDb, id: number, survivor: number, one: MovedTable): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    select ${one.table}::text as table, ${sql.ref(`${one.table}.id`)} as id, ${words[one.table]} as words,
      ${one.table === 'reregistration_party' ? sql`null::timestamptz` : sql.ref(`${one.table}.created_at`)} as at,
      ${garagesOf(one.table)} as garages, null::text as "on", null::bigint as kopecks
    from ${sql.table(one.table)} where ${rowsOf(one, sql`${survivor}`)}
      and not exists (select 1 from merge_moved m where m.merge_id = ${id} and m.table_name = ${one.table} and m.row_key = ${sql.ref(`${one.table}.id`)})
      and not exists (select 1 from merge_record k, jsonb_array_elements_text(k.had -> ${one.table}::text) as own
        where k.id = ${id} and own.value::int = ${sql.ref(`${one.table}.id`)})
    order by 2`,
  );

/** Tables of which the highest number is kept with a merge. */
export const numberedTables = ['balance_operation', 'document', 'notification_message', 'processing_demand'] as const;
type Numbered = (typeof numberedTables)[number];

/** The highest number of a table when the merge `k` was made; of merges of long ago it is not known. */
const lastOf = (table: Numbered) => sql`(k.last ->> ${table}::text)::bigint`;
const isLater = (alias: string, table: Numbered, otherwise: RawBuilder<unknown>) =>
  sql`(case when k.last ? ${table}::text then ${sql.ref(`${alias}.id`)} > ${lastOf(table)} else ${otherwise} end)`;
const plate = sql`'гараж ' || trim(g.section || ' ' || g.number) || ', ' || po.name`;

/** Lines of the ledger written to the card that stayed; what reverses a line goes with it, and what was left to a debtor is told apart. */
const linesLater = (db: ReadDb, id: number): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    select 'balance_operation' as table, o.id, (case when o.origin_id is not null then 'Перенос долга' when o.sign > 0 then 'Платёж'
        when o.payment_type_id is not null then 'Возврат' else 'Начисление' end) || ', ' || ${plate} as words,
      o.created_at as at, array[o.garage_id] as garages, o.on_date::text as "on", o.amount_kopecks as kopecks
    from merge_record k join balance_operation o on o.owner_id = k.survivor_id
      and o.garage_id in (select garage_id from ownership where profile_id = k.survivor_id union select d.garage_id from balance_operation d where d.debtor_id in (k.survivor_id, k.merged_id))
      join garage g on g.id = o.garage_id join po on po.id = g.po_id
    where k.id = ${id} and o.reversal_of is null and ${isLater('o', 'balance_operation', sql`o.created_at > k.merged_at`)}
      and (o.origin_id is null or o.sign < 0 and o.debtor_id is null)
    order by o.id`,
  );

/** Debts of garages that were left to the card as a former owner since. */
const debtsLeft = (db: ReadDb, id: number): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    with k as (select * from merge_record where id = ${id}),
      left_to as (select distinct o.garage_id from k join balance_operation o on o.debtor_id = k.survivor_id
        where o.origin_id is not null and o.sign < 0 and ${isLater('o', 'balance_operation', sql`o.created_at > k.merged_at`)})
    select 'left_debt' as table, g.id, 'Долг, оставленный прежнему владельцу: ' || ${plate} as words, null::timestamptz as at,
      array[g.id] as garages, null::text as "on", sum(s.kopecks)::bigint as kopecks
    from k, settle(array(select garage_id from left_to)) as s join balance_operation o on o.id = s.line_id
      join garage g on g.id = s.garage_id join po on po.id = g.po_id
    where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id = k.survivor_id and ${isLater('o', 'balance_operation', sql`o.created_at > k.merged_at`)}
    group by g.id, po.name order by g.id`,
  );

const papersLater = (db: ReadDb, id: number): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    select 'document' as table, d.id, 'Документ № ' || d.number || ' от ' || to_char(d.on_date, 'DD.MM.YYYY') || ': ' || t.name as words,
      d.printed_at as at, case when d.garage_id is null then '{}' else array[d.garage_id] end as garages, null::text as "on", null::bigint as kopecks
    from merge_record k join document d on d.profile_id = k.survivor_id join document_type t on t.id = d.type_id
    where k.id = ${id} and d.copy_of is null and ${isLater('d', 'document', sql`d.printed_at > k.merged_at`)} order by d.id`,
  );

const messagesLater = (db: ReadDb, id: number): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    select 'notification_message' as table, m.id, 'Сообщение рассылки № ' || m.notification_id || coalesce(': ' || nullif(m.subject, ''), '') as words,
      null::timestamptz as at, m.garage_ids as garages, null::text as "on", null::bigint as kopecks
    from merge_record k join notification_message m on m.profile_id = k.survivor_id
    where k.id = ${id} and ${isLater('m', 'notification_message', sql`false`)} order by m.id`,
  );

const demandsLater = (db: ReadDb, id: number): Promise<Found[]> =>
  read(
    db,
    sql<Found>`
    select 'processing_demand' as table, d.id, 'Требование о персональных данных от ' || to_char(d.on_date, 'DD.MM.YYYY') as words,
      d.created_at as at, '{}'::int[] as garages, null::text as "on", null::bigint as kopecks
    from merge_record k join processing_demand d on d.profile_id = k.survivor_id
    where k.id = ${id} and ${isLater('d', 'processing_demand', sql`d.created_at > k.merged_at`)} order by d.id`,
  );

/** Whose the garages of the two are once they are two again: those that go back, those of the one that stays, those that came since. */
const heldSides = (db: ReadDb, id: number): Promise<Held[]> =>
  read(
    db,
    sql<Held>`
    select o.id, o.garage_id, case when mv.nth is not null then 'goes'
        when exists (select 1 from jsonb_array_elements_text(k.had -> 'ownership') as own where own.value::int = o.id) then 'stays' else 'later' end as side,
      case when was.before ? 'started_on' then was.before ->> 'started_on' else o.started_on::text end as started_on,
      case when was.before ? 'ended_on' then was.before ->> 'ended_on' else o.ended_on::text end as ended_on
    from merge_record k join ownership o on o.profile_id = k.survivor_id
      left join merge_moved mv on mv.merge_id = k.id and mv.table_name = 'ownership' and mv.row_key = o.id and mv.before ? 'profile_id'
      left join lateral (select before from merge_moved w where w.merge_id = k.id and w.table_name = 'ownership' and w.row_key = o.id order by w.nth limit 1) as was on true
    where k.id = ${id}`,
  );

/** Everything that came later, with whose it is: by its garage where that is plain, else it is asked. */
export async function laterRows(db: ReadDb, id: number, survivor: number): Promise<LaterRow[]> {
  const [held, ...found] = await Promise.all([
    heldSides(db, id),
    ...movedTables.map((one) => rowsOfTable(db, id, survivor, one)),
    linesLater(db, id),
    debtsLeft(db, id),
    papersLater(db, id),
    messagesLater(db, id),
    demandsLater(db, id),
  ]);
  return found.flat().map(({ garages, on, kopecks, words: said, ...row }) => ({
    ...row,
    words: [said, kopecks === null ? '' : formatMoney(kopecks), on ? `от ${formatDate(on)}` : '']
      .filter(Boolean)
      .join(', '),
    ...whoseOf(held, garages, on),
  }));
}
