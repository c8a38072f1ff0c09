// Whoever got nothing gets his message later, by hand, once he may be written to: made of the register of that moment.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { informingHistory, resendToPerson, type MessageRow } from '../../contract/notifications/messages.ts';
import { addRefusal, liftRefusal } from '../../contract/notifications/refusals.ts';
import { addConsent } from '../../contract/profiles.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const rowsOf = async (id: number): Promise<MessageRow[]> =>
  (await po.call(informingHistory.list, { query: { filter: { notification: id }, range: [0, 99] } })).body;
const resend = (id: number) => po.call(resendToPerson, { params: { id }, body: { mayComeTwice: false } });

it('without a contact, a consent or after a refusal: refused with the reason until it is over, then a new row at its price', async () => {
  const [silent, unasked, refused] = [
    await owner(mo, w.po, { phone: null }),
    await owner(mo, w.po),
    await owner(mo, w.po, { sms: true }),
  ];
  const refusal = { kind: 'debt', channel: 'sms' } as const;
  await po.call(addRefusal, { params: { id: refused }, body: { ...refusal, source: 'word' } });
  const sent = await sendAs(po, mailing([silent, unasked, refused, await owner(mo, w.po, { sms: true })]));
  await t.deps.db.updateTable('outbox').set({ state: 'sent', receipt: 2 }).execute();
  await settleMessages(t.deps);
  const old = new Map((await rowsOf(sent.id)).map((row) => [row.profile!.id, row]));
  expect([silent, unasked, refused].map((id) => old.get(id)!.status)).toEqual([7, 8, 9]);
  for (const [id, why] of [
    [silent, 'нет контакта'],
    [unasked, 'нет согласия'],
    [refused, 'отписан'],
  ] as const)
    expect((await resend(old.get(id)!.id)).body.errors).toEqual({ form: `Послать нельзя: ${why}` });
  await t.deps.db.updateTable('profile').set({ email: 'found@example.ru' }).where('id', '=', silent).execute();
  await po.call(addConsent, { params: { id: unasked }, body: { kind: 'sms_info', signedAt: '2026-11-20' } });
  await po.call(liftRefusal, {
    params: { id: refused },
    body: { ...refusal, ground: 'application', saidOn: '2026-11-20', docNo: null },
  });
  for (const id of [silent, unasked, refused]) {
    const again = await resend(old.get(id)!.id);
    expect(again.body, JSON.stringify(again.body)).toMatchObject({ status: 0, is_latest: true, profile: { id } });
    // What it was stays in the history, and is not sent from there twice.
    expect((await resend(old.get(id)!.id)).status).toBe(422);
    await t.deps.db.updateTable('notification').set({ status: 4 }).where('id', '=', sent.id).execute();
  }
  const rows = await rowsOf(sent.id);
  expect(rows.map((row) => [row.profile!.id, row.channel, row.cost]).sort(([a], [b]) => Number(a) - Number(b))).toEqual(
    [
      [silent, 'mail', 0],
      [unasked, 'sms', 600],
      [refused, 'sms', 600],
      [expect.any(Number), 'sms', 600],
    ],
  );
  const waits = await t.deps.db
    .selectFrom('outbox')
    .where('what', '=', `notification:${sent.id}:2`)
    .select(['channel', 'recipient'])
    .execute();
  expect(waits).toHaveLength(3);
  const { cost_kopecks, unreachable } = await t.deps.db
    .selectFrom('notification')
    .where('id', '=', sent.id)
    .select(['cost_kopecks', 'unreachable'])
    .executeTakeFirstOrThrow();
  expect([Number(cost_kopecks), unreachable]).toEqual([1800, 0]);
});
