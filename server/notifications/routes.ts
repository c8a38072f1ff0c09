// Mailings: journal, drafts, preview, sending, messages, templates, unsubscribing.
import { messageTemplates } from '../../contract/messageTemplates.ts';
import * as checking from '../../contract/notifications/checking.ts';
import * as fates from '../../contract/notifications/messages.ts';
import { messageFate } from '../../contract/notifications/fates.ts';
import * as contract from '../../contract/notifications.ts';
import { unsubscribe, unsubscribePage } from '../../contract/unsubscribing.ts';
import { act } from '../kernel/act.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import { jsonRows, parseList } from '../kernel/list.ts';
import type { Mount } from '../kernel/mount.ts';
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { NOT_LATER } from '../../contract/kernel/words.ts';
import { keepFile } from '../files/writing.ts';
import { dateIn } from '../ports/clock.ts';
import { exportReceivers, receiversOf } from './checking.ts';
import { countMailing } from './counting.ts';
import { planMailing } from './planning.ts';
import { previewOf } from './preview.ts';
import * as q from './queries.ts';
import { printLetters } from './paper.ts';
import { approveMailing, recallMailing, repeatMailing, sendMailing, stopMailing } from './sending.ts';
import { reminderRoutes } from './routes/reminders.ts';
import { countReceiversOf } from './receiverCount.ts';
import { recount } from './telling.ts';
import { exportMessages, resendToPerson } from './writing/resending.ts';
import { sendTest } from './testing.ts';
import { unsubscribeBy, unsubscribePageOf } from './unsubscribing.ts';
import { createDraft, deleteDraft, placeOf, requireDraft, updateDraft } from './writing.ts';

const { notifications } = contract;
const { informingHistory } = fates;

export function notificationRoutes(mount: Mount): void {
  journalRoutes(mount);
  draftRoutes(mount);
  sendingRoutes(mount);
  messageRoutes(mount);
  templateRoutes(mount);
  reminderRoutes(mount);
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
    return previewOf(ctx, await countMailing(ctx, ctx.db, content, 0, at), content);
  });
  mount(checking.countReceivers, (ctx, { body }) => countReceiversOf(ctx, body));
  mount(checking.mailingReceivers, async (ctx, { body }) => {
    const { side, q: words, offset, limit, ...content } = body;
    return receiversOf(ctx, await planMailing(ctx, ctx.db, content), { side, q: words, offset, limit });
  });
  mount(checking.exportReceivers, async (ctx, { body }) =>
    exportReceivers(ctx, await planMailing(ctx, ctx.db, body), body.title),
  );
  mount(notifications.create, async (ctx, { body }) => card(ctx, await createDraft(ctx, body)));
  mount(notifications.update, async (ctx, { params, body }) => {
    await updateDraft(ctx, params.id, body);
    return card(ctx, params.id);
  });
  mount(contract.deleteDraft, async (ctx, { params }) => deleteDraft(ctx, params.id));

  mount(contract.attachToNotification, async (ctx, { params, file }) => {
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
  mount(contract.detachFromNotification, async (ctx, { params }) => {
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
  mount(contract.testNotification, async (ctx, { body }) => {
    const { at, ...content } = body;
    return { email: await sendTest(ctx, content, at) };
  });
  mount(contract.repeatNotification, async (ctx, { params }) => {
    await repeatMailing(ctx, params.id);
    return card(ctx, params.id);
  });
}

function messageRoutes(mount: Mount) {
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
  mount(fates.exportMessages, async (ctx, { params, body }) => {
    await card(ctx, params.id);
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
        text: `Сообщение для ${kept.person_name}: ${contract.messageStatuses[body.status]!.toLowerCase()}`,
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

function templateRoutes(mount: Mount) {
  mount(messageTemplates.list, async (ctx, { query }) => {
    const request = parseList(query, messageTemplates);
    const json = await jsonRows(ctx.db, q.templateRows(ctx, { ...request, offset: 0, limit: 1000 }));
    return { json, total: (JSON.parse(json) as unknown[]).length, offset: 0, limit: 1000 };
  });
  mount(messageTemplates.one, async (ctx, { params }) => template(ctx, params.id));
  mount(messageTemplates.create, async (ctx, { body }) => {
    const place = await placeForTemplate(ctx, body.is_personal);
    const id = await act(ctx, 'notification.template', async ({ tx, log }) => {
      const created = await tx
        .insertInto('message_template')
        .values({ ...templateColumns(body), ...place, created_by: ctx.actor.userId })
        .returning('id')
        .executeTakeFirstOrThrow();
      await log({ text: `Создан шаблон рассылки «${body.template_name}»` });
      return created.id;
    });
    return template(ctx, id);
  });
  mount(messageTemplates.update, async (ctx, { params, body }) => {
    const found = await q.templateCard(ctx, ctx.db, params.id);
    if (!found) throw notFound();
    if (body.is_personal && (JSON.parse(found.json) as { is_common: boolean }).is_common)
      throw invalid({ is_personal: 'Общий шаблон не бывает личным' });
    if (!found.may_edit) throw new Refused(403, { message: 'Этот шаблон изменяет его автор или суперпользователь' });
    await act(ctx, 'notification.template', async ({ tx, log }) => {
      const saved = await tx
        .updateTable('message_template')
        .set({
          ...templateColumns(body),
          is_active: body.is_active,
          version: body.version + 1,
          updated_at: ctx.now().toISOString(),
        })
        .where('id', '=', params.id)
        .where('version', '=', body.version)
        .executeTakeFirst();
      if (!saved.numUpdatedRows)
        throw new Refused(409, { message: 'Шаблон изменён в другом окне. Обновите страницу', code: 'stale' });
      await log({ text: `${body.is_active ? 'Изменён' : 'Удалён'} шаблон рассылки «${body.template_name}»` });
    });
    return { json: found.json, ...(body.is_active ? await template(ctx, params.id) : {}) };
  });
}

const templateColumns = (body: {
  template_name: string;
  kind: string;
  sms_text: string;
  email_text: unknown;
  is_personal: boolean;
  color: string;
}) => ({
  template_name: body.template_name,
  kind: body.kind,
  sms_text: body.sms_text,
  email_text: body.email_text === null ? null : JSON.stringify(body.email_text),
  is_personal: body.is_personal,
  color: body.color,
});

/** Where a template stands; a superuser's that is not personal is common. */
async function placeForTemplate(ctx: Ctx, isPersonal: boolean) {
  if (ctx.actor.isSuperuser === SUPERUSER && !isPersonal) return { region_id: null, mo_id: null, po_id: null };
  const place = await q.placeOfActor(ctx);
  if (!place) throw notFound();
  return place;
}

async function template(ctx: Ctx, id: number): Promise<{ json: string }> {
  const found = await q.templateCard(ctx, ctx.db, id);
  if (!found) throw notFound();
  return { json: found.json };
}
