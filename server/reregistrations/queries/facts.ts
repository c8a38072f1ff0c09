// What the rules ask about a case: the garage with its owners and debt, people, papers, restrictions, tariffs.
import { cardThere, personOfLine } from '../../kernel/alias.ts';
import { sql } from 'kysely';
import { read } from '../../kernel/read.ts';
import { inScope, isOfOtherPo } from '../../kernel/scope.ts';
import type { ReregistrationForm } from '../../../contract/reregistrations.ts';
import type { TariffGroup } from '../../../contract/reregistrations/tariffs.ts';
import { todayOf, type Ctx, type ReadDb } from '../../kernel/ctx.ts';
import { dateIn } from '../../ports/clock.ts';
import { peopleFacts } from './people.ts';
import { sameGround, samePib } from './samePapers.ts';
import { checksOf, isUnder } from '../rules/checks.ts';
import { leavingOf, type CaseFacts, type NewOwner, type OwnerFacts, type PersonFacts } from '../rules/facts.ts';
import { exchangedOwners } from '../rules/exchange.ts';
import { feePayerOf, payerWords } from '../rules/feePayer.ts';
import { expectedOf, linesOf, owedAfter, type FeePart, type Money } from '../rules/outcome.ts';
import { papersOf, reasonOf, tariffGroupOf, type Reason } from '../rules/reasons.ts';
import { explainFee, feeOf, yearsBetween, type FeeReason, type TariffRow } from '../rules/tariff.ts';

type Db = ReadDb;

/** A form whose people are known by their cards. */
export type KnownForm = Omit<ReregistrationForm, 'newOwner' | 'alreadyExistTransitProfile'> & {
  newOwner: { profileId: number; share: string | null; isPrimary: boolean }[];
  alreadyExistTransitProfile: { profileId: number; date: string; reason: number; paper: string | null }[];
};

export interface GarageFacts {
  id: number;
  region_id: number;
  mo_id: number;
  po_id: number;
  is_active: boolean;
  built: string | null;
  locked_by: number | null;
  debt_kopecks: number;
  closed_until: string | null;
  time_zone: string;
  owners: OwnerFacts[];
  history: { profile_id: number; started_on: string | null; ended_on: string | null }[];
  restrictions: { id: number; kind: string; ground: string }[];
}

/** Facts of garages, by id; the caller has checked that they may be seen. */
export async function garageFacts(db: Db, ids: readonly number[], today: string): Promise<Map<number, GarageFacts>> {
  const rows = await read(
    db,
    sql<GarageFacts>`
    select g.id, g.region_id, g.mo_id, g.po_id, g.is_active, g.date_of_construction as built, g.locked_by_reregistration as locked_by,
      greatest(coalesce(b.debt_kopecks, 0), 0)::bigint as debt_kopecks, mo.period_closed_until as closed_until, mo.time_zone,
      coalesce((select json_agg(json_build_object('id', o.id, 'profile_id', o.profile_id, 'full_name', p.full_name, 'last_name', p.last_name, 'first_name', p.first_name, 'father_name', p.father_name,
        'share', o.share_num || '/' || o.share_den, 'started_on', o.started_on, 'is_primary', o.is_primary, 'kind', p.kind, 'birthday', p.birthday,
        'dead', case when p.kind <> 'organisation' then json_build_object('profile_id', d.id, 'full_name', d.full_name, 'is_marked', d.voa_status_id = 8) end) order by o.is_primary desc, o.id)
        from ownership o join profile p on p.id = o.profile_id join profile d on d.id = coalesce(p.estate_of, p.id)
        where o.garage_id = g.id and o.ended_on is null), '[]') as owners,
      coalesce((select json_agg(json_build_object('profile_id', o.profile_id, 'started_on', o.started_on, 'ended_on', o.ended_on))
        from ownership o where o.garage_id = g.id), '[]') as history,
      coalesce((select json_agg(json_build_object('id', r.id, 'kind', r.kind, 'ground', r.ground) order by r.id) from garage_restriction r
        where r.garage_id = g.id and r.lifted_at is null and r.since <= ${today}::date and (r.until is null or r.until >= ${today}::date)), '[]') as restrictions
    from garage g join mo on mo.id = g.mo_id left join garage_balance b on b.garage_id = g.id where g.id = any(${[...ids]}::int[])`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

export const tariffRows = async (db: Db): Promise<(TariffRow & { is_active: boolean })[]> => {
  const rows = await read(
    db,
    sql<TariffRow & { is_active: boolean }>`
    select id, tariff_group, reason_id, region_id, mo_id, po_id, is_member, min_years, valid_from, valid_to, amount_kopecks, is_active
    from reregistration_tariff where is_active order by id`,
  );
  return rows;
};

interface PaperFacts {
  received: string[];
  expired: string[];
  has_guardian: boolean;
  has_old_guardian: boolean;
  used: { kind: string; id: number }[];
  /** What the other half of an exchange says of its debt. */
  pair_answer: string | null;
  /** Ownerships that end by the other half; empty while there is none. */
  pair_leaving: number[];
}
/** A number that stands elsewhere too is told of cases that the reader sees: whose it is beyond his place is not his to guess at. */
async function paperFacts(
  { actor }: Ctx,
  db: Db,
  caseId: number | null,
  pairId: number | null,
  today: string,
): Promise<PaperFacts> {
  if (!caseId)
    return {
      received: [],
      expired: [],
      has_guardian: false,
      has_old_guardian: false,
      used: [],
      pair_answer: null,
      pair_leaving: [],
    };
  // Who leaves one garage of an exchange comes to the other: his representative is named once.
  const hasGuardianOf = (side: string, otherSide: string) =>
    sql`exists (select 1 from reregistration_representative where is_legal
      and (reregistration_id = ${caseId} and side = ${side} or reregistration_id = ${pairId}::int and side = ${otherSide}))`;
  const rows = await read(
    db,
    sql<PaperFacts>`
    select coalesce((select json_agg(distinct kind) from reregistration_paper
        where reregistration_id = any(${[caseId, pairId ?? caseId]}::int[]) and received_at is not null), '[]') as received,
      (select debt_answer from reregistration where id = ${pairId}::int) as pair_answer,
      coalesce((select json_agg(ownership_id order by nth) from reregistration_party
        where reregistration_id = ${pairId}::int and side = 'old' and ownership_id is not null), '[]') as pair_leaving,
      coalesce((select json_agg(full_name) from reregistration_representative where reregistration_id = ${caseId} and valid_until < ${today}::date), '[]') as expired,
      ${hasGuardianOf('new', 'old')} as has_guardian, ${hasGuardianOf('old', 'new')} as has_old_guardian,
      coalesce((select json_agg(distinct jsonb_build_object('kind', own.kind, 'id', other.reregistration_id)) from reregistration_paper own
        join reregistration_paper other on other.number = own.number and other.on_date is not distinct from own.on_date and other.kind = own.kind
          and other.reregistration_id <> own.reregistration_id
        join reregistration r on r.id = own.reregistration_id join reregistration o on o.id = other.reregistration_id and o.mo_id = r.mo_id and o.status <> 0
          and ${inScope(actor, 'o')} and o.pair_id is distinct from r.id
        where own.reregistration_id = ${caseId} and own.number is not null), '[]') as used`,
  );
  return rows[0]!;
}

export interface Evaluated {
  facts: CaseFacts;
  garage: GarageFacts;
  money: Money & {
    feeText: string;
    why: FeeReason[];
    payerText: string;
    entranceFor: { profile_id: number; name: string; kopecks: number }[];
  };
  today: string;
}

/** Everything about a case as it stands now. `pairId` is its other half, whose lock is its own; `typed` are people of a preview without cards yet. */
export async function evaluate(
  ctx: Ctx,
  db: Db,
  garageId: number,
  form: KnownForm,
  own: { caseId: number | null; pairId: number | null },
  typed: ReadonlyMap<number, PersonFacts> = new Map(),
): Promise<Evaluated> {
  const early = todayOf(ctx);
  const garages = await garageFacts(db, form.exchangeGarage ? [garageId, form.exchangeGarage] : [garageId], early);
  const garage = garages.get(garageId)!;
  const today = dateIn(ctx.now(), garage.time_zone);
  const reason = reasonOf(form.reason);
  const other = form.exchangeGarage ? garages.get(form.exchangeGarage) : undefined;
  const papers = await paperFacts(ctx, db, own.caseId, own.pairId, today);
  const newcomers = newcomersOf(form, reason, garage, other, papers.pair_leaving);
  const { newOwners, transit } = await peopleOf(ctx, db, form, newcomers, { caseId: own.caseId, typed });
  const money = await moneyOf(db, garage, form, newOwners, transit);
  const debt = await debtMeant(db, garage, form);
  const lockOf = (locked: number | null) => (locked === own.pairId ? null : locked);
  const facts: CaseFacts = {
    caseId: own.caseId,
    reason: form.reason,
    dateRequest: form.dateRequest,
    date: form.date,
    today,
    price: form.garagePrice,
    details: form.details,
    comment: form.comment,
    debtAnswer: form.debtAnswer,
    garage: { is_active: garage.is_active, locked_by: lockOf(garage.locked_by) },
    owners: garage.owners,
    history: garage.history,
    leaving: form.leaving,
    shares: form.shares,
    newOwners,
    transit,
    debt_kopecks: debt.before,
    since_kopecks: debt.since,
    exchange: exchangeFacts(ctx, garageId, form.exchangeGarage, {
      other,
      // As its own case asks about it: what came since the exchange is nobody's question.
      debt: other?.debt_kopecks ? (await openDebt(db, other.id, form.date, null)).before : 0,
      lockOf,
      answer: own.pairId ? papers.pair_answer : form.debtAnswer,
    }),
    received: papers.received,
    restrictions: garage.restrictions,
    acknowledged: form.acknowledged,
    expired: papers.expired,
    hasGuardian: papers.has_guardian,
    hasOldGuardian: papers.has_old_guardian,
    pib: { number: form.pibNumber, date: form.pibDate, built: garage.built },
    usedElsewhere: [
      ...usedPapers(papers, reason, form),
      ...(await sameGround(ctx, db, form, garage.mo_id, own)),
      ...(await samePib(ctx, db, form, garage, own)),
    ],
    closedUntil: garage.closed_until,
    feeIsKnown: money.isKnown,
  };
  return { facts, garage, money, today };
}

/** Who comes and who stands between, with what is known of each. */
async function peopleOf(
  ctx: Ctx,
  db: Db,
  form: KnownForm,
  newcomers: KnownForm['newOwner'],
  { caseId, typed }: { caseId: number | null; typed: ReadonlyMap<number, PersonFacts> },
) {
  const { alreadyExistTransitProfile: steps } = form;
  const ids = [...newcomers, ...steps].map((one) => one.profileId);
  const people = new Map([...(await peopleFacts(ctx, db, ids, caseId)), ...typed]);
  const newOwners: NewOwner[] = newcomers.flatMap(({ profileId, share, isPrimary }) => {
    const person = people.get(profileId);
    return person ? [{ ...person, share, is_primary: isPrimary }] : [];
  });
  const transit = steps.flatMap(({ profileId, date, reason }) => {
    const person = people.get(profileId);
    return person ? [{ ...person, date, reason }] : [];
  });
  return { newOwners, transit };
}

/** Papers of the case whose numbers stand elsewhere too, by their titles. */
function usedPapers({ used }: PaperFacts, reason: Reason, { debtAnswer }: KnownForm) {
  const papers = papersOf(reason, debtAnswer, { child: true, teen: true, oldChild: true, oldTeen: true });
  const titles = new Map(papers.map((paper) => [paper.kind, paper.title]));
  return used.map(({ kind, id }) => ({ id, title: titles.get(kind) ?? kind }));
}

interface Given {
  other: GarageFacts | undefined;
  /** Kopecks. */
  debt: number;
  lockOf: (locked: number | null) => number | null;
  /** What its own case says of its debt. */
  answer: string | null;
}
/** The garage that is given in exchange, if any is. */
const exchangeFacts = (
  { actor }: Ctx,
  own: number,
  id: number | null | undefined,
  { other, debt, lockOf, answer }: Given,
): CaseFacts['exchange'] =>
  id
    ? {
        isSame: id === own,
        is_active: other?.is_active ?? false,
        locked_by: lockOf(other?.locked_by ?? null),
        debt_kopecks: debt,
        isDebtDecided: ['stays_old', 'moves_new'].includes(answer ?? ''),
        owners: other?.owners.length ?? 0,
        isElsewhere: other !== undefined && isOfOtherPo(actor, other.po_id),
      }
    : null;

/** Who comes: in an exchange those who leave the other garage. */
const newcomersOf = (
  form: KnownForm,
  reason: Reason,
  garage: GarageFacts,
  other: GarageFacts | undefined,
  pairLeaving: readonly number[],
) => (reason.id === 4 && other ? comersOf(form, garage, other, pairLeaving) : form.newOwner);

/** Of an exchange: who comes to the garage of a form from the other one; `leaving`: who goes away from there, empty for all. */
export function comersOf(
  { leaving: own }: Pick<KnownForm, 'leaving'>,
  garage: GarageFacts,
  other: GarageFacts,
  leaving: readonly number[],
): KnownForm['newOwner'] {
  const sidesOf = (owners: readonly OwnerFacts[], chosen: readonly number[]) =>
    leavingOf({ reason: EXCHANGE, owners, leaving: chosen, shares: {}, newOwners: [] });
  return exchangedOwners(sidesOf(garage.owners, own), sidesOf(other.owners, leaving));
}
const EXCHANGE = 4;

/** What is owed by those who leave (all of the garage, or the lines of some of its co-owners) before the change and since, kopecks. */
async function debtMeant(db: Db, garage: GarageFacts, form: KnownForm): Promise<{ before: number; since: number }> {
  const reason = reasonOf(form.reason);
  if (reason.leaves === 'nobody' || !garage.debt_kopecks) return { before: 0, since: 0 };
  const { leaving, staying } = leavingOf({ ...form, owners: garage.owners, newOwners: form.newOwner });
  return openDebt(db, garage.id, form.date, staying.length ? leaving.map((owner) => owner.profile_id) : null);
}

/** What is open of a garage before a day and since, kopecks; `owners`: of their lines alone. */
async function openDebt(db: Db, garage: number, date: string, owners: readonly number[] | null) {
  const rows = await read(
    db,
    sql<{
      before: number;
      since: number;
    }>`select coalesce(sum(s.kopecks) filter (where s.since < ${date}::date), 0)::bigint as before,
        coalesce(sum(s.kopecks) filter (where s.since >= ${date}::date), 0)::bigint as since
      from settle(array[${garage}::int]) as s join balance_operation o on o.id = s.line_id
      where s.kind = 'charge' and s.debtor_id is null and (${owners === null}
        or ${cardThere(personOfLine('o'))} = any(${[...(owners ?? [])]}::int[]))`,
  );
  return rows[0]!;
}

/** Somebody of a chain: to whom the garage came, when and by which reason. */
type Passing = PersonFacts & { date: string; reason: number };

async function moneyOf(
  db: Db,
  garage: GarageFacts,
  form: KnownForm,
  newOwners: readonly NewOwner[],
  transit: readonly Passing[],
) {
  const reason = reasonOf(form.reason);
  const rows = await tariffRows(db);
  const term = await db
    .selectFrom('reregistration_term')
    .where('reason_id', '=', reason.id)
    .select(['fee_payer', 'transit_coef'])
    .executeTakeFirst();
  const receiver = newOwners.find((owner) => owner.is_primary) ?? newOwners[0];
  const question = (group: TariffGroup, person: PersonFacts | undefined, by: number, date: string) => ({
    group,
    reason: by,
    region_id: garage.region_id,
    mo_id: garage.mo_id,
    po_id: garage.po_id,
    isMember: person?.is_member ?? false,
    years: person?.is_member ? yearsBetween(person.entry_date, date) : 0,
    date,
  });
  const group = tariffGroupOf(reason, Boolean(form.details.relation?.trim()));
  const own = question(group, receiver, reason.id, form.date);
  const fee = feeOf(rows, own);
  // Each change of the chain costs as its own reason does, of a person who came by it on its day.
  const passed = transit.map((step) => ({
    name: step.full_name,
    reason: step.reason,
    fee: feeOf(rows, question(tariffGroupOf(reasonOf(step.reason), false), step, step.reason, step.date)),
  }));
  const parts: FeePart[] = [
    ...passed.map((step) => ({
      name: step.name,
      reason: step.reason,
      kopecks: Math.round(step.fee.kopecks * Number(term?.transit_coef ?? 1)),
    })),
    { name: receiver?.full_name ?? null, reason: reason.id, kopecks: fee.kopecks },
  ];
  const entranceFor = reason.hasEntrance
    ? newOwners
        // Nobody enters ВОА before he is eighteen.
        .filter((owner) => !owner.is_member && owner.kind === 'person' && !isUnder(18, owner, form.date))
        .map((owner) => ({
          profile_id: owner.profile_id,
          name: owner.full_name,
          kopecks: feeOf(rows, question('entrance', owner, reason.id, form.date)).kopecks,
        }))
        .filter(({ kopecks }) => kopecks > 0)
    : [];
  const named = term?.fee_payer === 'old' ? 'old' : 'new';
  const payer = feePayerOf({ ...form, owners: garage.owners, newOwners }, named);
  const isFree = (by: number) => reasonOf(by).group === 'free';
  return {
    fee: { kopecks: parts.reduce((sum, part) => sum + part.kopecks, 0), text: fee.text },
    parts,
    feeText: fee.text,
    why: explainFee(rows, own),
    payer,
    payerText: payerWords(payer, named),
    entrance: entranceFor,
    entranceFor,
    isKnown:
      (fee.winner !== null || isFree(reason.id)) &&
      passed.every((step) => step.fee.winner !== null || isFree(step.reason)),
  };
}

/** The preview that is answered. */
export const previewOf = ({ facts, money, garage }: Evaluated) => ({
  checks: checksOf(facts),
  lines: linesOf(facts, money),
  debt_kopecks: facts.debt_kopecks,
  garage_debt_kopecks: garage.debt_kopecks,
  fee_kopecks: money.fee.kopecks,
  fee_text: money.feeText,
  fee_parts: money.parts,
  fee_why: money.why,
  payer_text: money.payerText,
  entrance_kopecks: money.entrance.reduce((sum, { kopecks }) => sum + kopecks, 0),
  after: owedAfter(facts, money),
  expected: expectedOf(facts, money),
});
