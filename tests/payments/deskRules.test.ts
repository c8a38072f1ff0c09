// The desk without its screen: papers go on, purposes, splits, what is sent, what is shown as taken.
import { describe, expect, it } from 'vitest';
import type { DebtLine } from '../../contract/balance.ts';
import { TOO_MUCH, WRONG_AMOUNT } from '../../contract/books.ts';
import { PaymentBody, type OperationRow } from '../../contract/payments.ts';
import * as rules from '../../resources/payments/desk/deskRules.ts';
import { onlyOne } from '../../resources/payments/desk/GarageCell.tsx';
import {
  findPurposes,
  IN_ORDER,
  inOrder,
  purposeFrom,
  purposeOf,
  wrongYear,
} from '../../resources/payments/purposes.ts';

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
    account_no: String(1000 + id),
    comment: 'за брата',
  }) as OperationRow;

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
    expect(rules.withMethod({ ...third, paperNo: '' }, 1).paperNo).toBe('ПКО 119');
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
    draft = rules.changePart(draft, draft.parts[1]!.key, {
      amount: 5000,
      purpose: purposeFrom({ id: 3, name: 'Целевой' }, 2025),
    });
    const body = rules.bodyOf({ ...draft, comment: 'за брата' }, '2026-11-20', false);
    expect(PaymentBody.parse(body)).toMatchObject({
      idempotencyKey: draft.key,
      date: '2026-11-20',
      paymentType: 1,
      paperNo: null,
      comment: 'за брата',
      lines: [
        { garage: 45, amount: 100_000, accrualType: null, year: null },
        { garage: 45, amount: 5000, accrualType: 3, year: 2025 },
      ],
    });
    expect(rules.totalOf(draft)).toBe(105_000);
    expect(rules.balanceAfter(draft, draft.parts[1]!)).toBe(-345_000);
    expect(rules.withoutPart(draft, draft.parts[1]!.key).parts).toHaveLength(1);
    const only = filled(rules.newDraft());
    expect(rules.withoutPart(only, only.parts[0]!.key).parts).toMatchObject([{ garage: null, amount: null }]);
  });

  it('says who was shown as the payer, not of a part that a former owner pays; words only where there are some', () => {
    const split = rules.withSplit({ ...filled(rules.newDraft()), paperNo: 'ПКО 7' });
    const [own, former] = split.parts;
    const draft = rules.changePart(rules.changePart(split, own!.key, {}), former!.key, { amount: 5, debtor: 9 });
    const body = rules.bodyOf(draft, '2026-11-20', false, new Map([[45, 3]]));
    expect([body.paperNo, body.comment, body.lines.map(({ debtor, ...line }) => [debtor, line.payer])]).toEqual([
      'ПКО 7',
      null,
      [
        [null, 3],
        [9, undefined],
      ],
    ]);
    expect(
      rules.bodyOf(filled(rules.newDraft()), '2026-11-20', false, new Map([[46, 3]])).lines[0]!.payer,
    ).toBeUndefined();
  });

  it('is not sent with a sum that is none', () => {
    const wrong = (amount: number) => rules.missing(filled(rules.newDraft(), 45, amount))['lines.0.amount'];
    expect(wrong(0)).toBe(WRONG_AMOUNT);
    expect(wrong(-100)).toBe(WRONG_AMOUNT);
    expect(wrong(1_000_000_001)).toBe(TOO_MUCH);
    expect([wrong(1_000_000_000), wrong(1)]).toEqual([undefined, undefined]);
  });

  it('comes back from this browser; an empty one never shares its key with another tab', () => {
    const full = filled(rules.newDraft());
    expect(rules.restored(full)).toEqual(full);
    const empty = rules.newDraft(3, { 3: 'чек 7' });
    expect(rules.restored(empty)).toMatchObject({ paymentType: 3, paperNo: 'чек 8' });
    expect(rules.restored(empty).key).not.toBe(empty.key);
    // What another version of the console kept is not read.
    const old = { ...full, parts: [{ ...full.parts[0], purpose: 'order' }] } as unknown as rules.Draft;
    expect(rules.isEmpty(rules.restored(old))).toBe(true);
    expect(rules.isEmpty(rules.restored(undefined))).toBe(true);
    const half = { ...full, parts: [full.parts[0]!, { ...full.parts[0]!, purpose: {} }] } as unknown as rules.Draft;
    expect(rules.isEmpty(rules.restored(half))).toBe(true);
    // What was typed and not understood is not kept: its box opens empty.
    const wrong = rules.changePart(full, full.parts[0]!.key, { amount: null, wrongSum: WRONG_AMOUNT });
    expect(rules.restored(wrong).parts).toMatchObject([{ garage: { id: 45 }, amount: null, wrongSum: null }]);
  });

  it('is begun when another garage would cost a sum or a split', () => {
    const first = rules.newDraft();
    expect(rules.isBegun(first)).toBe(false);
    const { key } = first.parts[0]!;
    expect(rules.isBegun(rules.changePart(first, key, { amount: 5 }))).toBe(false);
    expect(rules.isBegun(rules.changePart(first, key, { garage: garage(4) }))).toBe(false);
    expect(rules.isBegun(filled(first))).toBe(true);
    expect(rules.isBegun(rules.withSplit(first))).toBe(true);
    const other = rules.draftOf(garage(7), { ...filled(first), papers: { 1: 'ПКО 4' } });
    expect(other).toMatchObject({ paperNo: 'ПКО 5', parts: [{ garage: { id: 7 }, amount: null }] });
    expect(other.key).not.toBe(first.key);
  });

  it('numbers do not go back when an earlier payment is put right', () => {
    const [done] = rules.doneFrom([row(3, 10)]);
    const again = rules.draftFrom(done!, { 1: 'ПКО 8' });
    expect(again.paperNo).toBe('ПКО 1');
    expect(rules.nextDraft(again).paperNo).toBe('ПКО 9');
    expect(rules.nextDraft({ ...again, paperNo: 'ПКО 20' }).paperNo).toBe('ПКО 21');
  });

  it('a garage is taken by its number only when there is no doubt', () => {
    const [four, forty] = [garage(4), garage(40)];
    expect(onlyOne([forty], '4')).toBe(forty);
    expect(onlyOne([four, forty], '4')).toBe(four);
    expect(onlyOne([four, { ...four, id: 5, section: 'Б' }], '4')).toBeUndefined();
    expect(onlyOne([{ ...four, is_active: false }], '4')).toBeUndefined();
    expect(onlyOne([], '4')).toBeUndefined();
  });

  it('is empty until something is typed', () => {
    const empty = rules.newDraft();
    expect(rules.isEmpty(empty)).toBe(true);
    expect(rules.isEmpty(filled(empty))).toBe(false);
    const { key } = empty.parts[0]!;
    for (const typed of [{ garage: garage(4) }, { amount: 5 }, { wrongSum: WRONG_AMOUNT }])
      expect(rules.isEmpty(rules.changePart(empty, key, typed))).toBe(false);
    expect(rules.isEmpty(rules.changePart(rules.withSplit(empty), key, { amount: 5 }))).toBe(false);
  });
});

describe('a sum that is asked about', () => {
  const known = (debt: number, fee: number) => new Map([[45, { debt, fee }]]);
  const words = (amount: number, figures = known(100_000, 50_000), id = 45) =>
    rules.unusualSum(filled(rules.newDraft(), id, amount), figures)?.replaceAll('\u00a0', ' ') ?? null;
  it('is over ten times the larger of debt and fee, and is told beside it', () => {
    expect([words(1_000_000), words(1_000_001)]).toEqual([null, 'А 45: 10 000,01 ₽, а долг 1 000,00 ₽']);
    expect(words(500_001, known(49_999, 50_000))).toBe('А 45: 5 000,01 ₽, а взнос за год 500,00 ₽');
    expect(words(500_001, known(50_000, 50_000))).toBe('А 45: 5 000,01 ₽, а долг 500,00 ₽');
  });
  it.each([
    ['of a garage of which nothing is known', 46, known(1, 1)],
    ['where there is neither debt nor fee', 45, known(0, 0)],
  ])('is not one %s', (_, id, figures) => expect(words(900_000_000, figures, id)).toBeNull());
  it('is looked for in every part', () => {
    const empty = rules.newDraft();
    const split = rules.withSplit(filled(rules.newDraft(), 45, 1));
    const second = rules.changePart(split, split.parts[1]!.key, { amount: 1_000_001 });
    expect(rules.unusualSum(empty, known(1, 1))).toBeNull();
    expect(rules.unusualSum(second, known(100_000, 0))).toContain('А 45');
  });
});

it('parts of one garage are counted together, those of a former owner and of other garages apart', () => {
  const [own] = filled(rules.newDraft()).parts;
  const pairs: [rules.Part, boolean][] = [
    [{ ...own!, key: 'b' }, true],
    [{ ...own!, debtor: 9 }, false],
    [{ ...own!, garage: garage(46) }, false],
    [{ ...own!, garage: null }, false],
  ];
  for (const [other, same] of pairs) expect(rules.isSamePayer(own!, other)).toBe(same);
});

describe('a former owner who pays', () => {
  const former = (draft: rules.Draft, more: Partial<rules.Part> = {}) =>
    rules.changePart(draft, draft.parts[0]!.key, { debtor: 9, ...more });

  it('«=» is his own debt; the garage owes as before', () => {
    const alone = former(filled(rules.newDraft(), 45, 1000));
    expect(rules.wholeDebt(alone, alone.parts[0]!, 16_000)).toBe(16_000);
    // Not known yet: another's debt is not offered.
    expect(rules.wholeDebt(alone, alone.parts[0]!)).toBeNull();
    expect(rules.balanceAfter(alone, alone.parts[0]!)).toBeNull();
    const split = rules.withSplit(alone);
    const own = rules.changePart(split, split.parts[1]!.key, { amount: 50_000 });
    expect(rules.wholeDebt(own, own.parts[1]!)).toBe(450_000);
    expect(rules.wholeDebt(own, own.parts[0]!, 16_000)).toBe(16_000);
    expect(rules.balanceAfter(own, own.parts[1]!)).toBe(-400_000);
  });

  it('taken back, his payment is still his', () => {
    const draft = former(filled(rules.newDraft(), 45, 1000));
    const answer = {
      contribution: 7,
      amount_kopecks: 1000,
      lines: [{ id: 70, garage: 45, amount_kopecks: 1000, balance_kopecks: -450_000 }],
      isRepeat: false,
    };
    const done = rules.doneOf(draft, answer, 'Касса');
    expect([done.lines[0]!.after, done.paperNo, done.comment]).toEqual([null, null, null]);
    const named = rules.doneOf({ ...draft, paperNo: 'ПКО 7', comment: 'за брата' }, answer, 'Касса');
    expect([named.paperNo, named.comment]).toEqual(['ПКО 7', 'за брата']);
    expect(rules.draftFrom(done, {}).parts).toMatchObject([{ garage: { id: 45 }, debtor: 9 }]);
    const [known] = rules.doneFrom([{ ...row(3, 10), debtor_id: 9 }]);
    expect(rules.bodyOf(rules.draftFrom(known!, {}), '2026-11-20', false).lines).toMatchObject([{ debtor: 9 }]);
    expect(
      rules.bodyOf(rules.draftFrom(rules.doneFrom([row(3, 10)])[0]!, {}), '2026-11-20', false).lines,
    ).toMatchObject([{ debtor: null }]);
  });
});

it('what a garage owes is the whole debt where money waits for another charge: «=» and the words of the list', () => {
  const draft = rules.newDraft();
  const part = { ...draft.parts[0]!, garage: { ...garage(45, -10_000), aside_kopecks: 5_000 } };
  expect(rules.wholeDebt({ ...draft, parts: [part] }, part)).toBe(15_000);
  const words = (balance: number, aside = 0) =>
    rules.standsWords({ ...garage(45, balance), aside_kopecks: aside }).replace('\u00a0', ' ');
  expect([words(-10_000, 5_000), words(5_000, 5_000), words(7_000), words(0)]).toEqual([
    'долг 150,00 ₽',
    'аванс 50,00 ₽',
    'аванс 70,00 ₽',
    'долга нет',
  ]);
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
    const facts = { owed, types, year: 2025, lastYear: 2027, money: String };
    expect(findPurposes(facts).map((option) => [option.value, option.hint])).toEqual([
      [IN_ORDER, undefined],
      ['3:2025', 'долг 425000'],
      ['1:2025', 'долг 100'],
    ]);
    const labels = (query: string) => findPurposes({ ...facts, owed: [], year: 2026 }, query).map((one) => one.label);
    expect(labels('')).toEqual(['по порядку', 'Членский 2026', 'Целевой 2026']);
    expect(labels('цел')).toEqual(['Целевой 2026']);
    // Any year of the books may be typed, alone or after the words.
    expect(labels('2019')).toEqual(['Членский 2019', 'Целевой 2019']);
    expect(labels(' Членский  1990 ')).toEqual(['Членский 1990']);
    expect(labels('членский 20')).toEqual(['Членский 2026']);
    expect(findPurposes(facts, '2025').map((option) => option.hint)).toEqual(['долг 425000', 'долг 100']);
    expect(purposeOf('1:1990')).toEqual({ accrualType: 1, year: 1990 });
    expect(purposeOf(IN_ORDER)).toEqual({ accrualType: null, year: null });
  });

  it('a wrong year finds nothing and is told why', () => {
    const facts = { owed: [], types: [{ id: 1, name: 'Членский' }], year: 2026, lastYear: 2027, money: String };
    for (const query of ['1989', 'членский 2028', '20191', '0000']) {
      expect(findPurposes(facts, query)).toEqual([]);
      expect(wrongYear(query, 2027)).toBe('Год от 1990 до 2027');
    }
    for (const query of ['1990', '2027', 'членский', '19', '']) expect(wrongYear(query, 2027)).toBeNull();
  });
});

describe('what was taken', () => {
  it('lines of a document stand together, the oldest first; it is undone when all of it is', () => {
    const done = rules.doneFrom([row(5, 20), row(4, 20, true), row(3, 10, true)]);
    expect(done.map((one) => [one.document, one.lines.map((line) => line.id), rules.isUndone(one)])).toEqual([
      [10, [3], true],
      [20, [4, 5], false],
    ]);
    // What is left of a split: only that goes back, only that is counted.
    expect([rules.standing(done[1]!).map((line) => line.id), rules.standingSum(done[1]!)]).toEqual([[5], 500]);
    expect(rules.draftFrom(done[1]!, {})).toMatchObject({
      paymentType: 1,
      paperNo: 'ПКО 1',
      comment: 'за брата',
      parts: [{ garage: { id: 5, account_no: '1005', owner: 'Петров' }, amount: 500, purpose: inOrder }],
    });
  });

  it('rows of this sitting know what was left; nothing is shown twice', () => {
    const [server] = rules.doneFrom([row(3, 10)]);
    const here = { ...server!, lines: [{ ...server!.lines[0]!, after: -50 }] };
    const later = { ...here, document: 11, lines: [{ ...here.lines[0]!, id: 4 }] };
    const merged = rules.mergeDone([server!], [here, later]);
    expect(merged.map((one) => one.document)).toEqual([10, 11]);
    expect(merged[0]!.lines[0]!.after).toBe(-50);
    expect(rules.isUndone(rules.mergeDone([server!], [rules.withUndone(here)])[0]!)).toBe(true);
    // Undone by somebody else while this page was open.
    expect(rules.isUndone(rules.mergeDone([rules.withUndone(server!)], [here])[0]!)).toBe(true);
  });
});
