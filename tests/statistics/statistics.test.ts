// Statistics: every figure equals the rows behind it, at every level and over whole and broken months; nobody counts what he may not see.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog } from '../../contract/actionLog.ts';
import { debtAgeing, debtAges, type AgeingReply } from '../../contract/balance.ts';
import { garages as garageList } from '../../contract/garages.ts';
import { balanceOperations, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { postAccrual } from '../../contract/contributions/charging.ts';
import * as c from '../../contract/statistics.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let callers: { name: string; who: Caller }[];
const key = () => crypto.randomUUID();

const charge = async (who: Caller, garage: number, amount: number, date: string) => {
  const reply = await who.call(postAccrual, {
    body: {
      isAllGaragSelected: false,
      includedGarages: [garage],
      contributionAmount: amount,
      contributionDate: date,
      contributionPeriod: Number(date.slice(0, 4)),
      idempotencyKey: key(),
      expected: { garages: 1, amount_kopecks: amount },
    },
  });
  expect(reply.text).toContain('contribution');
};
const pay = async (who: Caller, garage: number, amount: number, date: string, paymentType = 1) => {
  const reply = await who.call(takePayment, {
    body: { idempotencyKey: key(), date, paymentType, lines: [{ garage, amount }] },
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.body.lines[0].id as number;
};

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const sibling = await as(t, { mo: w.siblingMo });
  const [first, second] = [await newGarage(mo, w.po), await newGarage(mo, w.po)];
  const [third, cousin] = [await newGarage(mo, w.siblingPo), await newGarage(sibling, w.cousinPo)];
  await charge(mo, first.id, 450_000, '2025-09-01');
  await charge(mo, first.id, 100_001, '2026-09-15');
  await charge(mo, second.id, 300_000, '2026-10-10');
  await charge(mo, third.id, 200_000, '2026-11-05');
  await charge(sibling, cousin.id, 70_000, '2026-10-31');
  await pay(mo, first.id, 50_000, '2025-11-10');
  await pay(mo, first.id, 120_000, '2026-10-20', 4);
  await pay(mo, second.id, 350_000, '2026-11-01');
  const undone = await pay(mo, third.id, 10_000, '2026-11-06');
  const reply = await mo.call(reverseOperation, {
    params: { id: undone },
    body: { idempotencyKey: key(), date: '2026-11-10', reason: 'ошибка', penalties_kopecks: 0 },
  });
  expect(reply.status, reply.text).toBe(200);
  const written = await mo.call(specialOperation, {
    body: {
      idempotencyKey: key(),
      kind: 'write_off',
      date: '2026-11-12',
      garage: third.id,
      amount: 5_000,
      protocol: 'Протокол № 1',
    },
  });
  expect(written.status, written.text).toBe(200);
  callers = [
    { name: 'ПО', who: await as(t, { po: w.po }) },
    { name: 'соседнее ПО', who: await as(t, { po: w.siblingPo }) },
    { name: 'МО', who: mo },
    { name: 'соседнее МО', who: sibling },
    { name: 'регион', who: await as(t, { region: w.region }) },
    { name: 'чужой регион', who: await as(t, { region: w.foreignRegion }) },
  ];
});
afterAll(() => t.close());

const figures = async (who: Caller, tab: string, filter: object = {}): Promise<c.StatReply> => {
  const reply = await who.call(c.statistics, { params: { tab }, query: { filter } });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const lines = async (who: Caller, filter: object) => {
  const { body, headers } = await who.call(balanceOperations.list, {
    query: { filter, range: '[0,999]', sort: '["on_date","DESC"]' },
  });
  expect(Number(String(headers['content-range']).split('/')[1])).toBe(body.length);
  return {
    n: body.length,
    sum: (body as { amount_kopecks: number }[]).reduce((sum, row) => sum + row.amount_kopecks, 0),
  };
};
const logLines = async (who: Caller, filter: object) =>
  (await who.call(actionLog.list, { query: { filter, range: '[0,999]', sort: '["at","DESC"]' } })).body
    .length as number;
const movers = async (who: Caller, filter: object, which: 'moved' | 'owing') =>
  (await who.call(c.debtMovers, { query: { filter, which, per_page: '200' } })).body as {
    total: number;
    debt_kopecks: number;
    debt_before_kopecks: number;
    data: c.DebtorRow[];
  };

const periods = [
  { from: '2026-09-01', to: '2026-10-31' },
  { from: '2026-09-10', to: '2026-11-05' },
  { from: '2025-11-21', to: '2026-11-20' },
  { from: '2026-11-06', to: '2026-11-06' },
];

/** Every cell of every pivot is the sum of its lines; rows and columns add up to the figure of the tab. */
async function pivotIsWhole(who: Caller, days: { from: string; to: string }, side: 'charged' | 'paid', whole: number) {
  const sign = side === 'charged' ? -1 : 1;
  for (const [rows, columns] of [
    ['po', 'month'],
    ['mo', 'kind'],
    ['kind', 'quarter'],
    ['region', 'year'],
  ] as const) {
    const reply = await who.call(c.moneyPivot, { query: { filter: days, side, rows, columns } });
    expect(reply.status, reply.text).toBe(200);
    const pivot = reply.body as c.PivotReply;
    const sumOf = (cells: readonly { kopecks: number }[]) => cells.reduce((sum, cell) => sum + cell.kopecks, 0);
    expect([pivot.kopecks, sumOf(pivot.rows), sumOf(pivot.columns)]).toEqual([whole, whole, whole]);
    for (const row of pivot.rows) expect(sumOf(row.cells)).toBe(row.kopecks);
    for (const [nth, column] of pivot.columns.entries())
      expect(sumOf(pivot.rows.map((row) => row.cells[nth]!))).toBe(column.kopecks);
    if (rows !== 'po') continue;
    for (const row of pivot.rows)
      for (const [nth, { key: month }] of pivot.columns.entries()) {
        const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0))
          .toISOString()
          .slice(0, 10);
        const from = `${month}-01` < days.from ? days.from : `${month}-01`;
        const own = await lines(who, {
          dateFrom: from,
          dateTo: last > days.to ? days.to : last,
          side,
          poFilter: [Number(row.key)],
        });
        expect(row.cells[nth]).toEqual({ kopecks: sign * own.sum + 0, lines: own.n });
      }
  }
}

describe('every figure of money equals its rows', () => {
  it.each(periods)('$from – $to', async (days) => {
    for (const { name, who } of callers) {
      const { money } = await figures(who, 'balance_operation', days);
      const rows = money!.rows.filter((row) => row.what === 'po');
      const dates = { dateFrom: days.from, dateTo: days.to };
      for (const side of ['charged', 'paid'] as const) {
        const sign = side === 'charged' ? -1 : 1;
        const whole = await lines(who, { ...dates, side });
        expect([money![side].now, money![`${side}_lines`]], `${name} ${side}`).toEqual([sign * whole.sum + 0, whole.n]);
        for (const row of rows) {
          const own = await lines(who, { ...dates, side, poFilter: [Number(row.key)] });
          expect([row[`${side}_kopecks`], row[`${side}_lines`]]).toEqual([sign * own.sum + 0, own.n]);
        }
        const what = side === 'charged' ? 'type' : 'method';
        for (const row of money!.rows.filter((one) => one.what === what)) {
          const kind =
            side === 'charged' ? { accrualTypeFilter: [Number(row.key)] } : { paymentTypeFilter: [Number(row.key)] };
          const own = await lines(who, { ...dates, side, ...kind });
          expect([row[`${side}_kopecks`], row[`${side}_lines`]], row.name).toEqual([sign * own.sum + 0, own.n]);
        }
        await pivotIsWhole(who, days, side, money![side].now);
        // Each cut adds up to the whole.
        for (const what of ['po', 'month', side === 'charged' ? 'type' : 'method'])
          expect(
            money!.rows.filter((row) => row.what === what).reduce((sum, row) => sum + row[`${side}_kopecks`], 0),
          ).toBe(money![side].now);
      }
      const owing = await movers(who, days, 'owing');
      expect([owing.debt_kopecks, owing.total], name).toEqual([money!.debt_kopecks, money!.debtors]);
      const moved = await movers(who, days, 'moved');
      expect(moved.debt_kopecks - moved.debt_before_kopecks).toBe(money!.debt_kopecks - money!.debt_before_kopecks);
      expect(moved.data).toHaveLength(moved.total);
    }
  });

  it('the debt of today is that of the garages; a write-off and what was undone are no payments', async () => {
    const region = callers.find((one) => one.name === 'регион')!.who;
    const { money } = await figures(region, 'balance_operation', { from: '2026-11-01', to: '2026-11-20' });
    const reply = await region.call(garageList.list, { query: { range: '[0,999]' } });
    const balances = (reply.body as { balance_kopecks: number }[]).map((row) => row.balance_kopecks);
    expect(money!.debt_kopecks).toBe(balances.reduce((sum, balance) => sum + Math.max(0, -balance), 0));
    expect(money).toMatchObject({ paid: { now: 350_000 }, charged: { now: 200_000 } });
  });

  it('a year ago and the period before are of equal length', async () => {
    const mo = callers.find((one) => one.name === 'МО')!.who;
    const reply = await figures(mo, 'balance_operation', { from: '2026-11-01', to: '2026-11-20' });
    expect([reply.before, reply.year]).toEqual([
      { from: '2026-10-12', to: '2026-10-31' },
      { from: '2025-11-01', to: '2025-11-20' },
    ]);
    expect(reply.money!.paid).toEqual({ now: 350_000, before: 120_000, year: 50_000 });
    expect(reply.is_unfinished).toBe(true);
  });

  it('rows are held against the same days a year ago, or against the days right before', async () => {
    const mo = callers.find((one) => one.name === 'МО')!.who;
    const ask = async (against: 'year' | 'before') => {
      const query = { filter: { from: '2026-11-01', to: '2026-11-20' }, against };
      const { body } = await mo.call(c.statistics, { params: { tab: 'balance_operation' }, query });
      return (body as c.StatReply).money!.rows.find((row) => row.what === 'po' && row.key === String(w.po))!;
    };
    // A year ago 500 ₽ were paid; 1 200 ₽ in the twenty days before, none of the charges is of either.
    expect(await ask('year')).toMatchObject({ paid_was_kopecks: 50_000, charged_was_kopecks: 0 });
    expect(await ask('before')).toMatchObject({ paid_was_kopecks: 120_000, charged_was_kopecks: 0 });
  });

  it('a table taken away says what the screen says, and is told in the log', async () => {
    const mo = callers.find((one) => one.name === 'МО')!.who;
    const filter = { from: '2026-09-01', to: '2026-11-20' };
    const { money } = await figures(mo, 'balance_operation', filter);
    const reply = await mo.call(c.exportStatistics, {
      params: { tab: 'balance_operation' },
      body: { format: 'csv', table: 'po', filter },
    });
    expect(reply.status, reply.text).toBe(200);
    const rows = reply.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';'));
    const roubles = (kopecks: number) => (kopecks / 100).toFixed(2).replace('.', ',');
    expect(rows).toHaveLength(money!.rows.filter((row) => row.what === 'po').length + 2);
    const last = rows.at(-1)!;
    expect([last[0], last[1], last[3], last[6], last[8]]).toEqual([
      'Всего',
      roubles(money!.charged.now),
      roubles(money!.paid.now),
      roubles(money!.debt_kopecks),
      String(money!.debtors),
    ]);
    expect(await logLines(mo, { tab: 'copy', verb: ['copy.export'], user: [mo.userId] })).toBe(1);
    const book = await mo.call(c.exportStatistics, {
      params: { tab: 'sign' },
      body: { format: 'xlsx', table: 'hours' },
    });
    expect([book.status, book.text.slice(0, 2)]).toEqual([200, 'PK']);
  });

  it('debts taken away, by age and garage by garage, are those of the screen; not for those without the right to money', async () => {
    const mo = callers.find((one) => one.name === 'МО')!.who;
    const filter = { from: '2026-11-01', to: '2026-11-20' };
    const file = async (who: Caller, table: c.StatTable) => {
      const body = { format: 'csv' as const, table, filter };
      const reply = await who.call(c.exportStatistics, { params: { tab: 'balance_operation' }, body });
      return [reply.status, ...reply.text.trim().split('\r\n').slice(1)];
    };
    const rouble = (kopecks: number) => (kopecks / 100).toFixed(2).replace('.', ',');
    for (const [table, which] of [
      ['movers', 'moved'],
      ['debtors', 'owing'],
    ] as const) {
      const { data, debt_kopecks, debt_before_kopecks } = await movers(mo, filter, which);
      const sums = (before: number, now: number) => [before, now, now - before].map(rouble).join(';');
      expect(await file(mo, table)).toEqual([
        200,
        ...data.map((row) =>
          [row.po.name, `${row.section} ${row.number}`, '', sums(row.debt_before_kopecks, row.debt_kopecks)].join(';'),
        ),
        `Всего;;;${sums(debt_before_kopecks, debt_kopecks)}`,
      ]);
      expect(data.length).toBeGreaterThan(0);
    }
    const { ages } = (await mo.call(debtAgeing, {})).body as AgeingReply;
    expect(await file(mo, 'ages')).toEqual([
      200,
      ...ages.map((one) => [debtAges[one.age], rouble(one.debt_kopecks), one.garages].join(';')),
      expect.stringMatching(/^Всего;/),
    ]);
    // A pivot of three sides: kinds of each row add up to it, rows to the whole, as on the screen.
    const shape = { side: 'charged', rows: 'po', columns: 'month', split: 'kind' } as const;
    const asked = { query: { filter: JSON.stringify(filter), ...shape } };
    const pivot = (await mo.call(c.moneyPivot, asked)).body as c.PivotReply;
    const told = (name: string, kind: string, line: Pick<c.PivotLine, 'cells' | 'kopecks'>) =>
      [name, kind, ...line.cells.map((cell) => rouble(cell.kopecks)), rouble(line.kopecks)].join(';');
    const block = (name: string, line: Pick<c.PivotLine, 'cells' | 'kopecks'>, kinds: c.PivotLine[]) => [
      ...kinds.map((kind) => told(name, kind.name, kind)),
      told(name, 'Всего', line),
    ];
    const taken = await mo.call(c.exportStatistics, {
      params: { tab: 'balance_operation' },
      body: { format: 'csv', table: 'pivot', filter, pivot: shape },
    });
    expect(taken.text.trim().split('\r\n').slice(1)).toEqual([
      ...pivot.rows.flatMap((row) => block(row.name, row, row.kinds)),
      ...block('Всего', { ...pivot, cells: pivot.columns }, pivot.kinds),
    ]);
    expect(pivot.kinds.length).toBeGreaterThan(0);
    const clerk = await as(t, { mo: w.mo, capabilities: [1] });
    for (const table of c.debtTables) expect((await file(clerk, table))[0]).toBe(403);
  });

  it('by who entered it', async () => {
    const mo = callers.find((one) => one.name === 'МО')!.who;
    const all = { from: '2025-01-01', to: '2026-11-20' };
    const own = await figures(mo, 'balance_operation', { ...all, user: [mo.userId] });
    const others = await figures(mo, 'balance_operation', { ...all, user: [callers[0]!.who.userId] });
    expect([own.money!.charged.now, others.money!.charged.now]).toEqual([1_050_001, 0]);
  });
});

describe('every figure of the log equals its rows', () => {
  beforeAll(async () => {
    // Sign-ins at all hours of some days: people of these tests get their sessions otherwise.
    for (const { name, who } of callers)
      await sql`insert into action_log (at, user_id, user_name, verb, region_id, mo_id, po_id, text)
        select '2026-11-02T00:30:00Z'::timestamptz + nth * interval '31 hours', ${who.userId}, ${name}, 'sign.login',
          coalesce(s.region_id, mo.region_id), mo.id, s.po_id, 'Вход'
        from generate_series(0, 13) as nth, session s left join po on po.id = s.po_id left join mo on mo.id = coalesce(s.mo_id, po.mo_id)
        where s.user_id = ${who.userId}`.execute(t.deps.db as never);
  });
  it.each(['garage', 'balance_operation', 'sign', 'all'])('%s', async (tab) => {
    const days = { from: '2026-11-01', to: '2026-11-20' };
    let hours = 0;
    for (const { who } of callers) {
      const reply = await figures(who, tab, days);
      expect(reply.count.now).toBe(await logLines(who, { tab, ...days }));
      expect(reply.series.reduce((sum, point) => sum + point.count, 0)).toBe(reply.count.now);
      for (const what of ['po', 'month', 'verb'])
        expect(reply.rows.filter((row) => row.what === what).reduce((sum, row) => sum + row.count, 0)).toBe(
          reply.count.now,
        );
      for (const row of reply.rows) {
        if (row.what === 'month') continue;
        const cut = row.what === 'verb' ? { verb: [row.key] } : row.key ? { po: [Number(row.key)] } : { noPo: true };
        expect(await logLines(who, { tab, ...days, ...cut }), row.key).toBe(row.count);
      }
      hours += reply.hours.length;
      for (const cell of reply.hours)
        expect(await logLines(who, { tab, ...days, weekday: cell.weekday, hour: cell.hour })).toBe(cell.count);
      for (const user of reply.users)
        expect(await logLines(who, { tab, ...days, user: [Number(user.key)] })).toBe(user.count);
    }
    // Hours are told of sign-ins alone.
    expect(hours > 0).toBe(tab === 'sign');
  });
});

describe('days that hold nothing', () => {
  const nearestOf = async (name: string, tab: 'balance_operation' | 'garage', days: object) => {
    const { who } = callers.find((one) => one.name === name)!;
    const { body } = await who.call(c.statistics, {
      params: { tab },
      query: { filter: JSON.stringify(days), against: 'year' },
    });
    return body.nearest;
  };

  it('lead to the last month before them that holds something, else to the first one after', async () => {
    expect(await nearestOf('МО', 'balance_operation', { from: '2026-10-01', to: '2026-10-31' })).toBeNull();
    const quiet = await nearestOf('МО', 'balance_operation', { from: '2025-12-01', to: '2026-08-31' });
    expect(quiet).toEqual({ from: '2025-11-01', to: '2025-11-30' });
    const early = await nearestOf('МО', 'balance_operation', { from: '2020-01-01', to: '2020-01-31' });
    expect(early).toEqual({ from: '2025-09-01', to: '2025-09-30' });
    const within = await nearestOf('МО', 'balance_operation', { from: '2026-10-11', to: '2026-10-19' });
    expect(within).toEqual({ from: '2026-10-01', to: '2026-10-31' });
    const ofLog = await nearestOf('МО', 'garage', { from: '2020-01-01', to: '2020-01-31' });
    expect(ofLog?.from).toMatch(/-01$/);
  });

  it('of another place are not told', async () => {
    const sibling = await as(t, { mo: w.siblingMo });
    const { body } = await sibling.call(c.statistics, {
      params: { tab: 'balance_operation' },
      query: { filter: JSON.stringify({ from: '2025-01-01', to: '2025-12-31' }), against: 'year' },
    });
    expect(body.nearest).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  });
});

describe('what is refused', () => {
  it('money to those without the right: the figures are not there', async () => {
    const clerk = await as(t, { mo: w.mo, capabilities: [1] });
    expect((await figures(clerk, 'balance_operation')).money).toBeNull();
    expect((await clerk.call(c.debtMovers, {})).status).toBe(403);
  });

  it('an unknown tab, an inverted period, a thousand years', async () => {
    const { who } = callers[0]!;
    const status = async (tab: string, filter: object) =>
      (await who.call(c.statistics, { params: { tab }, query: { filter } })).status;
    expect(await status('nothing', {})).toBeGreaterThanOrEqual(400);
    expect(await status('sign', { from: '2026-02-01', to: '2026-01-01' })).toBe(422);
    expect(await status('sign', { from: '1901-01-01', to: '2026-01-01' })).toBe(422);
    expect((await figures(who, 'sign', { from: '2016-01-01', to: '2026-01-01' })).series).toHaveLength(121);
  });
});
