// The limit of a month: two mailings that start at one moment share it, and each month has its own.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as contract from '../../contract/notifications.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { testEngine } from '../kit/database.ts';
import type { World } from '../kit/world.ts';
import { expectedOf, mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

const { notifications } = contract;
let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

const limit = (table: 'po' | 'mo', roubles: number | null) =>
  t.deps.db.updateTable(table).set({ sms_limit_month: roubles }).where('id', '=', w[table]).execute();

/** Sends both at once: neither writes a message before both have come as far as they can. */
async function race(people: readonly [number, number]): Promise<number[]> {
  const drafts = await Promise.all(
    people.map(async (id) => {
      const body = mailing([id]);
      const draft = (await po.call(notifications.create, { body: body as never })).body;
      const card = () => po.call(notifications.one, { params: { id: draft.id } });
      await expect.poll(async () => (await card()).body.costReady).toBe(true);
      return { draft, expected: expectedOf(await preview(po, body)) };
    }),
  );
  const send = ({ draft, expected }: (typeof drafts)[number]) =>
    po.call(contract.sendNotification, {
      params: { id: draft.id },
      body: { version: draft.version, expected } as never,
    });
  const sending = await t.deps.db.transaction().execute(async (tx) => {
    await sql`lock table notification_message in share mode`.execute(tx);
    const both = drafts.map(send);
    const waiting = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`.execute(t.deps.db)).rows[0]!
        .n;
    await expect.poll(waiting, { timeout: inTime(20_000) }).toBe(2);
    // In an array: a promise that is answered from here would be waited for.
    return [both];
  });
  return (await Promise.all(sending[0]!)).map(({ status }) => status).toSorted((one, other) => one - other);
}

it.skipIf(testEngine !== 'server').each(['po', 'mo'] as const)(
  'two at one moment: the second counts what the first took of the limit of the %s',
  { timeout: inTime(60_000) },
  async (table) => {
    const people = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })] as const;
    await limit(table, null);
    expect((await preview(po, mailing([people[0]]))).limit_left).toBeNull();
    const { cost } = await preview(po, mailing([people[0]]));
    await limit(table, 100_000);
    const left = (await preview(po, mailing([]))).limit_left!;
    // Enough for one and a half.
    await limit(table, 100_000 - Math.floor((left - 1.5 * cost) / 100));
    expect(await race(people)).toEqual([200, 422]);
    await limit(table, null);
  },
);

it('what is planned for a later month is of that month, and there it is held against the limit', async () => {
  const [now, later, more] = [
    await owner(mo, w.po, { sms: true }),
    await owner(mo, w.po, { sms: true }),
    await owner(mo, w.po, { sms: true }),
  ];
  await limit('po', 100_000);
  const before = (await preview(po, mailing([now]))).limit_left!;
  expect((await sendAs(po, mailing([later]), { scheduledAt: '2026-12-05T09:00:00Z' })).status).toBe(200);
  expect((await preview(po, mailing([now]))).limit_left).toBe(before);
  // Till the end of this month it still counts.
  const { cost } = await preview(po, mailing([now]));
  expect((await sendAs(po, mailing([now]), { scheduledAt: '2026-11-30T15:00:00Z' })).status).toBe(200);
  expect((await preview(po, mailing([more]))).limit_left).toBe(before - cost);
  // A limit that one of December has taken whole is left for November alone.
  await limit('po', 12);
  const refused = await sendAs(po, mailing([more, later], { skipRepeated: false }), {
    scheduledAt: '2026-12-06T09:00:00Z',
  });
  expect(refused.body.errors).toEqual({ cost: 'Лимит СМС на этот месяц меньше стоимости рассылки' });
  await limit('po', null);
});

it('a repeat is paid by the place that wrote the mailing, whoever presses the button', async () => {
  const id = await owner(mo, w.po, { sms: true });
  const sent = await sendAs(po, mailing([id]));
  await sql`update outbox set state = 'failed' where what = ${`notification:${sent.id}`}`.execute(t.deps.db);
  await sql`update notification_message set status = 6 where notification_id = ${sent.id}`.execute(t.deps.db);
  await sql`update notification set status = 6, finished_at = now() where id = ${sent.id}`.execute(t.deps.db);
  await limit('po', 0);
  const repeated = await mo.call(contract.repeatNotification, { params: { id: sent.id } });
  await limit('po', null);
  expect(repeated.body.errors).toEqual({ form: expect.stringContaining('СМС вашей организации запрещены') });
});
