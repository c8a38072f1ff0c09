// Demands to stop the processing: taken, withdrawn, looked at again every night, carried out on their day.
import { sql } from 'kysely';
import type { z } from 'zod';
import {
  demandKinds,
  takeDemand,
  type DemandKind,
  type DemandTerm,
  type setDemandTerms,
} from '../../../contract/instruments/demands.ts';
import { dayForms, plusDays } from '../../../contract/kernel/days.ts';
import { countOf, formatDate, NOT_LATER } from '../../../contract/kernel/words.ts';
import { plusWorkDays } from '../../../contract/kernel/workDays.ts';
import { planDue, withdrawDue, type DueKind } from '../../jobs/due.ts';
import { act, type Write } from '../../kernel/act.ts';
import { cardThere } from '../../kernel/alias.ts';
import { todayOf, workCtx, type Ctx, type Deps } from '../../kernel/ctx.ts';
import { invalid, Refused } from '../../kernel/errors.ts';
import { dropWithdrawn } from '../../notifications/writing/dropping.ts';
import { cardsOf, groundsNow, holding } from '../queries/grounds.ts';
import { demandsToLookAt, demandTerms, liveDemand, type PersonOfDemand } from '../queries/demands.ts';
import { DESTROY_DUE } from './destroying.ts';
import { destroyByAct } from './destruction.ts';

/** A demand of long ago was answered or forgotten long ago. */
const OLDEST_DAYS = 366;
const DAY_MS = 86_400_000;

/** Night of a day in Moscow, when its work begins. */
const nightOf = (day: string) => new Date(`${day}T00:00:00Z`);
const placeOf = ({ region_id, mo_id, po_id }: PersonOfDemand) => ({ region_id, mo_id, po_id });
const objectOf = ({ id, full_name }: Pick<PersonOfDemand, 'id' | 'full_name'>) => ({
  type: 'profile' as const,
  id,
  name: full_name ?? '',
});

/** The last day for a demand of a kind, by the settings. */
async function dueOf(ctx: Ctx, kind: DemandKind, onDate: string): Promise<string> {
  const term = (await demandTerms(ctx.db)).find((one) => one.kind === kind)!;
  return term.is_working ? plusWorkDays(onDate, term.days) : plusDays(onDate, term.days);
}

const nowhere = { region_id: null, mo_id: null, po_id: null };
const termWords = ({ days, is_working, article }: DemandTerm) =>
  `${countOf(days, dayForms)} ${is_working ? '(рабочих)' : '(календарных)'}, ${article}`;

/** Changes the terms; demands that are recorded already keep their day. @throws 409 when they are not what was seen */
export async function setTerms(ctx: Ctx, { terms, was }: z.output<typeof setDemandTerms.body>): Promise<void> {
  await act(ctx, 'admin.demand_terms', async ({ tx, log }) => {
    await sql`select kind from demand_term order by kind for update`.execute(tx);
    const now = await demandTerms(tx);
    const of = (list: readonly DemandTerm[], kind: DemandKind) => list.find((one) => one.kind === kind);
    const isSame = (one: DemandTerm, other: DemandTerm | undefined) => other && termWords(one) === termWords(other);
    if (!now.every((one) => isSame(one, of(was, one.kind))))
      throw new Refused(409, { message: 'Сроки уже изменены. Обновите страницу' });
    const changed = now.flatMap((one) => {
      const next = of(terms, one.kind)!;
      return isSame(one, next) ? [] : [{ before: one, next }];
    });
    if (!changed.length) throw invalid({ form: 'Ничего не изменилось' });
    for (const { next } of changed) {
      const { days, is_working, article } = next;
      await tx.updateTable('demand_term').set({ days, is_working, article }).where('kind', '=', next.kind).execute();
    }
    const words = changed.map(
      ({ before, next }) => `${demandKinds[next.kind].toLowerCase()}: ${termWords(before)} → ${termWords(next)}`,
    );
    await log({ place: nowhere, text: `Сроки требований прекратить обработку: ${words.join('; ')}` });
  });
}

/** Writes a demand: from this moment the person is left out of all mailings. @throws 422 by field */
export async function recordDemand(ctx: Ctx, person: PersonOfDemand, asked: z.output<typeof takeDemand.body>) {
  const today = todayOf(ctx);
  if (asked.onDate > today) throw invalid({ onDate: NOT_LATER });
  if (asked.onDate < plusDays(today, -OLDEST_DAYS)) throw invalid({ onDate: 'Не раньше чем год назад' });
  if (person.is_anonymised) throw invalid({ form: 'Данные этого человека уже уничтожены' });
  if (person.kind !== 'person') throw invalid({ form: 'Требование может быть только у человека' });
  const dueOn = await dueOf(ctx, asked.kind, asked.onDate);
  await act(ctx, 'profile.demand', async (write) => {
    const { tx } = write;
    await sql`select id from profile where id = ${person.id} for update`.execute(tx);
    if (await liveDemand(tx, await cardsOf(tx, person.id))) throw invalid({ form: 'Требование уже записано' });
    const now = ctx.now().toISOString();
    const { id } = await tx
      .insertInto('processing_demand')
      .values({
        profile_id: person.id,
        ...placeOf(person),
        kind: asked.kind,
        on_date: asked.onDate,
        ground: asked.ground,
        due_on: dueOn,
        state: 'restricted',
        created_by: ctx.actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.updateTable('profile').set({ restricted_at: now }).where('id', '=', person.id).execute();
    if (asked.kind === 'revoked')
      await tx
        .updateTable('consent')
        .set({ revoked_at: asked.onDate })
        .where('profile_id', '=', person.id)
        .where('revoked_at', 'is', null)
        .execute();
    await dropWithdrawn(tx, ctx.now());
    await write.log({
      object: objectOf(person),
      place: placeOf(person),
      text: `Требование прекратить обработку от ${formatDate(asked.onDate)}: ${demandKinds[asked.kind].toLowerCase()}, срок ${formatDate(dueOn)}`,
    });
    await standAnew(write, ctx, { id, due_on: dueOn, state: 'restricted', destroy_on: null }, person);
    await emitChanged(write, person);
  });
}

/** Takes a demand back. What it had stopped goes on; consents that it revoked are to be given anew. @throws 422 */
export async function takeDemandBack(ctx: Ctx, person: PersonOfDemand, reason: string): Promise<void> {
  await act(ctx, 'profile.demand', async (write) => {
    const { tx } = write;
    const demand = await liveDemand(tx, await cardsOf(tx, person.id));
    if (!demand) throw invalid({ form: 'Требования уже нет. Обновите страницу' });
    await tx
      .updateTable('processing_demand')
      .set({
        state: 'withdrawn',
        destroy_on: null,
        withdrawn_by: ctx.actor.userId,
        withdrawn_at: ctx.now().toISOString(),
        withdraw_reason: reason,
      })
      .where('id', '=', demand.id)
      .execute();
    await tx.updateTable('profile').set({ restricted_at: null }).where('id', '=', person.id).execute();
    await withdrawDue(tx, { what: DESTROY_DUE, object: String(demand.id) });
    await write.log({
      object: objectOf(person),
      place: placeOf(person),
      text: `Требование прекратить обработку отменено: ${reason}`,
    });
    await emitChanged(write, person);
  });
}

const emitChanged = (write: Write, { id, region_id, mo_id, po_id }: PersonOfDemand) =>
  write.emit(
    { region: region_id, mo: mo_id, po: po_id },
    { type: 'records_changed', message: { resource: 'profiles', ids: [id] } },
  );

interface Standing {
  id: number;
  due_on: string;
  state: string;
  destroy_on: string | null;
}

/** Decides by the grounds of this moment whether the data go on the due day; true when something has changed. */
async function standAnew(write: Write, ctx: Ctx, demand: Standing, person: PersonOfDemand): Promise<boolean> {
  const { tx, log } = write;
  const held = holding(await groundsNow(tx, person.id, todayOf(ctx)));
  const object = String(demand.id);
  if (held.length) {
    if (demand.state === 'restricted') return false;
    await withdrawDue(tx, { what: DESTROY_DUE, object });
    await tx
      .updateTable('processing_demand')
      .set({ state: 'restricted', destroy_on: null })
      .where('id', '=', demand.id)
      .execute();
    await log({
      object: objectOf(person),
      place: placeOf(person),
      text: 'Уничтожение отложено: появилось основание хранить данные',
    });
    return true;
  }
  if (demand.state === 'scheduled') return false;
  const tomorrow = plusDays(todayOf(ctx), 1);
  const day = demand.due_on > tomorrow ? demand.due_on : tomorrow;
  await tx
    .updateTable('processing_demand')
    .set({ state: 'scheduled', destroy_on: day })
    .where('id', '=', demand.id)
    .execute();
  await planDue(tx, { what: DESTROY_DUE, object, at: nightOf(day) });
  await log({ object: objectOf(person), place: placeOf(person), text: `Данные будут уничтожены ${formatDate(day)}` });
  return true;
}

async function demandRow(ctx: Ctx, id: number) {
  const demand = await ctx.db
    .selectFrom('processing_demand')
    .where('id', '=', id)
    .where('state', 'in', ['scheduled', 'restricted'])
    .select(['id', 'profile_id', 'due_on', 'state', 'destroy_on', 'kind', 'on_date', 'ground'])
    .executeTakeFirst();
  if (!demand) return null;
  const person = await ctx.db
    .selectFrom('profile as p')
    .where('p.id', '=', cardThere(sql`${demand.profile_id}::int`))
    .select(['p.id', 'p.full_name', 'p.kind', 'p.is_anonymised', 'p.region_id', 'p.mo_id', 'p.po_id'])
    .executeTakeFirstOrThrow();
  return { demand, person };
}

/** Every night: grounds that have fallen let the data go, new ones hold them. */
export async function lookAtDemands(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Сроки персональных данных' });
  for (const { id } of await demandsToLookAt(ctx.db)) {
    const found = await demandRow(ctx, id);
    if (!found) continue;
    const isHeld = holding(await groundsNow(ctx.db, found.person.id, todayOf(ctx))).length > 0;
    if (isHeld === (found.demand.state === 'restricted')) continue;
    await act(ctx, 'profile.demand', async (write) => {
      const changed = await standAnew(write, ctx, found.demand, found.person);
      if (!changed)
        await write.log({
          object: objectOf(found.person),
          place: placeOf(found.person),
          text: 'Требование пересмотрено',
        });
      await emitChanged(write, found.person);
    });
  }
}

/** The due day of a demand: the data go, unless something holds them by now. */
export const destroyDue: DueKind = {
  what: DESTROY_DUE,
  title: 'Уничтожение данных по требованию человека',
  lateAfterMs: DAY_MS,
  late: 'ask',
  run: async (deps, due) => {
    const ctx = workCtx(deps, { name: 'По требованию человека' });
    const found = await demandRow(ctx, Number(due.object));
    if (!found || found.demand.state !== 'scheduled' || found.demand.destroy_on! > todayOf(ctx)) return;
    const { demand, person } = found;
    if (holding(await groundsNow(ctx.db, person.id, todayOf(ctx))).length)
      return act(ctx, 'profile.demand', async (write) => {
        await due.done(write.tx);
        await standAnew(write, ctx, demand, person);
      });
    await destroyByAct(ctx, person, {
      ground: `${demandKinds[demand.kind as DemandKind]}, требование от ${formatDate(demand.on_date)}: ${demand.ground}`,
      inside: (tx) => due.done(tx),
    });
  },
};
