// SQL of piles of papers: which garages get one, why others do not, people of lists and labels.
import { sql } from 'kysely';
import type { BatchKind } from '../../../contract/documents/batches.ts';
import type { GarageSelection } from '../../../contract/garages.ts';
import type { ConsentKind } from '../../../contract/profiles.ts';
import type { z } from 'zod';
import { garageOrder, garageTables, selectionCondition } from '../../garages/queries.ts';
import { consentOf } from '../rules/consents.ts';
import { payerOn } from '../../balance/queries/payer.ts';
import { knownFrom } from '../facts/garage.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { limitTo } from '../../db/planned.ts';

/** What is printed, and of consents which. */
export interface Pile {
  kind: BatchKind;
  consent_kind?: ConsentKind | null | undefined;
}

export interface BatchGarage {
  id: number;
  region_id: number;
  po_id: number;
  po_name: string;
  code: number;
  label: string;
  /** Whom alone the paper is of: a former owner by his own debt, the giver of a consent; null: the present owners. */
  person: number | null;
  /** Why it gets no paper; null when it does. */
  left: string | null;
}

const owned = sql`exists (select 1 from ownership o where o.garage_id = g.id and o.ended_on is null)`;
const debt = sql`coalesce(b.debt_kopecks, 0) > 0`;
const payable = sql`po.account is not null and po.bik is not null and po.payee_name is not null and po.bank_name is not null`;
/** What stands between a garage and a paper of the kind. */
const reasons: Record<BatchKind, ReturnType<typeof sql>> = {
  receipts: sql`case when not ${debt} then 'долга нет' when not (${payable}) then 'у ПО не заполнены реквизиты' end`,
  debt_notices: sql`case when not ${debt} then 'долга нет' when not ${owned} then 'нет владельца' end`,
  owner_cards: sql`null::text`,
  consents: sql`case when ${owned} then 'согласие уже есть или не нужно' else 'нет владельца' end`,
  labels: sql`case when not ${owned} then 'нет владельца' when not exists (select 1 from ownership o join profile p on p.id = o.profile_id
    where o.garage_id = g.id and o.ended_on is null and coalesce(p.actual_address, p.registration_address) is not null) then 'нет адреса' end`,
  attendance: sql`case when not ${owned} then 'нет владельца' end`,
};

/** Former owners of a garage who still owe what was left to them, under the cards they have now. */
const formerOwing = sql`select distinct p.id, p.full_name as name
  from settle(case when exists (select 1 from balance_operation o where o.garage_id = g.id and o.debtor_id is not null) then array[g.id] end) as s
    join profile own on own.id = s.debtor_id join profile p on p.id = coalesce(own.merged_into, own.id)
  where s.kind = 'charge' and s.kopecks > 0 and s.debtor_id is not null`;

/** Whom a kind of consent is asked of: a message needs where to send it, health is asked where a privilege stands on it. */
const concerned: Record<ConsentKind, ReturnType<typeof sql>> = {
  pd_processing: sql`true`,
  health: sql`exists (select 1 from privilege v where v.id = p.privilege_id and v.is_health)`,
  sms_info: sql`cardinality(p.phones) > 0`,
  email_info: sql`p.email is not null`,
  ads: sql`(cardinality(p.phones) > 0 or p.email is not null)`,
};

/** People, present owners of a garage and alive, of whom a consent of the kind is asked and who have given none. */
const unconsented = (
  kind: ConsentKind,
) => sql`select p.id, p.full_name as name from ownership o join profile p on p.id = o.profile_id
  where o.garage_id = g.id and o.ended_on is null and p.kind = 'person' and p.voa_status_id <> 8 and not p.is_anonymised and ${concerned[kind]}
    and not exists (select 1 from consent c where c.profile_id = p.id and c.kind = ${kind} and c.revoked_at is null)`;

/** Whom a paper of a garage is for: the present owners; a notice of a debt every former owner who owes, too; a consent each who gives it. */
const receivers = ({ kind, consent_kind: consent }: Pile) => {
  const asked = unconsented(consentOf(consent));
  if (kind === 'consents')
    return sql`(select id as person, ' (' || name || ')' as name from (${asked}) as own
      union all select null::int, '' where not exists (select 1 from (${asked}) as own))`;
  return kind === 'debt_notices'
    ? sql`(select null::int as person, '' as name where ${debt} or not exists (select 1 from (${formerOwing}) as own)
      union all select id, ' (' || name || ')' from (${formerOwing}) as own)`
    : sql`(select null::int as person, '' as name)`;
};

/** Papers of a selection in the official order: МО, ПО, section, number; of a garage the present owners first. At most `limit`. */
export async function batchGarages(
  ctx: Ctx,
  pile: Pile,
  selection: z.output<typeof GarageSelection>,
  limit: number,
): Promise<BatchGarage[]> {
  const found = await read(
    ctx.db,
    sql<BatchGarage>`select g.id, g.region_id, g.po_id, po.name as po_name, po.code, trim(g.section || ' ' || g.number) || whom.name as label, whom.person,
      case when whom.person is null then ${reasons[pile.kind]} end as left
      from ${garageTables(ctx.actor)} cross join lateral ${receivers(pile)} as whom where ${selectionCondition(ctx, selection)} order by ${garageOrder('place', 'asc')}, whom.person nulls first ${limitTo(limit)}`,
  );
  return pile.kind === 'consents' ? onceEach(found) : found;
}

/** One sheet for a person, at the first of his garages. */
function onceEach(garages: readonly BatchGarage[]): BatchGarage[] {
  const seen = new Set<number>();
  return garages.map((one) => {
    if (one.person === null) return one;
    const isAgain = seen.has(one.person);
    seen.add(one.person);
    return isAgain ? { ...one, left: 'лист человека уже в пачке' } : one;
  });
}

/** Whose names papers of garages say on a day: whom one is of alone, or who gets the receipts; each once, in the order of the pile. */
export async function peopleNamed(ctx: Ctx, garages: readonly BatchGarage[], day: string): Promise<number[]> {
  const rows = await read(
    ctx.db,
    sql<{ id: number | null }>`select coalesce(f.person, ${payerOn(sql`f.id`, day)}) as id
      from unnest(${garages.map(({ id }) => id)}::int[], ${garages.map(({ person }) => person)}::int[]) with ordinality as f(id, person, nth) order by f.nth`,
  );
  return [...new Set(rows.flatMap(({ id }) => id ?? []))];
}

/** How many of garages the log does not know on a day yet. */
export async function unknownOn(ctx: Ctx, garages: readonly BatchGarage[], day: string): Promise<number> {
  if (day >= todayOf(ctx)) return 0;
  const [row] = await read(
    ctx.db,
    sql<{ count: number }>`select count(*)::int as count from garage g join mo on mo.id = g.mo_id
      where g.id = any(${garages.map(({ id }) => id)}::int[]) and ${day}::date < ${knownFrom}`,
  );
  return row!.count;
}

/** The last number of a kind taken in each ПО. */
export async function lastNumbers(db: ReadDb, kind: number, year: number, pos: readonly number[]) {
  const rows = await read(
    db,
    sql<{ po_id: number; last: number }>`select po_id, last from document_counter
      where type_id = ${kind} and year = ${year} and po_id = any(${[...pos]}::int[])`,
  );
  return new Map(rows.map((row) => [row.po_id, row.last]));
}

export interface ListedOwner {
  garage_id: number;
  profile_id: number;
  po_name: string;
  garage: string;
  name: string;
  share: string | null;
  address: string | null;
}

/** Present owners of the garages in the same order. */
export const ownersOf = (ctx: Ctx, ids: readonly number[]) =>
  read(
    ctx.db,
    sql<ListedOwner>`select g.id as garage_id, p.id as profile_id, po.name as po_name, trim(g.section || ' ' || g.number) as garage, p.full_name as name,
      o.share_num || '/' || o.share_den as share, coalesce(p.actual_address, p.registration_address) as address
    from unnest(${[...ids]}::int[]) with ordinality as f(id, nth) join garage g on g.id = f.id join po on po.id = g.po_id
      join ownership o on o.garage_id = g.id and o.ended_on is null join profile p on p.id = o.profile_id
    order by f.nth, o.is_primary desc, o.id`,
  );

/** The pile that a job has made already, and sources of its papers in order. */
export async function batchOfJob(db: ReadDb | WriteDb, job: number) {
  const [row] = await read(
    db,
    sql<{ id: number; papers: number }>`select id, papers from document_batch where job_id = ${job}`,
  );
  return row;
}

/** First and last numbers that a job has taken, by ПО in the order of the pile. */
export const blocksOfJob = (db: ReadDb | WriteDb, job: number) =>
  read(
    db,
    sql<{ first: string; last: string }>`select (array_agg(d.number order by d.batch_nth))[1] as first,
        (array_agg(d.number order by d.batch_nth desc))[1] as last
      from document d join document_batch b on b.id = d.batch_id
      where b.job_id = ${job} and d.copy_of is null group by d.po_id order by min(d.batch_nth)`,
  );

/** Whose personal data stand on the papers of a pile. */
export async function peopleOfBatch(db: WriteDb, batch: number): Promise<number[]> {
  const rows = await read(
    db,
    sql<{ id: number }>`select distinct one.id from document d cross join lateral unnest(d.people) as one(id)
      where d.batch_id = ${batch} and d.copy_of is null`,
  );
  return rows.map(({ id }) => id);
}

export const batchPapers = (ctx: Ctx, batch: number) =>
  read(
    ctx.db,
    sql<{
      id: number;
      number: string;
      snapshot: Uint8Array;
    }>`select id, number, snapshot from document where batch_id = ${batch} and copy_of is null order by batch_nth`,
  );
