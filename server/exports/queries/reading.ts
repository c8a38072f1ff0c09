// SQL of the sheets of the full register that are for reading: ledger, re-registrations, papers of an МО.
import { personOfLine } from '../../kernel/alias.ts';
import { sql, type RawBuilder } from 'kysely';
import { documentStates } from '../../../contract/documents.ts';
import { archiveReasons } from '../../../contract/garages.ts';
import { statusNames } from '../../../contract/reregistrations.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { owedEntries, settled } from '../../balance/queries.ts';
import { reasonName } from '../../reregistrations/queries.ts';
import { BETWEEN, MOST_READING_ROWS, type ReadingRow } from '../rules/reading.ts';
import { idsOf, rowsOf, type Page } from './inBatches.ts';
import { limitTo } from '../../db/planned.ts';

/** A line as one text: so a batch of lines is small, and no names of columns are given to each. */
const line = (...cells: RawBuilder<unknown>[]) =>
  sql`concat_ws(${BETWEEN}::text, ${sql.join(cells.map((cell) => sql`coalesce((${cell})::text, '')`))}) as line`;
/** A text that people have written: what stands between cells is taken out of it. */
const written = (cell: RawBuilder<unknown>) => sql`translate(${cell}, ${BETWEEN}::text, '')`;
/** Lines asked for at a time. */
const LINES = 2500;

const plate = written(sql`trim(g.section || ' ' || g.number)`);
const userName = written(sql`trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name)`);
const poName = written(sql`po.name`);
const personName = written(sql`p.full_name`);
const named = (words: Record<number | string, string>, key: RawBuilder<unknown>) =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> (${key})::text, (${key})::text)`;
/** One more than is shown: so it is known that there are more. */
const limit = limitTo(MOST_READING_ROWS + 1);

export interface ReadingList {
  /** Lines there are; one more than is shown means there are more. */
  found: number;
  rows: AsyncGenerator<ReadingRow[]>;
}

async function listOf(
  db: ReadDb,
  ids: RawBuilder<unknown>,
  select: (page: Page) => RawBuilder<ReadingRow>,
  within?: RawBuilder<unknown>,
): Promise<ReadingList> {
  const found = await idsOf(db, sql`${ids} ${limit}`);
  return {
    found: found.length,
    rows: rowsOf(db, found.slice(0, MOST_READING_ROWS), select, { size: LINES, ...(within ? { within } : {}) }),
  };
}

/** Every line of the ledger, the latest first; cells stand as the columns of its sheet do, money in kopecks. */
export const ledgerOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select id from balance_operation where mo_id = ${moId} order by on_date desc, id desc`,
    (page) => sql<ReadingRow>`select ${line(
      sql`o.on_date`,
      poName,
      plate,
      sql`g.account_no`,
      sql`case when o.reversal_of is not null then 'Сторно' when o.sign < 0 then 'Начислено' else 'Оплачено' end`,
      written(sql`t.name`),
      sql`o.period_year`,
      sql`case when o.sign < 0 then o.amount_kopecks end`,
      sql`case when o.sign > 0 then o.amount_kopecks end`,
      written(sql`pt.name`),
      written(sql`o.paper_no`),
      personName,
      written(sql`d.full_name`),
      userName,
    )}
      from ${page} join balance_operation o on o.id = page.id join garage g on g.id = o.garage_id join po on po.id = o.po_id
        left join accrual_type t on t.id = o.accrual_type_id left join payment_type pt on pt.id = o.payment_type_id
        left join profile p on p.id = ${personOfLine('o')} left join profile d on d.id = o.debtor_id left join app_user u on u.id = o.created_by`,
  );

/** Years of one state. */
const yearsOf = (state: 'paid' | 'partly' | 'unpaid') =>
  sql`string_agg(y.key, ', ' order by y.key) filter (where y.value = ${state})`;

/**
 * What stands on the account of every garage: debts of its owners and of each who left owing, advances, years by how they are paid.
 * What is not kept, years of garages still to be counted by their lines and debts that were left, is settled once a batch.
 */
export const standingOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select b.garage_id as id from garage_balance b join garage g on g.id = b.garage_id join po on po.id = g.po_id
      where b.mo_id = ${moId} and not g.is_withdrawn order by po.sort_key, g.section_key, g.number_key, g.id`,
    (page) => sql<ReadingRow>`with listed as materialized (
      select page.nth, b.garage_id, b.debt_kopecks, b.advance_kopecks, b.former_kopecks, b.years from ${page} join garage_balance b on b.garage_id = page.id
    ), counted as (
      select garage_id, jsonb_object_agg(year, case when owed = 0 then 'paid' when owed >= charged then 'unpaid' else 'partly' end) as years
      from (select garage_id, year, sum(charged) as charged, sum(owed) as owed
        from (${owedEntries(sql`select garage_id from listed where years is null`)}) as entry where year is not null group by 1, 2) as e group by 1
    ), standing as (
      select listed.nth, listed.garage_id, nullif(debt_kopecks, 0) as debt, nullif(advance_kopecks, 0) as advance, null::bigint as former, null::int as debtor_id, y.*
      from listed left join counted on counted.garage_id = listed.garage_id cross join lateral (
        select ${yearsOf('paid')} as paid, ${yearsOf('partly')} as partly, ${yearsOf('unpaid')} as unpaid
        from jsonb_each_text(coalesce(listed.years, counted.years)) as y) as y
      union all
      select listed.nth, listed.garage_id, null, null, owed.kopecks, owed.debtor_id, null, null, null
      from (select garage_id, debtor_id, sum(kopecks)::bigint as kopecks from ${settled(sql`select garage_id from listed where former_kopecks <> 0`)} as f
        where kind = 'charge' and debtor_id is not null group by 1, 2 having sum(kopecks) > 0) as owed join listed on listed.garage_id = owed.garage_id
    ) select ${line(
      poName,
      plate,
      sql`g.account_no`,
      sql`page.debt`,
      sql`page.advance`,
      sql`page.former`,
      personName,
      sql`page.paid`,
      sql`page.partly`,
      sql`page.unpaid`,
    )}
      from standing as page join garage g on g.id = page.garage_id join po on po.id = g.po_id left join profile p on p.id = page.debtor_id`,
    sql`page.debtor_id nulls first`,
  );

/** Garages that left the register, with the owners they had then: no sheet that loads has them. */
export const archiveOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select g.id from garage g join po on po.id = g.po_id where g.mo_id = ${moId} and not g.is_active and not g.is_withdrawn
      order by po.sort_key, g.section_key, g.number_key, g.id`,
    (page) => sql<ReadingRow>`select ${line(
      poName,
      plate,
      sql`g.account_no`,
      written(sql`t.name`),
      sql`replace(concat_ws('×', trim_scale(g.size_x), trim_scale(g.size_y), trim_scale(g.size_z)), '.', ',')`,
      sql`(g.archived_at at time zone mo.time_zone)::date`,
      written(sql`concat_ws('. ', ${named(archiveReasons, sql`g.archive_reason`)}, g.archive_comment)`),
      written(sql`(select string_agg(p.full_name, ', ' order by o.is_primary desc, o.id) from ownership o join profile p on p.id = o.profile_id
        where o.garage_id = g.id and coalesce(o.ended_on, 'infinity') = (select max(coalesce(l.ended_on, 'infinity')) from ownership l where l.garage_id = g.id))`),
      sql`b.balance_kopecks`,
      sql`nullif(-b.former_kopecks, 0)`,
      written(sql`g.note`),
    )}
      from ${page} join garage g on g.id = page.id join po on po.id = g.po_id join mo on mo.id = g.mo_id
        join garage_type t on t.id = g.type_id left join garage_balance b on b.garage_id = g.id`,
  );

export function casesOf(db: ReadDb, moId: number): Promise<ReadingList> {
  const people = (side: string) => sql`(select string_agg(p.full_name, ', ' order by y.nth) from reregistration_party y
    join profile p on p.id = y.profile_id where y.reregistration_id = r.id and y.side = ${side})`;
  return listOf(
    db,
    sql`select id from reregistration where mo_id = ${moId} order by id desc`,
    (page) => sql<ReadingRow>`select ${line(
      sql`r.id`,
      sql`r.date_request`,
      sql`r.on_date`,
      poName,
      plate,
      written(people('old')),
      written(people('new')),
      reasonName,
      named(statusNames, sql`r.status`),
      sql`r.fee_kopecks + r.entrance_kopecks`,
    )}
      from ${page} join reregistration r on r.id = page.id join garage g on g.id = r.garage_id join po on po.id = r.po_id`,
  );
}

export const papersOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select id from document where mo_id = ${moId} order by id desc`,
    (page) => sql<ReadingRow>`select ${line(
      sql`d.number`,
      sql`d.on_date`,
      written(sql`dt.name`),
      poName,
      plate,
      personName,
      sql`case when d.copy_of is not null then 'копия' end`,
      named(documentStates, sql`d.state`),
      sql`case when d.received_at is null and d.scan_file_id is not null then 'не все листы' when d.scan_file_id is not null then 'да' end`,
      userName,
    )}
      from ${page} join document d on d.id = page.id join document_type dt on dt.id = d.type_id join po on po.id = d.po_id
        left join garage g on g.id = d.garage_id left join profile p on p.id = d.profile_id
        left join app_user u on u.id = d.printed_by`,
  );
