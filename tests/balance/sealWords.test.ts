// What is said of rows that differ from their seal: changed, strange, lost, in another order.
import { expect, it } from 'vitest';
import { differences } from '../../server/balance/rules/proof.ts';
import { PRINT_BYTES } from '../../server/balance/rules/sealed.ts';

const table = {
  numbers: { sign: { value: '', label: 'знак' }, amount_kopecks: { value: '', label: 'сумма' } },
  texts: { comment: { label: 'комментарий' } },
};
const prints = (letters: string) => [...letters].map((one) => one.repeat(PRINT_BYTES * 2)).join('');
const same = { sign: 1, amount_kopecks: 5, comment: 'x' };
const now = (letters: string, fields: Record<string, unknown> = same) => ({
  prints: prints(letters),
  fields,
  keys: [...letters].map((_, nth) => nth + 1),
  labels: [...letters].map((_, nth) => `А ${nth + 1}`),
});
const said = (before: string, after: string, fields?: Record<string, unknown>) =>
  differences('строка', table, { prints: prints(before), fields: same }, now(after, fields));

it('a row that changed is named with its field, or its fields', () => {
  expect(said('ab', 'ac', { ...same, sign: -1 })).toEqual(['изменена строка № 2 (гараж А 2), поле «знак»']);
  expect(said('ab', 'ac', { ...same, sign: -1, comment: 'y' })).toEqual([
    'изменена строка № 2 (гараж А 2), поля «знак», «комментарий»',
  ]);
  expect(said('ab', 'ac', { sign: 2, amount_kopecks: 6, comment: 'y' })).toEqual([
    'изменена строка № 2 (гараж А 2), поле «номер строки»',
  ]);
});
it('a row that was added is strange, as many as were lost are changed', () => {
  expect(said('a', 'ab')).toEqual(['лишняя строка № 2 (гараж А 2)']);
  expect(said('ab', 'acd')).toEqual(['изменена строка № 2 (гараж А 2)', 'лишняя строка № 3 (гараж А 3)']);
  expect(said('abc', 'a')).toEqual(['строка: не хватает 2 из 3']);
  expect(said('abc', 'ad')).toEqual(['изменена строка № 2 (гараж А 2)', 'строка: не хватает 1 из 3']);
});
it('ten rows are named, the rest counted', () => {
  const ten = 'bcdefghijk';
  expect(said('a', `a${ten}`)).toHaveLength(10);
  expect(said('a', `a${ten}l`).at(-1)).toBe('и ещё изменённых или лишних: 1');
});
it('the same rows in another order are said to be so; rows without a seal came past the books', () => {
  expect(said('ab', 'ba')).toEqual(['строка: порядок или номера изменены']);
  expect(differences('строка', table, null, now('ab'))).toEqual(['строка: печати нет, вписано мимо учёта (2)']);
});
