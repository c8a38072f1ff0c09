// After a standstill what should have left long ago waits for a person; a long queue, a closed gate and a short restart hold nothing back.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import * as contract from '../../contract/notifications.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { holdAfterStandstill } from '../../server/notifications/standstill.ts';
import { closeGate } from '../../server/ports/gate.ts';
import { sendSmsDue } from '../../server/ports/sms/sender.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';
import { bringDue } from '../kit/outbox.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());
beforeEach(async () => {
  await sql`delete from outgoing_gate`.execute(t.deps.db);
  await sql`update outbox set state = 'cancelled', sent_at = null where true`.execute(t.deps.db);
});

/** Plays that everything leaves. */
const demo = () => ({ ...t.deps, settings: { ...t.deps.settings, DEMO: true } });
const ago = (minutes: number) => new Date(t.deps.clock.now().getTime() - minutes * 60_000).toISOString();
/** A mailing by SMS that should have left so many minutes ago. */
async function late(minutes: number): Promise<number> {
  const body = mailing([await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })], {
    channel: 'sms',
    kind: 'news',
    sms_text: 'Охрана сменила телефон',
  });
  const sent = await sendAs(po, body);
  expect(sent.status, sent.text).toBe(200);
  await sql`update outbox set next_attempt_at = ${ago(minutes)} where what = ${`notification:${sent.id}`}`.execute(
    t.deps.db,
  );
  return sent.id;
}
const card = async (id: number): Promise<contract.NotificationCard> =>
  (await po.call(contract.notifications.one, { params: { id } })).body;

it('held back with the reason, told in its story; «Повторить» sends it', async () => {
  const id = await late(31);
  expect(await holdAfterStandstill(t.deps)).toBe(1);
  expect(await holdAfterStandstill(t.deps)).toBe(0);
  expect(await card(id)).toMatchObject({
    status: 6,
    pause_reason: 'Не ушло вовремя: сервер стоял. Если ещё нужно, повторите',
    repeatable: 2,
  });
  await sendSmsDue(demo(), null);
  await settleMessages(t.deps);
  expect(await card(id)).toMatchObject({ status: 6, statuses: { 4: 2 } });
  expect((await po.call(contract.repeatNotification, { params: { id } })).status).toBeLessThan(300);
  await bringDue(t.deps);
  await sendSmsDue(demo(), null);
  await settleMessages(t.deps);
  expect(await card(id)).toMatchObject({ status: 4, pause_reason: null, statuses: { 1: 2 } });
});

it('a restart of some minutes, a queue that goes on elsewhere, a closed gate hold nothing back', async () => {
  const id = await late(29);
  expect(await holdAfterStandstill(t.deps)).toBe(0);
  await sql`update outbox set next_attempt_at = next_attempt_at - interval '1 hour' where what = ${`notification:${id}`}`.execute(
    t.deps.db,
  );
  await sql`update outbox set state = 'sent', sent_at = ${ago(1)} where id = (select min(id) from outbox where what = ${`notification:${id}`})`.execute(
    t.deps.db,
  );
  expect(await holdAfterStandstill(t.deps)).toBe(0);
  await sql`update outbox set sent_at = null where true`.execute(t.deps.db);
  await act(workCtx(t.deps, {}), 'admin.outgoing_close', async ({ tx, log }) => {
    await log({ text: 'Закрыто' });
    await closeGate(tx, { channels: ['sms'], cause: 'person', reason: 'Проба', by: null, at: t.deps.clock.now() });
  });
  expect(await holdAfterStandstill(t.deps)).toBe(0);
  await sql`delete from outgoing_gate`.execute(t.deps.db);
  expect(await holdAfterStandstill(t.deps)).toBe(1);
});
