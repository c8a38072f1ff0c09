// What every part of the agreement shares: texts that may be left out, days, names and phones in words.
import { describe, expect, it } from 'vitest';
import { isDay } from '../../contract/kernel/days.ts';
import { optionalLine, optionalText } from '../../contract/kernel/scalars.ts';
import { DASH, formatPhone, maskPhone, nameWords } from '../../contract/kernel/words.ts';

describe.each([
  ['line', optionalLine(5)],
  ['text', optionalText(5)],
])('a %s that may be left out', (_, schema) => {
  it.each([
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
    [' А 1 ', 'А 1'],
    ['12345', '12345'],
  ])('%j is kept as %j', (sent, kept) => expect(schema.parse(sent)).toBe(kept));
  it('is no longer than it may be', () => expect(schema.safeParse('123456').success).toBe(false));
});

it.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['2026-02-31', false],
  ['2026-04-31', false],
  ['2026-12-31', true],
  ['2026-12-32', false],
  ['2026-13-01', false],
  ['2026-00-10', false],
  ['2026-01-00', false],
  ['2026-01-99', false],
  ['0099-01-01', false],
  ['0100-01-01', true],
  ['2026-1-01', false],
])('%s is a day of the calendar: %s', (text, isOne) => expect(isDay(text)).toBe(isOne));

it('a name that is typed is asked by its words, none of nothing', () => {
  expect(nameWords('')).toEqual([]);
  expect(nameWords('   ')).toEqual([]);
  expect(nameWords('  Семёнов   Пётр ')).toEqual(['семенов', 'петр']);
});

it('a phone that is not known is a dash; hidden, one of four digits shows these', () => {
  expect([formatPhone(null), formatPhone(undefined), formatPhone('')]).toEqual([DASH, DASH, DASH]);
  expect(maskPhone('123')).toBe(DASH);
  expect(maskPhone('12-34')).toBe('+7\u00a0***\u00a0***-12-34');
});
