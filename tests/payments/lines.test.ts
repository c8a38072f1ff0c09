// Lines of the ledger: their card, undoing, correcting; refunds, offsets, write-offs and corrections.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contributions, contributionLines } from '../../contract/contributions.ts';
import { reverseContribution } from '../../contract/contributions/charging.ts';
import { balanceOperations, correctOperation, reverseOperation, takePayment } from '../../contract/payments.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { park } from '../contributions/park.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { balanceOf, chargedPark, closeDay, pay, payment, special, TODAY, undo } from './desk.ts';

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(async () => {
  expect(await verifyLedger(t.deps.db)).toEqual([]);
  await t.close();
});

const cardOf = async (caller: Caller, id: number) =>
  (await caller.call(balanceOperations.one, { params: { id } })).body;

const lastLine = (verb: string) =>
  t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', verb)
    .select(['text', 'po_id'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
const lastUndoing = () => lastLine('balance_operation.reversal');
/** «А 45, А 46», in the order given. */
async function labelsOf(ids: readonly number[]): Promise<string> {
  const rows = await t.deps.db
    .selectFrom('garage')
    .where('id', 'in', ids)
    .select(['id', 'section', 'number'])
    .execute();
  const label = (id: number) => rows.find((row) => row.id === id)!;
  return ids.map((id) => `${label(id).section} ${label(id).number}`.trim()).join(', ');
}

const correct = (caller: Caller, id: number, more: object = {}) =>
  caller.call(correctOperation, {
    params: { id },
    body: { version: 1, idempotencyKey: randomUUID(), comment: null, ...more },
  });
const money = (garage: number, amount: number, more: object = {}) => ({
  money: { garage, amount, date: TODAY, paymentType: 1, reason: 'опечатка', ...more },
});

describe('the card of a line', () => {
  it('leads to its document, its neighbours, its garage and its payer; a charge has one too', async () => {
    const { po, ids } = await chargedPark(t, 2);
    const lines = [
      { garage: ids[0]!, amount: 100 },
      { garage: ids[1]!, amount: 200 },
    ];
    const { body } = await po.call(takePayment, { body: payment(0, 0, { lines }) });
    const card = await cardOf(po, body.lines[0].id);
    expect(card).toMatchObject({
      document_id: body.contribution,
      document_amount_kopecks: 300,
      garages: 2,
      garage: { id: ids[0] },
      payer: { id: expect.any(Number) },
      rest: { lines: 1, amount_kopecks: 200 },
      siblings: [{ id: body.lines[1].id, garage: { id: ids[1] }, amount_kopecks: 200, is_reversed: false }],
      balance_kopecks: -449_900,
      edit_refusal: null,
      reverse_refusal: null,
      needs_reason: false,
      penalties: { garages: 0, amount_kopecks: 0 },
      reversal_of: null,
      reversed_by: null,
    });
    const all = await po.call(balanceOperations.list, { query: { filter: { garage: ids[0] } } });
    expect(all.body.map((row: { kind: string }) => row.kind).sort()).toEqual(['accrual', 'payment']);
    const charge = all.body.find((row: { kind: string }) => row.kind === 'accrual');
    expect(await cardOf(po, charge.id)).toMatchObject({
      edit_refusal: 'Начисление изменяется в карточке документа',
      reverse_refusal: null,
      amount_kopecks: -450_000,
    });
    const lone = await po.call(contributionLines, { params: { id: body.contribution } });
    expect(lone.body.total).toBe(2);
  });

  it('of a payment for garages of two ПО shows each ПО its own neighbours, the МО all of them', async () => {
    const { mo, po, ids, w } = await chargedPark(t, 2);
    const far = await newGarage(mo, w.siblingPo);
    const lines = [...ids, far.id].map((garage, nth) => ({ garage, amount: 100 + nth }));
    const taken = (await mo.call(takePayment, { body: payment(0, 0, { lines }) })).body;
    const neighbours = async (caller: Caller, nth: number) =>
      (await cardOf(caller, taken.lines[nth].id)).siblings.map((one: { garage: { id: number } }) => one.garage.id);
    expect(await neighbours(mo, 0)).toEqual([ids[1], far.id]);
    expect(await neighbours(po, 0)).toEqual([ids[1]]);
    expect(await neighbours(await as(t, { po: w.siblingPo }), 2)).toEqual([]);
  });

  it('is not there for strangers; those who only read are told why', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const { body } = await pay(mo, ids[0]!, 100);
    const { id } = body.lines[0];
    for (const place of [{ po: w.siblingPo }, { mo: w.siblingMo }, { region: w.foreignRegion }]) {
      const stranger = await as(t, place);
      expect((await stranger.call(balanceOperations.one, { params: { id } })).status).toBe(404);
      if (!('region' in place)) {
        expect((await undo(stranger, id)).status).toBe(404);
        expect((await correct(stranger, id)).status).toBe(404);
      }
    }
    expect((await po.call(balanceOperations.one, { params: { id: 2_000_000_000 } })).status).toBe(404);
    expect(await cardOf(await as(t, { region: w.region }), id)).toMatchObject({
      edit_refusal: 'Доступно на уровне МО или ПО',
      reverse_refusal: 'Доступно на уровне МО или ПО',
    });
    expect(await cardOf(po, id)).toMatchObject({ reverse_refusal: 'Чужую запись отменяет МО' });
  });
});

describe('undoing', () => {
  it('puts the debt back, ties both lines, happens once', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100_000)).body.lines[0];
    const key = randomUUID();
    const send = () => undo(po, id, { idempotencyKey: key, reason: null });
    const answers = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(answers.map((one) => [one.status, one.body.amount_kopecks])).toEqual(Array(4).fill([200, 100_000]));
    expect(await balanceOf(t, ids[0]!)).toBe(-450_000);
    const card = await cardOf(po, id);
    expect(card).toMatchObject({
      is_reversed: true,
      reverse_refusal: 'Уже сторнировано',
      edit_refusal: 'Уже сторнировано',
    });
    expect(await cardOf(po, card.reversed_by.id)).toMatchObject({
      kind: 'reversal',
      amount_kopecks: -100_000,
      reversal_of: { id },
      reverse_refusal: 'Сторно не отменяется: внесите операцию заново',
    });
    expect((await undo(po, id)).body.errors).toEqual({ form: 'Уже сторнировано' });
    const race = (await pay(po, ids[0]!, 70)).body.lines[0].id;
    const both = await Promise.all([undo(po, race), undo(po, race)]);
    expect(both.map((one) => one.status).sort((one, other) => one - other)).toEqual([200, 422]);
  });

  it('another’s entry is undone by МО only, with a reason', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100)).body.lines[0];
    const colleague = await as(t, { po: w.po });
    const refused = await undo(colleague, id);
    expect([refused.status, refused.body.message]).toEqual([403, 'Чужую запись отменяет МО']);
    expect((await undo(mo, id, { reason: null })).body.errors).toEqual({ reason: 'Укажите причину сторно' });
    expect((await undo(mo, id, { reason: 'ошибка кассира' })).status).toBe(200);
    const region = await as(t, { region: w.region });
    expect((await undo(region, id)).status).toBe(403);
  });

  it('one’s own needs no reason on the day it was made, and one from the next day on', async () => {
    const { po, ids, w } = await chargedPark(t, 2);
    const [today, late] = await Promise.all(ids.map(async (id) => (await pay(po, id, 100)).body.lines[0].id as number));
    expect((await cardOf(po, late!)).needs_reason).toBe(false);
    expect((await undo(po, today!, { reason: null })).status).toBe(200);
    t.setNow('2026-11-21T09:00:00.000Z');
    try {
      // A token lasts minutes: tomorrow it is another one.
      const next = await as(t, { mo: w.mo, same: po });
      const date = '2026-11-21';
      expect((await cardOf(next, late!)).needs_reason).toBe(true);
      expect((await undo(next, late!, { date, reason: null })).body.errors).toEqual({
        reason: 'Укажите причину сторно',
      });
      expect((await undo(next, late!, { date, reason: 'вернули' })).status).toBe(200);
    } finally {
      t.setNow('2026-11-20T09:00:00.000Z');
    }
  });

  it('one line of a split goes alone, or all of them together', async () => {
    const { po, ids, w } = await chargedPark(t, 2);
    const split = async () =>
      (
        await po.call(takePayment, {
          body: payment(0, 0, {
            confirmDuplicate: true,
            lines: [
              { garage: ids[0]!, amount: 100 },
              { garage: ids[1]!, amount: 200 },
            ],
          }),
        })
      ).body.lines;
    const first = await split();
    expect((await undo(po, first[0].id)).body).toMatchObject({ lines: 1, amount_kopecks: 100 });
    expect([await balanceOf(t, ids[0]!), await balanceOf(t, ids[1]!)]).toEqual([-450_000, -449_800]);
    expect((await undo(po, first[1].id, { whole: true })).body).toMatchObject({ lines: 1, amount_kopecks: 200 });
    const second = await split();
    expect((await undo(po, second[1].id, { whole: true })).body).toMatchObject({ lines: 2, amount_kopecks: 300 });
    const labels = await labelsOf(ids);
    expect(await lastUndoing()).toMatchObject({
      po_id: w.po,
      text: `Сторно: ${labels}, 3,00\u00a0₽ от 20.11.2026. ошибка`,
    });
    expect([await balanceOf(t, ids[0]!), await balanceOf(t, ids[1]!)]).toEqual([-450_000, -450_000]);
  });

  it('of a document over several ПО is not done whole from one of them, though one and the same person took it', async () => {
    const { mo, ids, w } = await chargedPark(t, 1);
    const far = await newGarage(mo, w.siblingPo);
    const lines = [ids[0]!, far.id].map((garage) => ({ garage, amount: 100 }));
    const taken = (await mo.call(takePayment, { body: payment(0, 0, { lines }) })).body;
    const here = await as(t, { po: w.po, same: mo });
    const refused = await undo(here, taken.lines[0].id, { whole: true });
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining('по нескольким ПО')]);
    expect(await balanceOf(t, far.id)).toBe(100);
    expect((await undo(mo, taken.lines[0].id, { whole: true })).body).toMatchObject({ lines: 2 });
    // No ПО is told of another one's money.
    expect(await lastUndoing()).toMatchObject({ po_id: null, text: expect.stringMatching(/^Сторно: .+, .+, 2,00/) });
  });

  it('keeps to the dates: not before the line, not ahead, not in a closed period; afterwards it works', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100, { date: '2026-11-10' })).body.lines[0];
    expect((await undo(po, id, { date: '2026-11-09' })).body.errors).toEqual({
      date: 'Сторно не может быть раньше операции',
    });
    expect((await undo(po, id, { date: '2026-11-21' })).body.errors).toEqual({
      date: 'Дата не может быть позже сегодняшней',
    });
    await t.deps.db.updateTable('mo').set({ period_closed_until: '2026-11-15' }).where('id', '=', w.mo).execute();
    expect((await undo(po, id, { date: '2026-11-15' })).body.errors).toEqual({ date: 'Период закрыт до 15.11.2026' });
    expect((await cardOf(po, id)).edit_refusal).toBe('Период закрыт до 15.11.2026');
    expect((await correct(po, id, money(ids[0]!, 200))).body.errors).toEqual({ date: 'Период закрыт до 15.11.2026' });
    expect((await undo(po, id)).status).toBe(200);
  });

  it('a payment is not undone as a charge', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const { contribution } = (await pay(po, ids[0]!, 100)).body;
    expect((await po.call(contributions.one, { params: { id: contribution } })).body.reverse_refusal).toBe(
      'Оплата отменяется в «Платежах»',
    );
    const body = { idempotencyKey: randomUUID(), date: TODAY, reason: 'x' };
    expect((await po.call(reverseContribution, { params: { id: contribution }, body })).status).toBe(422);
    expect(await balanceOf(t, ids[0]!)).toBe(-449_900);
  });
});

describe('correcting', () => {
  it('words change in place, money by a reversal and a new line together', async () => {
    const { po, ids } = await chargedPark(t, 2);
    const { id } = (await pay(po, ids[0]!, 100_000, { paperNo: 'ПКО 7' })).body.lines[0];
    expect((await correct(po, id, { comment: 'от сына' })).body).toEqual({ operation: id });
    expect(await cardOf(po, id)).toMatchObject({ comment: 'от сына', version: 2, is_reversed: false });
    const body = {
      version: 2,
      idempotencyKey: randomUUID(),
      comment: 'от сына',
      ...money(ids[1]!, 120_000, { paymentType: 3, paperNo: 'ПКО 8' }),
    };
    const answers = await Promise.all([correct(po, id, body), correct(po, id, body)]);
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    const next = answers[0]!.body.operation;
    expect(answers[1]!.body.operation).toBe(next);
    expect([await balanceOf(t, ids[0]!), await balanceOf(t, ids[1]!)]).toEqual([-450_000, -330_000]);
    expect(await cardOf(po, next)).toMatchObject({
      garage: { id: ids[1] },
      amount_kopecks: 120_000,
      payment_type: { id: 3 },
      paper_no: 'ПКО 8',
      comment: 'от сына',
      source: 'desk',
      corrects: { id },
    });
    const before = await cardOf(po, id);
    expect(before).toMatchObject({
      is_reversed: true,
      corrected_by: { id: next },
      reversed_by: { on_date: TODAY, comment: 'Исправление: опечатка' },
    });
    const log = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'balance_operation.correction')
      .selectAll()
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(log.text).toMatch(
      /^Исправлен платёж А \d+, 1\u00a0000,00\u00a0₽: стало А \d+, 1\u00a0200,00\u00a0₽\. опечатка$/,
    );
  });

  it('one line of a split is corrected, the others stay', async () => {
    const { po, ids } = await chargedPark(t, 2);
    const lines = [
      { garage: ids[0]!, amount: 100 },
      { garage: ids[1]!, amount: 200 },
    ];
    const made = (await po.call(takePayment, { body: payment(0, 0, { lines }) })).body.lines;
    expect((await correct(po, made[1].id, money(ids[1]!, 250))).status).toBe(200);
    expect([await balanceOf(t, ids[0]!), await balanceOf(t, ids[1]!)]).toEqual([-449_900, -449_750]);
    expect(await cardOf(po, made[0].id)).toMatchObject({ is_reversed: false, corrected_by: null });
  });

  it('what is wrong is said and nothing changes; a stale card is not overwritten', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 100)).body.lines[0];
    const sibling = await newGarage(mo, w.siblingPo);
    const wrong = await correct(po, id, money(sibling.id, 100, { paymentType: 6, date: '2027-01-01', accrualType: 1 }));
    expect(wrong.body.errors).toEqual({
      garage: 'Гараж не найден',
      date: 'Дата не может быть позже сегодняшней',
      paymentType: 'Выберите способ оплаты из списка',
      year: 'Укажите и вид, и год',
    });
    expect((await correct(po, id, money(ids[0]!, 0.5))).status).toBe(422);
    expect((await correct(po, id, money(ids[0]!, 5, { reason: ' ' }))).body.errors).toEqual({
      'money.reason': 'Укажите причину исправления',
    });
    const late = await correct(po, id, { version: 7, ...money(ids[0]!, 5) });
    expect([late.status, late.body.code]).toEqual([409, 'stale']);
    // Who changed the words, by the clock of the place.
    await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.mo).execute();
    expect((await correct(mo, id, { comment: 'иначе' })).status).toBe(200);
    const far = await as(t, { mo: w.mo });
    expect((await correct(far, id, { comment: 'снова' })).body.message).toMatch(
      /^Данные изменил Чиновников.+ в 21:00\./,
    );
    expect(await balanceOf(t, ids[0]!)).toBe(-449_900);
    const refund = await special(po, 'correction', ids[0]!, 100, { comment: 'сверка' });
    expect((await correct(po, refund.body.lines[0].id)).body.errors).toEqual({
      form: 'Эту запись можно только отменить и внести заново',
    });
  });
});

describe('refund', () => {
  it('gives back an advance, no more than it, on a ground', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const garage = ids[0]!;
    expect((await special(po, 'refund', garage, 100)).body.errors).toEqual({
      amount: expect.stringMatching(/^У гаража А \d+ нет аванса$/),
      comment: 'Укажите основание возврата',
    });
    await pay(po, garage, 500_000);
    expect((await special(po, 'refund', garage, 50_001, { comment: 'заявление' })).body.errors).toEqual({
      amount: 'Вернуть можно не больше аванса: 500,00\u00a0₽',
    });
    const done = await special(po, 'refund', garage, 50_000, { comment: 'заявление от 20.11', paperNo: 'РКО 1' });
    expect(done.body.lines).toMatchObject([{ amount_kopecks: -50_000, balance_kopecks: 0 }]);
    expect(await cardOf(po, done.body.lines[0].id)).toMatchObject({
      payment_type: { id: 7 },
      paper_no: 'РКО 1',
      source: 'desk',
    });
    const both = await Promise.all([
      special(po, 'refund', garage, 1, { comment: 'ещё' }),
      pay(po, garage, 1, { date: TODAY }),
    ]);
    expect(both[1].status).toBe(200);
  });

  it('gives back on a day only what was there on it, and never twice', async () => {
    const { po, ids } = await park(t, 1);
    const garage = ids[0]!;
    await pay(po, garage, 450_000, { date: '2026-03-15' });
    const back = (date: string, amount: number, kind = 'refund') =>
      special(po, kind, garage, amount, { date, comment: `заявление, ${date}` });
    expect((await back('2026-03-10', 450_000)).body.errors).toEqual({
      date: 'На 10.03.2026 аванса ещё не было: выберите день позже',
    });
    expect((await back('2026-03-10', 450_000, 'offset')).body.errors.date).toContain('На 10.03.2026');
    await pay(po, garage, 50_000, { date: '2026-04-01' });
    expect((await back('2026-03-20', 460_000)).body.errors).toEqual({
      date: 'На 20.03.2026 аванса было 4\u00a0500,00\u00a0₽: выберите день позже или сумму меньше',
    });
    expect((await back('2026-03-20', 450_000)).status).toBe(200);
    // What is left was not there on that day.
    expect((await back('2026-03-20', 50_000)).body.errors.date).toContain('На 20.03.2026');
    expect((await back('2026-04-01', 50_000)).status).toBe(200);
    expect((await back('2026-04-01', 1)).body.errors.amount).toMatch(/нет аванса$/);
    expect(await balanceOf(t, garage)).toBe(0);
  });

  it('two refunds of one advance at once give it back once', async () => {
    const { po, mo, ids } = await chargedPark(t, 1);
    await pay(po, ids[0]!, 460_000);
    const both = await Promise.all([
      special(po, 'refund', ids[0]!, 10_000, { comment: 'а' }),
      special(mo, 'refund', ids[0]!, 10_000, { comment: 'б' }),
    ]);
    expect(both.map((one) => one.status).sort((one, other) => one - other)).toEqual([200, 422]);
    expect(await balanceOf(t, ids[0]!)).toBe(0);
  });
});

describe('offset', () => {
  it('moves an advance between garages of one owner: two lines, sum nothing, undone whole', async () => {
    const { po, mo, ids, w } = await chargedPark(t, 1);
    const person = await newPerson(mo, w.po);
    const own = { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] };
    const [from, to] = [await newGarage(mo, w.po, own), await newGarage(mo, w.po, own)];
    await pay(po, from.id, 100_000);
    const move = (amount: number, toGarage: number | null) => special(po, 'offset', from.id, amount, { toGarage });
    expect((await move(1, null)).body.errors).toEqual({ toGarage: 'Выберите гараж' });
    expect((await move(1, from.id)).body.errors).toEqual({ toGarage: 'Выберите другой гараж' });
    expect((await move(1, 2_000_000_000)).body.errors).toEqual({ toGarage: 'Гараж не найден' });
    expect((await move(1, ids[0]!)).body.errors).toEqual({
      toGarage: 'Зачёт возможен только между гаражами одного владельца',
    });
    expect((await move(100_001, to.id)).body.errors).toEqual({
      amount: 'Зачесть можно не больше аванса: 1\u00a0000,00\u00a0₽',
    });
    const done = await move(40_000, to.id);
    expect(done.body.lines).toMatchObject([
      { garage: from.id, amount_kopecks: -40_000, balance_kopecks: 60_000 },
      { garage: to.id, amount_kopecks: 40_000, balance_kopecks: 40_000 },
    ]);
    // The money is one, though it stands in two garages.
    const labels = await labelsOf([from.id, to.id]);
    expect((await lastLine('balance_operation.offset')).text).toBe(`Зачёт между гаражами: ${labels}, 400,00\u00a0₽`);
    expect((await undo(po, done.body.lines[1].id)).body.lines).toBe(2);
    expect((await lastUndoing()).text).toBe(`Сторно: ${labels}, 400,00\u00a0₽ от 20.11.2026. ошибка`);
    expect([await balanceOf(t, from.id), await balanceOf(t, to.id)]).toEqual([100_000, 0]);
  });
});

describe('write-off and correction', () => {
  it('a bad debt is written off by a protocol and no deeper than it is', async () => {
    const { po, ids } = await chargedPark(t, 2);
    expect((await special(po, 'write_off', ids[0]!, 450_001)).body.errors).toEqual({
      amount: 'Списать можно не больше долга: 4\u00a0500,00\u00a0₽',
      protocol: 'Укажите протокол: без него долг не списывается',
    });
    const done = await special(po, 'write_off', ids[0]!, 450_000, {
      protocol: 'Протокол № 3',
      accrualType: 1,
      year: 2026,
    });
    expect(done.body.lines).toMatchObject([{ balance_kopecks: 0 }]);
    expect(await cardOf(po, done.body.lines[0].id)).toMatchObject({
      basis_document: 'Протокол № 3',
      payment_type: { id: 8 },
    });
    expect((await special(po, 'write_off', ids[0]!, 1, { protocol: 'Протокол № 3' })).body.errors).toEqual({
      amount: expect.stringContaining('нет долга'),
    });
    const last = await t.deps.db
      .selectFrom('garage_balance')
      .where('garage_id', '=', ids[0]!)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(last.last_payment_on).toBeNull();
  });

  it('a write-off is no deeper than what it names: the rest would be an advance to take back in cash', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const wrong = { protocol: 'Протокол № 4', accrualType: 3, year: 2026 };
    expect((await special(po, 'write_off', ids[0]!, 450_000, wrong)).body.errors).toEqual({
      amount: 'По этому взносу долга нет: списывать нечего',
    });
    const right = { protocol: 'Протокол № 4', accrualType: 1, year: 2026 };
    expect((await special(po, 'write_off', ids[0]!, 200_000, right)).status).toBe(200);
    expect((await special(po, 'write_off', ids[0]!, 250_001, right)).body.errors).toEqual({
      amount: 'Списать можно не больше долга: 2\u00a0500,00\u00a0₽',
    });
    expect((await special(po, 'refund', ids[0]!, 1, { comment: 'Вернуть' })).body.errors.amount).toContain(
      'нет аванса',
    );
  });

  it('a correction goes either way and says why', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    expect((await special(po, 'correction', ids[0]!, 100)).body.errors).toEqual({
      comment: 'Укажите причину корректировки',
    });
    await special(po, 'correction', ids[0]!, 100, { comment: 'сверка', direction: 'raise' });
    expect(await balanceOf(t, ids[0]!)).toBe(-450_100);
    await special(po, 'correction', ids[0]!, 300, { comment: 'сверка' });
    expect(await balanceOf(t, ids[0]!)).toBe(-449_800);
    const region = await as(t, { region: w.region });
    expect((await special(region, 'correction', ids[0]!, 1, { comment: 'х' })).status).toBe(403);
    const stranger = await as(t, { po: w.siblingPo });
    expect((await special(stranger, 'correction', ids[0]!, 1, { comment: 'х' })).body.errors).toEqual({
      garage: 'Гараж не найден',
    });
    expect((await special(po, 'gift', ids[0]!, 1)).status).toBe(422);
  });

  it('each of them is done once for its key', async () => {
    const { po, ids } = await chargedPark(t, 1);
    const idempotencyKey = randomUUID();
    const send = () => special(po, 'correction', ids[0]!, 100, { comment: 'сверка', idempotencyKey });
    const answers = [...(await Promise.all([send(), send()])), await send()];
    expect(answers.map((one) => one.status)).toEqual([200, 200, 200]);
    expect(await balanceOf(t, ids[0]!)).toBe(-449_900);
  });
});

describe('a closed cash day', () => {
  it('refuses refunds, undoing and correcting on that day; the next day they work', async () => {
    const { po, ids, w } = await chargedPark(t, 1);
    const { id } = (await pay(po, ids[0]!, 500_000)).body.lines[0];
    expect((await closeDay(po, 1, 500_000)).status).toBe(200);
    const text = expect.stringMatching(/^Касса КАС № 12-3 за 20\.11\.2026 закрыта\./);
    expect((await special(po, 'refund', ids[0]!, 1, { comment: 'х' })).body.errors).toEqual({ date: text });
    expect((await undo(po, id)).body.errors).toEqual({ date: text });
    expect((await correct(po, id, money(ids[0]!, 1))).body.errors).toEqual({
      form: 'Касса за 20.11.2026 закрыта: отмените платёж следующим днём и внесите заново',
    });
    expect((await special(po, 'correction', ids[0]!, 1, { comment: 'не касса' })).status).toBe(200);
    t.setNow('2026-11-21T09:00:00.000Z');
    // A token lasts minutes: tomorrow it is another one.
    const mo = await as(t, { mo: w.mo });
    const next = await mo.call(reverseOperation, {
      params: { id },
      body: { idempotencyKey: randomUUID(), date: '2026-11-21', reason: 'возврат' },
    });
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(next.status).toBe(200);
  });
});
