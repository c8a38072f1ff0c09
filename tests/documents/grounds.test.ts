// By what decisions the lines of a debt were charged: only those of what is still owed, each once.
import { expect, it } from 'vitest';
import type { DebtLine } from '../../contract/balance.ts';
import type { Facts } from '../../server/documents/facts/types.ts';
import { groundsOfLines } from '../../server/documents/rules/grounds.ts';

const line = (...charges: [document_id: number, owed_kopecks: number][]) =>
  ({ charges: charges.map(([document_id, owed_kopecks]) => ({ document_id, owed_kopecks })) }) as DebtLine;
const facts = {
  grounds: [
    { document_id: 1, ground: 'Протокол № 1 от 20.01.2025' },
    { document_id: 2, ground: ' Протокол № 4 от 11.02.2026 ' },
    { document_id: 3, ground: 'Протокол № 1 от 20.01.2025' },
  ],
} as unknown as Facts;

it('names the decisions of what is owed, each once, and none of what is paid', () => {
  expect(groundsOfLines(facts, [line([1, 100], [2, 0]), line([3, 1])])).toBe('протокол № 1 от 20.01.2025');
  expect(groundsOfLines(facts, [line([1, 0], [2, 1])])).toBe('протокол № 4 от 11.02.2026');
  expect(groundsOfLines(facts, [line([2, 5]), line([1, 5])])).toBe(
    'протокол № 1 от 20.01.2025; протокол № 4 от 11.02.2026',
  );
  expect(groundsOfLines(facts, [line([1, 0])])).toBe('');
});
