// Sentences about money: counted nouns in their forms, what was charged, how many payments were laid anew.
import { expect, it } from 'vitest';
import { chargedText, entriesOf, garagesOf, relaidText, rubles } from '../../server/books/rules/words.ts';

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

it.each([
  [0, '0 гаражей', '0 записей'],
  [1, '1 гараж', '1 запись'],
  [2, '2 гаража', '2 записи'],
  [5, '5 гаражей', '5 записей'],
  [11, '11 гаражей', '11 записей'],
  [21, '21 гараж', '21 запись'],
  [104, '104 гаража', '104 записи'],
  [1248, '1 248 гаражей', '1 248 записей'],
])('%i', (count, garages, entries) => {
  expect(plain(garagesOf(count))).toBe(garages);
  expect(plain(entriesOf(count))).toBe(entries);
});

it('of a charge says the type, the year, of how many garages and how much', () => {
  expect(plain(chargedText('Членский годовой взнос', 2026, 120, 52_425_000))).toBe(
    'Начислено: Членский годовой взнос, 2026 год. 120 гаражей, 524 250,00 ₽',
  );
  expect(plain(chargedText('Охрана', 2025, 1, 50))).toBe('Начислено: Охрана, 2025 год. 1 гараж, 0,50 ₽');
  expect(plain(rubles(-450_000))).toBe('−4 500,00 ₽');
});

it.each([
  [0, ''],
  [1, '. Переложена 1 оплата'],
  [2, '. Переложено 2 оплаты'],
  [3, '. Переложено 3 оплаты'],
  [5, '. Переложено 5 оплат'],
  [11, '. Переложено 11 оплат'],
  [21, '. Переложена 21 оплата'],
  [22, '. Переложено 22 оплаты'],
])('behind a sentence %i payments laid anew are told so: «%s»', (count, text) =>
  expect(plain(relaidText(count))).toBe(text),
);
