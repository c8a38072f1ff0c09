// How often and when SMS may come: at most two about a debt a day and four a week, none between 21:00 and 9:00 by the clock of the place.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countReceivers, mailingReceivers } from '../../contract/notifications/checking.ts';
import { resendToPerson } from '../../contract/notifications/messages.ts';
import { repeatNotification, stopNotification } from '../../contract/notifications.ts';
import { quietUntil } from '../../server/notifications/rules.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
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

const debt = (id: number, more: object = {}) => mailing([id], { channel: 'sms', skipRepeated: false, ...more });
/** Sends one about a debt so many hours ago. */
async function sent(id: number, hours: number, more: object = {}) {
  const { id: mailed, status } = await sendAs(po, debt(id, more));
  expect(status).toBe(200);
  await sql`update notification_message set status = 2, created_at = ${t.deps.clock.now().toISOString()}::timestamptz - ${hours} * interval '1 hour'
    where notification_id = ${mailed}`.execute(t.deps.db);
}
const reasons = async (id: number, more: object = {}) => (await preview(po, debt(id, more))).receiverCounter.reasons;

describe('SMS about a debt', () => {
  it('two a day and no third; the next one a day after the first', async () => {
    const id = await owner(mo, w.po, { sms: true });
    await sent(id, 23);
    expect(await reasons(id)).toEqual({});
    await sent(id, 1);
    expect(await reasons(id)).toEqual({ repeated: 1 });
    // Other matters are not counted, and letters are not bound.
    expect(await reasons(id, { kind: 'news' })).toEqual({});
    await sql`update profile set email = 'often@example.ru' where id = ${id}`.execute(t.deps.db);
    expect((await preview(po, debt(id, { channel: 'both' }))).receiverCounter).toMatchObject({
      email: 1,
      sms: 0,
      none: 0,
    });
    await sql`update notification_message set created_at = created_at - interval '2 hours' where profile_id = ${id}`.execute(
      t.deps.db,
    );
    expect(await reasons(id)).toEqual({});
  });

  it('four a week and no fifth, whoever of his two places writes', async () => {
    const id = await owner(mo, w.po, { sms: true });
    for (const hours of [24 * 6, 24 * 5, 24 * 4]) await sent(id, hours);
    expect(await reasons(id)).toEqual({});
    await sent(id, 24 * 3);
    expect(await reasons(id)).toEqual({ repeated: 1 });
    await sql`update notification set po_id = ${w.siblingPo} where id in (select notification_id from notification_message where profile_id = ${id})`.execute(
      t.deps.db,
    );
    expect(await reasons(id)).toEqual({ repeated: 1 });
    await sql`update notification_message set created_at = created_at - interval '1 day' where profile_id = ${id}`.execute(
      t.deps.db,
    );
    expect(await reasons(id)).toEqual({});
  });

  it('what never arrived is not counted', async () => {
    const id = await owner(mo, w.po, { sms: true });
    await sent(id, 2);
    await sent(id, 1);
    await sql`update notification_message set status = 6 where profile_id = ${id}`.execute(t.deps.db);
    expect(await reasons(id)).toEqual({});
  });
});

describe('five garages of one person, a message for each', () => {
  const apart = (id: number, more: object = {}) => debt(id, { onePerPerson: false, ...more });
  async function ofFive(more: { email?: string } = {}) {
    const id = await owner(mo, w.po, { sms: true, ...more });
    for (let nth = 1; nth < 5; nth += 1)
      await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }], ownedSince: '2020-01-01' });
    return id;
  }
  const rowsOf = async (mailed: number) =>
    (
      await sql<{ status: number; channel: string | null; reason: string | null }>`select status, channel, reason
        from notification_message where notification_id = ${mailed} and not superseded order by status, channel`.execute(
        t.deps.db,
      )
    ).rows;
  const silent = { status: 9, channel: null, reason: 'often' };

  it('are two SMS a day: the others are named, and counted by nobody as sent', async () => {
    const id = await ofFive();
    const seen = await preview(po, apart(id));
    expect(seen).toMatchObject({ total: 2, receiverCounter: { people: 1, sms: 2, none: 0 } });
    expect(seen.cost).toBe(2 * 600);
    expect(seen.warnings.find((one) => one.startsWith('Больше 2 СМС'))).toMatch(
      'об остальных гаражах СМС не получат: ',
    );
    const counted = await po.call(countReceivers, { body: apart(id) as never });
    expect(counted.body).toMatchObject({ people: 1, sms: 2 });
    const skipped = await po.call(mailingReceivers, { body: { ...apart(id), side: 'skipped' } as never });
    expect(skipped.body).toMatchObject({ total: 3, counts: { reached: 1, left: 0, skipped: 3 } });
    expect(
      skipped.body.rows.map((row: { reason: string; plates: unknown[] }) => [row.reason, row.plates.length]),
    ).toEqual([
      ['often', 1],
      ['often', 1],
      ['often', 1],
    ]);
    const sent = await sendAs(po, apart(id));
    expect(sent.body).toMatchObject({ status: 2, total: 2, cost: 1200 });
    const waits = { status: 0, channel: 'sms', reason: null };
    expect(await rowsOf(sent.id)).toEqual([waits, waits, silent, silent, silent]);
    expect(await reasons(id)).toEqual({ repeated: 1 });
    // Other kinds go about each garage.
    expect(await preview(po, apart(id, { kind: 'news' }))).toMatchObject({ total: 5, warnings: [] });
  });

  it('one is left after one of today; letters go about each', async () => {
    const id = await ofFive({ email: 'five@example.ru' });
    await sent(id, 2);
    const seen = await preview(po, apart(id, { channel: 'both' }));
    expect(seen).toMatchObject({ total: 6, receiverCounter: { email: 5, sms: 1 } });
    const counted = await po.call(countReceivers, { body: apart(id, { channel: 'both' }) as never });
    expect(counted.body).toMatchObject({ email: 5, sms: 1 });
    expect(seen.receiverCounter.byChannel.sms.cost).toBe(600);
  });

  it('what was stopped is repeated for two, sent anew by hand for nobody above that', async () => {
    const id = await ofFive();
    const { id: first } = await sendAs(po, apart(id));
    const stopped = await po.call(stopNotification, { params: { id: first } });
    expect(stopped.body.status).toBe(7);
    await sql`update notification set status = 5 where id = ${first}`.execute(t.deps.db);
    await sent(id, 3);
    const repeat = () => po.call(repeatNotification, { params: { id: first } });
    expect((await repeat()).body).toMatchObject({ status: 3 });
    expect((await rowsOf(first)).map(({ status }) => status)).toEqual([0, 4, 9, 9, 9]);
    const { rows } = await sql<{ text: string }>`select text from action_log where verb = 'notification.repeat'
      order by id desc limit 1`.execute(t.deps.db);
    expect(rows[0]!.text).toMatch(/не ушли: 1\. Больше двух СМС о долге.*не повторены: /);
    await sql`update notification set status = 5 where id = ${first}`.execute(t.deps.db);
    expect((await repeat()).body.errors.form).toMatch('Больше двух СМС о долге');
    const left = await t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', first)
      .where('status', '=', 4)
      .where('superseded', '=', false)
      .select('id')
      .executeTakeFirstOrThrow();
    const again = await po.call(resendToPerson, { params: { id: left.id }, body: { mayComeTwice: false } });
    expect(again.body.errors).toEqual({ form: expect.stringContaining('Больше двух СМС о долге') });
    // A day later the one of today is gone.
    await sql`update notification_message set created_at = created_at - interval '25 hours' where profile_id = ${id}`.execute(
      t.deps.db,
    );
    expect((await po.call(resendToPerson, { params: { id: left.id }, body: { mayComeTwice: false } })).status).toBe(
      200,
    );
  });

  it('a debt told more than a week ago is not told once more: it may have been paid', async () => {
    const { id } = await sendAs(po, apart(await ofFive()));
    await po.call(stopNotification, { params: { id } });
    const now = t.deps.clock.now().getTime();
    const begun = (moment: number, kind: string) =>
      t.deps.db
        .updateTable('notification')
        .set({ status: 5, kind, started_at: new Date(moment).toISOString() })
        .where('id', '=', id)
        .execute();
    const repeat = () => po.call(repeatNotification, { params: { id } });
    await begun(now - 7 * 86_400_000 - 1, 'debt');
    const { body } = await repeat();
    expect(body.errors.form).toMatch(
      /^Суммы долга в этих сообщениях на \d\d\.\d\d\.\d{4}: .*Составьте рассылку заново$/,
    );
    const [one] = await t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', id)
      .select('id')
      .execute();
    expect((await po.call(resendToPerson, { params: { id: one!.id }, body: { mayComeTwice: true } })).status).toBe(422);
    await begun(now - 7 * 86_400_000, 'debt');
    expect((await repeat()).status).toBe(200);
    await begun(now - 90 * 86_400_000, 'news');
    expect((await repeat()).body.errors.form).not.toContain('Суммы');
  });
});

describe('quiet hours', () => {
  it.each([
    ['2026-11-20T20:59:59+03:00', null],
    ['2026-11-20T21:00:00+03:00', '2026-11-21T06:00:00.000Z'],
    ['2026-11-20T23:59:59+03:00', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T00:00:00+03:00', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T08:59:59+03:00', '2026-11-21T06:00:00.000Z'],
    ['2026-11-21T09:00:00+03:00', null],
  ])('at %s SMS wait until %s', (moment, until) => {
    expect(quietUntil(new Date(moment), 'Europe/Moscow')?.toISOString() ?? null).toBe(until);
  });

  it('bind SMS alone: at night a letter leaves at once', async () => {
    const id = await owner(mo, w.po, { sms: true, email: 'night@example.ru' });
    await sql`update mo set time_zone = 'Asia/Kamchatka' where id = ${w.mo}`.execute(t.deps.db);
    const { id: mailed } = await sendAs(po, debt(id, { channel: 'both' }));
    const { rows } = await sql<{
      channel: string;
      late: boolean;
    }>`select channel, next_attempt_at > ${t.deps.clock.now().toISOString()}::timestamptz + interval '2 minutes' as late
      from outbox where what = ${`notification:${mailed}`} order by channel`.execute(t.deps.db);
    expect(rows).toEqual([
      { channel: 'mail', late: false },
      { channel: 'sms', late: true },
    ]);
  });
});
