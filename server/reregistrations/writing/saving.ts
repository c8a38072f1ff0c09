// Keeping a case: a new draft, an application, a corrected form, straight to the end, a repeat of an annulled one.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { reregistrations } from '../../../contract/reregistrations.ts';
import { lockBooks } from '../../books/queries/lock.ts';
import { requireGarage } from '../../garages/writing.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid, refuseWhen } from '../../kernel/errors.ts';
import { noRight } from '../../kernel/refusal.ts';
import { formOf, lockedCase, partiesOf, type CaseRecord } from '../queries/card.ts';
import { garageFacts, type KnownForm } from '../queries/facts.ts';
import { garageSeen } from '../queries/seen.ts';
import { refuseStep } from '../rules/machine.ts';
import { reasonOf } from '../rules/reasons.ts';
import { wordsOfCase } from '../rules/words.ts';
import {
  caseObject,
  emitCaseChanged,
  enterPeople,
  formColumns,
  placeIds,
  refuseUnknownPeople,
  requireCase,
  requireExchange,
  stepFacts,
  tellEvent,
  walkerOf,
  writeParties,
} from '../writing.ts';
import { completeCases } from './completing.ts';
import { followHalf } from './exchange.ts';
import { applyCase, takeCase } from './moving.ts';

type Create = z.output<typeof reregistrations.create.body>;
type Update = z.output<typeof reregistrations.update.body>;

/** A new case: a draft, an application or a completed one, as the form asks. Answers its number. */
export async function createCase(ctx: Ctx, body: Create): Promise<number> {
  const garage = await requireGarage(ctx, body.garage);
  await refuseUnknownPeople(ctx, body);
  await requireExchange(ctx, body);
  return act(ctx, 'reregistration.draft', async (write) => {
    const form = await enterPeople(write, ctx, body, placeIds(garage));
    const version = Math.min(garage.version, body.garageVersion ?? garage.version);
    const row = await insertCase(write, ctx, { ...garage, version }, form, null);
    await finishSaving(write, ctx, row.id, body);
    return row.id;
  });
}

export async function insertCase(
  write: Write,
  ctx: Ctx,
  garage: { id: number; version: number; region_id: number; mo_id: number; po_id: number },
  form: KnownForm,
  repeats: number | null,
): Promise<CaseRecord> {
  const { tx } = write;
  const now = ctx.now().toISOString();
  const row = await tx
    .insertInto('reregistration')
    .values({
      garage_id: garage.id,
      ...placeIds(garage),
      ...formColumns(form),
      author_id: ctx.actor.userId,
      garage_version: garage.version,
      // Where the garage went ahead before the first save, what it was is not known any more.
      garage_was: sql`case when ${garage.version} = (select version from garage where id = ${garage.id}) then ${garageSeen(garage.id)} end`,
      repeats_id: repeats,
      last_event_at: now,
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const facts = await garageFacts(tx, [garage.id], todayOf(ctx));
  await writeParties(tx, row.id, form, facts.get(garage.id)!);
  await tellEvent(tx, ctx, { id: row.id, verb: 'draft', status: 0, text: 'Начат черновик' });
  await write.log({
    verb: 'reregistration.draft',
    object: caseObject(row.id),
    place: placeIds(garage),
    text: `Начат черновик переоформления № ${row.id}: ${reasonOf(form.reason).name.toLowerCase()}`,
  });
  return row;
}

/** Changes the form of an open case; what it was stays in the log. */
export async function updateCase(ctx: Ctx, id: number, body: Update): Promise<void> {
  const seen = await requireCase(ctx, id);
  await refuseUnknownPeople(ctx, body);
  // The other garage of an exchange that was applied for stays, whether or not the reader sees it.
  if (!seen.pair_id) await requireExchange(ctx, body);
  await act(ctx, 'reregistration.update', async (write) => {
    const row = await takeCase(write, ctx, id, body.version);
    refuseWhen(editRefusal(ctx, row));
    if (row.pair_id && (body.reason !== row.reason_id || body.exchangeGarage !== formOf(row, []).exchangeGarage))
      throw invalid({ exchangeGarage: 'Состав обмена не меняется: отзовите заявку и начните новую' });
    const people = await partiesOf(ctx, write.tx, id);
    const before = formOf(row, people);
    const form = await enterPeople(write, ctx, body, placeIds(seen));
    if (row.pair_id) form.newOwner = before.newOwner;
    const garage = await write.tx
      .selectFrom('garage')
      .where('id', '=', row.garage_id)
      .select('version')
      .executeTakeFirstOrThrow();
    const version = Math.min(garage.version, body.garageVersion ?? garage.version);
    const now = ctx.now().toISOString();
    await write.tx
      .updateTable('reregistration')
      .set((e) => ({
        ...formColumns(form),
        garage_version: version,
        ...(version === garage.version && version !== row.garage_version
          ? { garage_was: garageSeen(row.garage_id) }
          : {}),
        planned_at: null,
        plan_failure: null,
        version: e('version', '+', 1),
        updated_at: now,
        last_event_at: now,
      }))
      .where('id', '=', id)
      .execute();
    const facts = await garageFacts(write.tx, [row.garage_id], todayOf(ctx));
    await writeParties(write.tx, id, form, facts.get(row.garage_id)!);
    await followHalf(write, ctx, row, form);
    if (row.status !== 0) {
      await tellEvent(write.tx, ctx, { id, verb: 'update', status: row.status, text: changeText(before, form) });
      await emitCaseChanged(write, row);
    }
    await write.log({
      object: caseObject(id),
      place: placeIds(row),
      text: `Изменено переоформление № ${id}`,
      before: wordsOfCase(before, people),
      after: wordsOfCase(form, await partiesOf(ctx, write.tx, id)),
    });
    await finishSaving(write, ctx, id, body);
  });
}

function changeText(before: KnownForm, after: KnownForm): string {
  if (before.debtAnswer !== after.debtAnswer && after.debtAnswer) return debtTexts[after.debtAnswer];
  return 'Данные дела изменены';
}
const debtTexts = {
  pay_before: 'Долг погасят до завершения',
  stays_old: 'Долг остаётся за прежним владельцем',
  moves_new: 'Долг принимает новый владелец',
} as const;

function editRefusal(ctx: Ctx, row: CaseRecord) {
  const { level, userId } = walkerOf(ctx);
  if (row.status === 0) return row.author_id === userId ? null : noRight('Черновик меняет тот, кто его начал');
  if (row.status === 6 || row.status === 1) return null;
  if (row.status === 2) return level === 'mo' ? null : noRight('Дело в работе меняет МО');
  return noRight('Завершённое дело меняется только аннулированием');
}

/** The rest of a saving: the application and, where it was asked, the end, all in the same transaction. */
async function finishSaving(
  write: Write,
  ctx: Ctx,
  id: number,
  asked: { apply: boolean; isComplete: boolean; expected?: string | null | undefined },
): Promise<void> {
  if (!asked.apply && !asked.isComplete) return;
  // Who completes holds the books before he holds the garage.
  if (asked.isComplete) await lockBooks(write.tx, (await lockedCase(ctx, write.tx, id))!.mo_id);
  const row = (await lockedCase(ctx, write.tx, id))!;
  if (row.status === 0 || row.status === 6) {
    refuseWhen(refuseStep('apply', walkerOf(ctx), await stepFacts(ctx, write.tx, row, todayOf(ctx))));
    await applyCase(write, ctx, row);
  }
  if (!asked.isComplete) return;
  await passReview(write, ctx, id);
  const ready = (await lockedCase(ctx, write.tx, id))!;
  const facts = await stepFacts(ctx, write.tx, ready, todayOf(ctx));
  if (refuseStep('complete', walkerOf(ctx), facts)) throw forbidden('Завершает МО: подайте заявку');
  const pair = ready.pair_id ? await lockedCase(ctx, write.tx, ready.pair_id) : undefined;
  await completeCases(write, ctx, pair ? [ready, pair] : [ready], asked.expected ?? null);
}

/** Who completes at once is his own reviewer. */
export async function passReview({ tx }: Write, ctx: Ctx, id: number) {
  const now = ctx.now().toISOString();
  await tx
    .updateTable('reregistration')
    .set((e) => ({ status: 2, taken_at: now, reviewer_id: ctx.actor.userId, version: e('version', '+', 1) }))
    .where((e) => e.or([e('id', '=', id), e('pair_id', '=', id)]))
    .where('status', '=', 1)
    .execute();
}

const NOBODY_LEFT =
  'Никто из тех, кто выбыл по этому делу, больше не владеет гаражом: повторить его нельзя. Начните новое переоформление с карточки гаража';

/** «Повторить как было»: a draft made of an annulled case. */
export async function repeatCase(ctx: Ctx, id: number): Promise<number> {
  const row = await requireCase(ctx, id);
  if (row.status !== 5) throw invalid({ form: 'Повторить можно только аннулированное дело' });
  const garage = await requireGarage(ctx, row.garage_id);
  return act(ctx, 'reregistration.draft', async (write) => {
    const parties = await partiesOf(ctx, write.tx, id);
    const form = { ...formOf(row, parties), dateRequest: todayOf(ctx) };
    // Whoever stayed stays: no choice at all would put out everybody. Who left is known by his card, his row may be new.
    const left = new Set(parties.filter(({ side }) => side === 'old').map(({ profile_id }) => profile_id));
    const owners = (await garageFacts(write.tx, [garage.id], todayOf(ctx))).get(garage.id)!.owners;
    const leaving = owners.filter((owner) => left.has(owner.profile_id)).map(({ id: ownership }) => ownership);
    if (left.size && !leaving.length) throw invalid({ form: NOBODY_LEFT });
    const draft = await insertCase(write, ctx, garage, { ...form, leaving, acknowledged: [] }, id);
    return draft.id;
  });
}
