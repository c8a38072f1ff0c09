// Cells of the section map in words: what the colours say, and the sum.
import { expect, it } from 'vitest';
import type { MapCell } from '../../contract/garages.ts';
import { cellWords } from '../../resources/garages/mapRules.ts';

const cell: MapCell = {
  id: 1,
  section: 'А',
  number: '11',
  balance_kopecks: -553_700,
  aside_kopecks: 0,
  former_kopecks: 0,
  owner: 'Петров И. С.',
  owners_count: 1,
  type: 'Кирпич',
  debt_years: 2,
  isVOAMember: true,
  is_locked: true,
  missing: [],
};
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('a debt is told with its sum, whatever is coloured', () => {
  expect(plain(cellWords(cell, 'debt'))).toBe('Гараж А 11, 1–2 года, долг 5 537,00 ₽, идёт переоформление');
  expect(plain(cellWords(cell, 'member'))).toContain('член ВОА, долг 5 537,00 ₽');
  expect(plain(cellWords({ ...cell, balance_kopecks: 0, is_locked: false }, 'debt'))).toBe('Гараж А 11, долга нет');
});
