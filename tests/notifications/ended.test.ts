// A mailing that was recalled or stopped says so: nothing on its line goes on waiting for the morning or for a second person.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../contract/notifications.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const setMo = (change: object) => t.deps.db.updateTable('mo').set(change).where('id', '=', w.mo).execute();

it.each([
  ['recalled', contract.recallNotification],
  ['stopped', contract.stopNotification],
] as const)('%s at night: SMS that were to leave in the morning are no more promised', async (_how, end) => {
  await setMo({ time_zone: 'Asia/Kamchatka' });
  const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  await setMo({ time_zone: 'Europe/Moscow' });
  expect(sent.body.pause_reason).toMatch('СМС уйдут после');
  const ended = await po.call(end, { params: { id: sent.id } });
  expect(ended.body).toMatchObject({ status: 7, pause_reason: null });
});

it('stopped half-way at night: the line counts what left', async () => {
  await setMo({ time_zone: 'Asia/Kamchatka' });
  const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { email: 'half@example.ru' })];
  const sent = await sendAs(po, mailing(people));
  await setMo({ time_zone: 'Europe/Moscow' });
  await t.deps.db
    .updateTable('outbox')
    .set({ state: 'sent' })
    .where('what', '=', `notification:${sent.id}`)
    .where('channel', '=', 'mail')
    .execute();
  await settleMessages(t.deps);
  const stopped = await po.call(contract.stopNotification, { params: { id: sent.id } });
  expect(stopped.body).toMatchObject({ status: 5, pause_reason: null });
});

it('recalled while it waited for a second person: nobody is asked to agree any more', async () => {
  await setMo({ approve_above: 0 });
  const asked = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })]));
  await setMo({ approve_above: null });
  expect(asked.body).toMatchObject({ awaits_approval: true, pause_reason: expect.stringContaining('Ждёт') });
  const ended = await po.call(contract.recallNotification, { params: { id: asked.id } });
  expect(ended.body).toMatchObject({ status: 7, awaits_approval: false, pause_reason: null });
});
