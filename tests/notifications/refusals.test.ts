// Refusals of mailings on a person's card: written by his word, acting at once, taken back only on his paper, kept in their history.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { informingHistory } from '../../contract/notifications/messages.ts';
import { addRefusal, liftRefusal, personRefusals, type Refusal } from '../../contract/notifications/refusals.ts';
import { addConsent, revokeConsent } from '../../contract/profiles.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const refusals = async (id: number): Promise<Refusal[]> =>
  (await po.call(personRefusals, { params: { id } })).body.data;
const add = (id: number, more: object = {}, who = po) =>
  who.call(addRefusal, { params: { id }, body: { kind: 'debt', channel: 'sms', source: 'phone', ...more } as never });
const lift = (id: number, more: object = {}, who = po) =>
  who.call(liftRefusal, {
    params: { id },
    body: { kind: 'debt', channel: 'sms', ground: 'application', saidOn: '2026-11-20', docNo: '7', ...more } as never,
  });
const reasons = async (id: number, more: object = {}) =>
  (await preview(po, mailing([id], more))).receiverCounter.reasons;

it('is written by the word of the person and acts at once, on what waits too; taken back it stays in the history', async () => {
  const id = await owner(mo, w.po, { sms: true });
  expect(await refusals(id)).toEqual([]);
  const sent = await sendAs(po, mailing([id]));
  const added = await add(id);
  expect(added.body.data).toMatchObject([
    { kind: 'debt', channel: 'sms', source: 'phone', by: expect.stringMatching(/./), lifted: null },
  ]);
  const waits = await po.call(informingHistory.list, { query: { filter: { notification: sent.id }, range: [0, 9] } });
  expect(waits.body).toMatchObject([{ status: 9 }]);
  expect(await reasons(id, { skipRepeated: false })).toEqual({ unsubscribed: 1 });
  // Of another kind he is written to.
  expect(await reasons(id, { kind: 'news', skipRepeated: false })).toEqual({});
  expect((await add(id)).body.errors).toEqual({ form: 'Этот отказ уже записан' });
  expect((await lift(id, { saidOn: '2026-11-21' })).body.errors).toHaveProperty('saidOn');
  expect((await lift(id, { saidOn: '2026-11-19' })).body.errors).toEqual({ saidOn: 'Он отказался позже этого дня' });
  expect((await lift(id)).status).toBe(200);
  expect(await refusals(id)).toMatchObject([
    { kind: 'debt', source: 'phone', lifted: { said_on: '2026-11-20', ground: 'application', doc_no: '7' } },
  ]);
  expect(await reasons(id, { skipRepeated: false })).toEqual({});
  expect((await lift(id)).status).toBe(404);
  const log = await sql<{ verb: string; text: string }>`select verb, text from action_log
    where object_type = 'profile' and object_id = ${id} and verb like 'notification.%' order by id`.execute(t.deps.db);
  expect(log.rows).toEqual([
    { verb: 'notification.unsubscribe', text: 'Отписка от рассылок «Долг и взносы» по СМС: по телефону' },
    {
      verb: 'notification.resubscribe',
      text: 'Снят отказ от рассылок «Долг и взносы» по СМС: заявление человека № 7 от 20.11.2026',
    },
  ]);
});

it('is not taken back where only the person himself can: at his operator, of advertising without a new consent', async () => {
  const id = await owner(mo, w.po, { sms: true });
  expect((await add(id, { channel: 'mail', source: 'operator' })).body.errors).toHaveProperty('source');
  await add(id, { source: 'operator' });
  expect((await lift(id)).body.errors).toEqual({
    ground: 'Запрет стоит у оператора связи: снимает его там сам абонент',
  });
  expect((await lift(id, { ground: 'operator' })).status).toBe(200);
  const given = await po.call(addConsent, { params: { id }, body: { kind: 'ads', signedAt: '2026-11-01' } });
  await add(id, { kind: 'ads' });
  expect((await lift(id, { kind: 'ads' })).body.errors).toEqual({
    form: 'От рекламы он отказался: отзовите прежнее согласие на рекламу и запишите новое',
  });
  await po.call(revokeConsent, { params: { id, consentId: given.body.consents[0].id } });
  await po.call(addConsent, { params: { id }, body: { kind: 'ads', signedAt: '2026-11-20' } });
  expect((await lift(id, { kind: 'ads' })).status).toBe(200);
  await add(id);
  await t.deps.db.updateTable('profile').set({ restricted_at: '2026-11-20' }).where('id', '=', id).execute();
  expect((await lift(id)).body.errors).toEqual({
    form: 'Обработка его данных ограничена: пока это так, отказ не снимают',
  });
});

it('is of the place and for who keeps its register', async () => {
  const id = await owner(mo, w.po, { sms: true });
  await add(id);
  const foreign = await as(t, { po: w.foreignPo });
  for (const answer of [await add(id, {}, foreign), await lift(id, {}, foreign)]) expect(answer.status).toBe(404);
  expect((await foreign.call(personRefusals, { params: { id } })).status).toBe(404);
  const mailer = await as(t, { po: w.po, capabilities: [3] });
  for (const answer of [await add(id, {}, mailer), await lift(id, {}, mailer)]) expect(answer.status).toBe(403);
  expect((await mailer.call(personRefusals, { params: { id } })).body.data).toHaveLength(1);
});
