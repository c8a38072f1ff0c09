// Account numbers, shares, dates of garages.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accountNumber,
  fitsAmnesty,
  garageProblems,
  isAccountNumber,
  luhnDigit,
  ownershipDateProblem,
  parseShare,
  sharesProblem,
} from '../../server/garages/rules.ts';

describe('account numbers', () => {
  it('ПО 1123, garage 00045 is 1123000455', () => expect(accountNumber(1123, 45)).toBe('1123000455'));
  it('notice every changed digit and every swap of unlike neighbours but 09/90', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1001, max: 9999 }),
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        (po, seq, at, shift) => {
          const account = accountNumber(po, seq);
          const changed = account.slice(0, at) + ((Number(account[at]) + shift) % 10) + account.slice(at + 1);
          return isAccountNumber(account) && !isAccountNumber(changed);
        },
      ),
    );
  });
  it('a digit of its own for each prefix', () => expect(luhnDigit('112300045')).toBe(5));
});

describe('shares', () => {
  it.each([
    ['1/2', { num: 1, den: 2 }],
    ['', null],
    [null, null],
    ['2/1', undefined],
    ['0/3', undefined],
    ['половина', undefined],
  ] as const)('%s', (text, share) => expect(parseShare(text)).toEqual(share));
  it('sum to one exactly, or are all empty', () => {
    const of = (...texts: string[]) => sharesProblem(texts.map(parseShare));
    expect(of('1/3', '1/3', '1/3')).toBeNull();
    expect(of('', '')).toBeNull();
    expect(of('1/2', '1/3')).toBe('Сумма долей должна быть равна 1');
    expect(of('1/2', '')).toBe('Сумма долей должна быть равна 1');
    expect(of('1/2', 'x')).toBe('Доля пишется дробью: 1/2');
  });
  it('equal shares of any number of owners are one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        (n) => sharesProblem(Array.from({ length: n }, () => ({ num: 1, den: n }))) === null,
      ),
    );
  });
});

describe('forms and dates', () => {
  const form = { type: { value: 1 }, sizeX: 6, sizeY: 4, sizeZ: null, dateOfConstruction: '1990-01-01', pibDate: null };
  it('accepts a good form', () =>
    expect(garageProblems(form, { today: '2026-11-20', type: { has_size: true } })).toEqual({}));
  it('tells everything at once', () => {
    const errors = garageProblems(
      { ...form, dateOfConstruction: '2027-01-01', pibDate: '1899-12-31' },
      { today: '2026-11-20', type: { has_size: false } },
    );
    expect(errors).toEqual({
      dateOfConstruction: 'Дата не может быть позже сегодняшней',
      pibDate: 'Введите корректную дату',
      sizeX: 'У этого типа нет размеров',
    });
  });
  it('an ownership begins and ends in its time', () => {
    expect(ownershipDateProblem('2026-11-21', { today: '2026-11-20', notBefore: null })).toBe(
      'Дата не может быть позже сегодняшней',
    );
    expect(ownershipDateProblem('2020-01-01', { today: '2026-11-20', notBefore: '2020-01-02' })).toBe(
      'Дата не может быть раньше 02.01.2020',
    );
    expect(ownershipDateProblem('2020-01-02', { today: '2026-11-20', notBefore: '2020-01-02' })).toBeNull();
  });
  it('the amnesty takes capital garages built before 30.12.2004', () => {
    expect([
      fitsAmnesty('2004-12-29', true),
      fitsAmnesty('2004-12-30', true),
      fitsAmnesty('1990-01-01', false),
      fitsAmnesty(null, true),
    ]).toEqual([true, false, false, false]);
  });
});
