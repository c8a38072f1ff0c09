// How figures, money, phones and names are written, and how typed money is read.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countOf,
  formatBytes,
  formatDate,
  formatMoment,
  formatMoney,
  formatNumber,
  formatPhone,
  initials,
  maskPhone,
  plural,
  shortName,
} from '../../widgets/format.ts';
import { momentOfText, textOfMoment } from '../../widgets/moscow.ts';
import { readSum } from '../../widgets/sums.ts';

const nbsp = '\u00a0';
const garages = ['гараж', 'гаража', 'гаражей'] as const;

describe('money', () => {
  it.each([
    [450_000, `4${nbsp}500,00${nbsp}₽`],
    [0, `0,00${nbsp}₽`],
    [5, `0,05${nbsp}₽`],
    [-671_250, `\u22126${nbsp}712,50${nbsp}₽`],
    [123_456_789_012, `1${nbsp}234${nbsp}567${nbsp}890,12${nbsp}₽`],
  ])('%i kopecks is written %s', (kopecks, text) => expect(formatMoney(kopecks)).toBe(text));

  it.each([
    ['4 500,00', 450_000],
    ['4500.5', 450_050],
    [`4${nbsp}500,00${nbsp}₽`, 450_000],
    ['1\u202f234\u202f567', 123_456_700],
    ['12 руб.', 1200],
    ['7,', 700],
    ['0', 0],
    ['1.500,00', 150_000],
    ['1,500.00', 150_000],
    ['1.234.567', 123_456_700],
    ['', null],
    ['  ', null],
  ])('«%s» is read whole as %s', (text, kopecks) => expect(readSum(text)).toEqual({ value: kopecks }));

  it.each([
    ['4500-100'],
    ['12-3 12'],
    ['45 А'],
    ['12 34'],
    ['1234 567'],
    ['1.500'],
    ['1,500'],
    ['1,555'],
    ['1,2,3'],
    ['1e5'],
    [',5'],
    ['-5'],
    ['четыре тысячи'],
    ['4500 4500'],
    ['99999999999999999'],
    ['='],
  ])('of «%s» no part is taken: it is refused in words', (text) => {
    const said = readSum(text);
    expect(said.value).toBeNull();
    expect(said.wrong).toMatch(/^[А-Я]/);
  });

  it('a minus is read where it may stand', () => {
    for (const minus of ['-', '\u2212', '\u2013'])
      expect(readSum(`${minus}3`, { negative: true })).toEqual({ value: -300 });
    expect(Object.is(readSum('-0', { negative: true }).value, 0)).toBe(true);
  });

  it('what is written is read back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        (kopecks) => readSum(formatMoney(kopecks), { negative: true }).value === kopecks,
      ),
    );
  });

  it('a text is a sum only when its digits are the sum', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d .,\-а-я]{0,12}$/), (text) => {
        const { value } = readSum(text);
        if (value === null) return true;
        // «0,1 р.»
        const figures = text.trim().replace(/\s*[а-я]+\.?$/, '');
        const [roubles = '', cents = ''] = figures.split(/[.,](?=\d{0,2}$)/);
        return BigInt(roubles.replace(/\D/g, '')) * 100n + BigInt(cents.padEnd(2, '0')) === BigInt(value);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('counts', () => {
  it.each([
    [0, 'гаражей'],
    [1, 'гараж'],
    [2, 'гаража'],
    [5, 'гаражей'],
    [11, 'гаражей'],
    [14, 'гаражей'],
    [21, 'гараж'],
    [112, 'гаражей'],
    [1003, 'гаража'],
  ])('%i %s', (count, word) => expect(plural(count, garages)).toBe(word));

  it('groups digits and never tears the noun off', () => {
    expect(countOf(1248, garages)).toBe(`1${nbsp}248${nbsp}гаражей`);
    expect(formatNumber(-24.5)).toBe('\u221224,5');
    expect(formatNumber(6, 2)).toBe('6,00');
  });

  it('writes file sizes', () => {
    expect([512, 34 * 1024, 2.44 * 1024 * 1024].map(formatBytes)).toEqual([
      `512${nbsp}Б`,
      `34${nbsp}КБ`,
      `2,4${nbsp}МБ`,
    ]);
    expect([1023, 1024, 1.5 * 1024, 1.49 * 1024, 1024 * 1024, 2.45 * 1024 * 1024].map(formatBytes)).toEqual(
      ['1023 Б', '1 КБ', '2 КБ', '1 КБ', '1 МБ', '2,5 МБ'].map((size) => size.replace(' ', nbsp)),
    );
  });
});

describe('dates, phones, names', () => {
  it('writes dates without a time zone and moments on the clock of the place', () => {
    expect(formatDate('2026-03-04')).toBe('04.03.2026');
    expect(formatDate(null)).toBe('—');
    expect(formatMoment('2026-03-04T21:30:00.000Z')).toBe('05.03.2026 00:30');
    expect(formatMoment('2026-03-04T21:30:00.000Z', 'Asia/Vladivostok')).toBe('05.03.2026 07:30');
    expect([null, undefined, '', 'вчера'].map((moment) => formatMoment(moment))).toEqual(['—', '—', '—', '—']);
  });

  it('a moment is typed by the clock it is shown by, whatever this computer keeps', () => {
    expect(momentOfText('2026-03-05T00:30')).toBe('2026-03-04T21:30:00.000Z');
    expect(textOfMoment('2026-03-04T21:30:00.000Z')).toBe('2026-03-05T00:30');
    for (const text of ['', '20261-12-31T10:00', 'nullT00:00', '2026-02-30T25:00'])
      expect(momentOfText(text), text).toBeNull();
  });

  it('writes phones in full and masked', () => {
    expect(formatPhone('+79211233341')).toBe(`+7${nbsp}921${nbsp}123-33-41`);
    expect(formatPhone('8-800')).toBe('8-800');
    expect(maskPhone('+79211233341')).toBe(`+7${nbsp}***${nbsp}***-33-41`);
    expect(maskPhone(null)).toBe('—');
  });

  it('shortens names', () => {
    expect(shortName('Петров Иван Сергеевич')).toBe(`Петров${nbsp}И.${nbsp}С.`);
    expect(shortName('Петров')).toBe('Петров');
    expect(initials('марина соколова')).toBe('МС');
  });
});
