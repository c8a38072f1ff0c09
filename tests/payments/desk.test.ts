// The desk: a payment is taken once, by those who may, from those who are there; what is wrong is said at once.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRONG_AMOUNT } from '../../contract/books.ts';
import {
  balanceOperations,
  deskDefaults,
  DUPLICATE,
  payments,
  paymentUsers,
  takePayment,
} from '../../contract/payments.ts';
import { exportList } from '../../contract/exports.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { archive } from '../contributions/park.ts';
import { balanceOf, chargedPark, pay, payment, TODAY, undo } from './desk.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

describe('a payment is taken', () => {
  it('lowers the debt, names the payer, is seen in the list and in the log', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    const garage = ids[0]!;
    const taken = await pay(po, garage, 300_000, {
      paperNo: 'ПКО 118',
      comment: 'от сына',
    });
    expect([taken.status, taken.body]).toEqual([
      200,
      {
        contribution: expect.any(Number),
        amount_kopecks: 300_000,
        lines: [{ id: expect.any(Number), garage, amount_kopecks: 300_000, balance_kopecks: -150_000 }],
        isRepeat: false,
      },
    ]);
    const list = await po.call(payments.list);
    expect(list.body).toMatchObject([
      {
        id: taken.body.lines[0].id,
        kind: 'payment',
        source: 'desk',
        on_date: TODAY,
        garage: { id: garage },
        payer: { name: expect.stringMatching(/^Гаражов/) },
        accrual_type: null,
        year: null,
        payment_type: { id: 1, name: 'Касса' },
        amount_kopecks: 300_000,
        paper_no: 'ПКО 118',
        comment: 'от сына',
        user: { id: po.userId },
        is_reversed: false,
      },
    ]);
    expect(JSON.parse(String(list.headers['x-totals']))).toMatchObject({
      count: 1,
      amount_kopecks: 300_000,
      n1: 1,
      sum1: 300_000,
    });
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', taken.body.contribution)
      .where('verb', '=', 'balance_operation.payment')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(log).toMatchObject({ po_id: w.po, object_type: 'contribution' });
    expect(log.text).toMatch(/^Принята оплата: А \d+, 3\u00a0000,00\u00a0₽$/);
  });

  it('one document goes over several garages and purposes; each line closes what it names', async () => {
    const { mo, ids, w } = await chargedPark(t, 2);
    const sibling = await newGarage(mo, w.siblingPo);
    const lines = [
      { garage: ids[0]!, amount: 200_000, accrualType: 1, year: 2026 },
      { garage: ids[0]!, amount: 50_000, accrualType: 3, year: 2025 },
      { garage: ids[1]!, amount: 450_000 },
      { garage: sibling.id, amount: 1 },
    ];
    const { body, status } = await mo.call(takePayment, {
      body: payment(0, 0, { lines, paymentType: 4, comment: 'за брата' }),
    });
    expect([status, body.lines.map((line: { garage: number }) => line.garage)]).toEqual([
      200,
      lines.map((line) => line.garage),
    ]);
    expect(body.lines.map((line: { balance_kopecks: number }) => line.balance_kopecks)).toEqual([
      -200_000, -200_000, 0, 1,
    ]);
    const rows = (
      await mo.call(payments.list, { query: { filter: { document: body.contribution }, sort: ['on_date', 'ASC'] } })
    ).body;
    expect(
      rows.map((row: { accrual_type: { id: number } | null; year: number | null; comment: string | null }) => [
        row.accrual_type?.id ?? null,
        row.year,
        row.comment,
      ]),
    ).toEqual([
      [1, 2026, 'за брата'],
      [3, 2025, 'за брата'],
      [null, null, 'за брата'],
      [null, null, 'за брата'],
    ]);
    const document = await t.deps.db
      .selectFrom('contribution')
      .where('id', '=', body.contribution)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(document).toMatchObject({
      po_id: null,
      garage_count: 3,
      amount_kopecks: 700_001,
      payment_type_id: 4,
      accrual_type_id: null,
    });
  });

  it('lines keep the order they were given in, however many', async () => {
    const { po, ids, w } = await chargedPark(t, 2);
    // Beside many garages the base joins by hashes, which keep no order.
    await sql`insert into garage (region_id, mo_id, po_id, section, number, account_no)
      select ${w.region}, ${w.mo}, ${w.po}, 'Я', n, 'нет ' || n from generate_series(1, 600) n`.execute(
      t.deps.db as never,
    );
    await sql`analyze garage`.execute(t.deps.db as never);
    const lines = Array.from({ length: 50 }, (_, nth) => ({ garage: ids[nth % 2]!, amount: 100 + ((nth * 37) % 50) }));
    const { body } = await po.call(takePayment, { body: payment(0, 0, { lines }) });
    expect(body.lines.map((line: { amount_kopecks: number }) => line.amount_kopecks)).toEqual(
      lines.map((line) => line.amount),
    );
  });

  it('belongs to the owner of that day', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const garage = ids[0]!;
    const { db } = t.deps;
    const next = await newPerson(mo, w.po);
    const before = await db
      .selectFrom('ownership')
      .where('garage_id', '=', garage)
      .selectAll()
      .executeTakeFirstOrThrow();
    await db.updateTable('ownership').set({ ended_on: '2026-11-10' }).where('id', '=', before.id).execute();
    await db
      .insertInto('ownership')
      .values({ garage_id: garage, profile_id: next.id, is_primary: true, started_on: '2026-11-10' })
      .execute();
    const old = await pay(po, garage, 100, { date: '2026-11-05' });
    const fresh = await pay(po, garage, 200);
    const rows = await db
      .selectFrom('balance_operation')
      .where('id', 'in', [old.body.lines[0].id, fresh.body.lines[0].id])
      .select(['owner_id'])
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.owner_id)).toEqual([before.profile_id, next.id]);
  });

  it('the desk begins with the methods that bring money', async () => {
    const { po } = await chargedPark(t, 1);
    const { body } = await po.call(deskDefaults);
    expect(body).toMatchObject({ today: TODAY, period_closed_until: null });
    expect(body.methods.map((one: { id: number }) => one.id)).toEqual([1, 2, 3, 4]);
  });
});

describe('a payment is taken once', () => {
  it('the same key in series and at once', async () => {
    const { po, mo, ids } = await chargedPark(t, 1);
    const body = payment(ids[0]!, 100_000);
    const send = (caller = po) => caller.call(takePayment, { body });
    const answers = [...(await Promise.all([send(), send(), send(), send()])), await send()];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.lines[0].id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.body.isRepeat)).toHaveLength(1);
    expect(await balanceOf(t, ids[0]!)).toBe(-350_000);
    expect((await send(mo)).body.errors).toEqual({ idempotencyKey: 'Этот ключ уже занят' });
  });

  it('random retries of many payments leave each of them once', async () => {
    const { po, mo, ids } = await chargedPark(t, 4);
    const wanted = Array.from({ length: 24 }, (_, nth) => ({
      caller: nth % 2 ? po : mo,
      body: payment(ids[nth % 4]!, 1000 + nth),
    }));
    const tries = wanted.flatMap((one, nth) => Array.from({ length: 1 + ((nth * 7) % 4) }, () => one));
    // A fixed shuffle: the same run every time.
    const shuffled = tries.map((one, nth) => ({ one, key: (nth * 7919) % 101 })).sort((a, b) => a.key - b.key);
    for (let at = 0; at < shuffled.length; at += 6)
      await Promise.all(
        shuffled.slice(at, at + 6).map(async ({ one }) => {
          expect((await one.caller.call(takePayment, { body: one.body })).status).toBe(200);
        }),
      );
    for (const [nth, garage] of ids.entries()) {
      const sum = wanted.filter((_, n) => n % 4 === nth).reduce((all, one) => all + one.body.lines[0]!.amount, 0);
      expect(await balanceOf(t, garage)).toBe(-450_000 + sum);
    }
  });

  it('two cashiers at one garage at once are both right', async () => {
    const { po, mo, ids } = await chargedPark(t, 1);
    const answers = await Promise.all([pay(po, ids[0]!, 100_000), pay(mo, ids[0]!, 150_000), pay(po, ids[0]!, 70_000)]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(await balanceOf(t, ids[0]!)).toBe(-130_000);
  });

  it('the same garage, sum and day warns, until the person says it is meant', async () => {
    const { po, ids } = await chargedPark(t, 2);
    const first = await pay(po, ids[0]!, 100_000);
    const again = await pay(po, ids[0]!, 100_000);
    expect([again.status, again.body.code]).toEqual([409, DUPLICATE]);
    expect(again.body.errors['lines.0.amount']).toMatch(
      /^По гаражу А \d+ за 20\.11\.2026 уже принято 1\u00a0000,00\u00a0₽ \(Чиновников\d+, 12:00\)$/,
    );
    expect(await balanceOf(t, ids[0]!)).toBe(-350_000);
    expect((await pay(po, ids[0]!, 100_000, { date: '2026-11-19' })).status).toBe(200);
    expect((await pay(po, ids[1]!, 100_000)).status).toBe(200);
    expect((await pay(po, ids[0]!, 100_000, { confirmDuplicate: true })).status).toBe(200);
    // Of several lines each is told of its own garage and sum.
    const three = { lines: [0, 1, 0].map((nth, line) => ({ garage: ids[nth]!, amount: line === 2 ? 3 : 100_000 })) };
    const { errors } = (await po.call(takePayment, { body: payment(0, 0, three) })).body;
    expect(Object.keys(errors)).toEqual(['lines.0.amount', 'lines.1.amount']);
    const [one, two] = (Object.values(errors) as string[]).map((text) => /^По гаражу (А \d+) /.exec(text)![1]);
    expect(one).not.toBe(two);
    // What was undone does not count.
    const lone = await chargedPark(t, 1);
    const wrong = await pay(lone.po, lone.ids[0]!, 5000);
    await undo(lone.po, wrong.body.lines[0].id);
    expect((await pay(lone.po, lone.ids[0]!, 5000)).status).toBe(200);
    const twice = {
      lines: [
        { garage: ids[1]!, amount: 7 },
        { garage: ids[1]!, amount: 7 },
      ],
    };
    expect((await po.call(takePayment, { body: payment(0, 0, twice) })).body.errors).toMatchObject({
      'lines.1.amount': expect.stringContaining('указан дважды'),
    });
    expect(first.status).toBe(200);
  });
});

describe('bad input', () => {
  const wrong: [string, (garage: number) => object, string, string][] = [
    ['a negative sum', (garage) => ({ lines: [{ garage, amount: -1 }] }), 'lines.0.amount', WRONG_AMOUNT],
    ['zero', (garage) => ({ lines: [{ garage, amount: 0 }] }), 'lines.0.amount', WRONG_AMOUNT],
    ['three decimals', (garage) => ({ lines: [{ garage, amount: 10.5 }] }), 'lines.0.amount', WRONG_AMOUNT],
    ['a text', (garage) => ({ lines: [{ garage, amount: '4 500' }] }), 'lines.0.amount', WRONG_AMOUNT],
    [
      'a huge sum',
      (garage) => ({ lines: [{ garage, amount: 1e12 }] }),
      'lines.0.amount',
      'Слишком большая сумма: не больше 10 000 000,00 ₽',
    ],
    ['no such day', () => ({ date: '2026-02-30' }), 'date', 'Введите корректную дату'],
    ['a day to come', () => ({ date: '2026-11-21' }), 'date', 'Дата не может быть позже сегодняшней'],
    ['nothing', () => ({ lines: [] }), 'lines', 'Добавьте хотя бы одну строку'],
    ['no garage', () => ({ lines: [{ amount: 1 }] }), 'lines.0.garage', 'Выберите гараж'],
    [
      'an absent garage',
      () => ({ lines: [{ garage: 2_000_000_000, amount: 1 }] }),
      'lines.0.garage',
      'Гараж не найден',
    ],
    [
      'a type without a year',
      (garage) => ({ lines: [{ garage, amount: 1, accrualType: 1 }] }),
      'lines.0.year',
      'Укажите и вид, и год',
    ],
    [
      'an unknown type',
      (garage) => ({ lines: [{ garage, amount: 1, accrualType: 777, year: 2026 }] }),
      'lines.0.accrualType',
      'Выберите вид начисления из списка',
    ],
    [
      'a year far ahead',
      (garage) => ({ lines: [{ garage, amount: 1, accrualType: 1, year: 2028 }] }),
      'lines.0.year',
      'Год не позже следующего',
    ],
    ['an unknown method', () => ({ paymentType: 555 }), 'paymentType', 'Выберите способ оплаты из списка'],
    ['a refund as a payment', () => ({ paymentType: 7 }), 'paymentType', 'Выберите способ оплаты из списка'],
    ['an offset as a payment', () => ({ paymentType: 5 }), 'paymentType', 'Выберите способ оплаты из списка'],
    ['a method out of use', () => ({ paymentType: 40 }), 'paymentType', 'Этот способ оплаты больше не используется'],
    ['no key', () => ({ idempotencyKey: '1' }), 'idempotencyKey', 'Нужен ключ операции'],
    ['a long comment', () => ({ comment: 'ы'.repeat(301) }), 'comment', 'Не длиннее 300 знаков'],
    [
      'a year before the books',
      (garage) => ({ lines: [{ garage, amount: 1, accrualType: 1, year: 1989 }] }),
      'lines.0.year',
      'Год от 1990',
    ],
    ['a long paper number', () => ({ paperNo: 'ы'.repeat(41) }), 'paperNo', 'Не длиннее 40 знаков'],
  ];
  it.each(wrong)('%s', async (_name, more, field, text) => {
    const { po, ids } = await chargedPark(t, 1);
    await t.deps.db
      .insertInto('payment_type')
      .values({ id: 40, name: 'Чек', sign: 1, sort: 40, is_active: false })
      .onConflict((on) => on.doNothing())
      .execute();
    const { status, body } = await pay(po, ids[0]!, 100, more(ids[0]!));
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body.errors).toMatchObject({ [field]: text });
    expect(await balanceOf(t, ids[0]!)).toBe(-450_000);
  });

  it('all problems come at once, each at its line', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 2);
    await archive(mo, ids[1]!);
    const sibling = await newGarage(mo, w.siblingPo);
    const lines = [
      { garage: ids[0]!, amount: 100, accrualType: 777, year: 2030 },
      { garage: ids[1]!, amount: 100 },
      { garage: sibling.id, amount: 100 },
    ];
    const { body } = await po.call(takePayment, { body: payment(0, 0, { lines, date: '2027-01-01', paymentType: 8 }) });
    expect(body.errors).toEqual({
      date: 'Дата не может быть позже сегодняшней',
      paymentType: 'Выберите способ оплаты из списка',
      'lines.0.accrualType': 'Выберите вид начисления из списка',
      'lines.0.year': 'Год не позже следующего',
      'lines.1.garage': 'Гараж в архиве: оплата не принимается',
      'lines.2.garage': 'Гараж не найден',
    });
    expect(await balanceOf(t, ids[0]!)).toBe(-450_000);
  });

  it('a closed period refuses; the day after it does not', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-10-31' }).where('id', '=', w.mo).execute();
    expect((await pay(po, ids[0]!, 100, { date: '2026-10-31' })).body.errors).toEqual({
      date: 'Период закрыт до 31.10.2026',
    });
    expect((await pay(po, ids[0]!, 100, { date: '2026-11-01' })).status).toBe(200);
  });
});

describe('rights', () => {
  it('a region reads and takes nothing; without capability 2 nothing is seen', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    await pay(po, ids[0]!, 100);
    const region = await as(t, { region: w.region });
    expect((await region.call(payments.list)).body).toHaveLength(1);
    expect((await pay(region, ids[0]!, 100)).body.message).toBe('Доступно на уровне МО или ПО');
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    expect((await clerk.call(payments.list)).status).toBe(403);
    expect((await pay(clerk, ids[0]!, 100)).body.message).toBe('Нужно право «Взносы и баланс»');
  });

  it('МО takes for all its ПО, a ПО for itself, nobody for strangers', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const sibling = await newGarage(mo, w.siblingPo);
    expect((await pay(mo, ids[0]!, 100)).status).toBe(200);
    expect((await pay(mo, sibling.id, 100)).status).toBe(200);
    for (const [place, garage] of [
      [{ po: w.siblingPo }, ids[0]!],
      [{ mo: w.siblingMo }, ids[0]!],
      [{ po: w.foreignPo }, ids[0]!],
    ] as const) {
      const { status, body } = await pay(await as(t, place), garage, 100);
      expect([status, body.errors]).toEqual([422, { 'lines.0.garage': 'Гараж не найден' }]);
    }
    expect((await pay(po, sibling.id, 100)).body.errors).toEqual({ 'lines.0.garage': 'Гараж не найден' });
    const see = async (place: object) => (await (await as(t, place)).call(payments.list)).body.length;
    expect(await see({ po: w.po })).toBe(1);
    expect(await see({ mo: w.mo })).toBe(2);
    expect(await see({ region: w.region })).toBe(2);
    expect(await see({ po: w.siblingPo })).toBe(1);
    expect(await see({ mo: w.siblingMo })).toBe(0);
    expect(await see({ region: w.foreignRegion })).toBe(0);
  });
});

it('people who took payments are named where their money came: not those who took it for other ПО of the МО', async () => {
  const { po, mo, ids, w } = await chargedPark(t, 1);
  const { code, ...place } = await t.deps.db
    .selectFrom('po')
    .where('id', '=', w.siblingPo)
    .select(['region_id', 'mo_id', 'code'])
    .executeTakeFirstOrThrow();
  const third = await t.deps.db
    .insertInto('po')
    .values({ ...place, name: 'КАС № 30', code: code + 5 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const [near, far] = [await newGarage(mo, w.siblingPo), await newGarage(mo, third.id)];
  const take = (garages: number[]) =>
    mo.call(takePayment, {
      body: payment(0, 0, { lines: garages.map((garage) => ({ garage, amount: 100 })), confirmDuplicate: true }),
    });
  const named = async (caller: Caller) =>
    (await caller.call(paymentUsers)).body.data.map((one: { value: number }) => one.value);
  expect((await take([near.id, far.id])).status).toBe(200);
  expect([await named(po), await named(mo)]).toEqual([[], [mo.userId]]);
  expect((await take([ids[0]!, far.id])).status).toBe(200);
  expect(await named(po)).toEqual([mo.userId]);
});

describe('the list', () => {
  it('is filtered, searched, ordered and paged; sums follow the filter and leave out what was undone', async () => {
    const { po, mo, ids } = await chargedPark(t, 3);
    await pay(po, ids[0]!, 100_000, { date: '2026-11-03', paperNo: 'ПКО 1' });
    await pay(po, ids[1]!, 200_000, { date: '2026-11-04', paymentType: 3 });
    await pay(mo, ids[2]!, 300_000, {
      date: '2026-11-05',
      lines: [{ garage: ids[2]!, amount: 300_000, accrualType: 1, year: 2026 }],
    });
    const wrong = await pay(po, ids[0]!, 400_000, { date: '2026-11-06' });
    await undo(po, wrong.body.lines[0].id);
    const list = async (filter: object, more: object = {}) => {
      const answer = await po.call(payments.list, { query: { filter, sort: ['on_date', 'DESC'], ...more } });
      return {
        sums: answer.body.map((row: { amount_kopecks: number }) => row.amount_kopecks),
        totals: JSON.parse(String(answer.headers['x-totals'])),
      };
    };
    expect(await list({})).toEqual({
      sums: [400_000, 300_000, 200_000, 100_000],
      totals: { count: 4, standing: 3, amount_kopecks: 600_000, n1: 2, sum1: 400_000, n3: 1, sum3: 200_000 },
    });
    expect((await list({ kind: 'reversal' })).sums).toEqual([-400_000]);
    // Beside every other line the sum of the ledger's list is that of its rows: a reversal is one of them, taken off once.
    const ledger = await po.call(balanceOperations.list, { query: { filter: { garage: ids[0] } } });
    const sums = ledger.body.map((row: { amount_kopecks: number }) => row.amount_kopecks) as number[];
    expect(sums).toContain(-400_000);
    expect(JSON.parse(String(ledger.headers['x-totals']))).toMatchObject({
      count: sums.length,
      amount_kopecks: sums.reduce((sum, one) => sum + one, 0),
    });
    expect((await list({ reversed: 'yes' })).sums).toEqual([400_000]);
    expect((await list({ reversed: 'no', paymentTypeFilter: [1] })).sums).toEqual([300_000, 100_000]);
    // All that stand close the fee that is owed, whatever they name.
    expect((await list({ accrualTypeFilter: [1] })).sums).toEqual([300_000, 200_000, 100_000]);
    expect((await list({ accrualTypeFilter: [3] })).sums).toEqual([]);
    expect((await list({ userFilter: [mo.userId] })).sums).toEqual([300_000]);
    expect((await list({ dateFrom: '2026-11-04', dateTo: '2026-11-05' })).sums).toEqual([300_000, 200_000]);
    expect((await list({ amountFrom: 150_000, amountTo: 250_000 })).sums).toEqual([200_000]);
    expect((await list({ sourceFilter: ['statement'] })).sums).toEqual([]);
    expect((await list({ garage: ids[0] })).sums).toEqual([400_000, 100_000]);
    expect((await list({ nameFilter: 'пко 1' })).sums).toEqual([100_000]);
    const one = await t.deps.db.selectFrom('garage').where('id', '=', ids[1]!).selectAll().executeTakeFirstOrThrow();
    for (const nameFilter of [one.number, `а ${one.number}`, one.account_no, one.owners_key.slice(0, 12)])
      expect((await list({ nameFilter })).sums).toEqual([200_000]);
    expect((await list({}, { sort: ['amount_kopecks', 'ASC'], range: [1, 2] })).sums).toEqual([200_000, 300_000]);
    expect((await list({}, { range: [2, 3] })).sums).toEqual([200_000, 100_000]);
    // The farther half is counted from the end: the same rows in the same order.
    for (const order of [
      ['on_date', 'DESC'],
      ['on_date', 'ASC'],
      ['amount_kopecks', 'DESC'],
    ]) {
      const whole = (await list({}, { sort: order })).sums;
      const pages = [0, 1, 2, 3, 4].map((first) => list({}, { sort: order, range: [first, first + 1] }));
      expect((await Promise.all(pages)).map((page) => page.sums)).toEqual(
        [0, 1, 2, 3, 4].map((first) => whole.slice(first, first + 2)),
      );
    }
    expect((await po.call(payments.list, { query: { sort: ['paper_no; drop', 'ASC'] } })).status).toBe(400);
  });

  it('is taken away as it is on screen', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    await pay(po, ids[0]!, 123_45, { paperNo: 'ПКО 1' });
    const gone = await pay(po, ids[0]!, 200, { paymentType: 4 });
    await undo(po, gone.body.lines[0].id);
    const columns = [
      'on_date',
      'account',
      'plate',
      'mo',
      'po',
      'payer',
      'purpose',
      'method',
      'amount',
      'paper',
      'user',
      'source',
      'comment',
    ];
    const body = { format: 'csv' as const, columns, sort: ['on_date', 'ASC'] as ['on_date', 'ASC'], filter: {} };
    const file = await po.call(exportList, { params: { resource: 'payments' }, body });
    const lines = file.text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(';'));
    expect(lines).toHaveLength(3);
    expect(lines[1]).toEqual(
      expect.arrayContaining(['20.11.2026', 'Членский годовой взнос 2026', 'Касса', '123,45', 'ПКО 1', 'Приём оплаты']),
    );
    expect(lines[2]!.join()).toContain('(отменён)');
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    expect((await clerk.call(exportList, { params: { resource: 'payments' }, body })).status).toBe(403);
  });
});
