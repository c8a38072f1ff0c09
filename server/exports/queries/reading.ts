// SQL of the sheets of the full register that are for reading: ledger, re-registrations, papers of an МО.
import { sql, type RawBuilder } from 'kysely';
import { documentStates } from '../../../contract/documents.ts';
import { statusNames } from '../../../contract/reregistrations.ts';
import type { ReadDb } from '../../kernel/ctx.ts';
import { reasonName } from '../../reregistrations/queries.ts';
import { MOST_READING_ROWS, type ReadingRow } from '../rules/reading.ts';
import { idsOf, rowsOf, type Page } from './inBatches.ts';

const plate = sql`trim(g.section || ' ' || g.number)`;
const userName = sql`(select trim(u.last_name || ' ' || u.first_name || ' ' || u.father_name) from app_user u where u.id = `;
const named = (words: Record<number | string, string>, key: RawBuilder<unknown>) =>
  sql`coalesce(${JSON.stringify(words)}::jsonb ->> (${key})::text, (${key})::text)`;
/** One more than is shown: so it is known that there are more. */
const limit = sql`limit ${MOST_READING_ROWS + 1}::int`;

export interface ReadingList {
  /** Lines there are; one more than is shown means there are more. */
  found: number;
  rows: AsyncGenerator<ReadingRow[]>;
}

async function listOf(
  db: ReadDb,
  ids: RawBuilder<unknown>,
  select: (page: Page) => RawBuilder<ReadingRow>,
): Promise<ReadingList> {
  const found = await idsOf(db, sql`${ids} ${limit}`);
  return { found: found.length, rows: rowsOf(db, found.slice(0, MOST_READING_ROWS), select) };
}

/** Every line of the ledger, the latest first: money in kopecks, `sign` −1 raises the debt. */
export const ledgerOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select id from balance_operation where mo_id = ${moId} order by on_date desc, id desc`,
    (page) => sql<ReadingRow>`select po.name as po, ${plate} as garage, g.account_no as account, o.on_date,
        case when o.reversal_of is not null then 'Сторно' when o.sign < 0 then 'Начислено' else 'Оплачено' end as what,
        coalesce(t.name, '') as type, o.period_year as year,
        case when o.sign < 0 then o.amount_kopecks end::float8 as charged, case when o.sign > 0 then o.amount_kopecks end::float8 as paid,
        pt.name as method, o.paper_no as paper, p.full_name as person, ${userName} o.created_by) as who
      from ${page} join balance_operation o on o.id = page.id join garage g on g.id = o.garage_id join po on po.id = o.po_id
        left join accrual_type t on t.id = o.accrual_type_id left join payment_type pt on pt.id = o.payment_type_id
        left join profile p on p.id = o.owner_id`,
  );

export function casesOf(db: ReadDb, moId: number): Promise<ReadingList> {
  const people = (side: string) => sql`(select string_agg(p.full_name, ', ' order by y.nth) from reregistration_party y
    join profile p on p.id = y.profile_id where y.reregistration_id = r.id and y.side = ${side})`;
  return listOf(
    db,
    sql`select id from reregistration where mo_id = ${moId} order by id desc`,
    (
      page,
    ) => sql<ReadingRow>`select r.id as number, po.name as po, ${plate} as garage, r.date_request, r.on_date, ${people('old')} as before,
        ${people('new')} as after, ${reasonName} as reason, ${named(statusNames, sql`r.status`)} as status,
        (r.fee_kopecks + r.entrance_kopecks)::float8 as fee
      from ${page} join reregistration r on r.id = page.id join garage g on g.id = r.garage_id join po on po.id = r.po_id`,
  );
}

export const papersOf = (db: ReadDb, moId: number): Promise<ReadingList> =>
  listOf(
    db,
    sql`select id from document where mo_id = ${moId} order by id desc`,
    (
      page,
    ) => sql<ReadingRow>`select d.number, d.on_date, dt.name as type, po.name as po, ${plate} as garage, p.full_name as person,
        case when d.copy_of is not null then 'копия' else '' end as is_copy, ${named(documentStates, sql`d.state`)} as state,
        case when d.scan_file_id is not null then 'да' else '' end as scan, ${userName} d.printed_by) as who
      from ${page} join document d on d.id = page.id join document_type dt on dt.id = d.type_id join po on po.id = d.po_id
        left join garage g on g.id = d.garage_id left join profile p on p.id = d.profile_id`,
  );
