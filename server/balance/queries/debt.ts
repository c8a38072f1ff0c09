// SQL of one garage's debt: its ledger lines as facts of the allocation rule, the bill with names, the statement of a period.
import { cardThere, personOfLine } from '../../kernel/alias.ts';
import { commentOf } from './words.ts';
import { sql } from 'kysely';
import type { DebtReply, StatementLine, StatementReply, StatementSum } from '../../../contract/balance.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { notFound } from '../../kernel/errors.ts';
import { inScope } from '../../kernel/scope.ts';
import { allocate, debtOf, owedCharges, owedOf, type LedgerFact, type Part } from '../rules.ts';
import { debtorsOf, type PaidPart } from '../rules/settlement.ts';
import { read } from '../../kernel/read.ts';
import { payerOn } from './payer.ts';
import { CORRECTED, countedAs, WRITTEN_OFF } from './counted.ts';

/** How money that was given back over everything paid is named in a bill. */
export const GIVEN_BACK = 'Возвраты и корректировки';

/** A line with the words that a person reads. */
export interface NamedFact extends LedgerFact {
  accrual_type: string | null;
  payment_type: string | null;
  paper_no: string | null;
  comment: string | null;
  owner_id: number | null;
  owner: string | null;
  /** Name of the former owner whose line it is. */
  debtor: string | null;
  document_id: number;
  /** The day by which a charge is to be paid; null for other lines. */
  due_on: string | null;
}

/** A garage in scope with the place that a payment of it needs. @throws 404 */
export async function garageInScope(ctx: Ctx, id: number) {
  const garage = await ctx.db
    .selectFrom('garage as g')
    .where('g.id', '=', id)
    .where('g.is_withdrawn', '=', false)
    .where(inScope(ctx.actor, 'g'))
    .select(['g.id', 'g.po_id', 'g.mo_id', 'g.region_id', 'g.section', 'g.number', 'g.account_no'])
    .executeTakeFirst();
  if (!garage) throw notFound();
  return garage;
}

/** The debtor of a garage's lines that a person is, under whichever of his cards they stand; null when nothing was left to him. */
export async function debtorOf(db: ReadDb | WriteDb, garageId: number, person: number): Promise<number | null> {
  const rows = await read(
    db,
    sql<{ id: number }>`select distinct o.debtor_id as id from balance_operation o
    where o.garage_id = ${garageId} and o.debtor_id is not null and ${person} in (o.debtor_id, ${cardThere(sql`o.debtor_id`)}) order by 1 limit 1`,
  );
  return rows[0]?.id ?? null;
}

/** Whose payment of a day it would be. */
export async function payerNamed(db: ReadDb | WriteDb, garageId: number, date: string, debtor: number | null) {
  const who = debtor === null ? payerOn(sql`${garageId}::int`, date) : sql`${debtor}::int`;
  const rows = await read(
    db,
    sql<{
      id: number;
      full_name: string;
    }>`select p.id, p.full_name from profile p where p.id = ${cardThere(sql`(${who})`)}`,
  );
  return rows[0] ?? null;
}

/** Ledger lines of a garage up to the end of a day (null: all), by date. */
export async function ledgerFacts(db: ReadDb | WriteDb, garageId: number, on: string | null): Promise<NamedFact[]> {
  const rows = await read(
    db,
    sql<NamedFact>`
    select o.id, o.on_date, o.sign, o.amount_kopecks, o.accrual_type_id, o.payment_type_id, o.period_year, o.reversal_of,
      o.debtor_id, o.origin_id, t.name as accrual_type, pt.name as payment_type, o.paper_no, coalesce(o.comment, ${commentOf()}) as comment, ${cardThere(personOfLine('o'))} as owner_id, p.full_name as owner,
      f.full_name as debtor, o.contribution_id as document_id,
      case when o.sign < 0 and t.id is not null and coalesce(o.payment_type_id, 0) not in (5, 7)
        then due_day(coalesce(origin.on_date, o.on_date), o.period_year, coalesce(moved.due_on, c.due_on), t.period = 'year', po.penalty ->> 'due_day_month') end as due_on
    from balance_operation o join contribution c on c.id = o.contribution_id join po on po.id = o.po_id left join accrual_type t on t.id = o.accrual_type_id
      left join balance_operation origin on origin.id = o.origin_id left join contribution moved on moved.id = origin.contribution_id
      left join payment_type pt on pt.id = o.payment_type_id left join profile p on p.id = ${cardThere(personOfLine('o'))}
      left join profile f on f.id = ${cardThere(sql`o.debtor_id`)}
    where o.garage_id = ${garageId} and (${on}::date is null or o.on_date <= ${on}::date)
    order by o.on_date, o.id`,
  );
  return rows;
}

/** The bill of a debtor of a garage (null: the present owners) at the end of a day (null: everything posted). */
export async function debtOn(db: ReadDb | WriteDb, garageId: number, on: string | null, debtor: number | null = null) {
  return billOf(await ledgerFacts(db, garageId, on), debtor);
}

/** The bill of one debtor: the present owners (null) or a former one. */
function billOf(facts: readonly NamedFact[], debtor: number | null) {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const types = new Map(facts.map((fact) => [fact.accrual_type_id, fact.accrual_type]));
  const allocation = allocate(facts, debtor);
  const paid = (part: Part & Partial<PaidPart>) => {
    const line = byId.get(part.lineId)!;
    return {
      id: line.id,
      on_date: line.on_date,
      name: line.payment_type ?? line.accrual_type ?? '',
      paper_no: line.paper_no,
      kopecks: part.kopecks,
      is_named: part.isNamed ?? false,
      is_advance: part.isAdvance ?? false,
    };
  };
  const lines = allocation.entries.map((entry) => ({
    accrual_type_id: entry.typeId,
    accrual_type: entry.typeId === null ? GIVEN_BACK : types.get(entry.typeId)!,
    year: entry.year,
    accrued_kopecks: entry.charged,
    paid_kopecks: entry.paid,
    owed_kopecks: entry.owed,
    charges: entry.charges.map((part) => {
      const { id, comment, owner, document_id, due_on } = byId.get(part.lineId)!;
      return {
        id,
        on_date: part.since,
        due_on,
        kopecks: part.kopecks,
        owed_kopecks: part.owed,
        comment,
        owner,
        document_id,
      };
    }),
    paid_by: entry.paidBy.map(paid),
  }));
  const owed = owedOf(allocation);
  return {
    balance_kopecks: -debtOf(allocation),
    debt_kopecks: owed,
    advance_kopecks: owed - debtOf(allocation),
    lines,
    advance: allocation.advance.map(paid),
    aside: allocation.aside.map((part) => ({
      ...paid(part),
      accrual_type_id: part.typeId,
      accrual_type: types.get(part.typeId)!,
      year: part.year,
    })),
    allocation,
    byId,
  };
}

/** The whole answer of «Почему такой долг?». */
export async function debtReply(ctx: Ctx, garageId: number, on: string): Promise<DebtReply> {
  const facts = await ledgerFacts(ctx.db, garageId, on);
  const { allocation, byId, ...bill } = billOf(facts, null);
  const owed = new Map<number | null, number>();
  for (const part of allocation.entries.flatMap(owedCharges)) {
    const owner = byId.get(part.lineId)!.owner_id;
    owed.set(owner, (owed.get(owner) ?? 0) + part.kopecks);
  }
  const present = await ctx.db
    .selectFrom('ownership')
    .where('garage_id', '=', garageId)
    .where(sql<boolean>`coalesce(started_on <= ${on}::date, true) and coalesce(ended_on > ${on}::date, true)`)
    .select('profile_id')
    .execute();
  const names = new Map([...byId.values()].map((line) => [line.owner_id, line.owner]));
  const owners = [...owed].map(([id, owed_kopecks]) => ({
    id,
    full_name: names.get(id) ?? null,
    is_present: present.some((one) => one.profile_id === id),
    owed_kopecks,
  }));
  const former = debtorsOf(facts).flatMap((debtor) => (debtor === null ? [] : [formerBill(facts, debtor)]));
  return { on, ...bill, owners, former: former.filter((one) => one.debt_kopecks > 0 || one.advance_kopecks > 0) };
}

/** The bill of a former owner alone, as papers for him show it. */
export async function debtorReply(ctx: Ctx, garageId: number, on: string, debtor: number): Promise<DebtReply> {
  const { allocation: _walk, byId: _lines, ...bill } = await debtOn(ctx.db, garageId, on, debtor);
  return { on, ...bill, owners: [], former: [] };
}

/** What a former owner still owes: the debt was left to him. */
function formerBill(facts: readonly NamedFact[], debtor: number) {
  const { debt_kopecks, advance_kopecks, lines } = billOf(facts, debtor);
  const name = facts.find((fact) => fact.debtor_id === debtor)!.debtor ?? null;
  return {
    id: debtor,
    full_name: name,
    debt_kopecks,
    advance_kopecks,
    lines: lines.filter((line) => line.owed_kopecks > 0),
  };
}

export interface StatementRequest {
  from?: string | undefined;
  to?: string | undefined;
  accrual_type?: number | undefined;
  year?: number | undefined;
  /** A former owner whose account it is, as his lines are marked; none: the present owners. */
  debtor?: number | null;
}

/** Saldo, lines and saldo of a period; sums are those of the lines that stand in the period, reversals counted back. */
export async function statement(ctx: Ctx, garageId: number, request: StatementRequest): Promise<StatementReply> {
  const to = request.to ?? todayOf(ctx);
  const all = await statementLines(ctx, garageId, to, request.debtor ?? null);
  const first = request.from ? all.findIndex((line) => line.on_date >= request.from!) : 0;
  const period = first < 0 ? [] : all.slice(first);
  const before = first < 0 ? all.at(-1) : all[first - 1];
  const named = new Map(all.flatMap((line) => (line.type_id ? [[line.type_id, line.type!] as const] : [])));
  return {
    from: request.from ?? null,
    to,
    opening_kopecks: before?.balance_kopecks ?? 0,
    closing_kopecks: all.at(-1)?.balance_kopecks ?? 0,
    accrued_kopecks: -sumOf(period, 'charged'),
    paid_kopecks: sumOf(period, 'paid'),
    written_off_kopecks: sumOf(period, 'written_off'),
    corrected_kopecks: sumOf(period, 'corrected'),
    moved_kopecks: sumOf(period, 'moved'),
    lines: period
      .filter((line) => !request.accrual_type || line.type_id === request.accrual_type)
      .filter((line) => !request.year || line.year === request.year),
    types: [...named].map(([id, name]) => ({ id, name })),
    years: [...new Set(all.map((line) => line.year))].toSorted((one, other) => other - one),
  };
}

interface RunningLine extends StatementLine {
  type_id: number | null;
  type: string | null;
}

/** Lines of a garage up to a day with the running balance of the whole account, oldest first. */
async function statementLines(ctx: Ctx, garageId: number, to: string, debtor: number | null): Promise<RunningLine[]> {
  const rows = await read(
    ctx.db,
    sql<RunningLine>`
    select o.id, o.contribution_id as document_id, o.on_date,
      case when o.origin_id is not null then 'transfer' when o.reversal_of is not null then 'reversal' when o.payment_type_id is not null then 'payment' else 'accrual' end as kind,
      case when o.origin_id is not null then 'Перенос долга: ' || coalesce(t.name, pt.name) else coalesce(pt.name, t.name) end as name, case when pt.id is not null then t.name end as purpose, o.period_year as year,
      o.sign * o.amount_kopecks as amount_kopecks, sum(o.sign * o.amount_kopecks) over (order by o.on_date, o.id)::bigint as balance_kopecks,
      o.paper_no, coalesce(o.comment, ${commentOf()}) as comment, p.full_name as owner, o.reversal_of,
      exists (select 1 from balance_operation r where r.reversal_of = o.id and r.on_date <= ${to}::date) as is_reversed,
      t.id as type_id, t.name as type, pt.id is not null as is_payment, ${countedAs('paid', 'o')} as is_money,
      case when o.origin_id is not null then 'moved' when o.payment_type_id = ${WRITTEN_OFF} then 'written_off' when o.payment_type_id = any(${CORRECTED}::int[]) then 'corrected'
        when o.payment_type_id is not null then 'paid' else 'charged' end as counts
    from balance_operation o join contribution c on c.id = o.contribution_id left join accrual_type t on t.id = o.accrual_type_id
      left join payment_type pt on pt.id = o.payment_type_id left join profile p on p.id = ${cardThere(personOfLine('o'))}
    where o.garage_id = ${garageId} and o.debtor_id is not distinct from ${debtor}::int and o.on_date <= ${to}::date order by o.on_date, o.id`,
  );
  return rows;
}

const sumOf = (lines: readonly StatementLine[], counts: StatementSum) =>
  lines.reduce((sum, line) => sum + (line.counts === counts ? line.amount_kopecks : 0), 0);
