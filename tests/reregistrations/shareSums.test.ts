// Shares as exact fractions under their inputs: the sum and what is missing to the whole.
import { expect, it } from 'vitest';
import { sumOfShares } from '../../resources/reregistrations/shares.ts';

it.each([
  [['1/2', '1/4'], '1/2 + 1/4', '3/4', 0.75, '1/4'],
  [['1/2', '1/2'], '1/2 + 1/2', '1', 1, '0'],
  [['1/3', '1/3', '1/3'], '1/3 + 1/3 + 1/3', '1', 1, '0'],
  [['1/3', '1/6'], '1/3 + 1/6', '1/2', 0.5, '1/2'],
  // As it is typed it is shown; the sum is reduced.
  [['2/4'], '2/4', '2/4', 0.5, '1/2'],
  [['2/4', '1/4'], '2/4 + 1/4', '3/4', 0.75, '1/4'],
  [['1/1'], '1', '1', 1, '0'],
  // More than the whole: what is missing is below nought.
  [['3/4', '1/2'], '3/4 + 1/2', '5/4', 1.25, '-1/4'],
  [['1/2', '1/2', '1/2', '1/2'], '1/2 + 1/2 + 1/2 + 1/2', '2', 2, '-1'],
  [[' 1 / 2 ', '1/4'], '1/2 + 1/4', '3/4', 0.75, '1/4'],
  [['999/1000'], '999/1000', '999/1000', 0.999, '1/1000'],
  [['1/9999'], '1/9999', '1/9999', 1 / 9999, '9998/9999'],
])('%j: %s = %s', (shares, text, total, value, missing) => {
  expect(sumOfShares(shares)).toEqual({ text, total, value, missing });
});

it('what is no share is passed over; without any they own together', () => {
  expect(sumOfShares(['', '1/2', 'половина'])).toMatchObject({ text: '1/2', total: '1/2' });
  for (const none of [
    [],
    [''],
    ['0/2'],
    ['1/0'],
    ['0/0'],
    ['1'],
    ['1/2/3'],
    ['а1/2'],
    ['1000/1000'],
    ['1/10000'],
    ['-1/2'],
  ])
    expect(sumOfShares(none), none.join()).toBeNull();
});
