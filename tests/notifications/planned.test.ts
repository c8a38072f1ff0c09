// A planned mailing at its moment: made anew for who matches by then, and never more than its author was shown without him.
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import * as contract from '../../contract/notifications.ts';
import { decideDue, doDue } from '../../server/jobs/due.ts';
import { startDue } from '../../server/notifications/delivering.ts';
import { whyItWaits } from '../../server/notifications/rules/planned.ts';
import { as, type Caller, type TestApp } from '../kit/app.ts';
import type { World } from '../kit/world.ts';
import { mailing, mailingStage, owner, sendAs } from './kit.ts';

const NOW = '2026-11-20T09:00:00.000Z';
const SHOWN = 10;
let t: TestApp;
let w: World;
let mo: Caller;
/** Of each test its own: he is whom a letter goes to. */
let author: Caller;
/** Owners in debt, as many as are shown when the mailing is planned, and two more who owe later. */
const debtors: number[] = [];
beforeAll(async () => {
  ({ t, w, mo } = await mailingStage());
  for (let nth = 0; nth < SHOWN + 2; nth += 1) debtors.push(await owner(mo, w.po, { sms: true }));
});
beforeEach(async () => {
  author = await as(t, { po: w.po });
  await owe(debtors, 0);
  await owe(debtors.slice(0, SHOWN), 500_00);
});
afterEach(async () => {
  t.setNow(NOW);
  await setMo({ approve_above: null, confirm_above: 200 });
});
afterAll(() => t.close());

const setMo = (change: object) => t.deps.db.updateTable('mo').set(change).where('id', '=', w.mo).execute();
const owe = (people: readonly number[], kopecks: number) =>
  sql`insert into garage_balance (garage_id, region_id, mo_id, po_id, balance_kopecks)
    select g.id, g.region_id, g.mo_id, g.po_id, ${-kopecks} from ownership o join garage g on g.id = o.garage_id where o.profile_id = any(${people}::int[])
    on conflict (garage_id) do update set balance_kopecks = excluded.balance_kopecks`.execute(t.deps.db);

/** «Все должники», planned for ten minutes later. */
async function planned(more: object = {}, how: object = {}): Promise<number> {
  const selection = { of: 'garages', all: true, filter: { garageDebt: 'debt' }, included: [], excluded: [] };
  const body = mailing([], { selection, skipRepeated: false, kind: 'news', ...more });
  const sent = await sendAs(author, body, { scheduledAt: '2026-11-20T09:10:00Z', ...how });
  expect([sent.status, sent.body.status]).toEqual([200, 1]);
  return sent.id;
}
/** Its moment comes; answers what stands in the journal. */
async function comes(id: number) {
  t.setNow('2026-11-20T09:10:30.000Z');
  await doDue(t.deps, [startDue]);
  return t.deps.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
}
const told = async () =>
  (
    await sql<{ subject: string; body_text: string }>`select o.subject, o.body_text from outbox o
      join app_user u on u.email = o.recipient where u.id = ${author.userId}`.execute(t.deps.db)
  ).rows;
const written = async (id: number) =>
  (await t.deps.db.selectFrom('notification_message').where('notification_id', '=', id).select('id').execute()).length;

it('whoever paid since gets nothing, the rest does, unasked', async () => {
  const id = await planned();
  await owe(debtors.slice(0, 6), 0);
  expect(await comes(id)).toMatchObject({ status: 2, total: 4, people: 4 });
  expect(await told()).toEqual([]);
});

it('a tenth more goes, more than that waits for the author as a draft, who is told and sends it again', async () => {
  const slightly = await planned();
  await owe(debtors.slice(0, SHOWN + 1), 500_00);
  expect(await comes(slightly)).toMatchObject({ status: 2, total: 11 });
  t.setNow(NOW);
  await owe(debtors.slice(SHOWN), 0);
  const grown = await planned();
  await owe(debtors, 500_00);
  const why = 'Получателей стало 12, показано было 10: проверьте и отправьте снова';
  expect(await comes(grown)).toMatchObject({ status: 0, pause_reason: why, scheduled_at: null, people: 12 });
  expect(await written(grown)).toBe(0);
  const letters = await told();
  expect(letters).toMatchObject([{ subject: 'Рассылка «Напоминание о долге» ждёт вас' }]);
  expect(letters[0]!.body_text).toContain(why);
  expect(letters[0]!.body_text).toContain(`/notification/${grown}`);
  const card = (await author.call(contract.notifications.one, { params: { id: grown } })).body;
  expect(card).toMatchObject({ draft: true, pause_reason: why });
  const expected = { people: 12, messages: 12, cost: card.cost };
  const again = await author.call(contract.sendNotification, {
    params: { id: grown },
    body: { version: card.version, expected },
  });
  expect(again.body).toMatchObject({ status: 2, total: 12, pause_reason: null });
});

it('costs more than was shown by over a tenth: waits', async () => {
  const id = await planned();
  await sql`insert into sms_price (prefix, kopecks) values ('+7900', 667)`.execute(t.deps.db);
  const kept = await comes(id);
  await sql`delete from sms_price where prefix = '+7900'`.execute(t.deps.db);
  expect(kept).toMatchObject({ status: 0, cost_kopecks: 6670 });
  expect(kept.pause_reason!.replaceAll('\u00a0', ' ')).toBe(
    'Стоимость стала 66,70 ₽, показано было 60,00 ₽: проверьте и отправьте снова',
  );
});

it('needs a second person by now: waits for him; what he agreed to before starts', async () => {
  await setMo({ approve_above: SHOWN });
  const id = await planned();
  await owe(debtors.slice(0, SHOWN + 1), 500_00);
  expect(await comes(id)).toMatchObject({ status: 1, awaits_approval: true });
  expect(await written(id)).toBe(0);
  expect((await told())[0]!.body_text).toContain('ждёт согласия второго сотрудника');
  expect((await mo.call(contract.approveNotification, { params: { id } })).body).toMatchObject({
    status: 2,
    total: 11,
  });
  t.setNow(NOW);
  await owe(debtors.slice(SHOWN), 0);
  await setMo({ approve_above: SHOWN - 1 });
  const agreed = await planned();
  expect((await mo.call(contract.approveNotification, { params: { id: agreed } })).body).toMatchObject({ status: 1 });
  await owe(debtors.slice(0, SHOWN + 1), 500_00);
  expect(await comes(agreed)).toMatchObject({ status: 2, total: 11 });
});

it('no limit of either: what grew a little starts', async () => {
  await setMo({ approve_above: null });
  const id = await planned();
  await owe(debtors.slice(0, SHOWN + 1), 500_00);
  expect(await comes(id)).toMatchObject({ status: 2 });
});

it('a number that would be typed by now and was not: waits; one that was typed starts', async () => {
  const id = await planned();
  await setMo({ confirm_above: 5 });
  expect(await comes(id)).toMatchObject({
    status: 0,
    pause_reason: 'Получателей стало 10, больше 5, а их число вписывают рукой: проверьте и отправьте снова',
  });
  t.setNow(NOW);
  const typed = await planned({}, { confirmed: SHOWN });
  expect(await comes(typed)).toMatchObject({ status: 2 });
});

it('the author lost the right: nothing leaves, the journal says why', async () => {
  const id = await planned();
  await t.deps.db
    .updateTable('app_user')
    .set({ capabilities: [1, 2] })
    .where('id', '=', author.userId)
    .execute();
  expect(await comes(id)).toMatchObject({ status: 0, pause_reason: 'У автора больше нет права рассылок' });
  expect(await written(id)).toBe(0);
});

it('the author lost the place: a draft again, and he is told; one who has left is told nothing', async () => {
  const why = 'У автора больше нет права на место рассылки';
  const lose = () => t.deps.db.deleteFrom('user_right').where('user_id', '=', author.userId).execute();
  const id = await planned();
  await lose();
  expect(await comes(id)).toMatchObject({ status: 0, scheduled_at: null, pause_reason: why });
  expect(await written(id)).toBe(0);
  expect((await told()).map(({ body_text }) => body_text.includes(why))).toEqual([true]);
  t.setNow(NOW);
  author = await as(t, { po: w.po });
  const second = await planned();
  await lose();
  await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', author.userId).execute();
  expect(await comes(second)).toMatchObject({ status: 0, pause_reason: 'У автора больше нет права рассылок' });
  expect(await told()).toEqual([]);
});

it('the author works one place higher now: it goes', async () => {
  const id = await planned();
  await t.deps.db
    .updateTable('user_right')
    .set({ po_id: null, mo_id: w.mo })
    .where('user_id', '=', author.userId)
    .execute();
  expect(await comes(id)).toMatchObject({ status: 2 });
});

it('what was shown is not known: waits', async () => {
  const id = await planned();
  await sql`update notification set shown_people = null where id = ${id}`.execute(t.deps.db);
  expect(await comes(id)).toMatchObject({ status: 0, pause_reason: expect.stringContaining('неизвестно') });
});

it('the limit of the month ran out, nobody is left: waits with that reason', async () => {
  const id = await planned();
  await t.deps.db.updateTable('po').set({ sms_limit_month: 1 }).where('id', '=', w.po).execute();
  const kept = await comes(id);
  await t.deps.db.updateTable('po').set({ sms_limit_month: null }).where('id', '=', w.po).execute();
  expect(kept).toMatchObject({ status: 0, pause_reason: 'Лимит СМС на этот месяц меньше стоимости рассылки' });
  t.setNow(NOW);
  const nobody = await planned();
  await owe(debtors, 0);
  expect(await comes(nobody)).toMatchObject({ status: 0, pause_reason: expect.stringContaining('ни одного') });
});

it.each([
  [{}, null],
  [{ people: 110, cost: 660_00 }, null],
  [{ people: 111 }, 'Получателей стало 111, показано было 100'],
  [{ cost: 660_01 }, 'Стоимость стала 660,01 ₽, показано было 600,00 ₽'],
  [{ empty: 2 }, null],
  [{ empty: 3 }, 'Пустые значения стали у 3 человек, показано было 2'],
  [{ people: 1, cost: 0, empty: 0 }, null],
])('%j beside 100 people, 600 ₽ and 2 empty: %s', (more, words) => {
  const now = { people: 100, cost: 600_00, empty: 2, confirmAbove: 50, ...more };
  const why = whyItWaits({ people: 100, cost: 600_00, empty: 2, isTyped: true }, now);
  expect(why && why.replaceAll('\u00a0', ' ')).toBe(words && `${words}: проверьте и отправьте снова`);
});

it('whose moment was missed waits for a person: its author and the officials of its place hear of it, once', async () => {
  const colleague = await as(t, { po: w.po });
  const others = [
    await as(t, { po: w.po, capabilities: [1, 2] }),
    await as(t, { mo: w.mo }),
    await as(t, { po: w.siblingPo }),
  ];
  const id = await planned();
  t.setNow('2026-11-20T10:00:30.000Z');
  await doDue(t.deps, [startDue]);
  await doDue(t.deps, [startDue]);
  const why =
    'Не ушла 20.11.2026 в 12:10: сервер в этот час не работал. Отзовите её, или её отправит суперпользователь';
  const kept = () => t.deps.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  expect(await kept()).toMatchObject({ status: 1, pause_reason: why });
  expect(await written(id)).toBe(0);
  const letters = await t.deps.db
    .selectFrom('outbox as o')
    .innerJoin('app_user as u', 'u.email', 'o.recipient')
    .where('o.what', 'like', `missed:${id}:%`)
    .select(['u.id', 'o.subject', 'o.body_text'])
    .execute();
  const told = letters.map((letter) => letter.id);
  expect(told).toEqual(expect.arrayContaining([author.userId, colleague.userId]));
  expect(new Set(told).size).toBe(told.length);
  for (const other of others) expect(told).not.toContain(other.userId);
  expect(letters[0]!.body_text).toContain(why);
  expect(letters[0]!.body_text).toContain(`/notification/${id}`);
  // A person lets it go after all.
  const due = await t.deps.db
    .selectFrom('due_moment')
    .where('object', '=', String(id))
    .selectAll()
    .executeTakeFirstOrThrow();
  expect(due.state).toBe('asks');
  await t.deps.db
    .transaction()
    .execute((tx) =>
      decideDue(tx as never, { id: due.id, isWanted: true, by: author.userId, now: t.deps.clock.now() }),
    );
  await doDue(t.deps, [startDue]);
  expect(await kept()).toMatchObject({ status: 2, pause_reason: null });
});

it.each([
  ['09:40:00', 2],
  ['09:40:01', 1],
])('half an hour late it goes still, later a person is asked: at %s its status is %i', async (time, status) => {
  const id = await planned();
  t.setNow(`2026-11-20T${time}.000Z`);
  await doDue(t.deps, [startDue]);
  const kept = await t.deps.db
    .selectFrom('notification')
    .where('id', '=', id)
    .select('status')
    .executeTakeFirstOrThrow();
  expect(kept.status).toBe(status);
});
