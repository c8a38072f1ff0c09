// Values that are empty: never sent as braces, seen by the author, held back where nobody looks; «долг 0» is not told without a word.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import * as contract from '../../contract/notifications.ts';
import { debtRules, switchDebtRule } from '../../contract/notifications/reminders.ts';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { doDue } from '../../server/jobs/due.ts';
import { startDue } from '../../server/notifications/delivering.ts';
import { ruleDue } from '../../server/notifications/writing/reminders.ts';
import type { Caller, TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { charged } from './charged.ts';
import { mailing, mailingStage, owner, preview, sendAs } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  ({ t, w, mo, po } = await mailingStage());
});
afterAll(() => t.close());

/** «{ТелефонПО}» as the editor keeps it. */
const letterWith = (key: string) => {
  const letter = richFromPlain('Звоните: ');
  return { ...letter, doc: [...letter.doc, { type: 'paragraph', content: [{ type: 'variable', attrs: { key } }] }] };
};

it('a text leaves without braces, once its author has seen for how many people something is empty', async () => {
  const people = [
    await owner(mo, w.po, { sms: true, email: 'blank@example.ru' }),
    await owner(mo, w.po, { sms: true }),
  ];
  const body = mailing(people, {
    channel: 'both',
    kind: 'news',
    sms_text: 'Звоните {ТелефонПО}, срок {Период}.',
    email_text: letterWith('ТелефонПО'),
  });
  const seen = await preview(po, body);
  expect(seen.check.empty_people).toBe(2);
  expect(seen.sample).toMatchObject({ sms: 'Звоните , срок .', empty: ['ТелефонПО', 'Период'] });
  expect(seen.sample!.html.replace(/<style>.*?<\/style>/s, '')).not.toContain('{');
  const unseen = await sendAs(po, body, { emptySeen: null });
  expect(unseen.body.errors).toEqual({ emptySeen: expect.stringContaining('Пустые значения у 2 чел.') });
  expect((await sendAs(po, body, { emptySeen: 1 })).status).toBe(422);
  const sent = await sendAs(po, body, { emptySeen: 2 });
  expect(sent.status).toBe(200);
  const { rows } = await sql<{ all: string }>`select concat_ws(' ', m.body, m.html, o.body_text, o.body_html) as all
    from notification_message m join outbox o on o.id = m.outbox_id where m.notification_id = ${sent.id}`.execute(
    t.deps.db,
  );
  expect(rows).toHaveLength(3);
  for (const { all } of rows) expect(all).not.toMatch(/\{[А-Яа-я]+\}/);
});

it('a name that no mailing knows stays to be seen, and stops it', async () => {
  const seen = await preview(po, mailing([await owner(mo, w.po, { sms: true })], { sms_text: 'Долг {Сума}' }));
  expect(seen.sample!.sms).toBe('Долг {Сума}');
  expect(seen.problems.text).toContain('{Сума}');
  // It is refused, not empty for somebody.
  expect([seen.warnings, seen.check.empty_people]).toEqual([[], 0]);
});

it('an SMS of which nothing is left does not go', async () => {
  const body = mailing([await owner(mo, w.po, { sms: true })], { channel: 'sms', sms_text: '{ТелефонПО}' });
  expect((await preview(po, body)).problems.sms_text).toMatch('пустая СМС');
  expect((await sendAs(po, body, { emptySeen: 1 })).body.errors.sms_text).toMatch('пустая СМС');
});

it('of a debt mailing it is said by name who owes nothing', async () => {
  const [owes, owesNothing] = [await owner(mo, w.po, { sms: true }), await owner(mo, w.po, { sms: true })];
  await charged(mo, owes, 500_00);
  const told = async (more: object) => {
    const { warnings, check } = await preview(po, mailing([owes, owesNothing], { channel: 'sms', ...more }));
    return { warned: warnings.filter((one) => one.startsWith('Долга нет')).length, ...check.debtless };
  };
  const { full_name: name } = await t.deps.db
    .selectFrom('profile')
    .where('id', '=', owesNothing)
    .select('full_name')
    .executeTakeFirstOrThrow();
  expect(await told({})).toEqual({ warned: 1, people: 1, names: [name] });
  expect(await told({ kind: 'news' })).toEqual({ warned: 0, people: 0, names: [] });
  expect(await told({ sms_text: 'Просим оплатить взносы' })).toEqual({ warned: 0, people: 0, names: [] });
});

it('a rule holds back whose message lacks a value, and the journal says whom and why', async () => {
  const [whole, lacking] = [await owner(mo, w.siblingPo, { sms: true }), await owner(mo, w.siblingPo, { sms: true })];
  for (const id of [whole, lacking]) await charged(mo, id, 5000_00, '2026-01-15');
  await sql`update garage set section = '' where id in (select garage_id from ownership where profile_id = ${lacking})`.execute(
    t.deps.db,
  );
  const text = { template_name: 'С секцией', kind: 'debt' as const, sms_text: 'Долг {Долг} р., секция {Секция}' };
  const template = (await mo.call(messageTemplates.create, { body: text })).body.id;
  const made = await mo.call(debtRules.create, {
    body: {
      name: 'Долг по секциям',
      minDebt: 1000_00,
      minDays: 30,
      accrualTypes: [],
      every: 'day',
      onDay: null,
      atHour: 13,
      template,
      channel: 'sms',
      repeatDays: 10,
      payDays: 14,
    },
  });
  const on = await mo.call(switchDebtRule, {
    params: { id: made.body.id },
    body: { version: made.body.version, isOn: true, expected: 2 },
  });
  expect(on.status).toBe(200);
  t.setNow('2026-11-20T10:00:10.000Z');
  await doDue(t.deps, [ruleDue]);
  const messages = await t.deps.db
    .selectFrom('notification_message as m')
    .innerJoin('notification as n', 'n.id', 'm.notification_id')
    .where('n.rule_id', '=', made.body.id)
    .orderBy('m.status')
    .select(['m.profile_id', 'm.status', 'm.reason', 'm.person_name', 'm.outbox_id'])
    .execute();
  expect(messages).toMatchObject([
    { profile_id: whole, status: 0 },
    { profile_id: lacking, status: 9, reason: 'empty', outbox_id: null },
  ]);
  const words = `Не написали, проверьте: ${messages[1]!.person_name} (пусто {Секция})`;
  const { rows } = await sql<{ text: string }>`select text from action_log where text like '%Не написали%'`.execute(
    t.deps.db,
  );
  expect(rows).toEqual([{ text: `Правило «Долг по секциям». ${words}` }]);
  const kept = await t.deps.db
    .selectFrom('debt_rule')
    .where('id', '=', made.body.id)
    .select('last_note')
    .executeTakeFirst();
  expect(kept).toEqual({ last_note: words });
});

it('what is empty since it was planned waits for the author', async () => {
  const setPhone = (phone: string | null) =>
    t.deps.db.updateTable('po').set({ phone }).where('id', '=', w.po).execute();
  t.setNow('2026-11-20T09:00:00.000Z');
  await setPhone('+78125550101');
  const body = mailing([await owner(mo, w.po, { sms: true })], { kind: 'news', sms_text: 'Т.{ТелефонПО}' });
  const sent = await sendAs(po, body, { scheduledAt: '2026-11-20T09:10:00Z' });
  expect(sent.body.status).toBe(1);
  await setPhone(null);
  t.setNow('2026-11-20T09:10:10.000Z');
  await doDue(t.deps, [startDue]);
  const card = (await po.call(contract.notifications.one, { params: { id: sent.id } })).body;
  expect(card).toMatchObject({ status: 0, pause_reason: expect.stringContaining('Пустые значения стали у 1') });
});
