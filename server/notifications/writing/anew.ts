// Messages written anew: another attempt, at the price of today.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { limitProblem } from '../problems.ts';
import type { KeptNotification } from '../queries.ts';
import { holdLimit, senderFacts } from '../queries/receivers.ts';

/**
 * Messages `m` of a mailing as new attempts at today's price; answers their numbers. What was handed over before has been paid for, and stays in
 * the cost of the mailing.
 * @throws 422 when they cost more than what is left of the month's limit
 */
export async function writeAnew(
  ctx: Ctx,
  tx: WriteDb,
  { id: mailing, region_id, mo_id, po_id }: KeptNotification,
  which: RawBuilder<unknown>,
) {
  // Whoever presses the button, the place that wrote the mailing pays for it.
  const place = { region: mo_id ? null : region_id, mo: po_id ? null : mo_id, po: po_id };
  const payer = { ...ctx, actor: { ...ctx.actor, ...place } };
  await holdLimit(payer, tx);
  const sender = await senderFacts(payer, tx, 0);
  const { rows } = await sql<{ id: number; cost_kopecks: number }>`with again as (
      update notification_message m set superseded = true where ${which}
      returning notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments, attempt)
    insert into notification_message (notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html,
      segments, cost_kopecks, attempt, created_at)
    select notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments,
      case channel when 'sms' then segments * sms_price_of(address) else 0 end, attempt + 1, ${ctx.now().toISOString()} from again returning id, cost_kopecks`.execute(
    tx,
  );
  const cost = rows.reduce((sum, { cost_kopecks }) => sum + Number(cost_kopecks), 0);
  const limit = sender && cost > 0 && limitProblem(sender, cost);
  if (limit) throw invalid({ form: limit });
  await sql`update notification set cost_kopecks = (select coalesce(sum(m.cost_kopecks), 0) from notification_message m
    where m.notification_id = ${mailing} and (not m.superseded or m.handed_at is not null)) where id = ${mailing}`.execute(
    tx,
  );
  return rows;
}
