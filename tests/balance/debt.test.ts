// The debt of a garage over the real database: the rule in SQL is the rule, the calls explain it to everyone who may see it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageAllocation, garageDebt, garagePaymentQr, garageStatement } from '../../contract/balance.ts';
import { garages } from '../../contract/garages.ts';
import { marksOf } from '../../resources/balance/billRules.ts';
import { PENALTY } from '../../server/balance/rules.ts';
import { turnoverOf } from '../../resources/balance/statementRules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { postLines, type TestLine } from './posting.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const charge = (garage_id: number, year: number, amount_kopecks: number, more: Partial<TestLine> = {}): TestLine => ({
  garage_id,
  sign: -1,
  amount_kopecks,
  accrual_type_id: 1,
  payment_type_id: null,
  period_year: year,
  on_date: `${year}-01-15`,
  ...more,
});
const payment = (garage_id: number, amount_kopecks: number, more: Partial<TestLine> = {}): TestLine => ({
  ...charge(garage_id, 2026, amount_kopecks, { on_date: '2026-03-01' }),
  sign: 1,
  accrual_type_id: null,
  payment_type_id: 1,
  ...more,
});

describe('«Почему такой долг?»', () => {
  it('names each charge, what paid it, and whose debt it is', async () => {
    const seller = await newPerson(mo, w.po);
    const buyer = await newPerson(mo, w.po);
    const garage = await newGarage(mo, w.po, {
      alreadyExistProfile: [{ profileId: buyer.id }],
      ownedSince: '2026-01-01',
    });
    await postLines(t, w, [
      charge(garage.id, 2025, 500_000, { owner_id: seller.id, accrual_type_id: 3, comment: 'Ворота' }),
      charge(garage.id, 2026, 225_000, { owner_id: buyer.id, comment: 'льгота 50 %' }),
      charge(garage.id, 2025, 21_250, {
        owner_id: seller.id,
        accrual_type_id: PENALTY,
        on_date: '2026-03-05',
        comment: '50 дней × 0,1 % × 4 250,00',
      }),
      payment(garage.id, 75_000, { on_date: '2025-04-03', paper_no: '17' }),
    ]);
    const { status, body } = await mo.call(garageDebt, { params: { id: garage.id } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ on: '2026-11-20', balance_kopecks: -671_250, advance: [] });
    expect(body.lines).toMatchObject([
      {
        accrual_type: 'Целевой',
        year: 2025,
        accrued_kopecks: 500_000,
        paid_kopecks: 75_000,
        owed_kopecks: 425_000,
        charges: [{ on_date: '2025-01-15', kopecks: 500_000, comment: 'Ворота', owner: seller.full_name }],
        paid_by: [{ on_date: '2025-04-03', name: 'Касса', paper_no: '17', kopecks: 75_000, is_named: false }],
      },
      { year: 2026, owed_kopecks: 225_000, paid_by: [], charges: [{ comment: 'льгота 50 %' }] },
      { accrual_type: 'Пени', owed_kopecks: 21_250, charges: [{ comment: '50 дней × 0,1 % × 4 250,00' }] },
    ]);
    expect(body.owners).toEqual([
      { id: seller.id, full_name: seller.full_name, is_present: false, owed_kopecks: 446_250 },
      { id: buyer.id, full_name: buyer.full_name, is_present: true, owed_kopecks: 225_000 },
    ]);
    const { body: card } = await mo.call(garages.one, { params: { id: garage.id } });
    expect(card.debt).toEqual(body.lines);
    expect(marksOf(body)).toEqual(card.years);
  });

  it('stands at any past date, and before anything was charged', async () => {
    const { id } = await newGarage(mo, w.po);
    const [, paid] = await postLines(t, w, [charge(id, 2025, 1000), payment(id, 400, { on_date: '2025-06-01' })]);
    await postLines(t, w, [{ ...payment(id, 400, { on_date: '2025-08-01' }), sign: -1, reversal_of: paid! }]);
    const on = async (day: string) => (await mo.call(garageDebt, { params: { id }, query: { on: day } })).body;
    expect(await on('2024-12-31')).toMatchObject({ balance_kopecks: 0, lines: [], owners: [] });
    expect((await on('2025-05-31')).balance_kopecks).toBe(-1000);
    expect(await on('2025-06-01')).toMatchObject({ balance_kopecks: -600, lines: [{ paid_kopecks: 400 }] });
    expect(await on('2025-08-01')).toMatchObject({ balance_kopecks: -1000, lines: [{ paid_kopecks: 0, paid_by: [] }] });
  });
});

describe('what a payment would close', () => {
  it('is told before it is posted: by age, by name, with the rest as an advance', async () => {
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, [charge(id, 2025, 1000), charge(id, 2026, 1000)]);
    const ask = (query: object) =>
      mo.call(garageAllocation, { params: { id }, query: query as Record<string, unknown> });
    expect((await ask({ amount: 2500 })).body).toEqual({
      closes: [
        {
          accrual_type_id: 1,
          accrual_type: 'Членский годовой взнос',
          year: 2025,
          kopecks: 1000,
          owed_after_kopecks: 0,
        },
        {
          accrual_type_id: 1,
          accrual_type: 'Членский годовой взнос',
          year: 2026,
          kopecks: 1000,
          owed_after_kopecks: 0,
        },
      ],
      advance_kopecks: 500,
      aside_kopecks: 0,
      payer: null,
      relaid: 0,
      balance_kopecks: -2000,
      balance_after_kopecks: 500,
    });
    const named = (await ask({ amount: 300, accrual_type: 1, year: 2026 })).body;
    expect(named.closes).toMatchObject([{ year: 2026, kopecks: 300, owed_after_kopecks: 700 }]);
  });

  it('closes money that was given back too, which is of no type', async () => {
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, [{ ...payment(id, 400), sign: -1, payment_type_id: 6 }]);
    const { body } = await mo.call(garageAllocation, { params: { id }, query: { amount: 400 } });
    expect(body.closes).toMatchObject([
      { accrual_type_id: null, accrual_type: 'Возвраты и корректировки', kopecks: 400, owed_after_kopecks: 0 },
    ]);
  });

  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '1.5' }, 'amount'],
    [{ amount: 'сто' }, 'amount'],
    [{ amount: '99999999999999' }, 'amount'],
    [{}, 'amount'],
    [{ amount: '5', year: '2026' }, 'year'],
    [{ amount: '5', accrual_type: '1' }, 'year'],
  ])('refuses %j in words', async (query, field) => {
    const { id } = await newGarage(mo, w.po);
    const { status, body } = await mo.call(garageAllocation, { params: { id }, query });
    expect(status).toBe(422);
    expect(body.errors[field]).toMatch(/[А-я]/);
  });
});

describe('the statement of a period', () => {
  it('a write-off and a correction are not payments: each sum of the period has its own line, all of them meet', async () => {
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, [
      charge(id, 2025, 1000),
      payment(id, 100),
      payment(id, 30, { payment_type_id: 8 }),
      payment(id, 7, { payment_type_id: 6 }),
      payment(id, 2, { payment_type_id: 6, sign: -1 }),
    ]);
    const { body } = await mo.call(garageStatement, { params: { id }, query: {} });
    expect(body).toMatchObject({
      accrued_kopecks: 1000,
      paid_kopecks: 100,
      written_off_kopecks: 30,
      corrected_kopecks: 5,
      moved_kopecks: 0,
      closing_kopecks: -865,
    });
    expect(body.lines.map((line: { counts: string }) => line.counts).toSorted()).toEqual(
      ['charged', 'paid', 'written_off', 'corrected', 'corrected'].toSorted(),
    );
    expect(turnoverOf(body.lines)).toMatchObject({ accrued_kopecks: 1000, paid_kopecks: 100, written_off_kopecks: 30 });
  });

  it('is saldo, lines, saldo; a filter hides lines and keeps balances', async () => {
    const { id } = await newGarage(mo, w.po);
    const [, , paid] = await postLines(t, w, [
      charge(id, 2025, 1000),
      charge(id, 2026, 2000),
      payment(id, 700, { on_date: '2026-03-01' }),
    ]);
    await postLines(t, w, [{ ...payment(id, 700, { on_date: '2026-04-01' }), sign: -1, reversal_of: paid! }]);
    const ask = async (query: object) =>
      (await mo.call(garageStatement, { params: { id }, query: query as Record<string, unknown> })).body;
    const year = await ask({ from: '2026-01-01', to: '2026-03-31' });
    expect(year).toMatchObject({
      opening_kopecks: -1000,
      closing_kopecks: -2300,
      accrued_kopecks: 2000,
      paid_kopecks: 700,
    });
    expect(year.lines.map((line: { balance_kopecks: number }) => line.balance_kopecks)).toEqual([-3000, -2300]);
    // Both days of a period are in it: a payment taken today is in the statement that is printed at once.
    const day = { from: '2026-03-01', to: '2026-03-01' };
    expect(await ask(day)).toMatchObject({ opening_kopecks: -3000, closing_kopecks: -2300, paid_kopecks: 700 });
    expect((await ask({ ...day, from: '2026-03-02', to: '2026-03-31' })).lines).toEqual([]);
    const all = await ask({});
    expect(all).toMatchObject({
      opening_kopecks: 0,
      closing_kopecks: -3000,
      accrued_kopecks: 3000,
      paid_kopecks: 0,
      to: '2026-11-20',
    });
    expect(all.lines.map((line: { kind: string; is_reversed: boolean }) => [line.kind, line.is_reversed])).toEqual([
      ['accrual', false],
      ['accrual', false],
      ['payment', true],
      ['reversal', false],
    ]);
    expect(all).toMatchObject({ types: [{ id: 1, name: 'Членский годовой взнос' }], years: [2026, 2025] });
    expect((await ask({ year: 2025 })).lines).toHaveLength(1);
    expect((await ask({ accrual_type: 4 })).lines).toHaveLength(0);
    const fees = await ask({ accrual_type: 1 });
    expect(fees.lines.map((line: { year: number; kind: string }) => [line.year, line.kind])).toEqual([
      [2025, 'accrual'],
      [2026, 'accrual'],
    ]);
    expect((await ask({ accrual_type: 1, year: 2025 })).lines).toHaveLength(1);
    expect(await ask({ from: '2026-05-01' })).toMatchObject({
      opening_kopecks: -3000,
      closing_kopecks: -3000,
      lines: [],
    });
  });
  it('refuses dates that are none or stand the wrong way', async () => {
    const { id } = await newGarage(mo, w.po);
    for (const query of [{ from: '2026-13-01' }, { from: '2026-05-01', to: '2026-04-01' }]) {
      const { status, body } = await mo.call(garageStatement, { params: { id }, query });
      expect([status, Object.keys(body.errors).length]).toEqual([422, 1]);
    }
  });
});

describe('the payment QR', () => {
  const requisites = {
    payee_name: 'ПО КАС № 12-3 ВОА',
    account: '40703810900000012303',
    bank_name: 'ДЕМО-БАНК',
    bik: '040000999',
    corr_account: '30101810500000000999',
    inn: '9999000006',
  };
  const ask = (id: number, query: object = {}) =>
    mo.call(garagePaymentQr, { params: { id }, query: query as Record<string, unknown> });
  const pairs = (text: string) =>
    Object.fromEntries(
      text
        .split('|')
        .slice(1)
        .map((pair) => pair.split('=') as [string, string]),
    );

  it('names what the ПО lacks, then pays the whole debt, one line or any sum', async () => {
    const owner = await newPerson(mo, w.po, { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' });
    const { id, account_no, number } = await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: owner.id }] });
    await postLines(t, w, [charge(id, 2025, 300_000, { accrual_type_id: 3 }), charge(id, 2026, 450_000)]);
    const { body: lacking } = await ask(id);
    expect(lacking).toMatchObject({ text: null, sum_kopecks: 750_000, po: { id: w.po } });
    expect(lacking.problems).toContain('не указан расчётный счёт');

    await t.deps.db.updateTable('po').set(requisites).where('id', '=', w.po).execute();
    const { body: whole } = await ask(id);
    expect(whole).toMatchObject({ problems: [], sum_kopecks: 750_000, account_no, payee: requisites });
    expect(pairs(whole.text)).toMatchObject({
      Name: requisites.payee_name,
      Sum: '750000',
      Purpose: `Взносы 2025-2026 ЛС ${account_no} гараж ${number}`,
      PersAcc: account_no,
      LastName: 'Петров',
    });
    expect(whole.bytes).toBe(new TextEncoder().encode(whole.text).length);
    expect(whole.text).not.toContain('PayerAddress');

    const { body: line } = await ask(id, { accrual_type: 3, year: 2025 });
    expect(line).toMatchObject({ sum_kopecks: 300_000, purpose: `Целевой 2025 ЛС ${account_no} гараж ${number}` });
    // The type gives way to the length of the text, its year never.
    const { body: part } = await ask(id, { accrual_type: 1, year: 2026, amount: 100 });
    expect(pairs(part.text)).toMatchObject({ Sum: '100' });
    expect(part.purpose).toMatch(/^Членский годовой .*2026 ЛС /);

    // What is paid in full is named no more.
    await postLines(t, w, [payment(id, 300_000, { accrual_type_id: 3, period_year: 2025 })]);
    const { body: left } = await ask(id);
    expect(left).toMatchObject({
      sum_kopecks: 450_000,
      purpose: expect.stringMatching(/^Членский годовой .*\b2026 ЛС /),
    });
    expect(left.purpose).not.toContain('2025');
  });

  it('of one line is for its type and its year, of several years and types', async () => {
    const { id } = await newGarage(mo, w.po);
    await postLines(t, w, [
      charge(id, 2025, 300_000, { accrual_type_id: 3 }),
      charge(id, 2025, 100_000),
      charge(id, 2026, 200_000, { accrual_type_id: 3 }),
      charge(id, 2026, 450_000),
    ]);
    const sum = async (accrual_type: number, year: number) => (await ask(id, { accrual_type, year })).body.sum_kopecks;
    expect([await sum(3, 2025), await sum(1, 2025), await sum(3, 2026), await sum(1, 2026)]).toEqual([
      300_000, 100_000, 200_000, 450_000,
    ]);
    expect(await sum(1, 2024)).toBe(0);
  });

  it('without a debt waits for a sum', async () => {
    const { id } = await newGarage(mo, w.po);
    expect((await ask(id)).body).toMatchObject({ text: null, sum_kopecks: 0, problems: [] });
    expect((await ask(id, { accrual_type: 1, year: 2026 })).body).toMatchObject({ text: null, sum_kopecks: 0 });
    expect((await ask(id, { amount: 5000 })).body.purpose).toMatch(/^Взносы ЛС /);
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.5 }, 'amount'],
    [{ accrual_type: 1 }, 'year'],
    [{ year: 2026 }, 'year'],
    [{ accrual_type: 777, year: 2026 }, 'accrual_type'],
  ])('refuses %j', async (query, field) => {
    const { id } = await newGarage(mo, w.po);
    const { status, body } = await ask(id, query);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('who may see', () => {
  it('own, parent, sibling, foreign, absent', async () => {
    const { id } = await newGarage(mo, w.po);
    const people: [object, number][] = [
      [{ po: w.po }, 200],
      [{ mo: w.mo }, 200],
      [{ region: w.region }, 200],
      [{ po: w.siblingPo }, 404],
      [{ mo: w.siblingMo }, 404],
      [{ region: w.foreignRegion }, 404],
      [{ po: w.foreignPo }, 404],
    ];
    for (const [place, expected] of people) {
      const person = await as(t, place);
      for (const call of [garageDebt, garageStatement, garageAllocation, garagePaymentQr])
        expect([place, call.path, (await person.call(call, { params: { id }, query: { amount: 5 } })).status]).toEqual([
          place,
          call.path,
          expected,
        ]);
    }
    expect((await mo.call(garageDebt, { params: { id: 2_000_000_000 } })).status).toBe(404);
    const clerk = await as(t, { po: w.po, capabilities: [1] });
    expect((await clerk.call(garageDebt, { params: { id } })).status).toBe(200);
    expect((await clerk.call(garageAllocation, { params: { id }, query: { amount: 5 } })).status).toBe(403);
  });
});
