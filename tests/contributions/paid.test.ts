// What of a charge is paid: the list, the lines of the card, their file and the bill of the garage say the same kopecks.
import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garageDebt, type DebtReply } from '../../contract/balance.ts';
import {
  contributionLines,
  contributionLinesFile,
  contributionPaid,
  contributions,
  type ContributionLine,
} from '../../contract/contributions.ts';
import { reverseContribution } from '../../contract/contributions/charging.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { pay, undo } from '../payments/desk.ts';
import { charge, park } from './park.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

const member = { accrualType: { value: 1 }, contributionPeriod: 2025 };
const gate = { accrualType: { value: 3 }, contributionPeriod: 2026, contributionAmount: 500_000 };
const charged = async (caller: Caller, more: object) => {
  const { status, body } = await charge(caller, more);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.contribution as number;
};
const linesOf = async (caller: Caller, id: number, query: object = {}) =>
  (await caller.call(contributionLines, { params: { id }, query: { limit: 200, ...query } })).body as {
    data: ContributionLine[];
    total: number;
    owed_kopecks: number;
    states: { all: number; owed: number; paid: number };
  };
const paidOf = async (caller: Caller, ids: number[]) =>
  (await caller.call(contributionPaid, { query: { ids: ids.join() } })).body.data as {
    id: number;
    amount_kopecks: number;
    paid_kopecks: number;
  }[];
const billOf = async (caller: Caller, id: number) =>
  (await caller.call(garageDebt, { params: { id } })).body as DebtReply;

describe('what is paid', () => {
  it('a payer who names a younger charge pays that one, not the oldest', async () => {
    const { po, ids } = await park(t, 2);
    const [old, young] = [await charged(po, member), await charged(po, gate)];
    const named = { garage: ids[0]!, amount: 500_000, accrualType: 3, year: 2026 };
    const taken = await pay(po, named.garage, named.amount, { lines: [named] });
    expect(taken.status).toBe(200);
    expect(await paidOf(po, [old, young])).toEqual([
      { id: old, amount_kopecks: 900_000, paid_kopecks: 0 },
      { id: young, amount_kopecks: 1_000_000, paid_kopecks: 500_000 },
    ]);
    const card = await linesOf(po, young);
    expect(card.data.map((line) => [line.garage.id, line.owed_kopecks])).toEqual([
      [ids[0], 0],
      [ids[1], 500_000],
    ]);
    expect([card.states, card.owed_kopecks]).toEqual([{ all: 2, owed: 1, paid: 1 }, 500_000]);
    const owing = await linesOf(po, young, { state: 'owed' });
    expect([owing.total, owing.data.map((line) => line.garage.id)]).toEqual([1, [ids[1]]]);
    expect((await linesOf(po, young, { state: 'paid' })).data.map((line) => line.garage.id)).toEqual([ids[0]]);
    expect((await linesOf(po, young, { state: 'paid', q: 'нет такого' })).states.all).toBe(0);
  });

  it('of a charge over two ПО each reads its own garages, whatever the other paid', async () => {
    const { mo, po, ids, w } = await park(t, 2);
    const far = await newGarage(mo, w.siblingPo);
    const id = await charged(mo, gate);
    const named = (garage: number) => ({ garage, amount: 500_000, accrualType: 3, year: 2026 });
    for (const garage of [ids[0]!, far.id])
      expect((await pay(mo, garage, 500_000, { lines: [named(garage)] })).status).toBe(200);
    const sibling = await as(t, { po: w.siblingPo });
    expect(await Promise.all([mo, po, sibling].map((who) => paidOf(who, [id])))).toEqual([
      [{ id, amount_kopecks: 1_500_000, paid_kopecks: 1_000_000 }],
      [{ id, amount_kopecks: 1_000_000, paid_kopecks: 500_000 }],
      [{ id, amount_kopecks: 500_000, paid_kopecks: 500_000 }],
    ]);
    const seen = await Promise.all([mo, po, sibling].map((who) => linesOf(who, id)));
    expect(seen.map(({ total, states, owed_kopecks }) => [total, states, owed_kopecks])).toEqual([
      [3, { all: 3, owed: 1, paid: 2 }, 500_000],
      [2, { all: 2, owed: 1, paid: 1 }, 500_000],
      [1, { all: 1, owed: 0, paid: 1 }, 0],
    ]);
    const rows = await Promise.all([mo, po, sibling].map((who) => who.call(contributions.list, {})));
    expect(rows.map(({ body }) => body.find((row: { id: number }) => row.id === id)?.amount_kopecks)).toEqual([
      1_500_000, 1_000_000, 500_000,
    ]);
  });

  it('money laid at random: lines, list and bills agree to a kopeck', async () => {
    const { po, ids } = await park(t, 6, 2);
    const documents = [
      await charged(po, { ...member, contributionDate: '2025-02-01' }),
      await charged(po, { contributionDate: '2026-02-01' }),
      await charged(po, gate),
      await charged(po, { ...gate, repeated: 'add', contributionAmount: 123_457, contributionDate: '2026-05-05' }),
    ];
    const wrong = await charged(po, { accrualType: { value: 4 }, contributionAmount: 99_999 });
    const undone = await po.call(reverseContribution, {
      params: { id: wrong },
      body: { idempotencyKey: randomUUID(), date: '2026-11-20' },
    });
    expect(undone.status).toBe(200);
    for (let nth = 0; nth < 24; nth += 1) {
      const named = [
        null,
        { accrualType: 1, year: 2025 },
        { accrualType: 3, year: 2026 },
        { accrualType: 4, year: 2026 },
      ][randomInt(4)];
      const line = { garage: ids[randomInt(ids.length)]!, amount: randomInt(1, 400_000), ...named };
      const answer = await pay(po, line.garage, line.amount, { lines: [line], confirmDuplicate: true });
      expect([answer.status, answer.body.message]).toEqual([200, undefined]);
      if (randomInt(5) === 0) expect((await undo(po, answer.body.lines[0].id)).status).toBe(200);
    }
    const lines = (await Promise.all(documents.map((id) => linesOf(po, id)))).map((answer) => answer.data);
    const list = await paidOf(po, documents);
    for (const [nth, own] of lines.entries()) {
      const amount = own.reduce((sum, line) => sum - line.amount_kopecks, 0);
      const owed = own.reduce((sum, line) => sum + line.owed_kopecks!, 0);
      expect(list[nth]).toEqual({ id: documents[nth], amount_kopecks: amount, paid_kopecks: amount - owed });
    }
    for (const id of ids) {
      const bill = await billOf(po, id);
      const own = lines.flat().filter((line) => line.garage.id === id);
      const owed = own.reduce((sum, line) => sum + line.owed_kopecks!, 0);
      expect(owed).toBe(bill.lines.reduce((sum, line) => sum + line.owed_kopecks, 0));
      expect([bill.debt_kopecks, bill.advance_kopecks - bill.balance_kopecks]).toEqual([owed, owed]);
      for (const entry of bill.lines) {
        const here = own.filter((line) => line.accrual_type === entry.accrual_type && line.year === entry.year);
        expect(here.reduce((sum, line) => sum + line.owed_kopecks!, 0)).toBe(entry.owed_kopecks);
      }
    }
    expect((await linesOf(po, wrong)).data.every((line) => line.owed_kopecks === null && line.is_reversed)).toBe(true);
  });

  it('the lines can be taken away by those who see them, and the log says so', async () => {
    const { po, w } = await park(t, 2);
    const id = await charged(po, {});
    const file = await po.call(contributionLinesFile, { params: { id }, query: { state: 'owed' } });
    expect([file.status, String(file.headers['content-type'])]).toEqual([
      200,
      expect.stringContaining('spreadsheetml'),
    ]);
    const stranger = await as(t, { po: w.cousinPo });
    expect((await stranger.call(contributionLinesFile, { params: { id } })).status).toBe(404);
    const clerk = await as(t, { po: w.po, capabilities: [1, 3] });
    expect((await clerk.call(contributionLinesFile, { params: { id } })).status).toBe(403);
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('po_id', '=', w.po)
      .where('verb', '=', 'copy.export')
      .select(['text', 'after'])
      .execute();
    expect(log).toEqual([
      {
        text: `Выгрузка строк начисления № ${id}: строк 2`,
        after: { file: expect.stringMatching(/\.xlsx$/), of: `Начисление № ${id}`, reason: null },
      },
    ]);
    expect((await po.call(contributionLines, { params: { id }, query: { state: 'all' as 'owed' } })).status).toBe(422);
  });
});
