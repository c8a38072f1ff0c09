// SQL of closing: what the open days up to one hold, what is still undone in them, the day of closing.
import { sql } from 'kysely';
import type { PoReadiness } from '../../contract/closing.ts';
import type { Actor } from '../../contract/kernel/scope.ts';
import { countedAs } from '../balance/queries/counted.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { inScope, placeScope } from '../kernel/scope.ts';
import { openCash } from '../books/queries/cashDays.ts';
import { read } from '../kernel/read.ts';

export interface PeriodSums {
  documents: number;
  lines: number;
  charged_kopecks: number;
  paid_kopecks: number;
}
/** Entries of the open days up to one; what counts as charged and as paid is that of statistics. */
export async function periodSums(db: ReadDb, actor: Actor, closed: string | null, until: string): Promise<PeriodSums> {
  const rows = await read(
    db,
    sql<PeriodSums>`
    select count(distinct o.contribution_id)::int as documents, count(*)::int as lines,
      coalesce(sum(-o.sign * o.amount_kopecks) filter (where o.origin_id is null and ${countedAs('charged', 'o')}), 0)::bigint as charged_kopecks,
      coalesce(sum(o.sign * o.amount_kopecks) filter (where o.origin_id is null and ${countedAs('paid', 'o')}), 0)::bigint as paid_kopecks
    from balance_operation o where ${inScope(actor, 'o')} and o.on_date > coalesce(${closed}::date, '-infinity') and o.on_date <= ${until}::date`,
  );
  return rows[0]!;
}

export interface PeriodBalances {
  debt_kopecks: number;
  advance_kopecks: number;
  debtors: number;
  /** Debts left to former owners. */
  former_kopecks: number;
}
/** Debts and advances at the end of a day. */
export async function balancesOn(db: ReadDb, actor: Actor, until: string): Promise<PeriodBalances> {
  const garages = sql`select b.garage_id from garage_balance b where ${inScope(actor, 'b')}`;
  const rows = await read(
    db,
    sql<PeriodBalances>`
    select coalesce(sum(s.kopecks) filter (where s.kind = 'charge' and s.debtor_id is null), 0)::bigint as debt_kopecks,
      coalesce(sum(s.kopecks) filter (where s.kind <> 'charge' and s.debtor_id is null), 0)::bigint as advance_kopecks,
      count(distinct s.garage_id) filter (where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is null)::int as debtors,
      coalesce(sum(s.kopecks) filter (where s.kind = 'charge' and s.debtor_id is not null), 0)::bigint as former_kopecks
    from settle(array(${garages}), ${until}::date) as s`,
  );
  return rows[0]!;
}

/** Days on which a cash desk took money and was not closed. */
export async function openCashDays(db: ReadDb, actor: Actor, closed: string | null, until: string): Promise<number> {
  const days = sql`o.on_date > coalesce(${closed}::date, '-infinity') and o.on_date <= ${until}::date`;
  const rows = await read(db, sql<{ n: number }>`select count(*)::int as n from (${openCash(actor, days)}) as day`);
  return rows[0]!.n;
}

/** Days of a closed period stay as they are: nobody can close their cash any more. */
const openFor = (until: string) => sql`o.on_date <= ${until}::date
  and o.on_date > coalesce((select mo.period_closed_until from mo where mo.id = o.mo_id), '-infinity')`;

/** ПО of the person's place. */
export async function placePos(db: ReadDb, actor: Actor): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ id: number }>`select o.id from po o
    where ${placeScope(actor, { po: 'o.id', mo: 'o.mo_id' })}`,
  );
  return rows.map((row) => row.id);
}

/** Of so many closings the page tells. */
export const SHOWN_CLOSINGS = 20;

/** Closings and openings of a МО, the last first. */
export const closingHistory = (db: ReadDb, mo: number) =>
  db
    .selectFrom('action_log')
    .where('object_type', '=', 'mo')
    .where('object_id', '=', mo)
    .where('verb', 'in', ['balance_operation.period_close', 'balance_operation.period_open'])
    .orderBy('id', 'desc')
    .limit(SHOWN_CLOSINGS)
    .select(['at', 'user_name as user', 'text'])
    .execute();

export const setClosedUntil = (tx: WriteDb, mo: number, until: string | null) =>
  tx
    .updateTable('mo')
    .set((e) => ({ period_closed_until: until, version: e('version', '+', 1) }))
    .where('id', '=', mo)
    .execute();

/** Incoming payments of bank statements that were neither posted in full nor put aside. */
export async function openStatementRows(db: ReadDb, actor: Actor, until: string): Promise<number> {
  const rows = await read(
    db,
    sql<{ n: number }>`select count(*)::int as n from bank_row r
    where ${inScope(actor, 'r')} and r.kind = 'incoming' and not r.is_skipped
      and not r.has_registry
      -- Only what was never posted as it is, or what was undone, need be counted.
      and (r.contribution_id is null or exists (select 1 from bank_row_document made
        join balance_operation line on line.contribution_id = made.contribution_id
        join balance_operation undone on undone.reversal_of = line.id where made.row_id = r.id))
      and r.amount_kopecks > bank_row_standing(r.id) and r.on_date <= ${until}::date`,
  );
  return rows[0]!.n;
}

/** Kinds of papers that live by somebody's signature: an act of reconciliation, applications, consents, contracts. */
const SIGNED_BY_OTHERS = ['reconcile', 'app_join', 'consent_pd', 'app_transfer', 'contract'];

/** Each ПО of the place with what is still undone up to the day. The fee of the year is the membership fee. */
export const readinessOf = (db: ReadDb, actor: Actor, until: string): Promise<PoReadiness[]> =>
  read(
    db,
    sql<PoReadiness>`
    with place as (select po.id, po.name, po.sort_key from po where po.is_active and ${placeScope(actor, { po: 'po.id', mo: 'po.mo_id' })}),
      fees as (select g.po_id, count(*)::int as garages, count(*) filter (where not exists (select 1 from balance_operation o where o.garage_id = g.id
          and o.accrual_type_id = 1 and o.payment_type_id is null and o.sign < 0 and o.period_year = extract(year from ${until}::date)
          and not exists (select 1 from balance_operation u where u.reversal_of = o.id)))::int as uncharged
        from garage g where g.is_active and ${inScope(actor, 'g')} group by g.po_id),
      sums as (select b.po_id, count(distinct s.garage_id) filter (where s.kopecks > 0 and s.debtor_id is null)::int as debtors,
          coalesce(sum(s.kopecks) filter (where s.debtor_id is null), 0)::float8 as debt_kopecks,
          coalesce(sum(s.kopecks) filter (where s.debtor_id is not null), 0)::float8 as former_kopecks
        from settle(array(select b.garage_id from garage_balance b where ${inScope(actor, 'b')}), ${until}::date) as s
          join garage_balance b on b.garage_id = s.garage_id where s.kind = 'charge' group by b.po_id),
      bank as (select r.po_id, count(*)::int as n from bank_row r where ${inScope(actor, 'r')} and r.kind = 'incoming' and not r.is_skipped and not r.has_registry
        and r.amount_kopecks > bank_row_standing(r.id) and r.on_date <= ${until}::date group by r.po_id),
      cash as (select day.po_id, count(*)::int as n from (${openCash(actor, openFor(until))}) as day group by day.po_id),
      cases as (select c.po_id, count(*)::int as n from reregistration c where ${inScope(actor, 'c')} and c.status in (1, 2, 6)
        and c.date_request <= ${until}::date group by c.po_id),
      papers as (select d.po_id, count(*)::int as n from document d join document_type k on k.id = d.type_id and k.code = any(${SIGNED_BY_OTHERS}::text[])
        where ${inScope(actor, 'd')} and d.state = 'valid' and d.copy_of is null and d.received_at is null
          and d.year = extract(year from ${until}::date) and d.on_date <= ${until}::date group by d.po_id)
    select json_build_object('id', place.id, 'name', place.name) as po, coalesce(fees.garages, 0) as garages, coalesce(fees.uncharged, 0) as uncharged,
      coalesce(bank.n, 0) as open_statement_rows, coalesce(cash.n, 0) as open_cash_days, coalesce(cases.n, 0) as open_cases,
      coalesce(papers.n, 0) as unsigned_papers,
      coalesce(sums.debtors, 0) as debtors, coalesce(sums.debt_kopecks, 0) as debt_kopecks, coalesce(sums.former_kopecks, 0) as former_kopecks
    from place left join fees on fees.po_id = place.id left join sums on sums.po_id = place.id left join bank on bank.po_id = place.id
      left join cash on cash.po_id = place.id left join cases on cases.po_id = place.id
      left join papers on papers.po_id = place.id order by place.sort_key, place.id`,
  );

/** The last proved copy of the installation. */
export async function lastBackup(db: ReadDb): Promise<string | null> {
  const rows = await read(
    db,
    sql<{ at: string | null }>`select max(at) as at from backup where state in ('proved', 'gaps')`,
  );
  return rows[0]!.at;
}
