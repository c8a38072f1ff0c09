// Handed over and never heard of again: an SMS waits 72 hours, a letter for nothing, an unknown one stays unknown.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { repeatNotification } from '../../contract/notifications.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
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

it('an SMS without a receipt is out of time after 72 hours, not a second before; a late receipt is still believed', async () => {
  const people = {
    silent: await owner(mo, w.po, { sms: true }),
    unknown: await owner(mo, w.po, { sms: true }),
    letter: await owner(mo, w.po, { email: 'silent@example.ru' }),
  };
  const sent = await sendAs(po, mailing(Object.values(people)));
  const outboxOf = async (person: number) =>
    (
      await t.deps.db
        .selectFrom('notification_message')
        .where('notification_id', '=', sent.id)
        .where('profile_id', '=', person)
        .select('outbox_id')
        .executeTakeFirstOrThrow()
    ).outbox_id!;
  const write = async (person: number, values: { state: 'sent' | 'unknown' } | { receipt: number }) =>
    t.deps.db
      .updateTable('outbox')
      .set(values)
      .where('id', '=', await outboxOf(person))
      .execute();
  const statuses = async () => {
    await settleMessages(t.deps);
    const rows = await t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', sent.id)
      .select(['profile_id', 'status'])
      .execute();
    return Object.fromEntries(
      Object.entries(people).map(([name, id]) => [name, rows.find((row) => row.profile_id === id)!.status]),
    );
  };
  await write(people.silent, { state: 'sent' });
  await write(people.letter, { state: 'sent' });
  await write(people.unknown, { state: 'unknown' });
  expect(await statuses()).toEqual({ silent: 1, unknown: 11, letter: 1 });
  t.setNow('2026-11-23T09:00:00.000Z');
  expect(await statuses()).toEqual({ silent: 1, unknown: 11, letter: 1 });
  t.setNow('2026-11-23T09:00:01.000Z');
  expect(await statuses()).toEqual({ silent: 5, unknown: 11, letter: 1 });
  // What is unknown never goes out again by itself, whatever time has passed.
  const later = await as(t, { po: w.po });
  const repeated = await later.call(repeatNotification, { params: { id: sent.id } });
  expect([repeated.status, await statuses()]).toEqual([422, { silent: 5, unknown: 11, letter: 1 }]);
  await write(people.silent, { receipt: 2 });
  expect(await statuses()).toEqual({ silent: 2, unknown: 11, letter: 1 });
});

it('one of which only a part has arrived is out of time once; nothing is written or told of it again', async () => {
  t.setNow('2026-11-20T09:00:00.000Z');
  const body = { channel: 'sms', kind: 'news', sms_text: 'Охрана сменила телефон' };
  const sent = await sendAs(po, mailing([await owner(mo, w.po, { sms: true })], body));
  expect(sent.status, sent.text).toBe(200);
  await sql`update outbox set state = 'sent', receipt = 1 where what = ${`notification:${sent.id}`}`.execute(t.deps.db);
  const told = async (moment: string) => {
    t.setNow(moment);
    await settleMessages(t.deps);
    return t.deps.db
      .selectFrom('notification_message')
      .where('notification_id', '=', sent.id)
      .select(['status', 'changed_at'])
      .executeTakeFirstOrThrow();
  };
  expect((await told('2026-11-20T09:01:00.000Z')).status).toBe(1);
  const late = await told('2026-11-23T09:02:00.000Z');
  expect(late.status).toBe(5);
  expect(await told('2026-11-23T09:03:00.000Z')).toEqual(late);
});
