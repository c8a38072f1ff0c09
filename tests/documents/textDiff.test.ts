// What differs between two texts: words that stay, that were taken out, that were added.
import { expect, it } from 'vitest';
import { textDiff } from '../../resources/admin/documentTypes/textDiff.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';

const diff = (before: string, after: string) =>
  textDiff(richLines(before), richLines(after))
    .filter(({ kind, text }) => kind !== 'same' && text.trim())
    .map(({ kind, text }) => `${kind === 'added' ? '+' : '-'}${text.trim()}`);

it('the same text has no difference', () => {
  expect(diff('Справка выдана {ФИО}.', 'Справка выдана {ФИО}.')).toEqual([]);
});
it('a word in the middle, at the ends, a variable', () => {
  expect(diff('Справка выдана {ФИО}.', 'Справка дана {ФИО}.')).toEqual(['-выдана', '+дана']);
  expect(diff('один два', 'один два три')).toEqual(['+три']);
  expect(diff('Выдана {ФИО} сегодня', 'Выдана {ФИОкому} сегодня')).toEqual(['-{ФИО}', '+{ФИОкому}']);
});
it('both sides are always whole, however long', () => {
  const long = (word: string) => Array.from({ length: 2500 }, (_, nth) => `${word}${nth}`).join(' ');
  const parts = textDiff(richLines(long('а')), richLines(long('б')));
  const side = (kind: string) =>
    parts
      .filter((part) => part.kind === 'same' || part.kind === kind)
      .map(({ text }) => text)
      .join('');
  expect(side('removed')).toBe(long('а'));
  expect(side('added')).toBe(long('б'));
});
