// A ПО with charged garages for tests of payments, and the words of a payment.
import { randomUUID } from 'node:crypto';
import { closeCashDay, reverseOperation, specialOperation, takePayment } from '../../contract/payments.ts';
import { charge, park, type Park } from '../contributions/park.ts';
import type { Caller, TestApp } from '../kit/app.ts';

export const TODAY = '2026-11-20';

/** `count` garages of a ПО, each charged 4 500 ₽ for 2026. */
export async function chargedPark(t: TestApp, count: number): Promise<Park> {
  const made = await park(t, count);
  const { status, body } = await charge(made.po);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return made;
}

export const payment = (garage: number, amount: number, more: object = {}) => ({
  idempotencyKey: randomUUID() as string,
  date: TODAY,
  lines: [{ garage, amount }],
  ...more,
});

export const pay = (caller: Caller, garage: number, amount: number, more: object = {}) =>
  caller.call(takePayment, { body: payment(garage, amount, more) });

export const undo = (caller: Caller, id: number, more: object = {}) =>
  caller.call(reverseOperation, {
    params: { id },
    body: { idempotencyKey: randomUUID(), date: TODAY, reason: 'ошибка', ...more },
  });

export const special = (caller: Caller, kind: string, garage: number, amount: number, more: object = {}) =>
  caller.call(specialOperation, {
    body: { idempotencyKey: randomUUID(), kind: kind as 'refund', date: TODAY, garage, amount, ...more },
  });

export const closeDay = (caller: Caller, count: number, amount_kopecks: number, more: object = {}) =>
  caller.call(closeCashDay, { body: { date: TODAY, expected: { count, amount_kopecks }, ...more } });

export const balanceOf = async (t: TestApp, garage: number) =>
  (
    await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', garage)
      .select('balance_kopecks')
      .executeTakeFirst()
  )?.balance_kopecks ?? 0;
