// «Добавить владельца», «Убрать владельца» and «Изменить доли» of a garage's card: cases of reasons 9, 10, 7 and 13, finished in the same press.
import type { z } from 'zod';
import * as contract from '../../../contract/garages.ts';
import { changeShares } from '../../../contract/garages/shares.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { ownershipsOf } from '../../garages/queries/card.ts';
import { firstDayFor, ownershipDateProblem, parseShare, sharesProblem } from '../../garages/rules.ts';
import { ownerProblems, requireGarage, today, type GarageRecord, type Ownership } from '../../garages/writing.ts';
import { changeOwners } from '../../garages/writing/owners.ts';
import { choosePrimary } from '../../garages/writing/primary.ts';
import type { Write } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound, Refused, refuseIf } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { lockedCase, minorsOfCase, type CaseRecord } from '../queries/card.ts';
import type { KnownForm } from '../queries/facts.ts';
import { refuseStep } from '../rules/machine.ts';
import { papersOf, reasonOf } from '../rules/reasons.ts';
import { caseObject, enterPeople, placeIds, stepFacts, tellEvent, walkerOf } from '../writing.ts';
import { completeCases } from '../writing/completing.ts';
import { applyCase } from '../writing/moving.ts';
import { insertCase, passReview } from '../writing/saving.ts';
import { actingProblems, enterActing, type Asked } from './papers.ts';

/** Reasons that the dialogs stand for; the last owner leaves by giving the garage up to the ПО. */
const ADDED = 9;
const REMOVED = 10;
const GIVEN_UP = 7;
const CORRECTED = 13;

export function smallOwnerRoutes(mount: Mount): void {
  mountShares(mount);
  mount(contract.addOwner, async (ctx, { params, body }) => {
    await requireGarage(ctx, params.id);
    const person = await ownerProblems(ctx, body);
    return changeOwners(ctx, 'garage.owner_add', params.id, async (write, { present, all, garage }) => {
      refuseIf({
        ...person,
        ...dateErrors(body.date, { today: today(ctx), notBefore: firstDayFor(body.profileId, all) }),
        ...(present.some((owner) => owner.profile_id === body.profileId)
          ? { profileId: 'Новый владелец уже владеет этим гаражом' }
          : {}),
        ...shareErrors([...present.map((owner) => shareAfter(owner, body.shares)), body.share]),
      });
      const owner = { profileId: body.profileId, person: body.person, share: body.share, isPrimary: body.isPrimary };
      const typed = { ...emptyForm(ADDED, body.date, today(ctx)), newOwner: [owner], shares: body.shares };
      const form = await enterPeople(write, ctx, { ...typed, alreadyExistTransitProfile: [] }, placeIds(garage));
      const profileId = form.newOwner[0]!.profileId;
      await finish(write, ctx, garage, form, { checked: body.check, ground: body.reason });
      if (body.isPrimary) await makePrimary(write, params.id, profileId, body.date);
      const name = (await ownershipsOf(write.tx, params.id)).find((one) => one.profile_id === profileId)?.full_name;
      return {
        text: `Добавлен владелец ${name ?? ''}${body.share ? `, доля ${body.share}` : ''}`,
        people: [profileId],
      };
    });
  });

  mount(contract.removeOwner, async (ctx, { params, body }) => {
    await requireGarage(ctx, params.id);
    const guardian = body.guardian ? guardianOf(body.guardian) : null;
    const wrong = guardian ? await guardianProblems(ctx, guardian) : {};
    return changeOwners(ctx, 'garage.owner_end', params.id, async (write, { present, garage }) => {
      const leaving = present.find((owner) => owner.id === params.ownershipId);
      if (!leaving) throw notFound();
      const staying = present.filter((owner) => owner !== leaving);
      refuseIf({
        ...wrong,
        ...dateErrors(body.date, { today: today(ctx), notBefore: leaving.started_on }),
        ...shareErrors(staying.map((owner) => shareAfter(owner, body.shares))),
      });
      const form: KnownForm = {
        ...emptyForm(staying.length ? REMOVED : GIVEN_UP, body.date, today(ctx)),
        newOwner: [],
        alreadyExistTransitProfile: [],
        leaving: [leaving.id],
        shares: body.shares,
        debtAnswer: body.debtAnswer,
      };
      const small = { checked: body.check, ground: body.reason, guardian };
      const isDone = await finish(write, ctx, garage, form, small);
      const what = isDone ? 'Убран владелец' : 'Подана заявка убрать владельца';
      return {
        text: `${what} ${leaving.full_name}${body.reason ? `: ${body.reason}` : ''}`,
        people: [leaving.profile_id],
      };
    });
  });
}

/** Shares alone: an error of the books. */
function mountShares(mount: Mount): void {
  mount(changeShares, async (ctx, { params, body }) => {
    await requireGarage(ctx, params.id);
    return changeOwners(ctx, 'garage.owner_shares', params.id, async (write, { present, garage }) => {
      const changed = present.filter((owner) => shareAfter(owner, body.shares) !== owner.share);
      refuseIf({
        ...(Object.keys(body.shares).some((id) => !present.some((owner) => String(owner.id) === id))
          ? { share: 'Состав владельцев изменился. Обновите страницу' }
          : changed.length
            ? {}
            : { share: 'Доли те же, что и были' }),
        ...shareErrors(present.map((owner) => shareAfter(owner, body.shares))),
      });
      const form: KnownForm = {
        ...emptyForm(CORRECTED, body.date, today(ctx)),
        newOwner: [],
        alreadyExistTransitProfile: [],
        shares: body.shares,
        comment: body.reason,
      };
      const isDone = await finish(write, ctx, garage, form, { checked: body.check, ground: null });
      return {
        text: `${isDone ? 'Исправлены доли' : 'Подана заявка исправить доли'}: ${body.reason}`,
        people: changed.map((owner) => owner.profile_id),
      };
    });
  });
}

const emptyForm = (reason: number, date: string, now: string) => ({
  reason,
  dateRequest: date < now ? date : now,
  date,
  leaving: [] as number[],
  shares: {} as Record<string, string | null>,
  exchangeGarage: null,
  keepHimself: true,
  garagePrice: null,
  details: {},
  debtAnswer: null,
  pibNumber: null,
  pibDate: null,
  acknowledged: [] as number[],
  comment: null,
});

/** The case from the application to the end; false where its end is the МО's, so that it waits as an application. */
async function finish(
  write: Write,
  ctx: Ctx,
  garage: GarageRecord,
  form: KnownForm,
  small: { checked: boolean; ground: string | null; guardian?: Asked | null },
): Promise<boolean> {
  try {
    const draft = await insertCase(write, ctx, garage, form, null);
    if (small.guardian) await enterGuardian(write, ctx, draft, small.guardian);
    await applyCase(write, ctx, draft);
    if (small.checked) await tickPapers(write, ctx, draft.id, form);
    const row = (await lockedCase(ctx, write.tx, draft.id))!;
    const facts = await stepFacts(ctx, write.tx, { ...row, status: 2 }, today(ctx));
    if (refuseStep('complete', walkerOf(ctx), facts)) return false;
    await passReview(write, ctx, row.id);
    await completeCases(write, ctx, [(await lockedCase(ctx, write.tx, row.id))!], null, small);
    return true;
  } catch (error) {
    throw error instanceof Refused && error.problem.errors ? invalid(fieldsOfDialog(error.problem.errors)) : error;
  }
}

type Guardian = NonNullable<z.output<(typeof contract.removeOwner)['body']>['guardian']>;
const guardianOf = (body: Guardian): Asked => ({
  ...body,
  side: 'old',
  isLegal: true,
  notary: null,
  validUntil: null,
  powers: null,
});
async function guardianProblems(ctx: Ctx, guardian: Asked): Promise<FieldErrors> {
  const errors = await actingProblems(ctx, guardian);
  if (guardian.issuedOn > today(ctx)) errors.issuedOn = NOT_LATER;
  return Object.fromEntries(Object.entries(errors).map(([field, text]) => [`guardian.${field}`, text]));
}

/** Who acts for the child stands in the case, and is told there as if it was begun in the wizard. */
async function enterGuardian(write: Write, ctx: Ctx, row: CaseRecord, guardian: Asked) {
  const text = `Добавлен законный представитель ${await enterActing(write, ctx, row, guardian)}`;
  await tellEvent(write.tx, ctx, { id: row.id, verb: 'paper', status: row.status, text });
  await write.log({
    verb: 'reregistration.update',
    object: caseObject(row.id),
    place: placeIds(row),
    text: `Переоформление № ${row.id}. ${text}`,
  });
}

/** Fields of the wizard under the names that the dialogs have; what has none is said above the form. */
const dialogFields: Record<string, string> = {
  newOwner: 'profileId',
  date: 'date',
  debtAnswer: 'debtAnswer',
  shares: 'share',
  comment: 'reason',
  minor_old: 'guardian',
};
const fieldsOfDialog = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([field, text]) => [dialogFields[field.replace(/\.\d+$/, '')] ?? 'form', text]),
  );

async function tickPapers({ tx }: Write, ctx: Ctx, id: number, form: KnownForm) {
  const received = { received_at: ctx.now().toISOString(), received_by: ctx.actor.userId };
  const rows = papersOf(reasonOf(form.reason), form.debtAnswer, await minorsOfCase(tx, id))
    .filter((paper) => paper.required)
    .map(({ kind }) => ({ reregistration_id: id, kind, ...received }));
  if (rows.length) await tx.insertInto('reregistration_paper').values(rows).execute();
}

/** Who has just come is the primary owner from his day on; while his coming waits for the МО nothing changes. */
async function makePrimary({ tx }: Write, garage: number, profile: number, day: string) {
  const owner = (await ownershipsOf(tx, garage)).find((one) => one.profile_id === profile && !one.ended_on);
  if (owner) await choosePrimary(tx, garage, owner.id, day);
}

const shareAfter = (owner: Ownership, changed: Record<string, string | null>) => {
  const own = changed[String(owner.id)];
  return own === undefined ? owner.share : own;
};
function shareErrors(shares: readonly (string | null | undefined)[]): FieldErrors {
  const problem = sharesProblem(shares.map(parseShare));
  return problem ? { share: problem } : {};
}
function dateErrors(date: string, facts: { today: string; notBefore: string | null }): FieldErrors {
  const problem = ownershipDateProblem(date, facts);
  return problem ? { date: problem } : {};
}
