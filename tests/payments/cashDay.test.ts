// The cash day: sums by method, closing it, what a closed day refuses, opening it again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cashDay, reopenCashDay } from '../../contract/payments.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { chargedPark, closeDay, pay, special, TODAY, undo } from './desk.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const day = async (caller: Caller, query: object = {}) => (await caller.call(cashDay, { query: { ...query } })).body;
const reopen = (caller: Caller, more: object = {}) =>
  caller.call(reopenCashDay, { body: { date: TODAY, reason: 'пересчёт', ...more } });

describe('the sums of a day', () => {
  it('are by method, leave out what was undone, and show what was taken back from earlier days', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 3);
    await pay(po, ids[0]!, 100_000);
    await pay(po, ids[1]!, 200_000, { paymentType: 4 });
    const wrong = await pay(po, ids[2]!, 300_000);
    await undo(po, wrong.body.lines[0].id);
    const earlier = await pay(po, ids[2]!, 7000, { date: '2026-11-19' });
    await undo(po, earlier.body.lines[0].id);
    await pay(po, ids[2]!, 500_000);
    await special(po, 'refund', ids[2]!, 1000, { comment: 'заявление' });
    await special(po, 'correction', ids[0]!, 55, { comment: 'не касса' });
    const sibling = await newGarage(mo, w.siblingPo);
    await pay(mo, sibling.id, 900);
    expect(await day(po)).toEqual({
      date: TODAY,
      today: TODAY,
      count: 3,
      amount_kopecks: 100_000 + 200_000 - 7000 + 500_000 - 1000,
      undone_kopecks: 7000,
      methods: [
        { payment_type: { id: 1, name: 'Касса' }, count: 2, amount_kopecks: 593_000 },
        { payment_type: { id: 4, name: 'СБП / онлайн' }, count: 1, amount_kopecks: 200_000 },
        { payment_type: { id: 7, name: 'Возврат' }, count: 0, amount_kopecks: -1000 },
      ],
      pos: [{ po: { id: w.po, name: expect.any(String) }, count: 3, amount_kopecks: 792_000, closed: null }],
      state: 'open',
      close_refusal: null,
      reopen_refusal: 'Доступно на уровне МО',
    });
    expect((await day(mo)).pos).toHaveLength(2);
    expect((await day(mo, { po: w.siblingPo })).amount_kopecks).toBe(900);
    // A day is what was taken on it, as it was signed: what is taken back later is of the later day.
    expect(await day(po, { date: '2026-11-19' })).toMatchObject({ count: 1, amount_kopecks: 7000, undone_kopecks: 0 });
    expect((await day(await as(t, { region: w.region }))).amount_kopecks).toBe(792_900);
    expect((await po.call(cashDay, { query: { po: w.siblingPo } })).status).toBe(404);
    expect((await po.call(cashDay, { query: { date: 'вчера' } })).status).toBeGreaterThanOrEqual(400);
  });
});

describe('a closed day', () => {
  it('refuses later entries of that day for that ПО and for no other; МО opens it, on record', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 2);
    await pay(po, ids[0]!, 100_000);
    expect((await closeDay(po, 0, 0)).body.code).toBe('day_changed');
    // As many slips, another sum: one of them was replaced since it was seen.
    expect((await closeDay(po, 1, 90_000)).body.code).toBe('day_changed');
    const closed = await closeDay(po, 1, 100_000);
    expect(closed.body).toMatchObject({ state: 'closed', close_refusal: 'Касса за 20.11.2026 уже закрыта' });
    expect(closed.body.pos[0].closed).toEqual({ at: expect.any(String), by: expect.stringContaining('Чиновников') });
    expect((await closeDay(po, 1, 100_000)).body.errors).toEqual({ date: 'Касса за 20.11.2026 уже закрыта' });
    const text = expect.stringMatching(/^Касса КАС № 12-3 за 20\.11\.2026 закрыта\. Внесите запись следующим днём/);
    for (const caller of [po, mo]) expect((await pay(caller, ids[1]!, 5)).body.errors).toEqual({ date: text });
    expect((await pay(po, ids[1]!, 5, { date: '2026-11-19' })).status).toBe(200);
    const sibling = await newGarage(mo, w.siblingPo);
    expect((await pay(mo, sibling.id, 5)).status).toBe(200);
    expect((await day(mo)).state).toBe('partly');

    expect((await reopen(po)).body.message).toBe('Доступно на уровне МО');
    expect((await reopen(mo, { reason: ' ' })).body.errors).toEqual({ reason: 'Укажите причину' });
    expect((await reopen(mo, { po: w.cousinPo })).status).toBe(404);
    expect((await reopen(mo, { po: w.po })).body.state).toBe('open');
    expect((await reopen(mo, { po: w.po })).body.errors).toEqual({ date: 'Касса за 20.11.2026 не закрыта' });
    expect((await pay(po, ids[1]!, 5)).status).toBe(200);
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('verb', 'in', ['balance_operation.day_open', 'balance_operation.day_close'])
      .where('po_id', '=', w.po)
      .select(['verb', 'text'])
      .orderBy('id')
      .execute();
    expect(log.map((line) => line.text)).toEqual([
      expect.stringMatching(/^Закрыта касса КАС № 12-3 за 20\.11\.2026: платежей 1, 1\u00a0000,00\u00a0₽$/),
      expect.stringMatching(/^Открыта касса КАС № 12-3 за 20\.11\.2026\. пересчёт$/),
    ]);
    expect((await closeDay(po, 2, 100_005)).body.state).toBe('closed');
    const kept = await t.deps.db.selectFrom('cash_day').where('po_id', '=', w.po).selectAll().orderBy('id').execute();
    expect(kept.map((row) => [row.payments, row.reopen_reason])).toEqual([
      [1, 'пересчёт'],
      [2, null],
    ]);
  });

  it('МО closes all its ПО at once and those that are left later', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    await pay(po, ids[0]!, 100);
    await closeDay(po, 1, 100);
    const sibling = await newGarage(mo, w.siblingPo);
    await pay(mo, sibling.id, 5);
    const closed = await closeDay(mo, 2, 105);
    expect(closed.body).toMatchObject({ state: 'closed' });
    expect(new Set(closed.body.pos.map((one: { po: { id: number } }) => one.po.id))).toEqual(
      new Set([w.po, w.siblingPo]),
    );
    const region = await as(t, { region: w.region });
    expect((await closeDay(region, 2, 105)).status).toBe(403);
    expect((await reopen(region)).status).toBe(403);
    expect((await closeDay(await as(t, { po: w.foreignPo }), 0, 0, { po: w.po })).status).toBe(404);
  });

  it('a ПО out of use closes and opens the days on which its desk worked, and no others', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100)).body.lines[0];
    await pay(po, ids[0]!, 300, { date: '2026-11-19' });
    await closeDay(po, 1, 100);
    await t.deps.db.updateTable('garage').set({ is_active: false }).where('po_id', '=', w.po).execute();
    await t.deps.db.updateTable('po').set({ is_active: false }).where('id', '=', w.po).execute();
    expect((await day(mo)).state).toBe('partly');
    expect((await closeDay(mo, 1, 100)).body.state).toBe('closed');
    expect((await reopen(mo)).body.state).toBe('open');
    expect((await reopen(mo)).body.errors).toEqual({ date: 'Касса за 20.11.2026 не закрыта' });
    expect((await undo(mo, id)).status).toBe(200);
    expect((await closeDay(mo, 0, 0, { po: w.po })).body.state).toBe('closed');
    expect((await closeDay(mo, 1, 300, { date: '2026-11-19' })).body.pos).toMatchObject([{ po: { id: w.po } }, {}]);
    await closeDay(mo, 0, 0, { date: '2026-11-18' });
    const idle = t.deps.db.selectFrom('cash_day').where('po_id', '=', w.po).where('on_date', '=', '2026-11-18');
    expect(await idle.selectAll().execute()).toEqual([]);
    // What did not pass through the desk opens no day of it.
    const other = await special(mo, 'correction', ids[0]!, 55, { comment: 'не касса', date: '2026-11-17' });
    expect(other.status).toBe(200);
    await t.deps.db.updateTable('po').set({ is_active: false }).where('mo_id', '=', w.mo).execute();
    expect((await closeDay(mo, 0, 0, { date: '2026-11-17' })).body.errors).toEqual({
      date: 'Закрывать нечего: в этот день касс не было',
    });
    expect((await reopen(mo, { date: '2026-11-17' })).body.errors).toEqual({
      date: 'Касса за 17.11.2026 не закрыта',
    });
  });

  it('a day to come is not closed, a closed period is not opened', async () => {
    const { po, mo, w } = await chargedPark(t, 1);
    expect((await closeDay(po, 0, 0, { date: '2026-11-21' })).body.errors).toEqual({
      date: 'Этот день ещё не наступил',
    });
    await closeDay(po, 0, 0, { date: '2026-11-01' });
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-11-01' }).where('id', '=', w.mo).execute();
    expect((await reopen(mo, { date: '2026-11-01' })).body.errors).toEqual({ date: 'Период закрыт до 01.11.2026' });
  });

  it('a payment and the closing at once: either it is in the day, or it is refused', async () => {
    const { po, mo, ids } = await chargedPark(t, 1);
    const [paid, closed] = await Promise.all([pay(mo, ids[0]!, 100), closeDay(po, 0, 0)]);
    const { amount_kopecks, state } = await day(po);
    expect([paid.status, closed.status]).toEqual(state === 'closed' ? [422, 200] : [200, 409]);
    expect(amount_kopecks).toBe(paid.status === 200 ? 100 : 0);
  });
});
