// Dated back, a posting re-lays payments: the preview says how many, the log says how many; dated today it re-lays none.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import {
  correctContribution,
  previewAccrual,
  reversalPreview,
  reverseContribution,
} from '../../contract/contributions/charging.ts';
import { correctOperation, reverseOperation, takePayment } from '../../contract/payments.ts';
import { correctionPreview, undoPreview } from '../../contract/payments/previews.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { charge, fee, park, type Park } from './park.ts';

let t: TestApp;
let p: Park;
beforeAll(async () => {
  t = await testApp();
  p = await park(t, 3);
});
afterAll(() => t.close());

const pay = async (garage: number, amount: number, date: string) => {
  const body = { idempotencyKey: randomUUID(), date, lines: [{ garage, amount }] };
  const done = await p.po.call(takePayment, { body });
  expect(done.status, done.text).toBe(200);
  return done.body.contribution as number;
};
const logged = async (document: number, begins = '') =>
  (
    await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'contribution')
      .where('object_id', '=', document)
      .where('text', 'like', `${begins}%`)
      .orderBy('id')
      .select('text')
      .executeTakeFirstOrThrow()
  ).text.replaceAll('\u00a0', ' ');
const one = { isAllGaragSelected: false, contributionAmount: 10_000 };

it('a charge dated back: two of three garages paid what is younger than it', async () => {
  const [first, second, third] = p.ids as [number, number, number];
  await charge(p.po, { contributionAmount: 10_000, contributionDate: '2026-06-01' });
  await pay(first, 10_000, '2026-07-01');
  await pay(second, 4_000, '2026-07-02');
  await pay(second, 4_000, '2026-07-03');
  const back = { ...fee({ contributionAmount: 5_000, contributionDate: '2026-02-01', accrualType: { value: 3 } }) };
  const { body: seen } = await p.po.call(previewAccrual, { body: back });
  // The first pays 50 of the old charge, then 50 of the younger; the second's 40 and 10 + 30 lie otherwise, too.
  expect(seen.relaid).toBe(3);
  const { body: today } = await p.po.call(previewAccrual, { body: { ...back, contributionDate: '2026-11-20' } });
  expect(today.relaid).toBe(0);
  const posted = await charge(p.po, back);
  expect(posted.status, posted.text).toBe(200);
  expect(await logged(posted.body.contribution)).toMatch(/Переложено 3 оплаты$/);
  const { body } = await p.po.call(garageDebt, { params: { id: first } });
  expect(body.lines.map((line: { accrual_type_id: number; owed_kopecks: number }) => line.owed_kopecks)).toEqual([
    0, 5_000,
  ]);
  expect(
    await logged(
      (await charge(p.po, { ...one, includedGarages: [third], accrualType: { value: 4 } })).body.contribution,
    ),
  ).not.toContain('ерелож');
});

it('a payment dated back, and a charge corrected to less', async () => {
  const { ids, po } = await park(t, 1);
  const garage = ids[0]!;
  const terms = { contributionAmount: 10_000, contributionDate: '2026-03-01' };
  const { body: fees } = await charge(po, terms);
  await charge(po, { ...terms, contributionDate: '2026-04-01', accrualType: { value: 3 } });
  const take = (amount: number, date: string) =>
    po.call(takePayment, { body: { idempotencyKey: randomUUID(), date, lines: [{ garage, amount }] } });
  const later = (await take(10_000, '2026-06-01')).body.contribution;
  expect(await logged(later)).not.toContain('ерелож');
  // The earlier money closes the fee, the later one goes on to the next charge.
  expect(await logged((await take(10_000, '2026-05-01')).body.contribution)).toMatch(/Переложена 1 оплата$/);
  const corrected = await po.call(correctContribution, {
    params: { id: fees.contribution },
    body: {
      version: 1,
      idempotencyKey: randomUUID(),
      money: {
        accrualType: { value: 1 },
        contributionPeriod: 2026,
        contributionAmount: 4_000,
        contributionDate: '2026-03-01',
        reason: 'опечатка',
        expected: { garages: 1, amount_kopecks: 4_000 },
      },
    },
  });
  expect(corrected.status, corrected.text).toBe(200);
  // 40 of the first payment stay, 60 go to the second charge; the other one gives way there.
  expect(await logged(corrected.body.contribution)).toMatch(/Переложено 2 оплаты$/);
});

it('a charge undone, a payment undone and one corrected: the preview says how many payments move, the log says the same', async () => {
  const { ids, po } = await park(t, 1);
  const garage = ids[0]!;
  const terms = { contributionAmount: 10_000, contributionDate: '2026-03-01' };
  const { body: fees } = await charge(po, terms);
  await charge(po, { ...terms, contributionDate: '2026-04-01', accrualType: { value: 3 } });
  const take = async (amount: number, date: string) => {
    const body = { idempotencyKey: randomUUID(), date, lines: [{ garage, amount }] };
    const { body: done } = await po.call(takePayment, { body });
    return done as { contribution: number; lines: { id: number }[] };
  };
  const first = await take(6_000, '2026-05-01');
  const second = await take(8_000, '2026-06-01');
  await take(6_000, '2026-07-01');
  const line = (paid: { lines: { id: number }[] }) => ({ id: paid.lines[0]!.id });
  const undo = { idempotencyKey: randomUUID(), date: '2026-11-20', reason: 'ошибка' };

  // 60 + 40 close the fee, 40 + 60 the second charge: without the second payment the third closes 40 of the fee and 20 more.
  const seen = await po.call(undoPreview, { params: line(second), query: { date: '2026-11-20' } });
  expect(seen.body).toEqual({ relaid: 1 });
  // The number of a paper moves nobody; 20 less of the first are made up for by the second.
  const same = { garage, date: '2026-05-01', paymentType: 1 };
  const paper = await po.call(correctionPreview, { params: line(first), body: { ...same, amount: 6_000 } });
  expect(paper.body).toEqual({ relaid: 0 });
  const less = await po.call(correctionPreview, { params: line(first), body: { ...same, amount: 4_000 } });
  expect(less.body).toEqual({ relaid: 1 });
  // Without the fee 60 + 40 close the second charge, 40 and the third wait as an advance.
  const fee = await po.call(reversalPreview, { params: { id: fees.contribution }, query: { date: '2026-11-20' } });
  expect(fee.body).toEqual({ relaid: 3 });

  const corrected = await po.call(correctOperation, {
    params: line(first),
    body: { version: 1, idempotencyKey: randomUUID(), money: { ...same, amount: 4_000, reason: 'опечатка' } },
  });
  expect(corrected.status, corrected.text).toBe(200);
  const text = await t.deps.db
    .selectFrom('action_log')
    .where('text', 'like', 'Исправлен платёж%')
    .select('text')
    .execute();
  expect(text.map((row) => row.text.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/Переложена 1 оплата$/),
  ]);
  const undone = await po.call(reverseOperation, { params: line(second), body: undo });
  expect(undone.status, undone.text).toBe(200);
  expect(await logged(second.contribution, 'Сторно')).toMatch(/ошибка. Переложена 1 оплата$/);
  const dropped = await po.call(reverseContribution, {
    params: { id: fees.contribution },
    body: { ...undo, idempotencyKey: randomUUID() },
  });
  expect(dropped.status, dropped.text).toBe(200);
  expect(await logged(fees.contribution, 'Сторно')).toMatch(/ошибка. Переложено 2 оплаты$/);
});
