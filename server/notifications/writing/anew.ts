// Messages written anew: another attempt, at the price of today.
import { sql, type RawBuilder } from 'kysely';
import type { Ctx, WriteDb } from '../../kernel/ctx.ts';

/**
 * Messages `m` of a mailing as new attempts at today's price; answers their numbers. What was handed over before has been paid for, and stays in
 * the cost of the mailing.
 */
export async function writeAnew(ctx: Ctx, tx: WriteDb, mailing: number, which: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number }>`with again as (
      update notification_message m set superseded = true where ${which}
      returning notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments, attempt)
    insert into notification_message (notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html,
      segments, cost_kopecks, attempt, created_at)
    select notification_id, receiver, profile_id, user_id, ward_ids, garage_ids, person_name, channel, address, subject, body, html, segments,
      case channel when 'sms' then segments * sms_price_of(address) else 0 end, attempt + 1, ${ctx.now().toISOString()} from again returning id`.execute(
    tx,
  );
  await sql`update notification set cost_kopecks = (select coalesce(sum(m.cost_kopecks), 0) from notification_message m
    where m.notification_id = ${mailing} and (not m.superseded or m.handed_at is not null)) where id = ${mailing}`.execute(
    tx,
  );
  return rows;
}
