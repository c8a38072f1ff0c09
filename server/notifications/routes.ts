// Mailings: journal, drafts, preview, sending, messages, templates, unsubscribing.
import { attachToNotification, detachFromNotification } from '../../contract/notifications/attachments.ts';
import * as checking from '../../contract/notifications/checking.ts';
import * as fates from '../../contract/notifications/messages.ts';
import { testNotification } from '../../contract/notifications/trial.ts';
import * as contract from '../../contract/notifications.ts';
import { unsubscribe, unsubscribePage } from '../../contract/unsubscribing.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { keepFile } from '../files/writing.ts';
import { exportReceivers, receiversOf } from './checking.ts';
import { countMailing } from './counting.ts';
import { recallMailing, stopMailing } from './ending.ts';
import { planMailing } from './planning.ts';
import { previewOf } from './preview.ts';
import * as q from './queries.ts';
import { printLetters } from './paper.ts';
import { approveMailing, sendMailing } from './sending.ts';
import { logSelectionSearch } from './writing/phoneSearch.ts';
import { repeatMailing } from './writing/resending.ts';
import { messageRoutes } from './routes/messages.ts';
import { plannedRoutes } from './routes/planned.ts';
import { reminderRoutes } from './routes/reminders.ts';
import { refusalRoutes } from './routes/refusals.ts';
import { templateRoutes } from './routes/templates.ts';
import { countReceiversOf } from './receiverCount.ts';
import { sendTest } from './testing.ts';
import { unsubscribeBy, unsubscribePageOf } from './unsubscribing.ts';
import { createDraft, deleteDraft, placeOf, requireDraft, updateDraft } from './writing.ts';

const { notifications } = contract;

export function notificationRoutes(mount: Mount): void {
  journalRoutes(mount);
  draftRoutes(mount);
  attachmentRoutes(mount);
  sendingRoutes(mount);
  plannedRoutes(mount);
  messageRoutes(mount);
  templateRoutes(mount);
  reminderRoutes(mount);
  refusalRoutes(mount);
  mount(unsubscribePage, (ctx, { params }) => unsubscribePageOf(ctx, params.token));
  mount(unsubscribe, (ctx, { params }) => unsubscribeBy(ctx, params.token));
}

/** @throws 404 */
async function card(ctx: Ctx, id: number): Promise<{ json: string }> {
  const json = await q.notificationCard(ctx, ctx.db, id);
  if (!json) throw notFound();
  return { json };
}

function journalRoutes(mount: Mount) {
  mount(notifications.list, async (ctx, { query }) => {
    const request = parseList(query, notifications);
    const [json, totals] = await Promise.all([
      jsonRows(ctx.db, q.notificationRows(ctx, request)),
      q.notificationTotals(ctx, request.filter),
    ]);
    return { json, total: totals.count, totals: { ...totals }, offset: request.offset, limit: request.limit };
  });
  mount(notifications.one, (ctx, { params }) => card(ctx, params.id));
  mount(contract.notificationLists, (ctx) => q.filterLists(ctx));
}

function draftRoutes(mount: Mount) {
  mount(contract.previewNotification, async (ctx, { body }) => {
    const { at, attachments: _files, ...content } = body;
    await logSelectionSearch(ctx, content.selection);
    return previewOf(ctx, await countMailing(ctx, ctx.db, content, 0, at), content);
  });
  mount(checking.countReceivers, async (ctx, { body }) => {
    await logSelectionSearch(ctx, body.selection);
    return countReceiversOf(ctx, body);
  });
  mount(checking.mailingReceivers, async (ctx, { body }) => {
    const { side, q: words, offset, limit, ...content } = body;
    await logSelectionSearch(ctx, content.selection);
    return receiversOf(ctx, await planMailing(ctx, ctx.db, content), { side, q: words, offset, limit });
  });
  mount(checking.exportReceivers, async (ctx, { body }) => {
    await logSelectionSearch(ctx, body.selection);
    return exportReceivers(ctx, await planMailing(ctx, ctx.db, body), body.title);
  });
  mount(notifications.create, async (ctx, { body }) => {
    await logSelectionSearch(ctx, body.selection);
    return card(ctx, await createDraft(ctx, body));
  });
  mount(notifications.update, async (ctx, { params, body }) => {
    await logSelectionSearch(ctx, body.selection);
    await updateDraft(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.deleteDraft, async (ctx, { params }) => deleteDraft(ctx, params.id));
}

function attachmentRoutes(mount: Mount) {
  mount(attachToNotification, async (ctx, { params, file }) => {
    await card(ctx, params.id);
    const uploaded = await file();
    const { length } = uploaded.bytes;
    if (!/\.(pdf|jpe?g|png|docx|xlsx)$/i.test(uploaded.name))
      throw invalid({ file: 'К письму можно приложить PDF, JPG, PNG, DOCX или XLSX' });
    await keepFile(ctx, uploaded, (fileId, name, write) =>
      write('notification.file', async ({ tx, log }) => {
        const kept = await requireDraft(ctx, tx, params.id);
        const files = await q.attachmentsOf(tx, params.id);
        const bytes = files.reduce((sum, one) => sum + one.size_bytes, length);
        if (files.length >= contract.MOST_FILES) throw invalid({ file: `Не больше ${contract.MOST_FILES} файлов` });
        if (bytes > contract.MOST_FILES_BYTES) throw invalid({ file: 'Все файлы письма вместе — не больше 10 МБ' });
        await tx
          .insertInto('notification_file')
          .values({ notification_id: params.id, file_id: await fileId(tx) })
          .execute();
        await log({
          object: { type: 'notification', id: params.id, name: kept.title },
          place: placeOf(kept),
          text: `К письму приложен файл ${name}`,
        });
      }),
    );
    return { attachments: await q.attachmentsOf(ctx.db, params.id) };
  });
  mount(detachFromNotification, async (ctx, { params }) => {
    await act(ctx, 'notification.file', async ({ tx, log }) => {
      const kept = await requireDraft(ctx, tx, params.id);
      const gone = await tx
        .deleteFrom('notification_file')
        .where('notification_id', '=', params.id)
        .where('file_id', '=', params.fileId)
        .executeTakeFirst();
      if (!gone.numDeletedRows) throw notFound();
      await log({
        object: { type: 'notification', id: params.id, name: kept.title },
        place: placeOf(kept),
        text: 'Из письма убран файл',
      });
    });
    return { attachments: await q.attachmentsOf(ctx.db, params.id) };
  });
}

function sendingRoutes(mount: Mount) {
  mount(contract.sendNotification, async (ctx, { params, body }) => {
    await sendMailing(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.recallNotification, async (ctx, { params }) => {
    await recallMailing(ctx, params.id);
    return card(ctx, params.id);
  });
  mount(contract.stopNotification, async (ctx, { params }) => {
    await stopMailing(ctx, params.id);
    return card(ctx, params.id);
  });
  mount(contract.approveNotification, async (ctx, { params }) => {
    await approveMailing(ctx, params.id);
    return card(ctx, params.id);
  });
  mount(fates.printLetters, (ctx, { params, body }) => printLetters(ctx, params.id, body.expected));
  mount(testNotification, async (ctx, { body }) => {
    const { at, draft, ...content } = body;
    await logSelectionSearch(ctx, content.selection);
    return { email: await sendTest(ctx, content, { at, draft: draft ?? null }) };
  });
  mount(contract.repeatNotification, async (ctx, { params }) => {
    await repeatMailing(ctx, params.id);
    return card(ctx, params.id);
  });
}
