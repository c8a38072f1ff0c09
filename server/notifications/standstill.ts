// What was to leave while the server stood: its hour is past, so a person decides whether it still leaves.
import { sql } from 'kysely';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import { isOpen } from '../ports/gate.ts';
import { endMailing, holdBack } from './ending.ts';
import { placeOf } from './writing.ts';

/** Messages later than this are asked about, minutes; as planned mailings are. */
const LATE_MIN = 30;
const WORDS = 'Не ушло вовремя: сервер стоял. Если ещё нужно, повторите';

/**
 * Holds back mailings whose messages should have left long ago by a channel on which nothing has left since: called when the work begins,
 * before anything leaves. A long queue is none of these, and what waits behind a closed gate waits for a person already. «Повторить» sends
 * what was held back. Answers how many mailings were.
 */
export async function holdAfterStandstill(deps: AppDeps): Promise<number> {
  let held = 0;
  for (const channel of ['mail', 'sms'] as const) {
    if (!(await isOpen(deps, channel))) continue;
    const long = sql`${new Date(deps.clock.now().getTime() - LATE_MIN * 60_000).toISOString()}::timestamptz`;
    const { rows } = await sql<{ id: number }>`select distinct n.id from outbox o
        join notification_message m on m.outbox_id = o.id join notification n on n.id = m.notification_id
      where o.state = 'queued' and o.channel = ${channel} and o.next_attempt_at < ${long} and n.status in (2, 3)
        and not exists (select 1 from outbox s where s.channel = ${channel} and s.sent_at > ${long}) order by n.id`.execute(
      deps.db,
    );
    for (const { id } of rows) if (await hold(deps, id)) held += 1;
  }
  return held;
}

async function hold(deps: AppDeps, id: number): Promise<boolean> {
  const ctx = workCtx(deps, {});
  return act(ctx, 'notification.cancel', async (write) => {
    const kept = await write.tx
      .selectFrom('notification')
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Another process that began with this one was quicker.
    if (kept.status !== 2 && kept.status !== 3) {
      await write.log({ text: 'Рассылка уже остановлена', place: placeOf(kept) });
      return false;
    }
    await holdBack(write.tx, id, WORDS, ctx.now());
    await endMailing(ctx, write, kept, 5, WORDS);
    await write.tx.updateTable('notification').set({ pause_reason: WORDS }).where('id', '=', id).execute();
    return true;
  });
}
