// What a МО does over several ПО: each ПО is told its own part, in sums, counts, order and links, whatever the part of another is.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctContribution, previewAccrual, reverseContribution } from '../../contract/contributions/charging.ts';
import { contributions } from '../../contract/contributions.ts';
import { exportList } from '../../contract/exports.ts';
import { balanceOperations, correctOperation, payments, takePayment } from '../../contract/payments.ts';
import { reverseLines } from '../../server/balance/ledger.ts';
import { actAlone } from '../kit/act.ts';
import { testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { payment, TODAY } from '../payments/desk.ts';
import { charge, fee, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const NUMBERS = new Set(['id', 'document_id', 'user', 'payer', 'account_no', 'created_at', 'number', 'mo_name']);
/** An answer without what is numbered anew in every world. */
const plain = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (NUMBERS.has(key) ? undefined : value)));

async function charged(mo: Caller, garages: readonly number[], more: object): Promise<number> {
  const { status, body } = await charge(mo, { isAllGaragSelected: false, includedGarages: [...garages], ...more });
  expect(status).toBe(200);
  return body.contribution as number;
}

async function corrected(mo: Caller, id: number, garages: readonly number[]) {
  const terms = {
    ...fee({ contributionAmount: 100_000 }),
    isAllGaragSelected: false,
    includedGarages: [...garages],
    repeated: 'add' as const,
    corrects: id,
  };
  const seen = (await mo.call(previewAccrual, { body: terms })).body;
  const { corrects: _id, ...money } = terms;
  const expected = { garages: seen.garages, amount_kopecks: seen.sum_kopecks };
  const body = {
    version: 1,
    idempotencyKey: randomUUID(),
    money: { ...money, reason: 'опечатка', expected },
  };
  expect((await mo.call(correctContribution, { params: { id }, body })).status).toBe(200);
}

/** What the ПО is told of documents that also stand over garages of another one: so many in the first, in the second. */
async function toldBeside(first: number, second: number) {
  const { mo, po, ids, w } = await park(t, 2);
  const far: number[] = [];
  for (let nth = 0; nth < Math.max(first, second); nth += 1) far.push((await newGarage(mo, w.siblingPo)).id);
  const large = await charged(mo, [ids[0]!, ...far.slice(0, first)], { contributionDate: '2026-11-02' });
  const two = [...ids, ...far.slice(0, second)];
  const undone = await charged(mo, two, {
    contributionDate: '2026-11-03',
    contributionAmount: 200_000,
    repeated: 'add',
  });
  await corrected(mo, large, [ids[0]!, ...far.slice(0, first)]);
  const reversal = { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка' };
  expect((await mo.call(reverseContribution, { params: { id: undone }, body: reversal })).status).toBe(200);
  const lines = [...ids, ...far.slice(0, second)].map((garage, nth) => ({ garage, amount: 100 + nth }));
  const taken = (await mo.call(takePayment, { body: payment(0, 0, { lines }) })).body;
  // The МО finds that one of the payments was of a garage of the other ПО.
  const money = { garage: far[0]!, amount: 100 * first, date: TODAY, paymentType: 1, reason: 'не тот гараж' };
  const moved = { version: 1, idempotencyKey: randomUUID(), money };
  expect((await mo.call(correctOperation, { params: { id: taken.lines[0].id }, body: moved })).status).toBe(200);

  const told: unknown[] = [];
  for (const filter of [{}, { kind: 'reversal' as const }])
    for (const field of ['amount_kopecks', 'garages', 'on_date'])
      for (const direction of ['ASC', 'DESC']) {
        const list = await po.call(contributions.list, { query: { filter, sort: [field, direction], range: [0, 24] } });
        expect(list.status).toBe(200);
        told.push([field, direction, list.headers['x-totals'], list.body]);
      }
  for (const { id } of (await po.call(contributions.list, { query: { range: [0, 24] } })).body)
    told.push((await po.call(contributions.one, { params: { id } })).body);
  for (const { id } of (await po.call(balanceOperations.list, { query: { range: [0, 24] } })).body)
    told.push((await po.call(payments.one, { params: { id } })).body);
  return plain(told);
}

it('a ПО is told the same whatever the part of another ПО is', async () => {
  expect(await toldBeside(1, 3)).toEqual(await toldBeside(4, 1));
});

/** What the ПО is told of a charge of its МО whose lines are undone in that order: its own, those of another ПО; none of these left out. */
async function toldUndone(order: readonly ('own' | 'other')[]) {
  const { mo, po, ids, w } = await park(t, 2);
  const other = (await newGarage(mo, w.siblingPo)).id;
  const id = await charged(mo, [...ids, other], { contributionDate: '2026-11-02' });
  for (const part of order) {
    const isLast = order.length === 2 && part === order[1];
    if (isLast) {
      const body = { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка' };
      expect((await mo.call(reverseContribution, { params: { id }, body })).status).toBe(200);
      continue;
    }
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('contribution_id', '=', id)
      .where('po_id', '=', part === 'own' ? w.po : w.siblingPo)
      .select('id')
      .execute();
    const posting = {
      idempotencyKey: randomUUID(),
      place: { region_id: w.region, mo_id: w.mo, po_id: null },
      accrualTypeId: 1,
      periodYear: 2026,
      onDate: TODAY,
      comment: 'ошибка',
      reversalOf: id,
      createdBy: mo.userId,
      at: t.deps.clock.now().toISOString(),
    };
    await actAlone(t, (tx) =>
      reverseLines(
        tx,
        posting,
        lines.map((line) => line.id),
      ),
    );
  }
  const told: unknown[] = [];
  for (const filter of [{}, { reversed: 'yes' as const }, { reversed: 'no' as const }]) {
    const list = await po.call(contributions.list, { query: { filter, range: [0, 24] } });
    told.push([filter, list.headers['x-totals'], list.body]);
    const body = { format: 'csv' as const, columns: ['type', 'garages', 'amount'], sort: ['on_date', 'DESC'] as const };
    const file = await po.call(exportList, {
      params: { resource: 'contributions' },
      body: { ...body, filter } as never,
    });
    expect(file.status, file.text).toBe(200);
    told.push(file.text);
  }
  told.push((await po.call(contributions.one, { params: { id } })).body);
  return plain(told) as { is_reversed?: boolean }[];
}

it('whether a charge of the МО is undone is told to a ПО by its own lines', async () => {
  const standing = await toldUndone([]);
  expect(await toldUndone(['other'])).toEqual(standing);
  expect(standing.at(-1)).toMatchObject({ is_reversed: false, reversed_by: null });
  const undone = await toldUndone(['own']);
  expect(await toldUndone(['own', 'other'])).toEqual(undone);
  expect(await toldUndone(['other', 'own'])).toEqual(undone);
  expect(undone.at(-1)).toMatchObject({ is_reversed: true, reversed_by: { comment: 'ошибка' } });
  expect(undone[5]).not.toEqual(undone[3]);
});
