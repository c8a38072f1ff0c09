// Messages of mailings and their fates: read, marked by hand, sent once more, taken away.
import * as fates from '../../../contract/notifications/messages.ts';
import { messageFate } from '../../../contract/notifications/fates.ts';
import { NOT_LATER } from '../../../contract/kernel/words.ts';
import { act } from '../../kernel/act.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { jsonRows, parseList } from '../../kernel/list.ts';
import type { Mount } from '../../kernel/mount.ts';
import { dateIn } from '../../ports/clock.ts';
import * as q from '../queries.ts';
import { recount } from '../telling.ts';
import { exportMessages, resendToPerson } from '../writing/resending.ts';
import { previewResending, resendMany } from '../writing/resendingMany.ts';

const { informingHistory } = fates;

export function messageRoutes(mount: Mount): void {
  mount(informingHistory.list, async (ctx, { query }) => {
    const request = parseList(query, informingHistory);
    const [json, total] = await Promise.all([
      jsonRows(ctx.db, q.messageRows(ctx, request)),
      q.countMessages(ctx, request.filter),
    ]);
    return { json, total, offset: request.offset, limit: request.limit };
  });
  mount(fates.resendToPerson, async (ctx, { params, body }) => {
    await message(ctx, params.id);
    return message(ctx, await resendToPerson(ctx, params.id, body.mayComeTwice));
  });
  mount(fates.previewResend, (ctx, { params, body }) => previewResending(ctx, params.id, body));
  mount(fates.resendMessages, (ctx, { params, body }) => resendMany(ctx, params.id, body));
  mount(fates.exportMessages, async (ctx, { params, body }) => {
    if (!(await q.notificationCard(ctx, ctx.db, params.id))) throw notFound();
    return exportMessages(ctx, params.id, body.statusFilter);
  });
  mount(informingHistory.one, async (ctx, { params }) => message(ctx, params.id));
  mount(fates.markMessage, async (ctx, { params, body }) => {
    await message(ctx, params.id);
    await act(ctx, 'notification.mark', async ({ tx, log }) => {
      const now = ctx.now().toISOString();
      const kept = await tx
        .selectFrom('notification_message')
        .where('id', '=', params.id)
        .selectAll()
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (!mayMark(kept.status, body.status))
        throw invalid({ form: `Сообщение «${messageFate(kept.status, kept.reason)}» так отметить нельзя` });
      const handedOn = body.status === 10 ? handingDay(ctx, body.handedOn, kept.created_at) : null;
      await tx
        .updateTable('notification_message')
        .set({
          status: body.status,
          changed_at: now,
          marked_by: ctx.actor.userId,
          reason: 'отмечено вручную',
          handed_on: handedOn,
        })
        .where('id', '=', params.id)
        .execute();
      await log({
        object: { type: 'notification', id: kept.notification_id },
        text: `Сообщение для ${kept.person_name}: ${messageFate(body.status, null).toLowerCase()}`,
      });
      await recount(tx, [kept.notification_id], ctx.now());
    });
    return message(ctx, params.id);
  });
}

/** The day of handing over. @throws 422 by field */
function handingDay(ctx: Ctx, day: string | null | undefined, since: string | Date): string {
  if (!day) throw invalid({ handedOn: 'Укажите дату вручения' });
  if (day > todayOf(ctx)) throw invalid({ handedOn: NOT_LATER });
  if (day < dateIn(new Date(since), ctx.timeZone)) throw invalid({ handedOn: 'Рассылки в этот день ещё не было' });
  return day;
}

/** «Неизвестно» may be known by a call; whoever got nothing may be handed a paper. */
const mayMark = (from: number, to: 2 | 10) => (to === 2 ? from === 11 : (from >= 4 && from <= 9) || from === 11);

async function message(ctx: Ctx, id: number): Promise<{ json: string }> {
  const json = await q.messageCard(ctx, ctx.db, id);
  if (!json) throw notFound();
  return { json };
}
