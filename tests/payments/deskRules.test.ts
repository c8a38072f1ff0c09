// The desk without its screen: papers go on, purposes, splits, what is sent, what is shown as taken.
import { describe, expect, it } from 'vitest';
import type { DebtLine } from '../../contract/balance.ts';
import { PaymentBody, type OperationRow } from '../../contract/payments.ts';
import * as rules from '../../resources/payments/desk/deskRules.ts';

const garage = (id: number, balance_kopecks = -450_000): rules.DeskGarage => ({
  id,
  section: 'А',
  number: String(id),
  account_no: '1123000455',
  owner: 'Петров Иван',
  balance_kopecks,
});
const filled = (draft: rules.Draft, id = 45, amount = 100_000) =>
  rules.changePart(draft, draft.parts[0]!.key, { garage: garage(id), amount });

describe('numbers of papers', () => {
  it.each([
    ['ПКО 118', 'ПКО 119'],
    ['ПКО 0099', 'ПКО 0100'],
    ['чек 9', 'чек 10'],
    ['12-7/26', '12-7/27'],
    ['№5а', '№6а'],
    ['99999999999999999999', '100000000000000000000'],
    ['без номера', ''],
    ['', ''],
  ])('%s → %s', (paper, next) => expect(rules.nextPaper(paper)).toBe(next));

  it('the method and its paper are carried; every method has papers of its own; what was typed stays', () => {
    const first = { ...filled(rules.newDraft()), paperNo: 'ПКО 118' };
    const second = rules.nextDraft(first);
    expect([second.paymentType, second.paperNo]).toEqual([1, 'ПКО 119']);
    expect(second.key).not.toBe(first.key);
    const card = rules.withMethod(second, 3);
    expect([card.paymentType, card.paperNo]).toEqual([3, '']);
    const third = rules.nextDraft({ ...card, paperNo: 'чек 0071' });
    expect([third.paymentType, third.paperNo]).toEqual([3, 'чек 0072']);
    expect(rules.withMethod(third, 1).paperNo).toBe('ПКО 119');
    expect(rules.withMethod({ ...third, paperNo: 'своё' }, 1).paperNo).toBe('своё');
  });
});

describe('a draft', () => {
  it('says what is missing by the names of the server', () => {
    const draft = rules.withSplit(filled(rules.newDraft()));
    expect(rules.missing(draft)).toEqual({ 'lines.1.amount': 'Введите сумму' });
    expect(rules.missing(rules.newDraft())).toEqual({
      'lines.0.garage': 'Выберите гараж',
      'lines.0.amount': 'Введите сумму',
    });
  });

  it('is sent as the contract wants it, split and named', () => {
    let draft = rules.withSplit(filled(rules.newDraft()));
    draft = rules.changePart(draft, draft.parts[1]!.key, { amount: 5000, purpose: rules.purposeKey(3, 2025) });
    const body = rules.bodyOf(draft, '2026-11-20', false);
    expect(PaymentBody.parse(body)).toMatchObject({
      idempotencyKey: draft.key,
      date: '2026-11-20',
      paymentType: 1,
      paperNo: null,
      lines: [
        { garage: 45, amount: 100_000, accrualType: null, year: null },
        { garage: 45, amount: 5000, accrualType: 3, year: 2025 },
      ],
    });
    expect(rules.totalOf(draft)).toBe(105_000);
    expect(rules.balanceAfter(draft, draft.parts[1]!)).toBe(-345_000);
    expect(rules.withoutPart(draft, draft.parts[1]!.key).parts).toHaveLength(1);
    const last = rules.withoutPart(filled(rules.newDraft()), filled(rules.newDraft()).parts[0]!.key);
    expect(last.parts).toHaveLength(1);
  });

  it('is empty until something is typed', () => {
    expect(rules.isEmpty(rules.newDraft())).toBe(true);
    expect(rules.isEmpty(filled(rules.newDraft()))).toBe(false);
  });
});

describe('purposes', () => {
  it('in order first, then what is owed, then every type of the year once', () => {
    const owed = [
      { accrual_type_id: 3, accrual_type: 'Целевой', year: 2025, owed_kopecks: 425_000 },
      { accrual_type_id: 1, accrual_type: 'Членский', year: 2026, owed_kopecks: 0 },
      { accrual_type_id: null, accrual_type: 'Возвраты', year: 2026, owed_kopecks: 5 },
      { accrual_type_id: 1, accrual_type: 'Членский', year: 2025, owed_kopecks: 100 },
    ] as DebtLine[];
    const types = [
      { id: 1, name: 'Членский' },
      { id: 3, name: 'Целевой' },
    ];
    const options = rules.purposeOptions(owed, types, 2025, String);
    expect(options.map((option) => [option.value, option.hint])).toEqual([
      [rules.IN_ORDER, undefined],
      ['3:2025', 'долг 425000'],
      ['1:2025', 'долг 100'],
    ]);
    expect(rules.purposeOptions([], types, 2026, String).map((option) => option.label)).toEqual([
      'по порядку',
      'Членский 2026',
      'Целевой 2026',
    ]);
    expect(rules.purposeOf(rules.IN_ORDER)).toEqual({ accrualType: null, year: null });
  });
});

describe('what was taken', () => {
  const row = (id: number, document_id: number, is_reversed = false) =>
    ({
      id,
      document_id,
      garage: { id, section: 'А', number: String(id) },
      payer: { id: 1, name: 'Петров' },
      payment_type: { id: 1, name: 'Касса' },
      paper_no: 'ПКО 1',
      accrual_type: null,
      year: null,
      amount_kopecks: 100 * id,
      is_reversed,
    }) as OperationRow;

  it('lines of a document stand together, the oldest first; it is undone when all of it is', () => {
    const done = rules.doneFrom([row(5, 20), row(4, 20, true), row(3, 10, true)]);
    expect(done.map((one) => [one.document, one.lines.map((line) => line.id), one.isUndone])).toEqual([
      [10, [3], true],
      [20, [4, 5], false],
    ]);
  });

  it('rows of this sitting know what was left; nothing is shown twice', () => {
    const [server] = rules.doneFrom([row(3, 10)]);
    const here = { ...server!, lines: [{ ...server!.lines[0]!, after: -50 }] };
    const later = { ...here, document: 11, lines: [{ ...here.lines[0]!, id: 4 }] };
    const merged = rules.mergeDone([server!], [here, later]);
    expect(merged.map((one) => one.document)).toEqual([10, 11]);
    expect(merged[0]!.lines[0]!.after).toBe(-50);
    expect(rules.mergeDone([server!], [{ ...here, isUndone: true }])[0]!.isUndone).toBe(true);
  });
});
