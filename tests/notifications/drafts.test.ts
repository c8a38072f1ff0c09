// Drafts of mailings, their files, templates of their texts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { messageTemplates, type MessageTemplate } from '../../contract/messageTemplates.ts';
import * as contract from '../../contract/notifications.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, preview } from './kit.ts';

const { notifications } = contract;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const card = async (who: Caller, id: number): Promise<contract.NotificationCard> =>
  (await who.call(notifications.one, { params: { id } })).body;

describe('drafts, files, templates', () => {
  it('a stale save is refused; another’s draft is not seen; the price comes by itself', async () => {
    const body = mailing([await owner(mo, w.po, { sms: true })]);
    const draft = (await po.call(notifications.create, { body: body as never })).body;
    expect(
      (await po.call(notifications.update, { params: { id: draft.id }, body: { ...body, version: 1 } as never }))
        .status,
    ).toBe(200);
    expect(
      (await po.call(notifications.update, { params: { id: draft.id }, body: { ...body, version: 1 } as never }))
        .status,
    ).toBe(409);
    expect((await mo.call(notifications.one, { params: { id: draft.id } })).status).toBe(404);
    await expect.poll(async () => (await card(po, draft.id)).costReady).toBe(true);
    expect((await card(po, draft.id)).cost).toBe(600);
  });

  it('its price is told to its author alone', async () => {
    const heard: { audience: object; message: { type: string; message: { id: number } } }[] = [];
    const stop = await t.deps.engine.listen(LIVE_CHANNEL, (payload) => void heard.push(JSON.parse(payload) as never));
    const { id } = (await po.call(notifications.create, { body: mailing([]) as never })).body;
    const told = () =>
      heard.filter(({ message }) => message.type === 'new_notification_status' && message.message.id === id);
    await expect.poll(() => told().map(({ audience }) => audience)).toEqual([{ user: po.userId }]);
    await stop();
  });

  it('files are told by their bytes', async () => {
    const draft = (await po.call(notifications.create, { body: mailing([]) as never })).body;
    const form = (name: string, bytes: string) => ({
      method: 'POST' as const,
      url: `/api/notifications/${draft.id}/attachments/`,
      headers: {
        authorization: `Bearer ${po.token}`,
        'x-fingerprint': 'f'.repeat(64),
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n${bytes}\r\n--b--\r\n`,
    });
    expect((await t.app.inject(form('bill.pdf', '%PDF-1.7 x'))).json().attachments).toHaveLength(1);
    expect((await t.app.inject(form('bill.pdf', 'MZ'))).statusCode).toBe(422);
    expect((await t.app.inject(form('bill.exe', '%PDF-1.7'))).statusCode).toBe(422);
  });

  it('a subject keeps no line breaks; a letter keeps no script', async () => {
    const bad = await po.call(notifications.create, {
      body: mailing([], { title: 'А\r\nBcc: x@example.ru' }) as never,
    });
    expect(bad.status).toBe(422);
    const id = await owner(mo, w.po, { email: 'safe@example.ru' });
    const seen = await preview(po, mailing([id], { email_text: richFromPlain('<script>alert(1)</script>') }));
    expect(seen.sample!.html).toContain('&lt;script&gt;');
  });

  it('personal templates are their author’s; common ones are a superuser’s', async () => {
    const mine = await po.call(messageTemplates.create, {
      body: { template_name: 'Мой', sms_text: 'Текст', is_personal: true },
    });
    expect(mine.body).toMatchObject({ color: 'white', may_edit: true, is_common: false });
    const colleague = await as(t, { po: w.po });
    expect((await colleague.call(messageTemplates.one, { params: { id: mine.body.id } })).status).toBe(404);
    const lists = (await po.call(contract.notificationLists)).body;
    expect(lists.templates[0]).toEqual({ id: 0, name: 'Без шаблона' });
    const common = (await po.call(messageTemplates.list)).body.find((one: MessageTemplate) => one.is_common);
    const edit = { template_name: 'Чужой', version: common.version };
    expect((await po.call(messageTemplates.update, { params: { id: common.id }, body: edit })).status).toBe(403);
  });

  it('one of the place is corrected by a colleague, and made personal by its author alone', async () => {
    const { id, version } = (
      await po.call(messageTemplates.create, { body: { template_name: 'Нашего ПО', sms_text: 'Текст' } })
    ).body as MessageTemplate;
    const colleague = await as(t, { po: w.po });
    const save = (who: Caller, more: object) =>
      who.call(messageTemplates.update, {
        params: { id },
        body: { template_name: 'Нашего КАС', sms_text: 'Текст', version, ...more } as never,
      });
    const taken = await save(colleague, { is_personal: true });
    expect([taken.status, taken.body.errors]).toEqual([422, { is_personal: 'Личным шаблон делает его автор' }]);
    expect((await save(colleague, {})).body).toMatchObject({ template_name: 'Нашего КАС', is_personal: false });
    expect((await save(po, { is_personal: true, version: version + 1 })).body.is_personal).toBe(true);
    expect((await colleague.call(messageTemplates.one, { params: { id } })).status).toBe(404);
  });

  it('a superuser writes, changes and withdraws common ones for everybody', async () => {
    const chief = await as(t, { mo: w.mo, isSuperuser: 2 });
    const names = async (who: Caller) =>
      ((await who.call(messageTemplates.list)).body as MessageTemplate[]).map(({ template_name: name }) => name);
    const made = await chief.call(messageTemplates.create, {
      body: { template_name: 'Всем о субботнике', sms_text: 'Субботник', color: 'green' },
    });
    expect(made.body).toMatchObject({ is_common: true, may_edit: true, color: 'green' });
    const foreign = await as(t, { po: w.foreignPo });
    expect(await names(foreign)).toContain('Всем о субботнике');
    const params = { id: made.body.id };
    const body = { template_name: 'Всем о собрании', sms_text: 'Собрание', color: 'blue' as const };
    const mine = { ...body, is_personal: true, version: made.body.version };
    expect((await chief.call(messageTemplates.update, { params, body: mine })).body.errors).toEqual({
      is_personal: 'Общий шаблон не бывает личным',
    });
    const changed = await chief.call(messageTemplates.update, {
      params,
      body: { ...body, version: made.body.version },
    });
    expect(changed.body).toMatchObject({ template_name: 'Всем о собрании', color: 'blue', is_common: true });
    const gone = { ...body, version: changed.body.version, is_active: false };
    expect((await chief.call(messageTemplates.update, { params, body: gone })).status).toBe(200);
    expect(await names(foreign)).not.toContain('Всем о собрании');
  });
});
