// Nothing is connected: what a mailing wrote stays in the outbox, says so before and after, and costs nothing. What the operator took is kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/notifications.ts';
import { informingHistory, type MessageRow } from '../../contract/notifications/messages.ts';
import { outbox } from '../../contract/outbox.ts';
import type { AppDeps } from '../../server/kernel/ctx.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import type { SmsGateway } from '../../server/ports/sms/port.ts';
import { sendSmsDue } from '../../server/ports/sms/sender.ts';
import { endUnconnected, unconnectedWords } from '../../server/ports/unconnected.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';
import { bringDue } from '../kit/outbox.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
  await t.deps.db.updateTable('po').set({ sms_limit_month: 1000 }).where('id', '=', w.po).execute();
});
afterAll(() => t.close());

const card = async (id: number): Promise<contract.NotificationCard> =>
  (await po.call(contract.notifications.one, { params: { id } })).body;
const messages = async (notification: number): Promise<MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification }, sort: ['id', 'ASC'] } })).body;
const people = async () => [
  await owner(mo, w.po, { sms: true }),
  await owner(mo, w.po, { sms: true }),
  await owner(mo, w.po, { email: 'letter@example.ru' }),
];
/** Everything of a mailing leaves, by what is connected. */
async function leave(deps: AppDeps, gateway: SmsGateway | null = null) {
  await bringDue(deps);
  await endUnconnected(deps, 'mail');
  await sendSmsDue(deps, gateway);
  await settleMessages(deps);
}
const gateway = (cost: number | null): SmsGateway => ({
  name: 'http',
  send: async ({ id }) => ({ kind: 'accepted', gatewayIds: [String(id)], costKopecks: cost }),
  status: async () => [],
  balance: async () => null,
  close: async () => undefined,
});
const settings = (more: object) => ({ ...t.deps, settings: { ...t.deps.settings, ...more } });

describe('without a gateway and a mail server', () => {
  it('the check says that nothing leaves; afterwards nothing is called sent, nothing is charged, a superuser reads it, and it can be sent later', async () => {
    const seen = await preview(po, mailing(await people()));
    expect(seen.check.unconnected).toEqual([
      'Почтовый сервер не подключён: письма (1) никуда не уйдут и останутся в исходящих, денег за них не спишут',
      'Шлюз СМС не подключён: СМС (2) никуда не уйдут и останутся в исходящих, денег за них не спишут',
    ]);
    const sent = await sendAs(po, mailing(await people()));
    await leave(t.deps);
    expect(await card(sent.id)).toMatchObject({ status: 6, failed: 3, delivered: 0, charged: 0, repeatable: 3 });
    const rows = await messages(sent.id);
    const words = { sms: 'Шлюз СМС не подключён', mail: 'Почтовый сервер не подключён' };
    for (const row of rows) {
      expect(row).toMatchObject({ status: 4, handed_at: null });
      expect(row.reason).toBe(`${words[row.channel as 'sms']}: сообщение осталось в исходящих`);
    }
    expect((await preview(po, mailing([]))).limit_left).toBe(1000_00);
    const root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    const kept = await root.call(outbox.list, { query: { filter: { q: 'letter@example.ru' } } });
    expect(kept.body).toMatchObject([{ failure: expect.stringContaining('осталось в исходящих'), mailing: sent.id }]);

    // Once there is a gateway, what stayed is sent.
    expect((await po.call(contract.repeatNotification, { params: { id: sent.id } })).status).toBe(200);
    await leave(settings({ SMS_URL: 'https://voa:secret@sms.example.ru/sys/' }), gateway(null));
    expect((await card(sent.id)).statuses).toEqual({ 1: 2, 4: 1 });
  });

  it('the demonstration world plays that it left, and says that it does', async () => {
    const demo = settings({ DEMO: true });
    const sent = await sendAs(po, mailing(await people()));
    await leave(demo);
    expect(await card(sent.id)).toMatchObject({ status: 4, statuses: { 1: 3 } });
    expect((await messages(sent.id)).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([expect.stringContaining('только записано')]),
    );
    expect(unconnectedWords(demo.settings, { mail: 0, sms: 4 })).toEqual([
      'Демонстрация. Шлюз СМС не подключён: СМС (4) никуда не уйдут, только запишутся в исходящие как отправленные',
    ]);
    const connected = { ...demo.settings, SMTP_URL: 'smtp://x', SMS_URL: 'https://x' };
    expect(unconnectedWords(connected, { mail: 1, sms: 1 })).toEqual([]);
  });
});

describe('what the operator took', () => {
  const connected = () => settings({ SMS_URL: 'https://voa:secret@sms.example.ru/sys/' });
  const sms = async () => mailing((await people()).slice(0, 2), { channel: 'sms' });

  it('stands beside what was counted, and is what the limit of the month loses', async () => {
    const before = (await preview(po, mailing([]))).limit_left!;
    const sent = await sendAs(po, await sms());
    await leave(connected(), gateway(7_35));
    const { cost, charged, billed } = await card(sent.id);
    expect({ charged, billed }).toEqual({ charged: cost, billed: 2 * 7_35 });
    const kept = await t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', sent.id)
      .select(['billed_kopecks'])
      .execute();
    expect(kept).toEqual([{ billed_kopecks: 7_35 }, { billed_kopecks: 7_35 }]);
    expect((await preview(po, mailing([]))).limit_left).toBe(before - 2 * 7_35);
  });

  it('is not known where he says nothing', async () => {
    const sent = await sendAs(po, await sms());
    await leave(connected(), gateway(null));
    expect((await card(sent.id)).billed).toBeNull();
  });
});
