// Text as the rules of the import compare it: spaces, lines, dashes, case, letters of the other alphabet.
import { describe, expect, it } from 'vitest';
import { fold, hasBothAlphabets, saysNothing, tidy, tidyLines, toCyrillic } from '../../server/imports/rules/text.ts';

describe('spaces', () => {
  it.each([
    ['', ''],
    ['Иванов', 'Иванов'],
    ['Иванов Иван', 'Иванов Иван'],
    [' Иванов', 'Иванов'],
    ['Иванов ', 'Иванов'],
    ['Иванов  Иван', 'Иванов Иван'],
    ['Иванов   Иван', 'Иванов Иван'],
    ['Иванов\u00a0Иван', 'Иванов Иван'],
    ['Иванов\tИван', 'Иванов Иван'],
    ['Иванов\nИван', 'Иванов Иван'],
    ['Иванов\u200bИван', 'Иванов Иван'],
    ['Иванов \u00a0\u200b\n Иван\u00a0Ильич', 'Иванов Иван Ильич'],
    ['\u00a0\n', ''],
  ])('%j is %j', (written, shown) => expect(tidy(written)).toBe(shown));

  it.each([
    ['Иванов\r\nПетров', 'Иванов\nПетров'],
    ['Иванов\nПетров', 'Иванов\nПетров'],
    ['Иванов\rПетров', 'Иванов\nПетров'],
    [' Иванов  Иван \n\u00a0Петров ', 'Иванов Иван\nПетров'],
    ['Иванов\n\nПетров', 'Иванов\n\nПетров'],
    ['\nИванов\n', 'Иванов'],
  ])('%j by lines is %j', (written, shown) => expect(tidyLines(written)).toBe(shown));
});

it('is compared in small letters, without ё and without spaces around', () => {
  expect(fold(' Королёв\u00a0 ПЁТР ')).toBe('королев петр');
});

describe('nothing is said', () => {
  it.each(['', ' ', '\u00a0', '-', '–', '—', '−', '--', '—-–', ' - ', 'нет', 'Нет.', 'НЕТ', ' нет '])('by %j', (text) =>
    expect(saysNothing(text)).toBe(true),
  );
  it.each(['0', '-1', '- нет', 'нет-', 'нету', 'нет телефона', 'телефона нет', '.', 'нет..', '- -'])(
    'something is said by %j',
    (text) => expect(saysNothing(text)).toBe(false),
  );
});

describe('letters of both alphabets', () => {
  it('those that look alike are made Russian ones, the others stay', () => {
    expect(toCyrillic('ABCEHKMOPTX aceopxy')).toBe('АВСЕНКМОРТХ асеорху');
    expect(toCyrillic('DFGIJLNQRSUVWYZ bdfghijklmnqrstuvwz 12')).toBe('DFGIJLNQRSUVWYZ bdfghijklmnqrstuvwz 12');
  });
  it.each([
    ['Cидоров', true],
    ['ИВАНОB', true],
    ['CИДОРОВ', true],
    ['cЁ', true],
    ['Xё', true],
    ['Сидоров', false],
    ['Sidorov', false],
    ['12', false],
    ['', false],
  ])('%s: %s', (name, both) => expect(hasBothAlphabets(name)).toBe(both));
});
