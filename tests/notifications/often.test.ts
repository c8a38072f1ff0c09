// How often and when SMS may come: at most two about a debt a day and four a week, none between 21:00 and 9:00 by the clock of the place.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quietUntil } from '../../server/notifications/rules.ts';
import type { Caller, TestApp } from '../kit/app.ts';
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
