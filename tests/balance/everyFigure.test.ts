// One debt, one figure: list, card, map, search, export, statistics, closing, ageing and the bill say the same of every garage.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { debtAgeingGarages, garageDebt, garagePaymentQr } from '../../contract/balance.ts';
import { closingReview } from '../../contract/closing.ts';
import { exportList } from '../../contract/exports.ts';
import { archiveGarage, garageLedger, garageMap, garages } from '../../contract/garages.ts';
import { specialOperation } from '../../contract/payments.ts';
import { profiles } from '../../contract/profiles.ts';
import { globalSearch } from '../../contract/search.ts';
import { debtMovers, statistics } from '../../contract/statistics.ts';
import { leaveDebtWithFormerOwner } from '../../server/balance/writing/transfers.ts';
import { actAlone } from '../kit/act.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine, postLines, type TestLine } from './posting.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let seller: number;
const ids = new Map<string, number>();

/** What the rule of settlement says of each garage today, kopecks, by hand. */
const books: Record<string, { debt: number; advance: number; former: number; years: number }> = {
  '1': { debt: 10_000, advance: 0, former: 0, years: 1 },
  '2': { debt: 0, advance: 5_000, former: 0, years: 0 },
  // 300 ₽ of 2025 are open, 200 ₽ wait for land 2026.
  '3': { debt: 30_000, advance: 20_000, former: 0, years: 1 },
  // 160 ₽ of two years were left to the seller, 70 ₽ are the buyer's.
  '4': { debt: 7_000, advance: 0, former: 16_000, years: 1 },
  // Land was paid in April and charged in September: the fee of 2025 stays open all the while.
  '5': { debt: 9_000, advance: 0, former: 0, years: 1 },
  '6': { debt: 0, advance: 0, former: 0, years: 0 },
};
const totals = { debt: 56_000, advance: 25_000, former: 16_000, debtors: 4 };

const charge = (plate: string, on_date: string, amount_kopecks: number, more: Partial<TestLine> = {}) =>
  chargeLine(ids.get(plate)!, on_date, amount_kopecks, more);
const payment = (plate: string, on_date: string, amount: number, type: number | null) =>
  charge(plate, on_date, amount, { sign: 1, accrual_type_id: type, payment_type_id: 1 });

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  for (const number of Object.keys(books)) {
    const owner = await newPerson(mo, w.po);
    if (number === '4') seller = owner.id;
    const garage = await newGarage(mo, w.po, {
      section: 'Ж',
      number,
      alreadyExistProfile: [{ profileId: owner.id, isPrimary: true }],
    });
    ids.set(number, garage.id);
  }
  await postLines(t, w, [
    charge('1', '2025-02-01', 10_000),
    payment('2', '2026-03-01', 5_000, null),
    charge('3', '2025-02-01', 30_000),
    payment('3', '2026-05-10', 20_000, 5),
    charge('4', '2024-02-01', 6_000, { owner_id: seller }),
    charge('4', '2025-02-01', 10_000, { owner_id: seller }),
    charge('5', '2025-02-01', 9_000),
    payment('5', '2026-04-10', 8_000, 5),
  ]);
  await actAlone(t, async (tx) => {
    await leaveDebtWithFormerOwner(tx, seller, {
      garageId: ids.get('4')!,
      onDate: '2026-06-01',
      owners: null,
      before: null,
      since: null,
      idempotencyKey: randomUUID(),
      place: { region_id: w.region, mo_id: w.mo, po_id: w.po },
      comment: 'Переоформление № 1',
      createdBy: null,
      at: '2026-06-01T09:00:00.000Z',
    });
  });
  await postLines(t, w, [charge('4', '2026-07-01', 7_000), charge('5', '2026-09-01', 8_000, { accrual_type_id: 5 })]);
});
afterAll(() => t.close());

const names = new Map<number, string>();
const plateOf = (id: number) => {
  if (!names.size) for (const [plate, one] of ids) names.set(one, plate);
  return names.get(id)!;
};
interface Stands {
  balance_kopecks: number;
  aside_kopecks: number;
  former_kopecks: number;
}
/** Debt, advance and debt of former owners of a row that tells balance and what is set aside. */
const standing = ({ balance_kopecks: balance, aside_kopecks: aside, former_kopecks: former }: Stands) => ({
  debt: Math.max(0, aside - balance),
  advance: Math.max(aside, balance),
  former,
});
const expected = (plate: string) => {
  const { debt, advance, former } = books[plate]!;
  return { debt, advance, former };
};

it('list, card, map, search and the bill', async () => {
  const query = { filter: JSON.stringify({ poFilter: [w.po] }), range: '[0,99]', sort: '["balance_kopecks","ASC"]' };
  const { body: list } = await mo.call(garages.list, { query });
  expect(list).toHaveLength(6);
  // The largest debt first, whatever waits beside it; advances last.
  expect(list.map((row: { id: number }) => plateOf(row.id))).toEqual(['3', '1', '5', '4', '6', '2']);
  for (const row of list) expect(standing(row), plateOf(row.id)).toEqual(expected(plateOf(row.id)));
  const { body: map } = await mo.call(garageMap, { params: { po: w.po } });
  for (const cell of map.cells) {
    expect(standing(cell), `map ${plateOf(cell.id)}`).toEqual(expected(plateOf(cell.id)));
    expect(cell.debt_years, `years of ${plateOf(cell.id)}`).toBe(books[plateOf(cell.id)]!.years);
  }
  for (const [plate, id] of ids) {
    const card = (await mo.call(garages.one, { params: { id } })).body;
    expect(standing(card), `card ${plate}`).toEqual(expected(plate));
    const found = (await mo.call(globalSearch, { query: { q: `Ж ${plate}` } })).body.garages.items;
    expect(standing(found.find((one: { id: number }) => one.id === id)), `search ${plate}`).toEqual(expected(plate));
    const bill = (await mo.call(garageDebt, { params: { id } })).body;
    const former = bill.former.reduce((sum: number, one: { debt_kopecks: number }) => sum + one.debt_kopecks, 0);
    expect({ debt: bill.debt_kopecks, advance: bill.advance_kopecks, former }).toEqual(expected(plate));
    const ledger = (await mo.call(garageLedger, { params: { id } })).body;
    const first = (ledger.data ?? ledger)[0];
    expect(first?.balance_kopecks ?? 0, `ledger ${plate}`).toBe(books[plate]!.advance - books[plate]!.debt);
    const qr = (await mo.call(garagePaymentQr, { params: { id } })).body;
    expect(qr.sum_kopecks, `QR ${plate}`).toBe(books[plate]!.debt);
  }
});

it('filters by the debt of the present owners, and by what was left to former ones', async () => {
  const listed = async (filter: object) => {
    const query = { filter: JSON.stringify({ poFilter: [w.po], ...filter }), range: '[0,99]' };
    const { body } = await mo.call(garages.list, { query });
    return body.map((row: { id: number }) => plateOf(row.id)).sort();
  };
  expect(await listed({ garageDebt: 'debt' })).toEqual(['1', '3', '4', '5']);
  expect(await listed({ garageDebt: 'advance' })).toEqual(['2', '3']);
  expect(await listed({ garageDebt: 'former' })).toEqual(['4']);
});

it('export, the card of the person, ageing', async () => {
  const body = {
    format: 'csv' as const,
    columns: ['plate', 'debt', 'aside', 'former'],
    sort: ['number', 'ASC'] as ['number', 'ASC'],
    filter: { poFilter: [w.po] },
  };
  const { text } = await mo.call(exportList, { params: { resource: 'garages' }, body });
  expect(text.replace('\ufeff', '').trimEnd().split('\r\n').slice(1)).toEqual([
    'Ж 1;100,00;;',
    'Ж 2;-50,00;;',
    'Ж 3;300,00;200,00;',
    'Ж 4;70,00;;160,00',
    'Ж 5;90,00;;',
    'Ж 6;0,00;;',
  ]);
  const person = (await mo.call(profiles.one, { params: { id: seller } })).body;
  expect(person.garages).toMatchObject([{ id: ids.get('4'), balance_kopecks: -7_000, left_debt_kopecks: 16_000 }]);
  const aged = (await mo.call(debtAgeingGarages, { query: { po: String(w.po), per_page: '100' } })).body;
  expect(aged).toMatchObject({ total: totals.debtors, debt_kopecks: totals.debt });
  for (const row of aged.data) expect(row.debt_kopecks, `age of ${plateOf(row.id)}`).toBe(books[plateOf(row.id)]!.debt);
});

it('statistics and closing, now and as of a day when money waited for its charge', async () => {
  const owing = async (to?: string) => {
    const filter = JSON.stringify({ po: [w.po], from: '2026-02-01', ...(to ? { to } : {}) });
    const { body } = await mo.call(debtMovers, { query: { filter, which: 'owing', per_page: '200' } });
    const rows = body.data.map((row: { id: number; debt_kopecks: number }) => [plateOf(row.id), row.debt_kopecks]);
    return { sum: body.debt_kopecks, rows: Object.fromEntries(rows) };
  };
  const review = async (until: string) => (await mo.call(closingReview, { query: { until } })).body;
  expect(await owing()).toEqual({ sum: totals.debt, rows: { '1': 10_000, '3': 30_000, '4': 7_000, '5': 9_000 } });
  const { debt: debt_kopecks, advance: advance_kopecks, former: former_kopecks, debtors } = totals;
  expect(await review('2026-11-19')).toMatchObject({ debt_kopecks, advance_kopecks, former_kopecks, debtors });
  // At the end of June land was not charged yet: 80 ₽ waited for it beside a debt of 90 ₽.
  expect(await owing('2026-06-30')).toEqual({ sum: 49_000, rows: { '1': 10_000, '3': 30_000, '5': 9_000 } });
  expect(await review('2026-06-30')).toMatchObject({
    debt_kopecks: 49_000,
    advance_kopecks: 33_000,
    former_kopecks: 16_000,
    debtors: 3,
  });
});

it('a write-off is of the debt, a refund of the advance, though both stand; an archive asks about either', async () => {
  const id = ids.get('3')!;
  const send = (kind: 'write_off' | 'refund', amount: number) =>
    mo.call(specialOperation, {
      body: {
        kind,
        idempotencyKey: randomUUID(),
        date: '2026-11-20',
        garage: id,
        amount,
        comment: 'по заявлению',
        protocol: '№ 3',
        paymentType: 2,
      } as never,
    });
  expect((await send('write_off', 30_001)).body.errors.amount).toMatch(/не больше долга: 300,00/);
  expect((await send('refund', 20_001)).body.errors.amount).toMatch(/не больше аванса: 200,00/);
  await postLines(t, w, [charge('6', '2025-02-01', 4_000), payment('6', '2026-05-10', 4_000, 5)]);
  const archive = (await mo.call(archiveGarage, {
    params: { id: ids.get('6')! },
    body: { version: 1, reason: 'demolished', comment: '', confirmBalance: false } as never,
  })) as { status: number; body: { errors: Record<string, string> } };
  expect([archive.status, archive.body.errors.confirmBalance]).toEqual([
    422,
    'Остаток не нулевой: подтвердите перевод в архив',
  ]);
});

it('what is charged and what is paid: closing says what statistics say, whatever else moves the books', async () => {
  const sums = async (until: string) => {
    const { body: review } = await mo.call(closingReview, { query: { until } });
    const filter = JSON.stringify({ from: '2020-01-01', to: until });
    const { body: stat } = await mo.call(statistics, { params: { tab: 'balance_operation' }, query: { filter } });
    const { charged, paid } = stat.money;
    return [
      { charged: review.charged_kopecks, paid: review.paid_kopecks },
      { charged: charged.now, paid: paid.now },
    ];
  };
  const [before, was] = await sums('2026-08-31');
  expect(before).toEqual(was);
  const money = (sign: -1 | 1, amount: number, type: number) =>
    charge('2', '2026-08-10', amount, { sign, accrual_type_id: sign < 0 ? 1 : null, payment_type_id: type });
  await postLines(t, w, [
    charge('2', '2026-08-10', 10_000),
    payment('2', '2026-08-10', 6_000, null),
    // Given back, written off, corrected both ways, carried over, the opening balance of an import.
    money(-1, 500, 7),
    money(1, 3_000, 8),
    money(1, 200, 6),
    money(-1, 900, 6),
    money(1, 700, 9),
    charge('2', '2026-08-10', 40_000, { accrual_type_id: 15 }),
  ]);
  const [after, now] = await sums('2026-08-31');
  expect(after).toEqual(now);
  expect(after).toEqual({ charged: before!.charged + 10_000, paid: before!.paid + 5_500 });
});
