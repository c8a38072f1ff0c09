// Penalties whose charge is undone or corrected: told before, undone in the same transaction, no others touched.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctContribution, previewAccrual, reverseContribution } from '../../contract/contributions/charging.ts';
import { contributions } from '../../contract/contributions.ts';
import { balanceOperations, reverseOperation } from '../../contract/payments.ts';
import { closingReview } from '../../contract/closing.ts';
import { postPenalties, previewPenalties, takeBackUnfounded, unfoundedPenalties } from '../../contract/penalties.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { penaltyFacts } from '../../server/penalties/queries/charging.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { postLines } from '../balance/posting.ts';
import { charge, fee, park, type Park } from '../contributions/park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const settings = { enabled: true, method: 'percent_day', rate: 0.1, due_day_month: '31.12', grace_days: 0, cap: 100 };
const DATE = '2026-02-14';
/** 45 days of 4 500 ₽ at 0,1 % a day. */
const PENALTY = 20_250;

async function penalize(caller: Caller, date = DATE) {
  const seen = (await caller.call(previewPenalties, { body: { date } })).body;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  const posted = await caller.call(postPenalties, { body: { date, idempotencyKey: randomUUID(), expected } });
  expect(posted.status).toBe(200);
  return posted.body.contribution as number;
}
const feeOf = (accrualType: number, more: object = {}) => ({
  accrualType: { value: accrualType },
  contributionPeriod: 2025,
  contributionDate: '2025-03-01',
  ...more,
});
/** Two garages late with two kinds of charges, penalties charged for both. */
async function penalized(): Promise<Park & { fee: number; land: number; penalties: number }> {
  const made = await park(t, 2);
  await t.deps.db
    .updateTable('po')
    .set({ penalty: JSON.stringify(settings) })
    .where('id', '=', made.w.po)
    .execute();
  await t.deps.db.updateTable('accrual_type').set({ penalty_applies: true }).where('id', 'in', [1, 4]).execute();
  const yearly = await charge(made.po, feeOf(1));
  const target = await charge(made.po, feeOf(4));
  const penalties = await penalize(made.po);
  return { ...made, fee: yearly.body.contribution, land: target.body.contribution, penalties };
}
const card = async (caller: Caller, id: number) => (await caller.call(contributions.one, { params: { id } })).body;
const undo = (caller: Caller, id: number, penalties_kopecks: number, more: object = {}) =>
  caller.call(reverseContribution, {
    params: { id },
    body: { idempotencyKey: randomUUID(), date: '2026-03-01', penalties_kopecks, ...more },
  });
const balance = async (garage: number) =>
  (
    await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', garage)
      .select('balance_kopecks')
      .executeTakeFirstOrThrow()
  ).balance_kopecks;

it('penalties of one run were made of the books before all of them', async () => {
  const { mo, ids, penalties } = await penalized();
  const later = await penalize(mo, '2026-02-20');
  for (const [, { before }] of await penaltyFacts(t.deps.db, ids, '2026-12-31')) {
    const firsts = [before.slice(0, 2), before.slice(2)].map((run) => Math.min(...run.map(({ id }) => id)));
    expect(before.map(({ made }) => made)).toEqual([firsts[0], firsts[0], firsts[1], firsts[1]]);
    expect(firsts[0]).toBeLessThan(firsts[1]!);
  }
  expect(later).toBeGreaterThan(penalties);
});

describe('undoing a charge that penalties stand on', () => {
  it('tells them on the card, undoes them with it, leaves those of other charges', async () => {
    const made = await penalized();
    expect((await card(made.po, made.fee)).penalties).toEqual({ garages: 2, amount_kopecks: 2 * PENALTY });
    expect((await card(made.po, made.penalties)).penalties).toEqual({ garages: 0, amount_kopecks: 0 });
    const done = await undo(made.po, made.fee, 2 * PENALTY);
    expect(done.body).toMatchObject({ garages: 2, amount_kopecks: 900_000 });
    for (const id of made.ids) expect(await balance(id)).toBe(-450_000 - PENALTY);
    expect(await card(made.po, made.penalties)).toMatchObject({ lines: 4, reversed_lines: 2, is_reversed: false });
    expect((await card(made.po, made.fee)).penalties.garages).toBe(0);
    expect((await card(made.po, made.land)).penalties).toEqual({ garages: 2, amount_kopecks: 2 * PENALTY });
    const texts = await t.deps.db
      .selectFrom('action_log')
      .where('mo_id', '=', made.w.mo)
      .where('verb', '=', 'balance_operation.reversal')
      .select('text')
      .orderBy('id')
      .execute();
    expect(texts.map((one) => one.text)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Сторно пеней № ${made.penalties} от 14\\.02\\.2026 вместе со сторно начисления № ${made.fee}: 2\\s?гаража, 405,00`,
        ),
      ),
      expect.stringMatching(new RegExp(`^Сторно начисления № ${made.fee} `)),
    ]);
    // Their days are free: the fee charged again is late for the same days.
    expect((await charge(made.po, feeOf(1))).status).toBe(200);
    const again = (await made.po.call(previewPenalties, { body: { date: DATE } })).body;
    expect(again).toMatchObject({ garages: 2, sum_kopecks: 2 * PENALTY });
    // The last of them takes the document with it.
    expect((await undo(made.po, made.land, 2 * PENALTY)).status).toBe(200);
    expect(await card(made.po, made.penalties)).toMatchObject({ reversed_lines: 4, is_reversed: true });
  });

  it('another sum than was seen refuses and leaves everything', async () => {
    const made = await penalized();
    for (const seen of [0, PENALTY, 2 * PENALTY + 1]) {
      const refused = await undo(made.po, made.fee, seen);
      expect([refused.status, refused.body.code]).toEqual([409, 'selection_changed']);
      expect(refused.body.message).toMatch(/изменились пени на это начисление: было .*, стало 405,00/);
    }
    expect((await undo(made.po, made.fee, -1)).status).toBe(422);
    expect(await balance(made.ids[0]!)).toBe(-900_000 - 2 * PENALTY);
    expect(await card(made.po, made.penalties)).toMatchObject({ reversed_lines: 0 });
  });

  it('the same key undoes once; the undoing may be dated before the penalties', async () => {
    const made = await penalized();
    const key = { idempotencyKey: randomUUID(), date: '2026-01-15' };
    const answers = await Promise.all([1, 2, 3].map(() => undo(made.po, made.fee, 2 * PENALTY, key)));
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((one) => one.body.contribution)).size).toBe(1);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - PENALTY);
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('garage_id', '=', made.ids[0]!)
      .where('reversal_of', 'is not', null)
      .select(['on_date', 'accrual_type_id'])
      .orderBy('accrual_type_id')
      .execute();
    expect(lines).toEqual([
      { accrual_type_id: 1, on_date: '2026-01-15' },
      { accrual_type_id: 11, on_date: DATE },
    ]);
  });

  it('a charge made after the penalised days takes none of them', async () => {
    const made = await penalized();
    const late = await charge(made.po, feeOf(1, { contributionDate: '2026-02-20', repeated: 'add' }));
    expect((await card(made.po, late.body.contribution)).penalties.garages).toBe(0);
    expect((await undo(made.po, late.body.contribution, 0)).status).toBe(200);
    expect(await card(made.po, made.penalties)).toMatchObject({ reversed_lines: 0 });
  });

  it('a ПО undoes its own charge with the penalties of its МО; a stranger is told nothing', async () => {
    const made = await penalized();
    const later = await penalize(made.mo, '2026-02-24');
    const sum = 2 * PENALTY + 2 * 4_500;
    expect((await card(made.po, made.fee)).penalties.amount_kopecks).toBe(sum);
    expect((await undo(made.po, made.fee, sum)).status).toBe(200);
    expect(await card(made.mo, later)).toMatchObject({ reversed_lines: 2, lines: 4 });
    for (const place of [{ po: made.w.siblingPo }, { mo: made.w.siblingMo }])
      expect((await undo(await as(t, place), made.land, 0)).status).toBe(404);
  });
});

describe('one line', () => {
  it('undone alone takes the penalties of its garage alone', async () => {
    const made = await penalized();
    const { id } = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', made.fee)
      .where('garage_id', '=', made.ids[1]!)
      .select('id')
      .executeTakeFirstOrThrow();
    const line = (await made.po.call(balanceOperations.one, { params: { id } })).body;
    expect(line.penalties).toEqual({ garages: 1, amount_kopecks: PENALTY });
    const send = (penalties_kopecks: number) =>
      made.po.call(reverseOperation, {
        params: { id },
        body: { idempotencyKey: randomUUID(), date: '2026-03-01', reason: 'ошибка', penalties_kopecks },
      });
    expect((await send(0)).status).toBe(409);
    expect((await send(PENALTY)).status).toBe(200);
    expect(await balance(made.ids[0]!)).toBe(-900_000 - 2 * PENALTY);
    expect(await balance(made.ids[1]!)).toBe(-450_000 - PENALTY);
    expect((await card(made.po, made.fee)).penalties).toEqual({ garages: 1, amount_kopecks: PENALTY });
  });
});

describe('correcting a charge', () => {
  it('undoes the penalties of the wrong sum; the next run charges the right ones', async () => {
    const made = await penalized();
    const terms = fee(feeOf(1, { contributionAmount: 100_000, repeated: 'add', corrects: made.fee }));
    const seen = (await made.po.call(previewAccrual, { body: { ...terms, isAllGaragSelected: false } })).body;
    const send = (penalties_kopecks: number) =>
      made.po.call(correctContribution, {
        params: { id: made.fee },
        body: {
          version: 1,
          idempotencyKey: randomUUID(),
          money: {
            accrualType: { value: 1 },
            contributionPeriod: 2025,
            contributionAmount: 100_000,
            contributionDate: '2025-03-01',
            reason: 'ошибка в сумме',
            penalties_kopecks,
            expected: { garages: seen.garages, amount_kopecks: seen.sum_kopecks },
          },
        },
      });
    expect((await send(0)).status).toBe(409);
    const done = await send(2 * PENALTY);
    expect(done.status).toBe(200);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - PENALTY - 100_000);
    const next = (await made.po.call(previewPenalties, { body: { date: DATE } })).body;
    expect(next).toMatchObject({ garages: 2, sum_kopecks: 2 * 4_500 });
  });
});

describe('a payment entered later with an earlier date', () => {
  const paid = (made: Park, garage: number, amount_kopecks: number, on_date: string) =>
    postLines(t, made.w, [
      {
        garage_id: garage,
        sign: 1,
        amount_kopecks,
        accrual_type_id: null,
        payment_type_id: 2,
        period_year: 2026,
        on_date,
      },
    ]);
  const found = async (caller: Caller, garage?: number) =>
    (await caller.call(unfoundedPenalties, { query: garage ? { garage: String(garage) } : {} })).body;
  const takeBack = (caller: Caller, expected: { penalties: number; amount_kopecks: number }, more: object = {}) =>
    caller.call(takeBackUnfounded, { body: { idempotencyKey: randomUUID(), garage: null, expected, ...more } });

  it('before closing those are told that fall into the days that close, be there later ones of the same garage', async () => {
    const made = await penalized();
    const later = '2026-03-14';
    await penalize(made.po, later);
    await paid(made, made.ids[0]!, 900_000, '2025-12-01');
    const penalties = async (until: string) =>
      (await made.mo.call(closingReview, { query: { until } })).body.unfounded.penalties as number;
    const days = ['2026-02-13', DATE, '2026-03-13', later, '2026-11-19'];
    // Each run charged the garage for two kinds of charges.
    expect(await Promise.all(days.map(penalties))).toEqual([0, 2, 2, 4, 4]);
  });

  it('is found at once: on the garage, in the place, before closing; one press takes back what lost its ground', async () => {
    const made = await penalized();
    expect(await found(made.po)).toMatchObject({ penalties: 0, rows: [] });
    // Paid on the last day that counts or later: the day of payment still costs.
    await paid(made, made.ids[1]!, 900_000, DATE);
    expect(await found(made.po)).toMatchObject({ penalties: 0 });
    await paid(made, made.ids[0]!, 450_000, '2026-01-05');
    const rows = [
      {
        document_id: made.penalties,
        garage: { id: made.ids[0] },
        accrual_type: 'Членский годовой взнос',
        from: '2026-01-01',
        to: DATE,
        sum_kopecks: PENALTY,
        cause: { name: 'Банк (расчётный счёт)', on_date: '2026-01-05', kopecks: 450_000 },
      },
    ];
    const one = { penalties: 1, garages: 1, amount_kopecks: PENALTY };
    expect(await found(made.po)).toMatchObject({ ...one, rows });
    expect(await found(made.mo, made.ids[0]!)).toMatchObject({ ...one, rows });
    expect(await found(made.po, made.ids[1]!)).toMatchObject({ penalties: 0 });
    const review = async (until: string) => (await made.mo.call(closingReview, { query: { until } })).body.unfounded;
    expect(await review('2026-03-31')).toEqual(one);
    expect(await review('2026-01-31')).toMatchObject({ penalties: 0 });

    for (const expected of [
      { ...one, penalties: 2 },
      { ...one, amount_kopecks: 1 },
    ]) {
      const { garages: _, ...seen } = expected;
      const refused = await takeBack(made.po, seen);
      expect([refused.status, refused.body.code]).toEqual([409, 'selection_changed']);
    }
    const seen = { penalties: 1, amount_kopecks: PENALTY };
    const key = { idempotencyKey: randomUUID() };
    const answers = await Promise.all([1, 2].map(() => takeBack(made.po, seen, key)));
    expect(answers.map(({ status, body }) => [status, body.amount_kopecks])).toEqual([
      [200, PENALTY],
      [200, PENALTY],
    ]);
    expect(await balance(made.ids[0]!)).toBe(-450_000 - PENALTY);
    expect(await found(made.po)).toMatchObject({ penalties: 0 });
    expect(await card(made.po, made.penalties)).toMatchObject({ lines: 4, reversed_lines: 1, is_reversed: false });
    expect((await takeBack(made.po, { penalties: 0, amount_kopecks: 0 })).body.errors).toEqual({
      form: 'Снимать нечего: у всех пеней есть основание',
    });
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('po_id', '=', made.w.po)
      .where('verb', 'in', ['balance_operation.penalty_unfounded', 'balance_operation.reversal'])
      .select('text')
      .orderBy('id')
      .execute();
    expect(log.map((line) => line.text.replace(/\s/g, ' '))).toEqual([
      `Сторно пеней № ${made.penalties} от 14.02.2026, потерявших основание: 1 гараж, 202,50 ₽`,
      'Сняты пени без основания: 1 запись, 1 гараж, 202,50 ₽',
    ]);
    // The days are free: what the payment left open, five days of the fee, is charged anew; land is not charged twice.
    const again = (await made.po.call(previewPenalties, { body: { date: DATE } })).body;
    expect(again).toMatchObject({ garages: 1, sum_kopecks: 5 * 450 });
  });

  it('the first charge is paid again when the later payment is undone; strangers neither see nor take back', async () => {
    const made = await penalized();
    await paid(made, made.ids[0]!, 450_000, '2026-01-05');
    const seen = { penalties: 1, amount_kopecks: PENALTY };
    for (const place of [{ po: made.w.siblingPo }, { mo: made.w.siblingMo }]) {
      const stranger = await as(t, place);
      expect(await found(stranger, made.ids[0]!)).toMatchObject({ penalties: 0, rows: [] });
      expect((await takeBack(stranger, seen, { garage: made.ids[0]! })).status).toBe(409);
    }
    expect((await takeBack(await as(t, { region: made.w.region }), seen)).status).toBe(403);
    const { id } = await t.deps.db
      .selectFrom('balance_operation')
      .where('garage_id', '=', made.ids[0]!)
      .where('payment_type_id', '=', 2)
      .select('id')
      .executeTakeFirstOrThrow();
    const undone = await made.mo.call(reverseOperation, {
      params: { id },
      body: { idempotencyKey: randomUUID(), date: '2026-03-01', reason: 'ошибка' },
    });
    expect(undone.status).toBe(200);
    expect(await found(made.po)).toMatchObject({ penalties: 0 });
  });
});
