// Собираемость: of what was charged, what has been closed by money. An advance is none of it until a charge takes it.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/statistics.ts';
import { today } from '../../contract/today.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { leaveDebtWithFormerOwner } from '../../server/balance/writing/transfers.ts';
import { moneyFigures } from '../../server/statistics/queries/moneyFigures.ts';
import { figureTable } from '../../server/statistics/rules/tables.ts';
import { chargeLine, paymentLine, postLines, type TestLine } from '../balance/posting.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
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

const garage = async (po: number) => {
  const owner = await newPerson(mo, po);
  const { id } = await newGarage(mo, po, { alreadyExistProfile: [{ profileId: owner.id, isPrimary: true }] });
  return { id, owner: owner.id };
};
const figures = async (po: number, from = '2026-01-01', to = '2026-11-20'): Promise<c.StatReply> => {
  const query = { filter: JSON.stringify({ po: [po], from, to }) };
  const { status, body } = await mo.call(c.statistics, { params: { tab: 'balance_operation' }, query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const monthsOf = (reply: c.StatReply) =>
  Object.fromEntries(
    reply.money!.rows.filter((row) => row.what === 'month').map((row) => [row.key, row.collected_kopecks]),
  );
const follow = () => sql`select follow_debts(1000)`.execute(t.deps.db as never);

it('advances, money set aside, write-offs and debts left to former owners', async () => {
  const [paid, ahead, aside, forgiven, sold] = await Promise.all(Array.from({ length: 5 }, () => garage(w.po)));
  await postLines(t, w, [
    chargeLine(paid!.id, '2026-01-10', 10_000),
    paymentLine(paid!.id, '2026-01-20', 6_000),
    paymentLine(ahead!.id, '2026-01-15', 5_000),
    chargeLine(ahead!.id, '2026-02-10', 5_000),
    paymentLine(aside!.id, '2026-02-11', 3_000, { accrual_type_id: 1, period_year: 2027 }),
    chargeLine(forgiven!.id, '2026-01-10', 4_000),
    paymentLine(forgiven!.id, '2026-02-12', 4_000, { payment_type_id: 8 }),
    chargeLine(sold!.id, '2026-01-10', 2_000, { owner_id: sold!.owner }),
    // Nothing is charged in March.
    paymentLine(paid!.id, '2026-03-05', 4_000),
  ]);
  await actAlone(t, (tx) =>
    leaveDebtWithFormerOwner(tx, sold!.owner, {
      garageId: sold!.id,
      place: { region_id: w.region, mo_id: w.mo, po_id: w.po },
      onDate: '2026-06-01',
      at: '2026-06-01T09:00:00.000Z',
      owners: null,
      before: null,
      since: null,
      idempotencyKey: randomUUID(),
      comment: 'Переоформление',
      createdBy: null,
    }),
  );
  const his = { owner_id: sold!.owner, debtor_id: sold!.owner };
  await postLines(t, w, [paymentLine(sold!.id, '2026-07-01', 2_000, his)]);
  const right = { '2026-01': 6_000, '2026-02': 5_000, '2026-03': 4_000, '2026-06': 0, '2026-07': 2_000, '2026-08': 0 };
  // From the garages while the debts kept by day are behind, and from these.
  for (const _ of [1, 2]) {
    const reply = await figures(w.po);
    expect(monthsOf(reply)).toMatchObject(right);
    expect(reply.money).toMatchObject({ paid: { now: 20_000 }, charged: { now: 21_000 }, collected: { now: 17_000 } });
    const months = figureTable(reply, 'month');
    const nth = months.columns.findIndex(({ title }) => title === 'Собираемость, %');
    const shares = Object.fromEntries(months.rows.map((row) => [row[0], row[nth]]));
    expect(shares).toMatchObject({ '2026-01': 38, '2026-02': 100, '2026-03': null, '2026-07': null, Всего: 81 });
    const po = await as(t, { po: w.po });
    const seen = (await po.call(today)).body;
    expect(seen.debt).toMatchObject({ year_charged_kopecks: 21_000, year_collected_kopecks: 17_000 });
    await follow();
  }
  const own = JSON.stringify({ po: [w.po], user: [1], from: '2026-01-01' });
  const { body } = await mo.call(c.statistics, { params: { tab: 'balance_operation' }, query: { filter: own } });
  expect(body.money.collected).toEqual({ now: null, before: null, year: null });
});

it('made with the truth: of charges and unnamed payments, the smaller of both sums is what has been closed', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => garage(w.siblingPo)));
  const day = fc.date({ min: new Date('2025-11-01'), max: new Date('2026-11-19'), noInvalidDate: true });
  const line = fc.record({
    nth: fc.nat(all.length - 1),
    on: day.map((one) => one.toISOString().slice(0, 10)),
    kopecks: fc.integer({ min: 1, max: 9_999 }),
    isCharge: fc.boolean(),
  });
  const [made] = fc.sample(fc.array(line, { minLength: 120, maxLength: 160 }), 1);
  const lines = made!.map(({ nth, on, kopecks, isCharge }): TestLine =>
    (isCharge ? chargeLine : paymentLine)(all[nth]!.id, on, kopecks),
  );
  await postLines(t, { ...w, po: w.siblingPo }, lines);
  const closedBy = (until: string) =>
    all.reduce((sum, _, nth) => {
      const of = (isCharge: boolean) =>
        made!
          .filter((one) => one.nth === nth && one.isCharge === isCharge && one.on <= until)
          .reduce((total, one) => total + one.kopecks, 0);
      return sum + Math.min(of(true), of(false));
    }, 0);
  const months = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'];
  const right = Object.fromEntries(
    months.map((month) => [
      `2026-${month}`,
      closedBy(`2026-${month}-31`) -
        closedBy(month === '01' ? '2025-12-31' : `2026-${String(Number(month) - 1).padStart(2, '0')}-31`),
    ]),
  );
  for (const _ of [1, 2]) {
    expect([JSON.stringify(made), monthsOf(await figures(w.siblingPo))]).toEqual([JSON.stringify(made), right]);
    const some = await figures(w.siblingPo, '2026-02-07', '2026-05-19');
    const part = closedBy('2026-05-19') - closedBy('2026-02-06');
    expect(some.money!.collected.now).toBe(part);
    const row = some.money!.rows.find(({ what }) => what === 'po');
    expect(row!.collected_kopecks).toBe(part);
    expect(row!.collected_was_kopecks).toBe(some.money!.collected.year);
    await follow();
  }
});

it('a period beside one told by months is what it is alone, whatever months they share', async () => {
  const ctx = workCtx(t.deps, { mo: w.mo, name: 'Проверка', capabilities: [1, 2, 3] });
  const { id } = await garage(w.po);
  const ends = ['2025-10-01', '2025-10-31', '2026-01-01', '2026-01-31', '2026-02-01', '2026-02-28', '2026-08-31'];
  await postLines(
    t,
    w,
    ends.map((on, nth) => (nth % 2 ? chargeLine : paymentLine)(id, on, 7 ** (nth + 1))),
  );
  const day = fc
    .date({ min: new Date('2025-09-20'), max: new Date('2026-11-30'), noInvalidDate: true })
    .map((one) => one.toISOString().slice(0, 10));
  // Whole months and ends of months come often: there the two meet.
  const edge = fc.oneof(
    day,
    day.map((one) => `${one.slice(0, 8)}01`),
    fc.constantFrom('2026-01-31', '2026-02-28'),
  );
  const period = fc.tuple(edge, edge).map(([one, other]) => ({
    from: one < other ? one : other,
    to: one < other ? other : one,
  }));
  const user = fc.constantFrom<c.StatFilter>({}, { user: [1] }, { po: [w.po] });
  const by = fc.record({ byRows: fc.boolean(), byMonths: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(period, period, user, by, async (first, days, filter, told) => {
      const own = { days: first, byRows: true, byMonths: true };
      const [, beside] = (await moneyFigures(ctx, filter, [own, { days, ...told }])).periods;
      const [alone] = (await moneyFigures(ctx, filter, [{ days, ...told }])).periods;
      expect(beside).toEqual(alone);
    }),
    { numRuns: 60 },
  );
});
