// What a page of statistics may be asked by mistake, and what it answers in words.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import * as c from '../../contract/statistics.ts';
import { plusDays } from '../../contract/kernel/days.ts';
import { takeTable } from '../../server/statistics/queries/tables.ts';
import { LAST_DAY, MOST_DAYS } from '../../server/kernel/periods.ts';
import { nobodyCtx } from '../kit/act.ts';
import { chargeLine, postLines } from '../balance/posting.ts';
import { movePo } from '../../server/orgs/moving.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const ask = (who: Caller, tab: string, filter: object | string) =>
  who.call(c.statistics, {
    params: { tab: tab as 'all' },
    query: { filter: typeof filter === 'string' ? filter : JSON.stringify(filter) },
  });
const figures = async (who: Caller, tab: string, filter: object): Promise<c.StatReply> => {
  const reply = await ask(who, tab, filter);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const lines = async (who: Caller, filter: object) =>
  (await who.call(actionLog.list, { query: { filter, range: '[0,999]', sort: '["at","DESC"]' } })).body
    .length as number;

it.each([
  ['a period that goes backwards', { from: '2026-02-01', to: '2026-01-01' }, 'to', 'Начало периода позже конца'],
  ['days after which there are none', { from: '9999-12-01', to: '9999-12-31' }, 'to', 'Введите корректную дату'],
  ['one such day', { from: '9999-12-31' }, 'from', 'Введите корректную дату'],
  ['more than sixty years', { from: '1901-01-01', to: '2026-01-01' }, 'from', 'Период не длиннее 60 лет'],
])('%s is refused at its field', async (_what, filter, field, words) => {
  for (const tab of ['sign', 'balance_operation']) {
    const reply = await ask(mo, tab, filter);
    expect([reply.status, reply.body.errors?.[field]], reply.text).toEqual([422, words]);
  }
  const pivot = await mo.call(c.moneyPivot, { query: { filter: JSON.stringify(filter) } });
  expect([pivot.status, pivot.body.errors?.[field]]).toEqual([422, words]);
});

it('an empty period, a day that is none and nonsense are told in Russian, never a fault', async () => {
  for (const filter of [{ from: '', to: '' }, { from: '2026-02-30' }, { po: ['x'] }, '{', '[]', 'null']) {
    const reply = await ask(mo, 'garage', filter);
    expect(reply.status, reply.text).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.body.message, JSON.stringify(filter)).toMatch(/[а-яё]/i);
  }
});

it('a period without a single line has every figure, all of nothing', async () => {
  const reply = await figures(mo, 'balance_operation', { from: '2010-01-01', to: '2010-01-31' });
  expect([reply.count.now, reply.money!.charged.now, reply.series.length]).toEqual([0, 0, 31]);
});

it('ten years go by months, days are never asked for one by one', async () => {
  const reply = await figures(mo, 'garage', { from: '2016-11-21', to: '2026-11-20' });
  expect([reply.grain, reply.series.length]).toEqual(['month', 121]);
});

it('a tab that does not exist is refused in words', async () => {
  for (const tab of ['nothing', '__proto__', 'toString']) {
    const reply = await ask(mo, tab, {});
    expect([400, 404, 422]).toContain(reply.status);
    expect(reply.body.message).toMatch(/[а-яё]/i);
  }
});

it('a user who was disabled keeps his figures and his name', async () => {
  const clerk = await as(t, { mo: w.mo });
  await newGarage(clerk, w.po);
  const before = await figures(mo, 'garage', { user: [clerk.userId] });
  expect(before.count.now).toBeGreaterThan(0);
  await t.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', clerk.userId).execute();
  const after = await figures(mo, 'garage', { user: [clerk.userId] });
  expect([after.count.now, after.users]).toEqual([before.count.now, before.users]);
  expect(after.users[0]!.name).not.toBe('');
  expect(await lines(mo, { tab: 'garage', user: [clerk.userId] })).toBe(after.count.now);
});

it('a ПО that moved: what was done stays where it was done, what is done now counts in its new МО', async () => {
  const sibling = await as(t, { mo: w.siblingMo });
  await newGarage(mo, w.siblingPo);
  const filter = { po: [w.siblingPo] };
  const was = (await figures(mo, 'garage', filter)).count.now;
  expect([was > 0, (await figures(sibling, 'garage', filter)).count.now]).toEqual([true, 0]);
  await act(workCtx(t.deps, { name: 'Проверка' }), 'admin.org_update', async ({ tx, log }) => {
    await movePo(tx, w.siblingPo, { mo_id: w.siblingMo, region_id: w.region });
    await tx.updateTable('po').set({ mo_id: w.siblingMo }).where('id', '=', w.siblingPo).execute();
    await log({ text: 'ПО перенесено' });
  });
  await newGarage(sibling, w.siblingPo);
  for (const who of [mo, sibling]) {
    const { count, rows } = await figures(who, 'garage', filter);
    expect(count.now).toBe(await lines(who, { tab: 'garage', ...filter }));
    expect(rows.filter((row) => row.what === 'po').map((row) => row.key)).toEqual([String(w.siblingPo)]);
  }
  expect((await figures(mo, 'garage', filter)).count.now).toBe(was);
  expect((await figures(sibling, 'garage', filter)).count.now).toBeGreaterThan(0);
});

it('figures of contributions under a condition that books do not know are those of the log alone', async () => {
  const root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  for (const filter of [{}, { mo: [w.mo] }, { q: '' }, { verb: [] }])
    expect((await figures(root, 'balance_operation', filter)).money, JSON.stringify(filter)).not.toBeNull();
  for (const filter of [
    { q: 'касса' },
    { verb: ['balance_operation.payment'] },
    { object: 'garage:1' },
    { everywhere: true },
    { weekday: 1 },
    { hour: 0 },
    { noPo: true },
  ])
    expect((await figures(root, 'balance_operation', filter)).money, JSON.stringify(filter)).toBeNull();
});

it.each([
  ['the last day there is', { from: LAST_DAY, to: LAST_DAY }],
  ['sixty years to the day', { from: plusDays('2026-01-01', 1 - MOST_DAYS), to: '2026-01-01' }],
])('%s is taken, a day more is not', async (_, days) => {
  expect((await ask(mo, 'sign', days)).status).toBe(200);
  const more = days.to === LAST_DAY ? { to: plusDays(days.to, 1) } : { from: plusDays(days.from, -1) };
  expect((await ask(mo, 'sign', { ...days, ...more })).status).toBe(422);
});

it('a table whose last line is of the whole says so: a list of points, people or hours has none', async () => {
  const ctx = workCtx(t.deps, { userId: mo.userId, mo: w.mo, capabilities: [1, 2, 3] });
  const days = { from: '2026-11-01', to: '2026-11-20' };
  const whole = [];
  for (const table of ['po', 'month', 'kind', 'series', 'users', 'hours'] as const)
    whole.push([table, (await takeTable(ctx, { tab: 'sign', table, filter: {}, days, against: 'year' })).hasTotals]);
  expect(whole).toEqual([
    ['po', true],
    ['month', true],
    ['kind', true],
    ['series', false],
    ['users', false],
    ['hours', false],
  ]);
});

it('a line that nobody wrote is counted and is of no user', async () => {
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  const ctx = { ...nobodyCtx(t), now: () => new Date('2026-03-03T09:00:00Z') };
  const own = workCtx(t.deps, { userId: mo.userId, name: 'Он' }, ctx.now);
  for (const one of [ctx, own]) await act(one, 'garage.test', ({ log }) => log({ place, text: 'проба' }));
  const { count, users } = await figures(mo, 'garage', { from: '2026-03-03', to: '2026-03-03' });
  expect([count.now, users.map(({ key, count: n }) => [key, n])]).toEqual([2, [[String(mo.userId), 1]]]);
});

it('kinds of one sum stand by their numbers', async () => {
  const { id } = await newGarage(mo, w.po);
  await postLines(t, w, [
    chargeLine(id, '2015-05-05', 1000, { accrual_type_id: 2 }),
    chargeLine(id, '2015-05-06', 1000, { accrual_type_id: 1 }),
    chargeLine(id, '2015-05-07', 2000, { accrual_type_id: 3 }),
  ]);
  const { money } = await figures(mo, 'balance_operation', { from: '2015-05-01', to: '2015-05-31' });
  expect(money!.rows.filter(({ what }) => what === 'type').map(({ key }) => key)).toEqual(['3', '1', '2']);
});
