// The proof that the ledger is what it was: sums are recomputed, seals compared, and whatever differs is named.
import { sql, type RawBuilder } from 'kysely';
import type { ReadDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { isVisit } from '../ledger.ts';
import { PENALTY } from '../rules/settlement.ts';
import { settled } from './settled.ts';
import type { Printer } from '../rules/prints.ts';
import { differences, type FaultKind, type LedgerFault, type SealSide } from '../rules/proof.ts';
import { documentColumns, sealedLines, sealedParts, type SealedTable } from '../rules/sealed.ts';
import { documentFacts, oldSealedHash, printed, sealBody, sealedSums } from './seals.ts';
import { wordFaults } from './wordProof.ts';

/** Documents whose lines are named one by one; the rest are counted. */
const NAMED_DOCUMENTS = 200;

/** Rows of the ПО that are looked at. */
type Here = (alias?: string) => RawBuilder<unknown>;

/**
 * Recomputes balances, sums of ПО, monthly sums and seals from the lines; an empty answer means that everything agrees.
 * With `pos` only those ПО are looked at. Words are compared where the keys of the installation are given.
 */
export async function verifyLedger(
  db: ReadDb,
  pos: readonly number[] | null = null,
  printer: Printer | null = null,
): Promise<LedgerFault[]> {
  const here: Here = (alias) =>
    pos === null ? sql`true` : sql`${alias ? sql.raw(`${alias}.po_id`) : sql`po_id`} = any(${pos}::int[])`;
  const faults: LedgerFault[] = [];
  for (const query of [...sumQueries(here), ...documentQueries(here), ...chainQueries(here), ...dayQueries(here)])
    faults.push(...(await read(db, query)));
  faults.push(...(await sealedFaults(db, here, lines)), ...(await sealedFaults(db, here, parts)));
  if (printer) faults.push(...(await wordFaults(db, here, printer)));
  return faults;
}

const poName = (id: string) => sql.raw(`coalesce((select name from po where po.id = ${id}), 'ПО № ' || ${id})`);
const garageName = (id: string) =>
  sql.raw(
    `(select po.name || ', гараж ' || trim(g.section || ' ' || g.number) from garage g join po on po.id = g.po_id where g.id = ${id})`,
  );
const rubles = (kopecks: string) =>
  sql.raw(`replace(to_char((${kopecks}) / 100.0, 'FM999999999990.00'), '.', ',') || ' ₽'`);

/** What is kept beside the lines. */
function sumQueries(here: Here) {
  const own = sql`(select * from balance_operation where ${here()})`;
  const balances = sql`(select * from garage_balance where ${here()})`;
  return [
    sql<LedgerFault>`select 'balance' as what, coalesce(b.garage_id, o.garage_id)::text as id,
        ${garageName('coalesce(b.garage_id, o.garage_id)')} || ': остаток ' || ${rubles('coalesce(b.balance_kopecks, 0)')} || ', по строкам ' || ${rubles('coalesce(o.sum, 0)')}
          || case when coalesce(b.former_kopecks, 0) <> coalesce(o.former, 0) then '; прежние владельцы: ' || ${rubles('coalesce(b.former_kopecks, 0)')}
            || ', по строкам ' || ${rubles('coalesce(o.former, 0)')} else '' end as text
      from ${balances} b full join (select garage_id, coalesce(sum(sign * amount_kopecks) filter (where debtor_id is null), 0)::bigint as sum,
        coalesce(sum(sign * amount_kopecks) filter (where debtor_id is not null), 0)::bigint as former from ${own} o group by 1) o using (garage_id)
      where coalesce(b.balance_kopecks, 0) <> coalesce(o.sum, 0) or coalesce(b.former_kopecks, 0) <> coalesce(o.former, 0)`,
    sql<LedgerFault>`select 'balance' as what, b.garage_id::text as id,
        ${garageName('b.garage_id')} || ': отложено ' || ${rubles('b.aside_kopecks')} || ', по строкам ' || ${rubles('coalesce(o.sum, 0)')} as text
      from ${balances} b left join (select garage_id, sum(kopecks)::bigint as sum from ${settled(sql`select distinct garage_id from ${own} o
        where sign > 0 and payment_type_id is not null and accrual_type_id is not null`)} as s where kind = 'aside' and debtor_id is null group by 1) o using (garage_id)
      where b.aside_kopecks <> coalesce(o.sum, 0)`,
    sql<LedgerFault>`select 'balance' as what, moved.id::text as id, ${garageName('moved.garage_id')} || ': перенесено ' || ${rubles('moved.amount_kopecks')}
        || ' по строке на ' || ${rubles('own.amount_kopecks')} as text
      from ${own} moved join balance_operation own on own.id = moved.origin_id
      where moved.amount_kopecks > own.amount_kopecks and moved.reversal_of is null and not exists (select 1 from balance_operation r where r.reversal_of = moved.id)`,
    sql<LedgerFault>`select 'payment' as what, b.garage_id::text as id, ${garageName('b.garage_id')} || ': последняя оплата не та: '
        || coalesce(to_char(b.last_payment_on, 'DD.MM.YYYY'), 'нет') || ', по строкам ' || coalesce(to_char(o.on_date, 'DD.MM.YYYY'), 'нет') as text
      from ${balances} b left join (select garage_id, max(on_date) as on_date from ${own} o
        where ${isVisit} and debtor_id is null and not exists (select 1 from balance_operation r where r.reversal_of = o.id) group by 1) o using (garage_id)
      where b.last_payment_on is distinct from o.on_date`,
    sql<LedgerFault>`select 'month' as what, coalesce(m.po_id, o.po_id) || ' ' || coalesce(m.month, o.month) as id,
        ${poName('coalesce(m.po_id, o.po_id)')} || ': сумма за ' || to_char(coalesce(m.month, o.month), 'MM.YYYY') || ' расходится: '
          || ${rubles('coalesce(m.amount_kopecks, 0)')} || ', по строкам ' || ${rubles('coalesce(o.sum, 0)')} as text
      from (select * from ledger_month where ${here()}) m full join (select po_id, date_trunc('month', on_date)::date as month, sign,
        coalesce(accrual_type_id, 0) as a, coalesce(payment_type_id, 0) as p,
        count(*)::int as n, sum(amount_kopecks)::bigint as sum from ${own} o where origin_id is null group by 1, 2, 3, 4, 5) o
      on o.po_id = m.po_id and o.month = m.month and o.sign = m.sign and o.a = m.accrual_type_id and o.p = m.payment_type_id
      where m.amount_kopecks is distinct from o.sum or m.lines is distinct from o.n`,
    sql<LedgerFault>`select 'month' as what, m.po_id || ' ' || m.month as id, ${poName('m.po_id')} || ': сумма за ' || to_char(m.month, 'MM.YYYY') || ' записана не за то МО' as text
      from ledger_month m join po on po.id = m.po_id where ${here('m')} and (m.mo_id, m.region_id) <> (po.mo_id, po.region_id)`,
    sql<LedgerFault>`select 'balance' as what, b.garage_id::text as id, ${garageName('b.garage_id')} || ': остаток записан не за то место' as text
      from garage_balance b join garage g on g.id = b.garage_id
      where (${here('b')} or ${here('g')}) and (b.po_id, b.mo_id, b.region_id) <> (g.po_id, g.mo_id, g.region_id)`,
    sql<LedgerFault>`select 'balance' as what, own.id::text as id, ${garageName('own.id')} || case when b.garage_id is null then ': остатка нет' else ': в остатке не то состояние гаража' end as text
      from garage own left join garage_balance b on b.garage_id = own.id where ${here('own')} and b.is_active is distinct from own.is_active`,
    poSums(here),
    keptYears(balances),
    paymentSums(here),
    dayDebts(here),
    monthDebts(here),
    lastDebts(here),
    formerDebts(here),
  ];
}

/** Payments kept by ПО and method, figure by figure, against the lines. */
const paymentSums = (here: Here) => sql<LedgerFault>`
  select 'sum' as what, po_id || '/' || payment_type_id || ' ' || figure.name as id,
    ${poName('po_id')} || ', «' || (select name from payment_type t where t.id = payment_type_id) || '»: ' || figure.name || ' ' || figure.kept || ', по строкам ' || figure.counted as text
  from (select * from payment_sum where ${here()}) s full join (
    select po_id, payment_type_id, count(*) filter (where reversal_of is null) as lines, sum(case when reversal_of is null then sign * amount_kopecks else 0 end) as kopecks,
      count(reversal_of) as undone_lines, sum(case when reversal_of is null then 0 else -sign * amount_kopecks end) as undone_kopecks
    from balance_operation where ${here()} and payment_type_id is not null group by 1, 2) c using (po_id, payment_type_id)
  cross join lateral (values ('платежей', coalesce(s.lines, 0)::text, coalesce(c.lines, 0)::text),
    ('сумма платежей', ${rubles('coalesce(s.kopecks, 0)')}, ${rubles('coalesce(c.kopecks, 0)')}),
    ('отменено платежей', coalesce(s.undone_lines, 0)::text, coalesce(c.undone_lines, 0)::text),
    ('сумма отменённого', ${rubles('coalesce(s.undone_kopecks, 0)')}, ${rubles('coalesce(c.undone_kopecks, 0)')})) as figure(name, kept, counted)
  where figure.kept <> figure.counted`;

/** Debts kept by day, of ПО that no newer posting waits for, against the lines. */
const dayDebts = (here: Here) => {
  const settledPos = sql`select po.id from po where po.id in (select po_id from (select id as po_id from po) as every where ${here()})
    and not exists (select 1 from debt_stale s where s.po_id = po.id)`;
  return sql<LedgerFault>`
  select 'debt' as what, po_id || ' ' || day as id, ${poName('po_id')} || ', ' || to_char(day, 'DD.MM.YYYY') || ': ' || figure.name || ' ' || said.kept || ', по строкам ' || said.counted as text
  from (select d.* from debt_day d where d.po_id in (${settledPos})) as kept full join (
    select m.po_id, m.day, sum(m.debt_kopecks) over days as debt, sum(m.debtors) over days as owing
    from debt_moves(array(${settledPos}), '-infinity') as m window days as (partition by m.po_id order by m.day)) as own using (po_id, day)
  cross join lateral (values ('долг', ${rubles('kept.debt_kopecks')}, ${rubles('own.debt')}), ('должников', kept.debtors::text, own.owing::text)) as figure(name, kept, counted)
  cross join lateral (select coalesce(figure.kept, '—') as kept, coalesce(figure.counted, '—') as counted) as said
  where figure.kept is distinct from figure.counted`;
};

/** What is kept of how debts moved by month against those kept by day. */
const monthDebts = (here: Here) => sql<LedgerFault>`
  select 'debt' as what, po_id || ' ' || month as id,
    ${poName('po_id')} || ', за ' || to_char(month, 'MM.YYYY') || ': долг изменился на ' || ${rubles('kept')} || ', по дням на ' || ${rubles('counted')} as text
  from (select po_id, month, coalesce(m.moved_kopecks, 0) as kept, coalesce(own.moved, 0) as counted
    from (select * from debt_month where po_id in (select po_id from (select id as po_id from po) as every where ${here()})) as m full join (
      select po_id, month, debt - lag(debt, 1, 0::bigint) over (partition by po_id order by month) as moved from (
        select distinct on (po_id, month) po_id, date_trunc('month', day::timestamp)::date as month, debt_kopecks as debt from debt_day
        where po_id in (select po_id from (select id as po_id from po) as every where ${here()}) order by po_id, month, day desc) as ended
    ) as own using (po_id, month)) as both_told
  where kept <> counted`;

/** The last day of debts by day is today: it says what balances say, which are proved by another way. */
const lastDebts = (here: Here) => sql<LedgerFault>`
  select 'debt' as what, told.po_id || ' now' as id, ${poName('told.po_id')} || ', по дням: ' || figure.name || ' ' || figure.kept || ', по остаткам гаражей ' || figure.counted as text
  from (select po_id, sum(debt_kopecks)::bigint as debt, count(*) filter (where debt_kopecks > 0) as owing from garage_balance where ${here()} group by 1) as told
  left join lateral (select d.debt_kopecks as debt, d.debtors from debt_day d where d.po_id = told.po_id order by d.day desc limit 1) as last on true
  cross join lateral (values ('долг', ${rubles('coalesce(last.debt, 0)')}, ${rubles('told.debt')}), ('должников', coalesce(last.debtors, 0)::text, told.owing::text)) as figure(name, kept, counted)
  where figure.kept <> figure.counted and not exists (select 1 from debt_stale s where s.po_id = told.po_id)`;

/** What former owners owe beside the garages, each by himself, against the lines. */
const formerDebts = (here: Here) => sql<LedgerFault>`
  select 'balance' as what, b.garage_id::text as id, ${garageName('b.garage_id')} || ': долг прежних владельцев ' || ${rubles('b.former_debt_kopecks')} || ', по строкам ' || ${rubles('coalesce(c.owed, 0)')} as text
  from (select garage_id, former_debt_kopecks from garage_balance where ${here()}) as b left join (
    select s.garage_id, sum(s.kopecks)::bigint as owed from ${settled(sql`select distinct garage_id from balance_operation where ${here()} and debtor_id is not null`)} as s
    where s.kind = 'charge' and s.debtor_id is not null group by 1) c using (garage_id)
  where b.former_debt_kopecks <> coalesce(c.owed, 0)`;

/** Years that stand beside balances, and since when is owed, against the lines. */
const keptYears = (balances: RawBuilder<unknown>) => {
  const counted = sql`(select garage_id, years, owed_since, penalty_since, last_line_on from ${balances} as every where years is not null)`;
  return sql<LedgerFault>`
  select 'years' as what, b.garage_id::text as id, ${garageName('b.garage_id')} || ': ' || figure.name || ' ' || figure.kept || ', по строкам ' || figure.counted as text
  from ${counted} b
  left join (
    select garage_id, jsonb_object_agg(year, case when owed = 0 then 'paid' when owed < charged then 'partly' else 'unpaid' end) as years,
      min(principal) as principal, min(penalty) as penalty
    from (select garage_id, year, sum(charged) as charged, sum(kopecks) as owed, min(since) filter (where kopecks > 0 and type_id is distinct from ${sql.lit(PENALTY)}) as principal,
        min(since) filter (where kopecks > 0 and type_id = ${sql.lit(PENALTY)}) as penalty
      from ${settled(sql`select garage_id from ${counted} as every_known`)} as s where kind = 'charge' and debtor_id is null group by 1, 2) as entry
    group by 1) c using (garage_id)
  cross join lateral (values ('отметки годов', b.years::text, coalesce(c.years, '{}')::text),
    ('долг с', coalesce(b.owed_since::text, '—'), coalesce(c.principal::text, '—')), ('пени с', coalesce(b.penalty_since::text, '—'), coalesce(c.penalty::text, '—')),
    ('последняя строка', coalesce(b.last_line_on::text, '—'), coalesce((select max(o.on_date) from balance_operation o where o.garage_id = b.garage_id)::text, '—'))
    ) as figure(name, kept, counted)
  where figure.kept <> figure.counted`;
};

/** What is kept of a whole ПО, figure by figure, against its garages in use. */
const poSums = (here: Here) => sql<LedgerFault>`
  select 'sum' as what, own.id || ' ' || figure.name as id, own.name || ': ' || figure.name || ' ' || figure.kept || ', по гаражам ' || figure.counted as text
  from (
    select po.id, po.name, coalesce(s.garages, 0) as garages, coalesce(s.debtors, 0) as debtors, coalesce(s.debt_kopecks, 0) as debt, coalesce(s.advance_kopecks, 0) as advance,
      coalesce(c.garages, 0) as c_garages, coalesce(c.debtors, 0) as c_debtors, coalesce(c.debt, 0) as c_debt, coalesce(c.advance, 0) as c_advance
    from po left join po_sum s on s.po_id = po.id left join (
      select g.po_id, count(*) as garages, count(*) filter (where b.debt_kopecks > 0) as debtors, sum(b.debt_kopecks) as debt, sum(b.advance_kopecks) as advance
      from garage g left join garage_balance b on b.garage_id = g.id where ${here('g')} and g.is_active group by 1) c on c.po_id = po.id
    where po.id in (select po_id from (select id as po_id from po) as every where ${here()})
  ) as own cross join lateral (values ('гаражей', own.garages::text, own.c_garages::text),
    ('должников', own.debtors::text, own.c_debtors::text), ('долг', ${rubles('own.debt')}, ${rubles('own.c_debt')}),
    ('аванс', ${rubles('own.advance')}, ${rubles('own.c_advance')})) as figure(name, kept, counted)
  where figure.kept <> figure.counted`;

/** Documents against their seals: who, when, how much, on what ground. */
function documentQueries(here: Here) {
  const facts = documentFacts('c');
  const labels = JSON.stringify(documentColumns);
  return [
    sql<LedgerFault>`select 'author' as what, o.id::text as id, ${poName('o.po_id')} || ', документ № ' || o.contribution_id || ', строка № ' || o.id || ': изменено поле «'
        || case when o.created_by is distinct from c.created_by then 'автор' else 'когда внесено' end || '»' as text
      from balance_operation o join contribution c on c.id = o.contribution_id
      where ${here('o')} and (o.created_by is distinct from c.created_by or o.created_at <> c.created_at)`,
    sql<LedgerFault>`select distinct on (s.contribution_id) 'document' as what, s.contribution_id::text as id, ${poName('s.po_id')} || ', документ № ' || s.contribution_id || ': '
        || case when c.id is null then 'документа нет' else 'изменено: ' || (select string_agg('«' || (${labels}::jsonb ->> now.key) || '»', ', ')
          from jsonb_each(${facts}) as now where s.document -> now.key is distinct from now.value) end as text
      from ledger_seal s left join contribution c on c.id = s.contribution_id
      where ${here('s')} and s.what = 'posting' and s.document is not null and (c.id is null or not s.document @> ${facts}) order by s.contribution_id, s.seq desc`,
    sql<LedgerFault>`select 'document' as what, c.id::text as id,
        coalesce(${poName('c.po_id')} || ', ', '') || 'документ № ' || c.id || ': вписан мимо учёта, печати на нём нет' as text
      from contribution c where ${here('c')} and not exists (select 1 from ledger_seal s where s.contribution_id = c.id and s.what = 'posting')`,
  ];
}

/** The chain of seals of each ПО, and ПО whose books did not agree when seals changed. */
const chainQueries = (here: Here) => [
  sql<LedgerFault>`select 'chain' as what, po_id || '/' || seq as id, ${poName('s.po_id')} || ': '
      || case when seq <> nth then 'не хватает печатей перед № ' || seq when document is not null and lines_hash <> ${sealBody}
        then 'изменена сама печать № ' || seq || ' документа № ' || contribution_id else 'цепочка прервана на печати № ' || seq end as text
    from (select *, lag(hash) over (partition by po_id order by seq) as before, row_number() over (partition by po_id order by seq) as nth
      from ledger_seal where ${here()}) s
    where hash <> case when before is null then lines_hash else sha256(before || lines_hash) end or seq <> nth or document is not null and lines_hash <> ${sealBody}`,
  sql<LedgerFault>`select 'chain' as what, coalesce(h.po_id, s.po_id) || '/' || coalesce(h.seq, s.seq) as id,
      ${poName('coalesce(h.po_id, s.po_id)')} || ': последняя печать не та: № ' || coalesce(s.seq, 0) || ', должна быть № ' || coalesce(h.seq, 0) as text
    from (select * from ledger_head where ${here()}) h
    full join (select distinct on (po_id) po_id, seq, hash from ledger_seal where ${here()} order by po_id, seq desc) s using (po_id)
    where s.hash is distinct from h.hash or s.seq is distinct from h.seq`,
  sql<LedgerFault>`select 'seal' as what, coalesce(s.po_id, o.po_id) || '/' || coalesce(s.contribution_id, o.contribution_id) as id,
      ${poName('coalesce(s.po_id, o.po_id)')} || ', документ № ' || coalesce(s.contribution_id, o.contribution_id) || ': строки не сходятся со старой печатью' as text
    from (select * from ledger_seal s where ${here()} and document is null and ${stillOld('s')}) s
    left join (select po_id, contribution_id, count(*)::int as n, ${oldSealedHash} as hash
      from balance_operation o where ${here()} and ${stillOld('o')} group by 1, 2) o on o.po_id = s.po_id and o.contribution_id = s.contribution_id
    where s.lines_hash is distinct from o.hash or s.lines is distinct from o.n`,
  sql<LedgerFault>`select 'old' as what, po_id::text as id, ${poName('b.po_id')} || ': книги не сошлись, когда печати менялись на новые; ПО осталась под старыми' as text
    from ledger_old_books b where ${here()} and faults is not null`,
];

/** Books that were not sealed anew. */
const stillOld = (alias: string) =>
  sql.raw(
    `exists (select 1 from ledger_old_books old where old.po_id = ${alias}.po_id and (old.tried_at is null or old.faults is not null))`,
  );

/** Seals written down at the end of a day must still be there: a tail that was cut off shows. */
const dayQueries = (here: Here) => [
  sql<LedgerFault>`select 'day' as what, d.day || '/' || d.po_id as id, ${poName('d.po_id')} || ': '
      || case when s.seq is null then 'нет печати № ' || d.seq || ', которая была ' else 'печать № ' || d.seq || ' не та, что была ' end || to_char(d.day, 'DD.MM.YYYY') as text
    from ledger_day_head d left join ledger_seal s on s.po_id = d.po_id and s.seq = d.seq
    where ${here('d')} and s.hash is distinct from d.hash`,
];

interface Compared {
  what: 'posting' | 'parts';
  fault: FaultKind;
  table: SealedTable;
  /** Rows with `po_id` and `contribution_id`. */
  rows: (here: Here) => RawBuilder<unknown>;
  /** What a row is called. */
  row: string;
}
const lines: Compared = {
  what: 'posting',
  fault: 'seal',
  table: sealedLines,
  rows: (here) => sql`(select * from balance_operation where ${here()})`,
  row: 'строка',
};
const parts: Compared = {
  what: 'parts',
  fault: 'parts',
  table: sealedParts,
  rows: (here) =>
    sql`(select p.*, o.po_id, o.contribution_id from penalty_part p join balance_operation o on o.id = p.operation_id where ${here('o')})`,
  row: 'дни пеней строки',
};

interface Differing {
  po_id: number;
  po: string;
  contribution_id: number;
  sealed: string | null;
  seal_fields: Record<string, unknown> | null;
}

/** Rows against the prints of their seals: which row differs, and in which field. */
async function sealedFaults(db: ReadDb, here: Here, kind: Compared): Promise<LedgerFault[]> {
  const { table, what } = kind;
  const differing = await read(
    db,
    sql<Differing>`
    select coalesce(s.po_id, own.po_id) as po_id, ${poName('coalesce(s.po_id, own.po_id)')} as po, coalesce(s.contribution_id, own.contribution_id) as contribution_id,
      encode(s.prints, 'hex') as sealed, s.fields as seal_fields
    from (select * from ledger_seal where ${here()} and what = ${what} and document is not null) s
    full join (select po_id, contribution_id, string_agg(print, ''::bytea order by ${sql.raw(table.order)}) as prints
      from ${printed(table, kind.rows(here))} group by 1, 2) own on own.po_id = s.po_id and own.contribution_id = s.contribution_id
    where s.prints is distinct from own.prints
      and not (s.po_id is null and exists (select 1 from ledger_old_books old where old.po_id = own.po_id and (old.tried_at is null or old.faults is not null))
        and exists (select 1 from ledger_seal v where v.po_id = own.po_id and v.contribution_id = own.contribution_id))
    order by 1, 3`,
  );
  const faults: LedgerFault[] = [];
  for (const one of differing.slice(0, NAMED_DOCUMENTS)) {
    const [now] = await read(db, nowSide(kind, here, one));
    const sealed = one.sealed === null ? null : { prints: one.sealed, fields: one.seal_fields ?? {} };
    const where = `${one.po}, документ № ${one.contribution_id}`;
    for (const text of differences(kind.row, table, sealed, now ?? null))
      faults.push({ what: kind.fault, id: `${one.po_id}/${one.contribution_id}`, text: `${where}: ${text}` });
  }
  if (differing.length > NAMED_DOCUMENTS)
    faults.push({ what: kind.fault, id: '…', text: `И ещё документов: ${differing.length - NAMED_DOCUMENTS}` });
  return faults;
}

const nowSide = ({ table, rows }: Compared, here: Here, { po_id, contribution_id }: Differing) =>
  sql<SealSide & { keys: number[]; labels: string[] }>`
  select encode(prints, 'hex') as prints, fields, keys, labels
  from (select ${sealedSums(table)}, array_agg(${sql.raw(table.key)} order by ${sql.raw(table.order)}) as keys,
    array_agg((select trim(g.section || ' ' || g.number) from garage g where g.id = printed.garage_id) order by ${sql.raw(table.order)}) as labels
    from ${printed(table, sql`(select * from ${rows(here)} as every_row where po_id = ${po_id} and contribution_id = ${contribution_id})`)}) as own
  where lines > 0`;
