// Writing of cases: the form with its people, events, the badge of the menu, the card that is answered.
import type { ReregistrationCard, ReregistrationForm } from '../../contract/reregistrations.ts';
import { DAY_MS, daysBetween } from '../../contract/kernel/days.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { ProfileCreate } from '../../contract/profiles.ts';
import { ownerProblems, requireGarage, shareColumns } from '../garages/writing.ts';
import type { Write } from '../kernel/act.ts';
import { countAt } from '../kernel/counters.ts';
import type { Ctx, ReadDb, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { planDue } from '../jobs/due.ts';
import { profileForWrite } from '../profiles/queries.ts';
import { enterPerson } from '../profiles/writing/representatives.ts';
import {
  cardFacts,
  caseById,
  formOf,
  ownersBefore,
  partiesOf,
  wasPaidSince,
  shownForm,
  shownPapers,
  type CaseRecord,
} from './queries/card.ts';
import { evaluate, previewOf, type Evaluated, type GarageFacts, type KnownForm } from './queries/facts.ts';
import { changesSince } from './queries/seen.ts';
import { countWaitingCases, NOTICE_DUE } from './queries.ts';
import { annulFacts, type Outcome } from './queries/obstacles.ts';
import { checksOf, minorsOf } from './rules/checks.ts';
import { leavingOf, type OwnerFacts, type PersonFacts } from './rules/facts.ts';
import { edges, refuseStep, turnOf, verbs, type StepFacts } from './rules/machine.ts';
import { nameOf, newNameOf, renamedOf } from './rules/outcome.ts';
import { papersOf, reasonOf } from './rules/reasons.ts';

export interface PlaceIds {
  region_id: number;
  mo_id: number;
  po_id: number;
}
export const placeIds = ({ region_id, mo_id, po_id }: PlaceIds): PlaceIds => ({ region_id, mo_id, po_id });

export async function requireCase(ctx: Ctx, id: number): Promise<CaseRecord> {
  const row = await caseById(ctx, id);
  if (!row) throw notFound();
  return row;
}

type Exchange = Pick<ReregistrationForm, 'reason' | 'exchangeGarage'>;
/** The garage that is given in exchange is one of the reader's own place. @throws 422 at its field */
export async function requireExchange(ctx: Ctx, form: Exchange, db: ReadDb = ctx.db): Promise<void> {
  if (form.reason !== 4 || !form.exchangeGarage) return;
  await requireGarage(ctx, form.exchangeGarage, db).catch(() => {
    throw invalid({ exchangeGarage: 'Гараж для обмена не найден' });
  });
}

/** Everything wrong with the people of a form. @throws 422 at their fields */
export async function refuseUnknownPeople(ctx: Ctx, form: ReregistrationForm): Promise<void> {
  const errors = {};
  for (const [nth, owner] of form.newOwner.entries())
    Object.assign(errors, await ownerProblems(ctx, owner, `newOwner.${nth}.`));
  for (const [nth, step] of form.alreadyExistTransitProfile.entries())
    Object.assign(errors, await ownerProblems(ctx, step.owner, `alreadyExistTransitProfile.${nth}.owner.`));
  refuseIf(errors);
}

/** Of a preview only those stay whom the reader may choose: by a stranger's number nothing is said, not even that it is somebody's. */
export async function withoutStrangers(ctx: Ctx, form: ReregistrationForm): Promise<ReregistrationForm> {
  const isKnown = async ({ profileId }: ReregistrationForm['newOwner'][number]) =>
    !profileId || Boolean(await profileForWrite(ctx, ctx.db, profileId));
  const newOwner: typeof form.newOwner = [];
  for (const owner of form.newOwner) if (await isKnown(owner)) newOwner.push(owner);
  const alreadyExistTransitProfile: typeof form.alreadyExistTransitProfile = [];
  for (const step of form.alreadyExistTransitProfile)
    if (await isKnown(step.owner)) alreadyExistTransitProfile.push(step);
  return { ...form, newOwner, alreadyExistTransitProfile };
}

/** A form for a preview: people who were typed in have no card yet and stand under numbers below zero. */
export function previewForm(form: ReregistrationForm): { form: KnownForm; typed: Map<number, PersonFacts> } {
  const typed = new Map<number, PersonFacts>();
  const idOf = ({ profileId, person }: ReregistrationForm['newOwner'][number]): number | null => {
    if (profileId || !person) return profileId;
    const id = -typed.size - 1;
    typed.set(id, {
      profile_id: id,
      full_name: [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' '),
      kind: person.kind,
      is_member: person.isVOAMember,
      entry_date: person.voaEntryDate ?? null,
      birthday: person.birthday ?? null,
      has_passport: Boolean(person.passSeria ?? person.passNum),
      has_address: Boolean(person.registrationAddress),
      has_phone: person.phoneNumberList.length > 0,
      is_dead: false,
      is_merged: false,
      estate_of: person.estateOf ?? null,
    });
    return id;
  };
  const newOwner = form.newOwner.flatMap((owner) => {
    const profileId = idOf(owner);
    return profileId ? [{ profileId, share: owner.share, isPrimary: owner.isPrimary }] : [];
  });
  const alreadyExistTransitProfile = form.alreadyExistTransitProfile.flatMap(({ owner, ...step }) => {
    const profileId = idOf(owner);
    return profileId ? [{ ...step, profileId }] : [];
  });
  return { form: { ...form, newOwner, alreadyExistTransitProfile }, typed };
}

/** Enters the people who were typed in; the form then knows all by their cards. */
export async function enterPeople(
  write: Write,
  ctx: Ctx,
  form: ReregistrationForm,
  place: PlaceIds,
): Promise<KnownForm> {
  const idOf = async (owner: ReregistrationForm['newOwner'][number]) => {
    if (owner.profileId) return owner.profileId;
    const person = owner.person as ProfileCreate;
    const id = await enterPerson(write, ctx, person, place);
    const name = [person.lastName, person.firstName, person.fatherName].filter(Boolean).join(' ');
    await write.log({
      verb: 'profile.create',
      object: { type: 'profile', id, name },
      place,
      text: 'Создана карточка человека вместе с переоформлением',
    });
    return id;
  };
  const known: KnownForm = { ...form, newOwner: [], alreadyExistTransitProfile: [] };
  for (const owner of form.newOwner)
    known.newOwner.push({ profileId: await idOf(owner), share: owner.share, isPrimary: owner.isPrimary });
  for (const { owner, ...step } of form.alreadyExistTransitProfile)
    known.alreadyExistTransitProfile.push({ ...step, profileId: await idOf(owner) });
  return known;
}

/** Columns of a case made of its form. */
export const formColumns = (form: KnownForm) => ({
  reason_id: form.reason,
  date_request: form.dateRequest,
  on_date: form.date,
  keep_himself: form.keepHimself,
  // A price typed for another reason is shown by none of its fields.
  price_kopecks: reasonOf(form.reason).hasPrice ? form.garagePrice : null,
  debt_answer: form.debtAnswer,
  comment: form.comment,
  details: JSON.stringify({
    fields: form.details,
    shares: form.shares,
    exchangeGarage: form.exchangeGarage,
    pibNumber: form.pibNumber,
    pibDate: form.pibDate,
    acknowledged: form.acknowledged,
  }),
});

/** Lays the people of a case anew. */
export async function writeParties(tx: WriteDb, id: number, form: KnownForm, garage: GarageFacts): Promise<void> {
  await tx.deleteFrom('reregistration_party').where('reregistration_id', '=', id).execute();
  const { leaving } = leavingOf({ ...form, owners: garage.owners, newOwners: form.newOwner });
  const renamed =
    form.reason === 12 ? garage.owners.filter((owner) => !form.leaving.length || form.leaving.includes(owner.id)) : [];
  const rows = [
    ...[...leaving, ...renamed].map((owner, nth) => ({
      side: 'old',
      nth,
      profile_id: owner.profile_id,
      ...shareColumns(owner.share),
      is_primary: owner.is_primary,
      ownership_id: owner.id,
      on_date: null,
      reason_id: null,
      paper: null,
    })),
    ...form.alreadyExistTransitProfile.map((step, nth) => ({
      side: 'transit',
      nth,
      profile_id: step.profileId,
      ...shareColumns(null),
      is_primary: false,
      ownership_id: null,
      on_date: step.date,
      reason_id: step.reason,
      paper: step.paper,
    })),
    ...form.newOwner.map((owner, nth) => ({
      side: 'new',
      nth,
      profile_id: owner.profileId,
      ...shareColumns(owner.share),
      is_primary: owner.isPrimary,
      ownership_id: null,
      on_date: null,
      reason_id: null,
      paper: null,
    })),
  ];
  if (rows.length)
    await tx
      .insertInto('reregistration_party')
      .values(rows.map((row) => ({ ...row, reregistration_id: id })))
      .execute();
}

/** Steps of which the people of a case are told, where their МО wants it. */
const TOLD = ['take', 'return', 'complete'];

/** A line of the course of events; a notice of it to the people of the case is made beside, once. */
export async function tellEvent(
  tx: WriteDb,
  ctx: Ctx,
  event: { id: number; verb: string; status: number; text: string; comment?: string | null },
): Promise<void> {
  const { id } = await tx
    .insertInto('reregistration_event')
    .values({
      reregistration_id: event.id,
      at: ctx.now().toISOString(),
      user_id: ctx.actor.userId || null,
      user_name: ctx.actor.name,
      verb: event.verb,
      status: event.status,
      text: event.text,
      comment: event.comment ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (TOLD.includes(event.verb) && (await wantsNotices(tx, event.id)))
    await planDue(tx, { what: NOTICE_DUE, object: String(id), at: ctx.now() });
}

async function wantsNotices(tx: WriteDb, id: number): Promise<boolean> {
  const row = await tx
    .selectFrom('reregistration as r')
    .innerJoin('mo', 'mo.id', 'r.mo_id')
    .where('r.id', '=', id)
    .where('mo.reregistration_notices', '<>', 'off')
    .select('r.id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Screens read the case and the garage again; the badges of the МО and the ПО are counted from the rows. */
export async function emitCaseChanged(write: Write, row: { id: number; garage_id: number } & PlaceIds): Promise<void> {
  const place = { region: row.region_id, mo: row.mo_id, po: row.po_id };
  const countFor = (at: { mo: number } | { po: number }) => countAt(write.tx, countWaitingCases, at, new Date()); // the number does not depend on the hour
  await write.emit(place, { type: 'records_changed', message: { resource: 'reregistrations', ids: [row.id] } });
  await write.emit(place, { type: 'records_changed', message: { resource: 'garages', ids: [row.garage_id] } });
  await write.emit(
    { ...place, po: null },
    {
      type: 'new_reregistration_count',
      message: { mo: row.mo_id, po: null, count: await countFor({ mo: row.mo_id }) },
    },
  );
  await write.emit(place, {
    type: 'new_reregistration_count',
    message: { mo: null, po: row.po_id, count: await countFor({ po: row.po_id }) },
  });
}

export const caseObject = (id: number) => ({ type: 'reregistration' as const, id, name: `№ ${id}` });

/** What the status machine asks about a case. */
export async function stepFacts(ctx: Ctx, db: ReadDb | WriteDb, row: CaseRecord, today: string): Promise<StepFacts> {
  const facts = await cardFacts(db, row.id);
  const completed = row.completed_at ? Date.parse(row.completed_at) : 0;
  return {
    status: row.status as StepFacts['status'],
    authorId: row.author_id,
    isAcross: facts.is_across,
    isPairHidden: row.pair_id !== null && !(await caseById(ctx, row.pair_id, db)),
    poMayComplete: facts.po_can_complete || Boolean(reasonOf(row.reason_id).isSmall),
    isOverdue: daysLeft(row.date_request, facts.days, today) < 0,
    isAnnulAsked: Boolean(row.annul_asked_by),
    isFresh: ctx.now().getTime() - completed < DAY_MS && !(await wasPaidSince(ctx, db, row)),
  };
}
const daysLeft = (from: string, days: number, today: string) => daysBetween(today, from) + days;

export const walkerOf = ({ actor }: Ctx) => ({
  userId: actor.userId,
  level: levelOf(actor),
  isSuperuser: actor.isSuperuser,
});

/** Whether the reader's level may change a case: its form while it is open, what may be corrected once it is over. */
function mayEdit(ctx: Ctx, row: CaseRecord): boolean {
  const { level, userId } = walkerOf(ctx);
  if (level !== 'mo' && level !== 'po') return false;
  if (row.status === 0) return row.author_id === userId;
  return row.status !== 2 || level === 'mo';
}

/** The other half of an exchange; null where the reader does not see it. */
async function readHalf(ctx: Ctx, db: ReadDb | WriteDb, id: number): Promise<ReregistrationCard['pair']> {
  const row = await caseById(ctx, id, db);
  if (!row) return null;
  const parties = await partiesOf(ctx, db, id);
  const { facts, money } = await evaluate(ctx, db, row.garage_id, formOf(row, parties), {
    caseId: id,
    pairId: row.pair_id,
  });
  const names = (side: string) =>
    parties.flatMap((party) => (party.side === side && party.full_name ? [party.full_name] : []));
  const isOver = row.status === 3 || row.status === 5;
  return {
    id,
    status: row.status as ReregistrationCard['status'],
    garage: (await cardFacts(db, id)).garage,
    old_owners: names('old'),
    new_owners: names('new'),
    debt_kopecks: isOver ? 0 : facts.debt_kopecks,
    fee_kopecks: isOver ? row.fee_kopecks : money.fee.kopecks,
    blocks: isOver
      ? []
      : checksOf(facts)
          .filter((check) => check.state === 'blocks')
          .map((check) => check.text),
  };
}

/** The card as it is answered. @throws 404 */
export async function readCard(ctx: Ctx, id: number, db: ReadDb | WriteDb = ctx.db): Promise<ReregistrationCard> {
  const row = await caseById(ctx, id, db);
  if (!row) throw notFound();
  const parties = await partiesOf(ctx, db, id);
  const form = formOf(row, parties);
  const evaluated = await evaluate(ctx, db, row.garage_id, form, { caseId: id, pairId: row.pair_id });
  const facts = await cardFacts(db, id);
  const step = await stepFacts(ctx, db, row, evaluated.today);
  const isOpen = [0, 1, 2, 6].includes(row.status);
  const isOutOfDate = row.status === 0 && facts.garage.version !== row.garage_version;
  const hasAll = papersOf(reasonOf(row.reason_id), row.debt_answer, minorsOf(evaluated.facts)).every(
    (paper) => !paper.required || evaluated.facts.received.includes(paper.kind),
  );
  const isEditor = ctx.actor.capabilities.includes(1);
  return {
    id,
    version: row.version,
    status: step.status,
    closing: row.closing as ReregistrationCard['closing'],
    closing_reason: row.closing_reason,
    garage: facts.garage,
    po: facts.po,
    mo: facts.mo,
    reason: row.reason_id,
    reason_name: reasonOf(row.reason_id).name,
    date_request: row.date_request,
    on_date: row.on_date,
    days_left: isOpen ? daysLeft(row.date_request, facts.days, evaluated.today) : null,
    turn: turnOf(step.status, hasAll),
    form: shownForm(form),
    parties: parties as ReregistrationCard['parties'],
    owners: (await ownersBefore(db, row)) ?? evaluated.facts.owners.map(shownOwner),
    renamed: renamedNames(row, form, evaluated),
    ...(await shownPapers(ctx, db, row, row.status === 0 ? minorsOf(evaluated.facts) : undefined)),
    representatives: facts.representatives,
    events: facts.events,
    preview: previewOf(evaluated),
    steps: isEditor
      ? verbs
          .filter((verb) => edges[verb].from.includes(step.status))
          .map((verb) => ({
            verb,
            title: edges[verb].title,
            refusal: refuseStep(verb, walkerOf(ctx), step)?.text ?? null,
          }))
      : [],
    may_edit: isEditor && mayEdit(ctx, row),
    author: facts.author,
    reviewer: facts.reviewer,
    pair_id: row.pair_id,
    pair: row.pair_id ? await readHalf(ctx, db, row.pair_id) : null,
    repeats_id: row.repeats_id,
    fee_kopecks: row.fee_kopecks,
    entrance_kopecks: row.entrance_kopecks,
    papers_given_to: row.papers_given_to,
    papers_given_on: row.papers_given_on,
    archive_no: row.archive_no,
    annul_asked: facts.annul_asked,
    is_planned: Boolean(row.planned_at),
    plan_failure: row.plan_failure,
    is_out_of_date: isOutOfDate,
    garage_seen: row.garage_version,
    garage_changes: isOutOfDate ? await changesSince(db, row.garage_id, row.garage_was) : [],
    ...(await annulFacts(ctx, db, row, evaluated.today)),
  };
}

const shownOwner = ({ id, full_name, share, started_on }: OwnerFacts) => ({ id, full_name, share, started_on });

/** The name before a change of name and after it; of a case that is over as they were then. */
function renamedNames(row: CaseRecord, form: KnownForm, { facts }: Evaluated): ReregistrationCard['renamed'] {
  if (row.reason_id !== 12) return null;
  const was = (row.outcome as Outcome | null)?.name ?? renamedOf(facts.owners, form.leaving);
  return was ? { before: nameOf(was), after: newNameOf(form, was) } : null;
}
