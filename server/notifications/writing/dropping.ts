// Who withdrew is left out before anything leaves.
import { sql, type RawBuilder } from 'kysely';
import type { AppDeps, WriteDb } from '../../kernel/ctx.ts';
import { tiedToPlaceOf } from '../../kernel/scope.ts';
import { timeAtPlace } from '../../kernel/timeZones.ts';
import { limitTo } from '../../db/planned.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { statusOfReason } from '../rules.ts';
import { recount } from '../telling.ts';

/** Numbers of the mailings of messages, each once. */
export const mailingsOf = (rows: readonly { notification_id: number }[]) => [
  ...new Set(rows.map((row) => row.notification_id)),
];

/**
 * Cancels what waits for people who may not be written to any more: consent withdrawn, processing stopped, unsubscribed, dead, or strangers to the
 * place that writes since then; for whoever reads for such ones, or reads for them no more; and what would go to a number or mailbox that is his
 * no more, or does not take letters. Called before messages are taken, so that nothing leaves after such a word.
 */
export async function dropWithdrawn(
  db: AppDeps['db'] | WriteDb,
  now: Date,
  which?: { channel: 'mail' | 'sms'; count: number } | { held: readonly number[] },
): Promise<void> {
  // Before messages are taken only those whose turn it is are looked at; everything that waits, every other second; what is in hand (`held`)
  // as long as it waits there.
  const isHeld = which !== undefined && 'held' in which;
  const due = isHeld
    ? sql`and o.id = any(${which.held}::int[])`
    : which
      ? sql`and o.id in (select id from outbox where state = 'queued' and channel = ${which.channel} and is_bulk and next_attempt_at <= ${now.toISOString()}::timestamptz
        order by next_attempt_at, id ${limitTo(which.count)})`
      : sql``;
  const has = (kind: string) =>
    sql`exists (select 1 from consent c where c.profile_id = p.id and c.kind = ${kind} and c.revoked_at is null)`;
  const lost = (kind: string) =>
    sql`(exists (select 1 from consent c where c.profile_id = p.id and c.kind = ${kind} and c.revoked_at is not null) and not ${has(kind)})`;
  // Asked when it could leave: thousands that wait for the morning are not asked about every two seconds.
  const isDue = sql`o.next_attempt_at <= ${now.toISOString()}::timestamptz`;
  const former = sql`(${isDue} and not ${tiedToPlaceOf('n', 'p', timeAtPlace('n', now))})`;
  const moved = sql`(case m.channel when 'sms' then not m.address = any(p.phones) else lower(m.address) is distinct from lower(p.email) end)`;
  const bounced = sql`(m.channel = 'mail' and coalesce(p.bounced_key = md5(lower(p.email)), false))`;
  const ofWards = (is: RawBuilder<unknown>) => sql`(m.ward_ids <> '{}' and exists (select 1 from profile c
    join profile w on w.id = coalesce(c.merged_into, c.id) where c.id = any(m.ward_ids) and (${is})))`;
  const deceased = sql`(p.voa_status_id = 8 or p.is_anonymised or ${ofWards(sql`w.voa_status_id = 8 or w.is_anonymised`)})`;
  const restricted = sql`(p.restricted_at is not null or ${ofWards(sql`w.restricted_at is not null`)})`;
  const unread = ofWards(sql`w.representative_id is distinct from p.id`);
  // Of a person who was entered twice everything stands on the card that stays.
  const { rows } = await sql<{ notification_id: number }>`with dropped as (
      update outbox o set state = 'cancelled', taken_until = null from notification_message m
        join notification n on n.id = m.notification_id join profile a on a.id = m.profile_id join profile p on p.id = coalesce(a.merged_into, a.id)
      where o.id = m.outbox_id and o.state = ${isHeld ? 'sending' : 'queued'} and m.status = 0 ${due} and (
        ${deceased} or ${restricted} or ${unread}
        or exists (select 1 from unsubscription u where ${ofAnyCard(sql`u.profile_id`, sql`p.id`)} and u.kind = n.kind and u.channel = m.channel)
        or ${former} or ${moved} or ${bounced}
        or (m.channel = 'sms' and not ${has('sms_info')}) or (n.kind = 'ads' and not ${has('ads')})
        or (m.channel = 'mail' and (${lost('email_info')} or ${lost('pd_processing')} or not (p.is_voa_member or ${has('pd_processing')}))))
      returning m.id, exists (select 1 from unsubscription u where ${ofAnyCard(sql`u.profile_id`, sql`p.id`)} and u.kind = n.kind and u.channel = m.channel) as by_himself,
        ${former} as is_former, ${restricted} as is_restricted, ${deceased} as is_deceased, ${unread} as is_unread,
        ${moved} as is_moved, ${bounced} as is_bounced)
    update notification_message m set status = case when d.is_deceased then ${statusOfReason.deceased} when d.is_restricted then ${statusOfReason.restricted} when d.is_former then ${statusOfReason.former} when d.by_himself then 9 when d.is_unread or d.is_moved or d.is_bounced then ${statusOfReason.no_contact} else 8 end,
      reason = case when d.is_deceased then 'deceased' when d.is_restricted then 'restricted' when d.is_former then 'связь с ПО закончилась после отправки рассылки'
        when d.by_himself then 'отказ после отправки рассылки' when d.is_unread then 'представитель изменён после отправки рассылки' when d.is_moved then 'контакт изменён после отправки рассылки' when d.is_bounced then 'bounced' else 'отказ после отправки рассылки' end,
      cost_kopecks = 0, changed_at = ${now.toISOString()}
    from dropped d where d.id = m.id returning m.notification_id`.execute(db);
  const left = which ? [] : await dropDismissed(db, now);
  await recount(db, mailingsOf([...rows, ...left]), now);
}

const CLOSED = 'учётная запись отключена';

/** Letters of any kind that wait for users who have left since: reports with people in them too. */
async function dropDismissed(db: AppDeps['db'] | WriteDb, now: Date): Promise<{ notification_id: number }[]> {
  const { rows } = await sql<{ notification_id: number }>`with gone as (
      update outbox o set state = 'cancelled', withdrawn = ${CLOSED} from app_user u
      where o.state = 'queued' and o.channel = 'mail' and o.receiver = 'user:' || u.id and not u.is_active returning o.id)
    update notification_message m set status = ${statusOfReason.no_contact}, reason = ${CLOSED}, changed_at = ${now.toISOString()}
    from gone where m.outbox_id = gone.id and m.status = 0 returning m.notification_id`.execute(db);
  return rows;
}
