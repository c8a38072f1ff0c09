// Rules of reminders: kept, switched on by a person who saw whom they remind, run at their moments, each run a mailing.
import type { DebtRuleBody, DebtRulePreview } from '../../../contract/notifications/reminders.ts';
import type { MailingContent } from '../../../contract/notifications.ts';
import { plusDays } from '../../../contract/kernel/days.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import { planDue, withdrawDue, type DueKind } from '../../jobs/due.ts';
import { act, type Write } from '../../kernel/act.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../../kernel/ctx.ts';
import { invalid, notFound, refuseIf, Refused } from '../../kernel/errors.ts';
import { unconnectedWords } from '../../ports/unconnected.ts';
import { authorOf } from '../author.ts';
import { countMailing } from '../counting.ts';
import { planMailing, type Plan } from '../planning.ts';
import { sampleOf } from '../preview.ts';
import { placeOfActor, templateCard } from '../queries.ts';
import { dueGarages, findRule, knownTypes, type DueGarage, type KeptRule } from '../queries/reminders.ts';
import { holdLimit } from '../queries/receivers.ts';
import { nextRun } from '../../jobs/rhythm.ts';
import { backToAuthor } from '../planned.ts';
import { askApproval, startMailing } from '../sending.ts';
import { insertDraft, placeOf } from '../writing.ts';
import { keepRuleShown, shownOf, whyRuleWaits } from './ruleShown.ts';

/** What a run is called among moments; its object is the rule. */
export const RULE_DUE = 'debt-rule.run';
const MOST_NAMES = 500;
/** So many of those held back are named in the journal; all stand in the history of the mailing. */
const MOST_HELD = 20;

/** What a kept rule says. */
const bodyOf = (kept: KeptRule): DebtRuleBody => ({
  name: kept.name,
  minDebt: Number(kept.min_kopecks),
  minDays: kept.min_days,
  accrualTypes: kept.accrual_types,
  every: kept.every as DebtRuleBody['every'],
  onDay: kept.on_day,
  atHour: kept.at_hour,
  template: kept.template_id,
  channel: kept.channel as DebtRuleBody['channel'],
  repeatDays: kept.repeat_days,
  payDays: kept.pay_days,
});

const columnsOf = (rule: DebtRuleBody) => ({
  name: rule.name,
  min_kopecks: rule.minDebt,
  min_days: rule.minDays,
  accrual_types: rule.accrualTypes,
  every: rule.every,
  on_day: rule.every === 'day' ? null : rule.onDay,
  at_hour: rule.atHour,
  template_id: rule.template,
  channel: rule.channel,
  repeat_days: rule.repeatDays,
  pay_days: rule.payDays,
});

async function refuseUnknown(ctx: Ctx, rule: DebtRuleBody): Promise<void> {
  const errors: FieldErrors = {};
  const template = await templateCard(ctx, ctx.db, rule.template);
  if (!template) errors.template = 'Выберите шаблон из списка';
  else if ((JSON.parse(template.json) as { kind: string }).kind !== 'debt')
    errors.template = 'Нужен шаблон вида «Долг и взносы»';
  const known = await knownTypes(ctx.db, rule.accrualTypes);
  if (rule.accrualTypes.some((id) => !known.includes(id))) errors.accrualTypes = 'Выберите виды из списка';
  refuseIf(errors);
}

/** Keeps a new rule, switched off. @throws 422 */
export async function createRule(ctx: Ctx, rule: DebtRuleBody): Promise<number> {
  const place = await placeOfActor(ctx);
  if (!place?.mo_id) throw invalid({ form: 'Напоминания о долге заводит МО или ПО' });
  const at = { ...place, mo_id: place.mo_id };
  await refuseUnknown(ctx, rule);
  return act(ctx, 'notification.rule', async ({ tx, log }) => {
    const now = ctx.now().toISOString();
    const { id } = await tx
      .insertInto('debt_rule')
      .values({ ...columnsOf(rule), ...at, created_by: ctx.actor.userId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await log({ place: at, text: `Создано правило напоминаний «${rule.name}», выключено` });
    return id;
  });
}

/** Saves a rule. One that was on is off then: whom it reminds now nobody has seen. @throws 404, 409, 422 */
export async function updateRule(ctx: Ctx, id: number, rule: DebtRuleBody & { version: number }): Promise<void> {
  await requireRule(ctx, ctx.db, id);
  await refuseUnknown(ctx, rule);
  await act(ctx, 'notification.rule', async (write) => {
    const kept = await requireRule(ctx, write.tx, id, rule.version);
    await write.tx
      .updateTable('debt_rule')
      .set({ ...columnsOf(rule), ...off, ...touched(ctx, kept) })
      .where('id', '=', id)
      .execute();
    await withdrawDue(write.tx, { what: RULE_DUE, object: String(id) });
    const was = kept.is_on ? ', выключено до проверки' : '';
    await write.log({ place: placeOf(kept), text: `Изменено правило напоминаний «${rule.name}»${was}` });
  });
}

const off = { is_on: false, enabled_by: null, late_at: null };
const touched = (ctx: Ctx, { version }: KeptRule) => ({ version: version + 1, updated_at: ctx.now().toISOString() });

/** Off for ever. @throws 404, 422 while it is on */
export async function withdrawRule(ctx: Ctx, id: number): Promise<void> {
  await act(ctx, 'notification.rule', async ({ tx, log }) => {
    const kept = await requireRule(ctx, tx, id);
    if (kept.is_on) throw invalid({ form: 'Сначала выключите правило' });
    await tx
      .updateTable('debt_rule')
      .set({ ...off, is_withdrawn: true, ...touched(ctx, kept) })
      .where('id', '=', id)
      .execute();
    await withdrawDue(tx, { what: RULE_DUE, object: String(id) });
    await log({ place: placeOf(kept), text: `Удалено правило напоминаний «${kept.name}»` });
  });
}

/** A rule of the actor's place, in a transaction its row held. @throws 404, 409 */
async function requireRule(ctx: Ctx, db: ReadDb | WriteDb, id: number, version?: number): Promise<KeptRule> {
  const kept = await findRule(ctx, db, id, version !== undefined);
  if (!kept) throw notFound();
  if (version !== undefined && kept.version !== version)
    throw new Refused(409, { message: 'Правило изменено в другом окне. Обновите страницу', code: 'stale' });
  return kept;
}

interface Switch {
  version: number;
  isOn: boolean;
  expected?: number | null | undefined;
  confirmed?: number | null | undefined;
}

/** Switches a rule. On only by somebody who saw how many people it would remind. @throws 404, 409, 422 */
export async function switchRule(ctx: Ctx, id: number, asked: Switch): Promise<void> {
  const found = await requireRule(ctx, ctx.db, id);
  const { ctx: own } = await atPlace(ctx, found);
  const run = asked.isOn ? await prepare(own, ctx.db, id, bodyOf(found)) : null;
  if (run) refuseSwitchOn(run, asked);
  await act(ctx, 'notification.rule', async ({ tx, log }) => {
    const kept = await requireRule(ctx, tx, id, asked.version);
    await tx
      .updateTable('debt_rule')
      .set({
        ...off,
        ...(run
          ? { is_on: true, enabled_by: ctx.actor.userId, last_note: null, ...shownOf(run.plan, run.people.length) }
          : {}),
        ...touched(ctx, kept),
      })
      .where('id', '=', id)
      .execute();
    await withdrawDue(tx, { what: RULE_DUE, object: String(id) });
    if (run) await planDue(tx, { what: RULE_DUE, object: String(id), at: nextOf(run.ctx, kept) });
    await log({ place: placeOf(kept), text: `Правило напоминаний «${kept.name}» ${run ? 'включено' : 'выключено'}` });
  });
}

function refuseSwitchOn({ plan, people }: Run, { expected, confirmed }: Switch) {
  // That nobody would get it today is no fault of the rule: it waits for those who will.
  const { selection: _none, ...problems } = plan.problems;
  refuseIf(problems);
  if (expected !== people.length)
    throw new Refused(409, {
      message: 'Пока вы смотрели, должники изменились. Посмотрите список снова',
      code: 'selection_changed',
    });
  if (people.length > plan.sender.confirm_above && confirmed !== people.length)
    throw invalid({ confirmed: `Впишите число получателей: ${people.length}` });
}

const nextOf = (ctx: Ctx, kept: Pick<KeptRule, 'every' | 'on_day' | 'at_hour'>) =>
  nextRun(
    { every: kept.every as DebtRuleBody['every'], onDay: kept.on_day, atHour: kept.at_hour },
    ctx.now(),
    ctx.timeZone ?? 'Europe/Moscow',
  );

interface Run {
  /** Of the rule's place. */
  ctx: Ctx;
  content: MailingContent;
  plan: Plan;
  garages: DueGarage[];
  /** Who is reminded. */
  people: number[];
  /** Who would be, were it not for the pause. */
  resting: number[];
}

type Place = Pick<KeptRule, 'region_id' | 'mo_id' | 'po_id'>;
/** The actor at the place of a rule; asked outside a transaction. */
const atPlace = async (ctx: Ctx, place: Place) =>
  authorOf(ctx.deps, ctx.db, { ...placeOf(place), created_by: ctx.actor.userId });

/** What a run would send now; `own` is of the rule's place. */
async function prepare(own: Ctx, db: ReadDb | WriteDb, id: number | null, rule: DebtRuleBody): Promise<Run> {
  const garages = await dueGarages(own, db, rule, id);
  const owners = garages.flatMap((garage) => garage.owners);
  const people = [...new Set(owners.filter(({ resting }) => !resting).map(({ id }) => id))];
  const resting = [...new Set(owners.filter((one) => one.resting).map(({ id }) => id))];
  const template = await templateCard(own, db, rule.template);
  const text = template ? (JSON.parse(template.json) as Pick<MailingContent, 'sms_text' | 'email_text'>) : null;
  const content: MailingContent = {
    title: rule.name,
    kind: 'debt',
    channel: rule.channel,
    template: template ? rule.template : null,
    sms_text: text?.sms_text ?? '',
    email_text: text?.email_text ?? null,
    selection: {
      of: 'garages',
      all: false,
      filter: {},
      included: garages.filter((garage) => garage.owners.some((one) => !one.resting)).map(({ id }) => id),
      excluded: [],
      excludedProfiles: resting,
    },
    typed: { Срок: plusDays(todayOf(own), rule.payDays) },
    meeting: null,
    onePerPerson: true,
    ignoreUnnotifiable: true,
    skipRepeated: true,
    skipTemplate: false,
  };
  const plan = await planMailing(own, db, content, 0, { holdsEmpty: true });
  const problems = template ? plan.problems : { ...plan.problems, template: 'Шаблон правила удалён: выберите другой' };
  return { ctx: own, content, plan: { ...plan, problems }, garages, people, resting };
}

/** The next run by names. @throws 404 for a rule of another place, 422 by field */
export async function previewRule(ctx: Ctx, rule: DebtRuleBody, id: number | null): Promise<DebtRulePreview> {
  const kept = id === null ? null : await requireRule(ctx, ctx.db, id);
  const place = kept ?? (await placeOfActor(ctx));
  if (!place?.mo_id) throw invalid({ form: 'Напоминания о долге заводит МО или ПО' });
  await refuseUnknown(ctx, rule);
  const { ctx: own } = await atPlace(ctx, { ...place, mo_id: place.mo_id });
  const run = await prepare(own, ctx.db, id, rule);
  const counted = await countMailing(run.ctx, run.ctx.db, run.content);
  const sample = sampleOf(run.ctx, counted, run.content);
  const schedule = { every: rule.every, on_day: rule.onDay, at_hour: rule.atHour };
  return {
    next_at: nextOf(run.ctx, schedule).toISOString(),
    due: dueRows(run),
    people: run.people.length,
    reach: run.plan.receivers.length - run.plan.unreachable.length,
    resting: run.resting.length,
    messages: run.plan.total,
    cost: run.plan.cost,
    problems: run.plan.problems,
    warnings: [...unconnectedWords(ctx.deps.settings, counted.tally), ...run.plan.warnings],
    sample: sample && { name: sample.name, sms: sample.sms, html: sample.html },
    confirm_above: run.plan.sender.confirm_above,
  };
}

function dueRows({ plan, garages }: Run): DebtRulePreview['due'] {
  const channels = new Map(plan.messages.map(({ receiver, channels: by }) => [receiver.id, by.join('+')]));
  const reasons = new Map(plan.unreachable.map(({ receiver, reason }) => [receiver.id, reason]));
  const days = new Map(garages.map((garage) => [garage.id, garage.days]));
  return plan.receivers.slice(0, MOST_NAMES).map((receiver) => ({
    id: receiver.id,
    name: receiver.name,
    plates: receiver.garages.map(({ section, number }) => [section, number].filter(Boolean).join('-')),
    debt: receiver.garages.reduce((sum, { debt }) => sum + Number(debt), 0),
    days: Math.max(...receiver.garages.map((garage) => days.get(garage.id) ?? 0)),
    channel: channels.get(receiver.id) ?? null,
    reason: reasons.get(receiver.id) ?? null,
  }));
}

const LATE_MS = 30 * 60_000;
/** A rule runs at its moment; a moment that was missed is left to a person, the next one comes all the same. */
export const ruleDue: DueKind = {
  what: RULE_DUE,
  title: 'Напоминание о долге по правилу',
  lateAfterMs: 0,
  late: 'run',
  leaves: true,
  run: async (deps, due) => {
    const rule = await deps.db
      .selectFrom('debt_rule')
      .where('id', '=', Number(due.object))
      .selectAll()
      .executeTakeFirst();
    if (!rule?.is_on) return;
    const { ctx, refusal } = await authorOf(deps, deps.db, { ...rule, created_by: rule.enabled_by });
    await act(ctx, 'notification.rule_run', async (write) => {
      const kept = await requireRule(ctx, write.tx, rule.id, rule.version);
      await due.done(write.tx);
      await planDue(write.tx, { what: RULE_DUE, object: due.object, at: nextOf(ctx, kept) });
      if (ctx.now().getTime() - due.dueAt.getTime() > LATE_MS) return missRun(write, kept, due.dueAt);
      await runRule(ctx, write, kept, { at: due.dueAt, refusal });
    });
  },
};

async function missRun({ tx, log }: Write, kept: KeptRule, at: Date) {
  await tx.updateTable('debt_rule').set({ late_at: at.toISOString() }).where('id', '=', kept.id).execute();
  await log({
    place: placeOf(kept),
    text: `Запуск правила «${kept.name}» пропущен: сервер в этот час не работал. Решает человек`,
  });
}

/** Runs a missed moment now, or leaves it out. @throws 404, 409, 422 */
export async function decideRun(
  ctx: Ctx,
  id: number,
  { version, isWanted, expected }: { version: number; isWanted: boolean; expected?: number | null | undefined },
): Promise<void> {
  const found = await requireRule(ctx, ctx.db, id);
  const { ctx: own, refusal } = await atPlace(ctx, found);
  await act(ctx, 'notification.rule_run', async (write) => {
    const kept = await requireRule(ctx, write.tx, id, version);
    if (!kept.late_at) throw invalid({ form: 'Пропущенного запуска нет: решение уже принято' });
    await write.tx
      .updateTable('debt_rule')
      .set({ late_at: null, ...touched(ctx, kept) })
      .where('id', '=', id)
      .execute();
    if (isWanted) return runRule(own, write, kept, { at: ctx.now(), refusal, expected: expected ?? -1 });
    await write.log({ place: placeOf(kept), text: `Пропущенный запуск правила «${kept.name}» не нужен` });
  });
}

/** Sends what is due now. What stops it is said on the rule and in the log. */
async function runRule(
  ctx: Ctx,
  write: Write,
  kept: KeptRule,
  { at, refusal, expected }: { at: Date; refusal: string | null; expected?: number },
) {
  const { tx, log } = write;
  await holdLimit(ctx, tx);
  const { content, plan, people } = await prepare(ctx, tx, kept.id, bodyOf(kept));
  if (expected !== undefined && expected !== people.length)
    throw new Refused(409, {
      message: 'Пока вы смотрели, должники изменились. Посмотрите список снова',
      code: 'selection_changed',
    });
  const heldBack = refusal ? null : heldWords(plan);
  const problem = refusal ?? (people.length ? Object.values(plan.problems)[0] : 'Напоминать некому');
  const note = [problem, heldBack].filter(Boolean).join('. ') || null;
  await tx
    .updateTable('debt_rule')
    .set({ last_run_at: ctx.now().toISOString(), last_note: note })
    .where('id', '=', kept.id)
    .execute();
  if (problem) return log({ place: placeOf(kept), text: `Правило «${kept.name}» ничего не отправило: ${note}` });
  if (heldBack) await log({ place: placeOf(kept), text: `Правило «${kept.name}». ${heldBack}` });
  const why = expected === undefined ? whyRuleWaits(kept, plan) : null;
  if (why) return leaveToAuthor(ctx, write, kept, { content, plan, at, why });
  await dropWaiting(write, kept);
  if (expected !== undefined) await keepRuleShown(tx, kept.id, plan);
  const mailing = await insertDraft(ctx, tx, content, plan.sender, { rule_id: kept.id, rule_run_at: at.toISOString() });
  const { approve_above: limit } = plan.sender;
  if (limit !== null && people.length - plan.unreachable.length > limit) return askApproval(write, mailing, plan, null);
  await startMailing(ctx, write, mailing, plan);
}

/** A run that grew past what was confirmed is a draft of who switched the rule on; one that waits already is made anew, with his texts. */
async function leaveToAuthor(
  ctx: Ctx,
  write: Write,
  kept: KeptRule,
  { content, plan, at, why }: Pick<Run, 'content' | 'plan'> & { at: Date; why: string },
) {
  const run = { rule_id: kept.id, rule_run_at: at.toISOString() };
  const old = await waitingDraft(write.tx, kept).where('created_by', '=', ctx.actor.userId).executeTakeFirst();
  const draft = old
    ? await write.tx
        .updateTable('notification')
        .set({ ...run, selection: JSON.stringify(content.selection), typed: JSON.stringify(content.typed) })
        .where('id', '=', old.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await insertDraft(ctx, write.tx, content, plan.sender, run);
  await backToAuthor(ctx, write, draft, plan, why);
  await write.tx.updateTable('debt_rule').set({ last_note: why }).where('id', '=', kept.id).execute();
}

const waitingDraft = (tx: WriteDb, { id }: KeptRule) =>
  tx.selectFrom('notification').where('rule_id', '=', id).where('status', '=', 0).select(['id', 'title']).forUpdate();

/** Whoever waited in the draft of an earlier run gets this one. */
async function dropWaiting({ tx, log }: Write, kept: KeptRule) {
  for (const { id, title } of await waitingDraft(tx, kept).execute()) {
    await tx.deleteFrom('notification').where('id', '=', id).execute();
    await log({
      object: { type: 'notification', id, name: title },
      place: placeOf(kept),
      text: `Правило «${kept.name}» отправляет само: черновик прошлого запуска больше не нужен`,
    });
  }
}

/** Who is told nothing because his message lacks a value, and which one; null where nobody is. */
function heldWords({ held }: Plan): string | null {
  if (!held.length) return null;
  const named = held
    .slice(0, MOST_HELD)
    .map(({ receiver, empty }) => `${receiver.name} (пусто ${empty.map((key) => `{${key}}`).join(', ')})`);
  const more = held.length - named.length;
  return `Не написали, проверьте: ${named.join('; ')}${more ? ` и ещё ${more}` : ''}`;
}
