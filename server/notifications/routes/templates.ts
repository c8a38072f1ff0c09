// Templates of mailings: common ones, those of a place, one's own.
import { SUPERUSER } from '../../../contract/kernel/scope.ts';
import { messageTemplates } from '../../../contract/messageTemplates.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../../kernel/errors.ts';
import { jsonRows, parseList } from '../../kernel/list.ts';
import type { Mount } from '../../kernel/mount.ts';
import * as q from '../queries.ts';

export function templateRoutes(mount: Mount): void {
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
    if (body.is_personal && !(await isAuthor(ctx, params.id)))
      throw invalid({ is_personal: 'Личным шаблон делает его автор' });
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
  meeting: unknown;
  is_personal: boolean;
  color: string;
}) => ({
  template_name: body.template_name,
  kind: body.kind,
  sms_text: body.sms_text,
  email_text: body.email_text === null ? null : JSON.stringify(body.email_text),
  meeting: body.meeting === null ? null : JSON.stringify(body.meeting),
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

const isAuthor = async ({ db, actor }: Ctx, id: number): Promise<boolean> =>
  (await db
    .selectFrom('message_template')
    .where('id', '=', id)
    .where('created_by', '=', actor.userId)
    .select('id')
    .executeTakeFirst()) !== undefined;

async function template(ctx: Ctx, id: number): Promise<{ json: string }> {
  const found = await q.templateCard(ctx, ctx.db, id);
  if (!found) throw notFound();
  return { json: found.json };
}
