// Cells of money: sums nobody can tell, balances, sums of other columns.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainSum, readBalance, roublesText, type BalanceColumn } from '../../server/imports/rules/money.ts';
import { emptyCell, typedCell, type Cell } from '../../server/imports/workbook.ts';

const text = (value: string): Cell => ({ kind: 'text', value, text: value });
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value).replace('.', ',') });
const day = (value: string): Cell => ({ kind: 'date', value, text: value.split('-').reverse().join('.') });

describe('sums nobody can tell', () => {
  it.each(['4.500', '4,500', 'долг 4.500', '4.500.000', '-4,500'])('%s is thousands or a fraction', (raw) => {
    for (const column of ['debt', 'credit', 'balance', 'signedDebt'] as const)
      for (const cell of [text(raw), typedCell(raw)])
        expect(readBalance(cell, column)).toEqual({ value: 0, codes: ['balance_unparsable'] });
  });
  it.each([
    ['4.500,00', -450_000],
    ['4,500.00', -450_000],
    ['0,500', -50],
    ['4500,00', -450_000],
    ['4500.125', -450_013],
    ['4 500', -450_000],
  ])('%s is plain', (raw, kopecks) => expect(readBalance(typedCell(raw), 'debt').value).toBe(kopecks));
  it.each([
    ['(500)', 'balance', -50_000],
    ['(4 500,50)', 'balance', -450_050],
    ['( 500 ) руб.', 'balance', -50_000],
    ['(500)', 'signedDebt', 50_000],
    ['(долг 500)', 'balance', -50_000],
    ['500 (пятьсот)', 'balance', 50_000],
  ] as const)('%s in a column %s', (raw, column, kopecks) => {
    for (const cell of [text(raw), typedCell(raw)])
      expect(readBalance(cell, column)).toEqual({ value: kopecks, codes: ['balance_text'] });
  });
});

describe('balance', () => {
  it.each([
    [number(4500.5), 'debt', -450_050, []],
    [number(-4500), 'debt', -450_000, ['balance_text']],
    [number(0), 'debt', 0, []],
    [number(500), 'credit', 50_000, []],
    // Ten millions are the most; a kopeck more is a slip of the hand.
    [number(10_000_000), 'debt', -1_000_000_000, []],
    [number(10_000_000.01), 'debt', 0, ['balance_unparsable']],
    [number(-10_000_000.01), 'balance', 0, ['balance_unparsable']],
    [typedCell('4500,00'), 'debt', -450_000, []],
    [typedCell('-4500'), 'debt', -450_000, ['balance_text']],
    [text('4 500,50'), 'debt', -450_050, ['balance_text']],
    [text('долг 3000'), 'debt', -300_000, ['balance_text']],
    [text('Долг 3 000 руб.'), 'debt', -300_000, ['balance_text']],
    [text('за 2024 г. долг 3000'), 'debt', -300_000, ['balance_text']],
    // The year is not the sum, whatever stands between them.
    [text('долг за 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    [text('за 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    [text('2023 г. осталось 4 500'), 'debt', -450_000, ['balance_text']],
    [text('аванс за 2024: 700'), 'debt', 70_000, ['balance_text']],
    [text('за 2023-2024 гг. 3000 руб'), 'debt', -300_000, ['balance_text']],
    [text('2023–2025: 4 500'), 'debt', -450_000, ['balance_text']],
    [text('2023 - 2000, 2024 - 1900'), 'debt', -390_000, ['balance_text']],
    [text('долг 2023'), 'debt', -202_300, ['balance_text']],
    [text('долг за 2023 год'), 'debt', 0, ['balance_unparsable']],
    [text('с 2021 г. по 2024 г.'), 'debt', 0, ['balance_unparsable']],
    [text('не платил 2022, 2023, 2024'), 'debt', 0, ['balance_unparsable']],
    [text('за 2023 и 2024 годы'), 'debt', 0, ['balance_unparsable']],
    [text('2022, 2023: 4 500'), 'debt', -450_000, ['balance_text']],
    [text('2022; 2023 г. 4500'), 'debt', -450_000, ['balance_text']],
    [text('2023 руб.'), 'debt', -202_300, ['balance_text']],
    // Nor is a day.
    [text('на 01.01.2025 3000'), 'debt', -300_000, ['balance_text']],
    [text('с 12.05.24'), 'debt', 0, ['balance_unparsable']],
    [day('2024-05-12'), 'debt', 0, ['balance_unparsable']],
    [{ ...text('#ДЕЛ/0!'), kind: 'error' }, 'debt', 0, ['balance_unparsable']],
    [{ ...text('#REF!'), kind: 'error' }, 'balance', 0, ['balance_unparsable']],
    [text('переплата 500'), 'debt', 50_000, ['balance_text']],
    [text('аванс 1500,00'), 'debt', 150_000, ['balance_text']],
    [text('нет'), 'debt', 0, []],
    [text('-'), 'debt', 0, []],
    [text('не платил'), 'debt', 0, ['balance_text']],
    // Of one year: no term, but what is owed for it.
    [text('2023 - 2023'), 'debt', -202_300, ['balance_text']],
    // The year after the word is not the sum.
    [text('долг 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    // Of two that both look like years nobody can tell.
    [text('2022 2023'), 'debt', 0, ['balance_unparsable']],
    [number(-4500.5), 'balance', -450_050, []],
    // 0.29 × 100 is 28.999… to the machine.
    [number(0.29), 'balance', 29, []],
    [number(-1.15), 'balance', -115, []],
    [number(500), 'balance', 50_000, []],
    [typedCell('-4 500,50'), 'balance', -450_050, []],
    [text('−4500'), 'balance', -450_000, ['balance_text']],
    [text('+500,5'), 'balance', 50_050, ['balance_text']],
    [text('долг 3000'), 'balance', -300_000, ['balance_text']],
    [text('аванс 1500'), 'balance', 150_000, ['balance_text']],
    [text('нет'), 'balance', 0, []],
  ] as [Cell, BalanceColumn, number, string[]][])('%o', (cell, column, value, codes) => {
    expect(readBalance(cell, column)).toEqual({ value, codes });
  });
  it('kopecks are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (kopecks) => {
        expect(readBalance(number(kopecks / 100), 'debt').value).toBe(-kopecks);
        expect(readBalance(typedCell((kopecks / 100).toFixed(2).replace('.', ',')), 'credit').value).toBe(kopecks);
        for (const sign of [1, -1])
          expect(readBalance(number((sign * kopecks) / 100), 'balance').value).toBe(sign * kopecks);
      }),
    );
  });
});

describe('sums of other columns', () => {
  it.each([
    [number(4.5), 4.5],
    [text('1 200,50'), 1200.5],
    [text('−300'), -300],
    [text('нет'), 0],
    [emptyCell, 0],
    [text('пять'), Number.NaN],
    [text('500 р.'), Number.NaN],
  ] as [Cell, number][])('%o is %d', (cell, sum) => expect(plainSum(cell)).toBe(sum));
  it.each([
    [-450_050, 'долг 4\u00a0500,50\u00a0₽'],
    [50_000, 'переплата 500,00\u00a0₽'],
    [0, '0,00\u00a0₽'],
  ])('%d kopecks: %s', (kopecks, shown) => expect(roublesText(kopecks)).toBe(shown));
});
