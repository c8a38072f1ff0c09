// Segments of SMS: the table of the agreement to the unit, and any text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { smsParts, smsSize } from '../../contract/kernel/smsSegments.ts';
import { idForms } from '../../server/ports/sms/port.ts';

describe('segments', () => {
  it.each([
    ['', 0, 'gsm7'],
    ['a'.repeat(160), 1, 'gsm7'],
    ['a'.repeat(161), 2, 'gsm7'],
    ['['.repeat(80), 1, 'gsm7'],
    ['['.repeat(81), 2, 'gsm7'],
    ['а'.repeat(70), 1, 'ucs2'],
    ['а'.repeat(71), 2, 'ucs2'],
    ['а'.repeat(134), 2, 'ucs2'],
    ['а'.repeat(135), 3, 'ucs2'],
    ['№', 1, 'ucs2'],
    ['«a»', 1, 'ucs2'],
    [`${'a'.repeat(60)}—`, 1, 'ucs2'],
    ['😀'.repeat(35), 1, 'ucs2'],
    ['😀'.repeat(36), 2, 'ucs2'],
  ])('%s', (text, segments, encoding) => {
    expect(smsSize(text)).toMatchObject({ segments, encoding });
  });

  it('no sign is cut in two, no part is longer than it may be, nothing is lost', () => {
    const signs = fc.constantFrom('a', '[', '€', 'я', '😀', ' ', '\n');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 400 }), (list) => {
        const text = list.join('');
        const parts = smsParts(text);
        const { encoding, units, segments, left } = smsSize(text);
        expect(parts.join('')).toBe(text);
        expect(segments).toBe(parts.length);
        const width = (part: string) =>
          encoding === 'ucs2' ? part.length : [...part].reduce((sum, sign) => sum + (/[[€]/.test(sign) ? 2 : 1), 0);
        const most = encoding === 'ucs2' ? (parts.length > 1 ? 67 : 70) : parts.length > 1 ? 153 : 160;
        for (const part of parts) expect(width(part)).toBeLessThanOrEqual(most);
        expect(units).toBe(width(text));
        if (parts.length) expect(left).toBe(most - width(parts.at(-1)!));
        expect(parts.every((part) => !/^[\udc00-\udfff]|[\ud800-\udbff]$/.test(part))).toBe(true);
      }),
    );
  });
});

describe('ids of gateways', () => {
  const isSame = (one: string, other: string) => idForms(one).some((form) => idForms(other).includes(form));
  it.each([
    ['1A2B', '6699'],
    ['0001a2b', '1A2B'],
    ['255', 'FF'],
    ['0000255', '255'],
    ['abc-1', 'ABC-1'],
  ])('%s is %s', (one, other) => {
    expect(isSame(one, other)).toBe(true);
    expect(isSame(other, one)).toBe(true);
  });
  it('others stay others', () => {
    expect(isSame('1A2B', '1A2C')).toBe(false);
    expect(isSame('100', '200')).toBe(false);
  });
});
