// A mailing starts, is recalled, stopped: its messages and their outbox rows in one transaction.
import { sql } from 'kysely';
import { isSamePlace, levelOf } from '../../contract/kernel/scope.ts';
import { SHORTEST_URGENCY } from '../../contract/notifications/checkFacts.ts';
import { RECALL_S, type MailingKind } from '../../contract/notifications.ts';
import { planDue } from '../jobs/due.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf, Refused } from '../kernel/errors.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { authorOf } from './author.ts';
import { frameLetter } from './letters.ts';
import { timeIn } from './problems.ts';
import { emptyPeople, planMailing, reachedPeople, type Plan } from './planning.ts';
import { letterOf, type Receiver } from './rendering.ts';
import { attachmentsOf, lockNotification, type KeptNotification } from './queries.ts';
import { holdLimit, quietOf } from './queries/receivers.ts';
import { isAlsoOwn, nameThrough, type Ward } from './queries/wards.ts';
import { mayBeUrgent, nightWords, quietUntil, statusOfReason, type MessageChannel } from './rules.ts';
import { meetingProblems } from './rules/meetings.ts';
import { letterText } from './rules/texts.ts';
import { recount } from './telling.ts';
import { contentOf, placeOf, requireDraft } from './writing.ts';
import { payerOf } from './writing/anew.ts';
import { keepRuleShown } from './writing/ruleShown.ts';

/** What a planned mailing is called among moments. */
export const START_DUE = 'notification.start';
const MOST_AHEAD_MS = 366 * 86_400_000;

interface Asked {
  version: number;
  expected: { people: number; messages: number; cost: number; who?: string | undefined };
  confirmed?: number | null | undefined;
  /** People with an empty value who were seen. */
  emptySeen?: number | null | undefined;
  scheduledAt?: string | null | undefined;
  /** Why SMS go at night. */
  urgentReason?: string | null | undefined;
}

/** Sends what the person saw, now or at a moment. @throws everything that stops it, by field */
export async function sendMailing(ctx: Ctx, id: number, asked: Asked): Promise<void> {
  await act(ctx, 'notification.send', async (write) => {
    const draft = await requireDraft(ctx, write.tx, id, asked.version);
    const kept = await keepUrgency(ctx, write.tx, draft, asked.urgentReason);
    const at = asked.scheduledAt ? new Date(asked.scheduledAt) : null;
    // A draft begun at another place of the author stays of that place: its people, its limit, its journal.
    const payer = payerOf(ctx, kept);
    await holdLimit(payer, write.tx);
    const plan = await planMailing(payer, write.tx, contentOf(kept), id, { at });
    refuseIf(plan.problems);
    const people = reachedPeople(plan);
    if (plan.unreachable.length && !kept.ignore_unnotifiable)
      throw invalid({
        ignoreUnnotifiable: `${plan.unreachable.length} чел. ничего не получат. Отметьте «Отправить остальным»`,
      });
    if (!isAsSeen(asked.expected, plan)) throw seenOtherwise(ctx, payer, plan);
    if (people > plan.sender.confirm_above && asked.confirmed !== people)
      throw invalid({ confirmed: `Впишите число получателей: ${people}` });
    const lacking = emptyPeople(plan);
    if (lacking && asked.emptySeen !== lacking)
      throw invalid({ emptySeen: `Пустые значения у ${lacking} чел.: проверьте, что им уйдёт, и отметьте` });
    if (at) refuseMoment(ctx, at, kept);
    const { approve_above: limit } = plan.sender;
    if (at) await keepShown(write.tx, kept, plan);
    if (kept.rule_id !== null) await keepRuleShown(write.tx, kept.rule_id, plan);
    if (limit !== null && people > limit) return askApproval(write, kept, plan, at);
    if (at) return schedule(ctx, write, kept, at);
    await startMailing(ctx, write, kept, plan);
  });
}

/** Writes down what the author has seen and confirmed: at its moment the mailing is held against it. */
async function keepShown(tx: WriteDb, { id }: KeptNotification, plan: Plan) {
  const people = reachedPeople(plan);
  await tx
    .updateTable('notification')
    .set({
      shown_people: people,
      shown_cost_kopecks: plan.cost,
      shown_empty: emptyPeople(plan),
      shown_typed: people > plan.sender.confirm_above,
      people: plan.receivers.length,
      unreachable: plan.unreachable.length,
      cost_kopecks: plan.cost,
      cost_ready: true,
    })
    .where('id', '=', id)
    .execute();
}

/** Where one left and another came the numbers are the same. */
const isAsSeen = ({ people, messages, cost, who }: Asked['expected'], plan: Plan) =>
  people === reachedPeople(plan) &&
  messages === plan.total &&
  cost === plan.cost &&
  (who === undefined || who === plan.who);

function seenOtherwise(ctx: Ctx, payer: Ctx, { sender: { sent_from } }: Plan) {
  const message = isSamePlace(ctx.actor, payer.actor)
    ? 'Пока вы смотрели, получатели изменились. Проверьте рассылку снова'
    : `Черновик начат в «${sent_from}», и получат его только там. Перейдите туда и проверьте рассылку снова`;
  return new Refused(409, { message, code: 'selection_changed' });
}

/** Keeps why SMS of a draft go at night. @throws 422 by field for whom and what may wait */
async function keepUrgency(ctx: Ctx, tx: WriteDb, kept: KeptNotification, reason: string | null | undefined) {
  if (!reason) return kept;
  if (reason.length < SHORTEST_URGENCY) throw invalid({ urgentReason: 'Напишите, почему нельзя ждать утра' });
  if (levelOf(ctx.actor) !== 'mo') throw invalid({ urgentReason: 'Срочные СМС ночью отправляет МО' });
  if (!mayBeUrgent(ctx.actor, kept.kind as MailingKind))
    throw invalid({ urgentReason: 'О долге и рекламу ночью не шлют: срочны только новости и собрания' });
  await tx.updateTable('notification').set({ urgent_reason: reason }).where('id', '=', kept.id).execute();
  return { ...kept, urgent_reason: reason };
}

function refuseMoment(ctx: Ctx, at: Date, kept: KeptNotification) {
  const ahead = at.getTime() - ctx.now().getTime();
  if (ahead <= 0) throw invalid({ scheduledAt: 'Время отправки уже прошло' });
  if (ahead > MOST_AHEAD_MS) throw invalid({ scheduledAt: 'Не дальше чем на год вперёд' });
  const zone = ctx.timeZone ?? HOME_ZONE;
  const meeting = meetingProblems(contentOf(kept), { day: dateIn(at, zone), time: timeIn(at, zone) });
  if (Object.keys(meeting).length) throw invalid({ scheduledAt: 'К этому времени собрание уже пройдёт' });
}

/** Leaves a mailing to a second person; nothing is written to anybody before he agrees. */
export async function askApproval({ tx, log }: Write, kept: KeptNotification, plan: Plan, at: Date | null) {
  const people = reachedPeople(plan);
  await tx
    .updateTable('notification')
    .set({
      status: 1,
      awaits_approval: true,
      scheduled_at: at?.toISOString() ?? null,
      people: plan.receivers.length,
      unreachable: plan.unreachable.length,
      cost_kopecks: plan.cost,
      cost_ready: true,
      asked_who: plan.who,
      pause_reason: `Ждёт согласования: получателей больше ${plan.sender.approve_above}`,
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .execute();
  await log({
    object: { type: 'notification', id: kept.id, name: kept.title },
    place: placeOf(kept),
    text: `Рассылка на ${people} чел. отдана на согласование`,
  });
}

/**
 * A second person agrees: the mailing starts now or at its moment, as its author's place sends it.
 * @throws 422 for the author himself, 409 when more people or another sum would leave than he asked for
 */
export async function approveMailing(ctx: Ctx, id: number): Promise<void> {
  const found = await ctx.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirst();
  if (!found) throw notFound();
  const author = await authorOf(ctx.deps, ctx.db, found);
  await act(ctx, 'notification.approve', async (write) => {
    const { tx, log } = write;
    const kept = await lockNotification(ctx, tx, id);
    if (!kept) throw notFound();
    if (kept.status !== 1 || !kept.awaits_approval) throw invalid({ form: 'Эта рассылка согласования не ждёт' });
    if (kept.created_by === ctx.actor.userId) throw invalid({ form: 'Согласует не автор, а другой сотрудник' });
    await holdLimit(author.ctx, tx);
    const at = kept.scheduled_at ? new Date(kept.scheduled_at) : null;
    const isAhead = at !== null && at > ctx.now();
    const plan = await planMailing(author.ctx, tx, contentOf(kept), id, { at: isAhead ? at : null });
    refuseIf(plan.problems);
    if (author.refusal) throw invalid({ form: author.refusal });
    if (
      plan.receivers.length !== kept.people ||
      plan.unreachable.length !== kept.unreachable ||
      plan.cost !== Number(kept.cost_kopecks) ||
      (kept.asked_who !== null && plan.who !== kept.asked_who)
    )
      throw new Refused(409, {
        message: 'Получатели или стоимость изменились. Автор должен отозвать рассылку и проверить её заново',
        code: 'selection_changed',
      });
    await tx
      .updateTable('notification')
      .set({ awaits_approval: false, approved_by: ctx.actor.userId, pause_reason: null })
      .where('id', '=', id)
      .execute();
    await log({
      object: { type: 'notification', id, name: kept.title },
      place: placeOf(kept),
      text: 'Рассылка согласована вторым сотрудником',
    });
    if (isAhead) return schedule(ctx, write, kept, at);
    await startMailing(author.ctx, write, kept, plan);
  });
}

async function schedule(ctx: Ctx, { tx, log }: Write, kept: KeptNotification, at: Date) {
  await tx
    .updateTable('notification')
    .set({ status: 1, scheduled_at: at.toISOString(), pause_reason: null, version: kept.version + 1 })
    .where('id', '=', kept.id)
    .execute();
  await planDue(tx, { what: START_DUE, object: String(kept.id), at });
  await log({
    object: { type: 'notification', id: kept.id, name: kept.title },
    place: placeOf(kept),
    text: 'Рассылка запланирована',
  });
  await recount(tx, [kept.id], ctx.now());
}

/** Writes every message and what the outbox is to send, with a minute in which all can be recalled. */
export async function startMailing(ctx: Ctx, { tx, log }: Write, kept: KeptNotification, plan: Plan): Promise<void> {
  const now = ctx.now();
  const recallUntil = new Date(now.getTime() + RECALL_S * 1000);
  const night = quietUntil(recallUntil, plan.sender.time_zone, quietOf(plan.sender));
  const quiet = kept.urgent_reason ? null : night;
  await tx
    .updateTable('notification')
    .set({
      status: 2,
      recall_until: recallUntil.toISOString(),
      started_at: now.toISOString(),
      people: plan.receivers.length,
      garages: new Set(plan.receivers.flatMap(({ garages }) => garages.map((one) => one.id))).size,
      unreachable: plan.unreachable.length,
      segments: plan.segments,
      cost_kopecks: plan.cost,
      cost_ready: true,
      pause_reason: quiet && plan.segments ? nightWords(plan.sender.quiet_to) : null,
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .execute();
  await insertMessages(ctx, tx, kept, plan);
  await writeOutbox(ctx, tx, kept, { mail: recallUntil, sms: quiet ?? recallUntil });
  await log({
    object: { type: 'notification', id: kept.id, name: kept.title },
    place: placeOf(kept),
    text: `Отправлена рассылка: сообщений ${plan.total}, не получат ${plan.unreachable.length}, стоимость ${(plan.cost / 100).toFixed(2).replace('.', ',')} ₽${
      kept.urgent_reason ? `. Срочно, ночью: ${kept.urgent_reason}` : ''
    }`,
  });
  await recount(tx, [kept.id], now);
}

interface NewMessage {
  receiver: string;
  profile_id: number | null;
  user_id: number | null;
  ward_ids: number[];
  garage_ids: number[];
  person_name: string;
  channel: MessageChannel | null;
  address: string | null;
  subject: string | null;
  body: string;
  html: string | null;
  segments: number;
  cost_kopecks: number;
  status: number;
  reason: string | null;
}
const CHUNK = 500;
/** Reasons that the status of the message doesn't say. */
const TOLD_REASONS: ReadonlySet<string> = new Set([
  'former',
  'deceased',
  'restricted',
  'no_representative',
  'bounced',
  'repeated',
  'had_template',
  'trial',
  'empty',
]);

/** Writes the messages of a plan, and those who get none with the reason; `attempt` is which one it is. */
export async function insertMessages(
  ctx: Ctx,
  tx: WriteDb,
  kept: KeptNotification,
  plan: Pick<Plan, 'unreachable' | 'capped' | 'messages'>,
  attempt = 1,
) {
  const content = contentOf(kept);
  const site = ctx.deps.settings.publicUrl;
  const who = ({ id, isOfficial, ownName, isOwn }: Receiver, wards: readonly Ward[], garages: Receiver['garages']) => ({
    profile_id: isOfficial ? null : id,
    user_id: isOfficial ? id : null,
    ward_ids: wards.map((ward) => ward.id),
    person_name: nameThrough(ownName, wards, isOwn && isAlsoOwn(wards, garages)),
  });
  const silent = { address: null, subject: null, body: '', html: null, segments: 0, cost_kopecks: 0, channel: null };
  const rows: NewMessage[] = plan.unreachable.map(({ receiver, reason }) => ({
    ...silent,
    ...who(receiver, receiver.wards, receiver.garages),
    receiver: receiver.key,
    garage_ids: receiver.garages.map(({ id }) => id),
    status: statusOfReason[reason],
    reason: TOLD_REASONS.has(reason) ? reason : null,
  }));
  for (const message of plan.capped)
    rows.push({
      ...silent,
      ...who(message.receiver, message.wards, message.garages),
      receiver: message.key,
      garage_ids: message.garages.map(({ id }) => id),
      status: statusOfReason.often,
      reason: 'often',
    });
  for (const message of plan.messages)
    for (const channel of message.channels)
      rows.push({
        ...who(message.receiver, message.wards, message.garages),
        receiver: message.key,
        garage_ids: message.garages.map(({ id }) => id),
        channel,
        address: channel === 'sms' ? message.receiver.facts.phone : message.receiver.facts.email,
        subject: channel === 'mail' ? kept.title : null,
        body:
          channel === 'sms'
            ? message.sms
            : content.email_text
              ? letterText(content.email_text, message.values.long)
              : '',
        html: channel === 'mail' ? letterOf(content, message, site) : null,
        segments: channel === 'sms' ? message.segments : 0,
        cost_kopecks: channel === 'sms' ? message.cost : 0,
        status: 0,
        reason: null,
      });
  for (let at = 0; at < rows.length; at += CHUNK)
    await sql`insert into notification_message (notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body,
        html, segments, cost_kopecks, status, reason, attempt, created_at)
      select ${kept.id}, r.receiver, r.profile_id, r.user_id, coalesce(r.ward_ids, '{}'), coalesce(r.garage_ids, '{}'), r.person_name, r.channel, r.address, r.subject, r.body,
        r.html, r.segments, r.cost_kopecks, r.status, r.reason, ${attempt}::int, ${ctx.now().toISOString()}
      from json_to_recordset(${JSON.stringify(rows.slice(at, at + CHUNK))}::json) as r(receiver text, profile_id int, user_id int, ward_ids int[], garage_ids int[], person_name text,
        channel text, address text, subject text, body text, html text, segments int, cost_kopecks int, status int, reason text)`.execute(
      tx,
    );
}

/** Puts every message that waits and has no outbox row into the outbox, to leave not before its moment. */
export async function writeOutbox(ctx: Ctx, tx: WriteDb, kept: KeptNotification, at: Record<MessageChannel, Date>) {
  const files = (await attachmentsOf(tx, kept.id)).map(({ id }) => id);
  const replyTo = await replyAddress(tx, kept);
  const waiting = await tx
    .selectFrom('notification_message')
    .where('notification_id', '=', kept.id)
    .where('status', '=', 0)
    .where('outbox_id', 'is', null)
    .select(['id', 'receiver', 'profile_id', 'channel', 'address', 'subject', 'body', 'html', 'attempt'])
    .execute();
  const rows = waiting.map((message) => ({
    message: message.id,
    channel: message.channel,
    what: `notification:${kept.id}${message.attempt > 1 ? `:${message.attempt}` : ''}`,
    receiver: message.receiver,
    recipient: message.address,
    subject: message.subject ?? '',
    ...(message.channel === 'mail'
      ? frameLetter(ctx.deps, kept, message, { files, replyTo })
      : { body_text: message.body, body_html: null, extra: null }),
    next: at[message.channel as MessageChannel].toISOString(),
  }));
  for (let start = 0; start < rows.length; start += CHUNK)
    await sql`with given as (select * from json_to_recordset(${JSON.stringify(rows.slice(start, start + CHUNK))}::json) as r(message int, channel text, what text,
        receiver text, recipient text, subject text, body_text text, body_html text, extra jsonb, next timestamptz)),
      written as (insert into outbox (channel, what, receiver, recipient, subject, body_text, body_html, extra, next_attempt_at, created_at)
        select channel, what, receiver, recipient, subject, body_text, body_html, extra, next, ${ctx.now().toISOString()} from given
        returning id, what, receiver, channel)
      update notification_message m set outbox_id = w.id from written w, given g
      where g.message = m.id and w.what = g.what and w.receiver = g.receiver and w.channel = g.channel`.execute(tx);
}

/** Answers come to the ПО, not to the address that only sends. */
export async function replyAddress(
  tx: WriteDb,
  { po_id, mo_id }: Pick<KeptNotification, 'po_id' | 'mo_id'>,
): Promise<string | null> {
  const table = po_id ? 'po' : 'mo';
  const place = await tx
    .selectFrom(table)
    .where('id', '=', po_id ?? mo_id ?? 0)
    .select('email')
    .executeTakeFirst();
  return place?.email ?? null;
}
