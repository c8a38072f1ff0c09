// A mailing is recalled or stopped: what has not left is held back, and nothing more leaves of it.
import { sql } from 'kysely';
import { withdrawDue } from '../jobs/due.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { lockNotification, type KeptNotification } from './queries.ts';
import { START_DUE } from './sending.ts';
import { recount } from './telling.ts';
import { placeOf } from './writing.ts';

const LEFT_BEHIND = { recall: 'Рассылка отозвана', stop: 'Рассылка остановлена' };

/** Takes back everything, within the minute; a planned one any time before. @throws 422 when something has left */
export async function recallMailing(ctx: Ctx, id: number): Promise<void> {
  await act(ctx, 'notification.cancel', async (write) => {
    const kept = await requireMoving(ctx, write.tx, id);
    const tooLate = () => invalid({ form: 'Сообщения уже уходят: рассылку можно только остановить' });
    if (kept.status === 3 || (kept.status === 2 && new Date(kept.recall_until ?? 0) <= ctx.now())) throw tooLate();
    await withdrawDue(write.tx, { what: START_DUE, object: String(id) });
    if (await holdBack(write.tx, id, LEFT_BEHIND.recall, ctx.now())) throw tooLate();
    await endMailing(ctx, write, kept, 7, LEFT_BEHIND.recall);
  });
}

/** What has not left stays; statuses of what left still come. */
export async function stopMailing(ctx: Ctx, id: number): Promise<void> {
  await act(ctx, 'notification.cancel', async (write) => {
    const kept = await requireMoving(ctx, write.tx, id);
    await withdrawDue(write.tx, { what: START_DUE, object: String(id) });
    const left = await holdBack(write.tx, id, LEFT_BEHIND.stop, ctx.now());
    await endMailing(ctx, write, kept, left ? 5 : 7, LEFT_BEHIND.stop);
  });
}

async function requireMoving(ctx: Ctx, tx: WriteDb, id: number): Promise<KeptNotification> {
  const kept = await lockNotification(ctx, tx, id);
  if (!kept) throw notFound();
  if (![1, 2, 3].includes(kept.status)) throw invalid({ form: 'Рассылка уже закончена' });
  return kept;
}

/** Cancels what waits; answers how many messages had left. */
export async function holdBack(tx: WriteDb, id: number, reason: string, now: Date): Promise<number> {
  // What is being handed over this moment may still come back for another attempt: it is not to be made.
  await sql`update outbox set state = case state when 'queued' then 'cancelled' else state end, withdrawn = ${reason}
    where state in ('queued', 'sending') and id in (select outbox_id from notification_message where notification_id = ${id})`.execute(
    tx,
  );
  await sql`update notification_message m set status = 4, reason = ${reason}, changed_at = ${now.toISOString()}
    from outbox o where o.id = m.outbox_id and m.notification_id = ${id} and m.status = 0 and o.state = 'cancelled'`.execute(
    tx,
  );
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from notification_message m join outbox o on o.id = m.outbox_id
    where m.notification_id = ${id} and o.state <> 'cancelled'`.execute(tx);
  return rows[0]!.n;
}

/** Ends a mailing that nothing more leaves of; its counters are counted anew. */
export async function endMailing(ctx: Ctx, { tx, log }: Write, kept: KeptNotification, status: number, text: string) {
  await tx
    .updateTable('notification')
    .set({
      status,
      recall_until: null,
      // Whatever it waited for, it waits no more.
      pause_reason: null,
      awaits_approval: false,
      finished_at: ctx.now().toISOString(),
      version: kept.version + 1,
    })
    .where('id', '=', kept.id)
    .execute();
  await log({ object: { type: 'notification', id: kept.id, name: kept.title }, place: placeOf(kept), text });
  await recount(tx, [kept.id], ctx.now());
}
