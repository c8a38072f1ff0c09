// Between the outbox and the messages: when each may leave, and what came of it.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import type { AppDeps } from '../kernel/ctx.ts';
import { failPoint } from '../kernel/failPoints.ts';
import type { DueKind } from '../jobs/due.ts';
import { authorOf } from './author.ts';
import { missPlanned } from './missed.ts';
import { planMailing } from './planning.ts';
import { holdLimit } from './queries/receivers.ts';
import { NIGHT, nightWords, quietUntil } from './rules.ts';
import { backToAuthor, startPlanned } from './planned.ts';
import { START_DUE } from './sending.ts';
import { recount } from './telling.ts';
import { contentOf, placeOf } from './writing.ts';
import { mailingsOf } from './writing/dropping.ts';

/**
 * SMS whose turn comes in the quiet hours of their place wait for its morning: the end of a long queue and late attempts too.
 * Urgent ones go.
 */
export async function waitForMorning(db: AppDeps['db'], now: Date): Promise<void> {
  const due = sql`from outbox o join notification_message m on m.outbox_id = o.id join notification n on n.id = m.notification_id
    join region r on r.id = n.region_id left join mo on mo.id = n.mo_id where o.state = 'queued' and o.channel = 'sms' and o.next_attempt_at <= ${now.toISOString()}::timestamptz and n.urgent_reason is null`;
  const { rows } = await sql<{
    region_id: number;
    mo_id: number | null;
    zone: string;
    quiet_from: number;
    quiet_to: number;
  }>`
    select distinct n.region_id, n.mo_id, coalesce(mo.time_zone, r.time_zone) as zone, coalesce(mo.quiet_from, 21) as quiet_from,
      coalesce(mo.quiet_to, 9) as quiet_to ${due}`.execute(db);
  await sql`update notification n set pause_reason = null where n.status in (2, 3) and n.pause_reason like ${`${NIGHT}%`}
    and not exists (select 1 from notification_message m join outbox o on o.id = m.outbox_id
      where m.notification_id = n.id and m.status = 0 and o.channel = 'sms' and o.next_attempt_at > ${now.toISOString()}::timestamptz)`.execute(
    db,
  );
  for (const { region_id, mo_id, zone, quiet_from: from, quiet_to: to } of rows) {
    const isItsPlace = sql`n.region_id = ${region_id}::int and n.mo_id is not distinct from ${mo_id}::int`;
    const until = quietUntil(now, zone, { from, to });
    if (!until) continue;
    await sql`update outbox set next_attempt_at = ${until.toISOString()}
      where id in (select o.id ${due} and ${isItsPlace})`.execute(db);
    await sql`update notification n set pause_reason = ${nightWords(to)}
      where ${isItsPlace} and n.urgent_reason is null and n.status in (2, 3) and n.id in (select m.notification_id
        from notification_message m join outbox o on o.id = m.outbox_id where m.status = 0 and o.next_attempt_at = ${until.toISOString()})`.execute(
      db,
    );
  }
}

/** A receipt that has not come in so long will not come, hours. */
const RECEIPT_HOURS = 72;

/** Writes the fates of the outbox on the messages, counts their mailings anew, tells the screens. */
export async function settleMessages(deps: Pick<AppDeps, 'db' | 'clock'>): Promise<void> {
  await failPoint('before settling');
  const at = deps.clock.now();
  const now = at.toISOString();
  // The fates and what the mailing says of them together: a process that dies between them would leave it under way for ever.
  await deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ notification_id: number }>`with fates as (
      select m.id, o.failure, o.state, o.withdrawn, o.billed_kopecks, case o.state when 'sent' then coalesce(o.receipt, 1) when 'failed' then 6 when 'unknown' then 11 else 4 end as status
      from notification_message m join outbox o on o.id = m.outbox_id
      where (m.status = 0 or (m.status in (1, 5, 11) and m.channel = 'sms' and o.receipt > 1)
          or (m.status = 2 and o.receipt = 3))
        and (o.state in ('sent', 'failed', 'unknown') or (o.state = 'cancelled' and o.withdrawn is not null)))
    update notification_message m set status = case when f.state = 'unknown' then coalesce((select receipt from outbox where id = m.outbox_id), 11) else f.status end,
      reason = case when f.state = 'cancelled' then f.withdrawn when f.status in (6, 11) or f.state = 'sent' then f.failure end,
      handed_at = coalesce(m.handed_at, case when f.state not in ('failed', 'cancelled') then ${now}::timestamptz end), changed_at = ${now}, billed_kopecks = f.billed_kopecks
    from fates f where f.id = m.id and m.status <> case when f.state = 'unknown' then coalesce((select receipt from outbox where id = m.outbox_id), 11) else f.status end
    returning m.notification_id`.execute(tx);
    await failPoint('fates settled');
    const expired = await sql<{
      notification_id: number;
    }>`update notification_message set status = 5, changed_at = ${now}
    where status = 1 and channel = 'sms' and handed_at < ${now}::timestamptz - make_interval(hours => ${RECEIPT_HOURS})
    returning notification_id`.execute(tx);
    await recount(tx, mailingsOf([...rows, ...expired.rows]), at);
  });
}

const LATE_MS = 30 * 60_000;
/** A planned mailing starts at its moment; one that is late waits for a person. */
export const startDue: DueKind = {
  what: START_DUE,
  title: 'Запланированная рассылка',
  lateAfterMs: LATE_MS,
  late: 'ask',
  leaves: true,
  asked: missPlanned,
  run: async (deps, due) => {
    const kept = await deps.db
      .selectFrom('notification')
      .where('id', '=', Number(due.object))
      .selectAll()
      .executeTakeFirst();
    if (!kept || kept.status !== 1) return;
    const { ctx, refusal } = await authorOf(deps, deps.db, kept);
    await act(ctx, 'notification.send', async (write) => {
      const held = await write.tx
        .selectFrom('notification')
        .where('id', '=', kept.id)
        .selectAll()
        .forUpdate()
        .executeTakeFirstOrThrow();
      await due.done(write.tx);
      await holdLimit(ctx, write.tx);
      const plan = await planMailing(ctx, write.tx, contentOf(held), kept.id);
      if (held.status !== 1) return write.log({ text: 'Рассылка уже не запланирована', place: placeOf(held) });
      if (!refusal) return startPlanned(ctx, write, held, plan);
      await backToAuthor(ctx, write, held, plan, refusal);
    });
  },
};
