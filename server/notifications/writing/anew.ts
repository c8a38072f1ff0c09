// Messages written anew: another attempt, at the price of today.
import { sql, type RawBuilder } from 'kysely';
import { formatDate } from '../../../contract/kernel/words.ts';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { dateIn } from '../../ports/clock.ts';
import { DEBT_SMS_A_DAY, DEBT_SMS_A_WEEK } from '../rules.ts';
import { limitProblem } from '../problems.ts';
import type { KeptNotification } from '../queries.ts';
import { holdLimit, senderFacts } from '../queries/receivers.ts';

/** Why some are left out. */
export const OFTEN = 'Больше двух СМС о долге в день и четырёх в неделю одному человеку не шлют';

/** A debt is told as it was when its text was made; after so many days it is counted anew. */
const DEBT_TEXT_DAYS = 7;

/** Whoever presses the button, the place that wrote the mailing pays for it. */
export const payerOf = (
  ctx: Ctx,
  { region_id, mo_id, po_id }: Pick<KeptNotification, 'region_id' | 'mo_id' | 'po_id'>,
): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, region: mo_id ? null : region_id, mo: po_id ? null : mo_id, po: po_id },
});

/** What was handed over has been paid for, also where it is sent once more. */
export const recost = (tx: WriteDb, mailing: number) =>
  sql`update notification set cost_kopecks = (select coalesce(sum(m.cost_kopecks), 0) from notification_message m
    where m.notification_id = ${mailing} and (not m.superseded or m.handed_at is not null)) where id = ${mailing}`.execute(
    tx,
  );

/** Those of messages `m` that would be one SMS too many about a debt for their people, these counted in their order. */
async function tooMany(ctx: Ctx, tx: WriteDb, which: RawBuilder<unknown>) {
  const since = (length: string) => sql`s.created_at > ${ctx.now().toISOString()}::timestamptz - ${length}::interval`;
  const { rows } = await sql<{ id: number; person_name: string }>`select asked.id, asked.person_name
    from (select m.id, m.person_name, coalesce(a.merged_into, a.id) as person,
        row_number() over (partition by coalesce(a.merged_into, a.id) order by m.id) as nth
      from notification_message m join notification n on n.id = m.notification_id join profile a on a.id = m.profile_id
      where ${which} and m.channel = 'sms' and n.kind = 'debt') as asked
    cross join lateral (select count(*) filter (where ${since('24 hours')}) as day, count(*) as week
      from notification_message s join notification n on n.id = s.notification_id join profile a on a.id = s.profile_id
      where coalesce(a.merged_into, a.id) = asked.person and s.channel = 'sms' and n.kind = 'debt' and s.status in (0, 1, 2, 3, 11)
        and ${since('7 days')}) as was
    where asked.nth + was.day > ${DEBT_SMS_A_DAY} or asked.nth + was.week > ${DEBT_SMS_A_WEEK} order by asked.id`.execute(
    tx,
  );
  return rows;
}

/**
 * Messages `m` of a mailing as new attempts at today's price; answers their numbers, and whose stay as they are because they would be
 * one SMS too many about a debt. What was handed over before has been paid for, and stays in the cost of the mailing.
 * @throws 422 when they cost more than what is left of the month's limit, and for a debt told too long ago
 */
export async function writeAnew(ctx: Ctx, tx: WriteDb, kept: KeptNotification, which: RawBuilder<unknown>) {
  const mailing = kept.id;
  const payer = payerOf(ctx, kept);
  await holdLimit(payer, tx);
  const sender = await senderFacts(payer, tx, 0);
  const often = await tooMany(ctx, tx, which);
  const { rows } = await sql<{ id: number; cost_kopecks: number }>`with again as (
      update notification_message m set superseded = true where ${which} and not m.id = any(${often.map(({ id }) => id)}::int[])
      returning notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments, attempt)
    insert into notification_message (notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html,
      segments, cost_kopecks, attempt, created_at)
    select notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments,
      case channel when 'sms' then segments * sms_price_of(address) else 0 end, attempt + 1, ${ctx.now().toISOString()} from again returning id, cost_kopecks`.execute(
    tx,
  );
  if (rows.length) refuseOldDebt(ctx, kept);
  const cost = rows.reduce((sum, { cost_kopecks }) => sum + Number(cost_kopecks), 0);
  const limit = sender && cost > 0 && limitProblem(sender, cost);
  if (limit) throw invalid({ form: limit });
  await recost(tx, mailing);
  return { rows, often: [...new Set(often.map(({ person_name: name }) => name))] };
}

/** Whoever has paid since would be dunned for what he does not owe. */
function refuseOldDebt(ctx: Ctx, { kind, started_at }: KeptNotification): void {
  if (kind !== 'debt' || !started_at) return;
  const told = new Date(started_at);
  if (ctx.now().getTime() - told.getTime() <= DEBT_TEXT_DAYS * 86_400_000) return;
  const day = formatDate(dateIn(told, ctx.timeZone));
  throw invalid({
    form: `Суммы долга в этих сообщениях на ${day}: с тех пор их могли оплатить. Составьте рассылку заново`,
  });
}
