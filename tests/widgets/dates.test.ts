// Reading typed dates and keeping them in bounds.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampDate, defaultRange, parseDate, withPoints } from '../../widgets/dates.ts';
import { dayOf, tellTime, today } from '../../widgets/today.ts';
import { formatDate } from '../../widgets/format.ts';
import { caretAfter, maskedPhone, nationalDigits } from '../../widgets/phones.ts';

describe('typed dates', () => {
  it.each([
    ['12.05.1987', '1987-05-12'],
    ['1.5.1987', '1987-05-01'],
    ['12/05/1987', '1987-05-12'],
    ['12051987', '1987-05-12'],
    ['1987-05-12', '1987-05-12'],
    [' 29.02.2024 ', '2024-02-29'],
  ])('«%s» is %s', (text, date) => expect(parseDate(text)).toBe(date));

  it.each([
    '',
    '12.05',
    '12.05.87',
    '29.02.2023',
    '31.04.2024',
    '00.01.2024',
    '1.00.2024',
    '1.13.2024',
    '01.01.0000',
    'завтра',
    '12.05.19877',
  ])('«%s» is no date', (text) => expect(parseDate(text)).toBeNull());

  it('the first year is one, the months are twelve', () => {
    expect(['01.01.0001', '01.12.2024', '31.01.2024'].map((text) => parseDate(text))).toEqual([
      '0001-01-01',
      '2024-12-01',
      '2024-01-31',
    ]);
  });

  it('a short year is of this century up to ten years ahead', () => {
    expect(parseDate('12.05.36', { thisYear: 2026 })).toBe('2036-05-12');
    expect(parseDate('12.05.37', { thisYear: 2026 })).toBe('1937-05-12');
    expect(parseDate('завтра', { thisYear: 2026 })).toBeNull();
  });

  it('every day written is read back', () => {
    const day = fc.date({
      min: new Date('1900-01-01T00:00:00Z'),
      max: new Date('2126-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        return parseDate(formatDate(iso)) === iso;
      }),
    );
  });

  it('the usual range is 1900 to a hundred years ahead, and a date outside becomes the nearest bound', () => {
    const range = defaultRange('2026-11-21');
    expect(range).toEqual({ min: '1900-01-01', max: '2126-12-31' });
    expect(clampDate('1899-12-31', range)).toBe('1900-01-01');
    expect(clampDate('2127-01-01', range)).toBe('2126-12-31');
    expect(clampDate('1987-05-12', range)).toBe('1987-05-12');
  });

  it('points come by themselves while digits are added, not while they are taken away', () => {
    expect(withPoints('12', '1')).toBe('12.');
    expect(withPoints('12.05', '12.0')).toBe('12.05.');
    expect(withPoints('12..', '12.')).toBe('12.');
    expect(withPoints('12', '12.')).toBe('12');
    expect([withPoints('1', ''), withPoints('12.0', '12.'), withPoints('12.05.1', '12.05.')]).toEqual([
      '1',
      '12.0',
      '12.05.1',
    ]);
  });
});

describe('typed phones', () => {
  it.each([
    '8 (921) 123-33-41',
    '+79211233341',
    '9211233341',
    '+7 921 123-33-41',
    '79211233341',
    '+7 89211233341',
    '921 123-33-41 доб. 5',
  ])('«%s» has the same ten digits', (text) => expect(nationalDigits(text)).toBe('9211233341'));

  it('shows what is missing and puts the caret there', () => {
    expect(maskedPhone('9211')).toBe('+7 921 1__-__-__');
    for (let count = 0; count < 10; count += 1) {
      expect(maskedPhone('9'.repeat(count)).indexOf('_')).toBe(caretAfter(count));
    }
  });
});

describe('today', () => {
  it.each([
    ['2026-03-31T20:59:59Z', 'Europe/Moscow', '2026-03-31'],
    ['2026-03-31T21:00:00Z', 'Europe/Moscow', '2026-04-01'],
    ['2026-12-31T12:00:00Z', 'Asia/Kamchatka', '2027-01-01'],
    ['2026-12-31T21:59:59Z', 'Europe/Kaliningrad', '2026-12-31'],
  ])('at %s in %s is %s, wherever the computer stands', (moment, zone, day) => {
    tellTime(() => ({ now: new Date(moment), zone }));
    expect(today()).toBe(day);
    tellTime(() => ({ now: new Date('2020-05-05T12:00:00Z'), zone }));
    expect(dayOf(moment)).toBe(day);
  });
});
