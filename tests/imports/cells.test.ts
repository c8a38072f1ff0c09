// Cells of places, days and words, one rule at a time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateOfSerial, dayAndMonth, readDate } from '../../server/imports/rules/dates.ts';
import { readNumber, readSection, readSize, readSizes, sectionOfSubtitle } from '../../server/imports/rules/place.ts';
import { readNote, readPrivilege, readType } from '../../server/imports/rules/words.ts';
import { type Cell } from '../../server/imports/workbook.ts';

const text = (value: string): Cell => ({ kind: 'text', value, text: value });
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value).replace('.', ',') });
const day = (value: string): Cell => ({ kind: 'date', value, text: value.split('-').reverse().join('.') });

describe('number', () => {
  it.each([
    ['45', '45', []],
    ['  45\u00a0', '45', []],
    ['45а', '45а', []],
    ['12/3', '12/3', []],
    ['45.0', '45', ['number_normalised']],
    ['45,0', '45', ['number_normalised']],
    ['4.5E+01', '45', ['number_normalised']],
    ['6E+01', '60', ['number_normalised']],
    ['№ 45', '45', ['number_normalised']],
    ['45 А', '45а', ['number_normalised']],
    ['45А', '45а', ['number_normalised']],
    ['45A', '45а', ['number_normalised']],
    ['45a', '45а', ['number_normalised']],
    ['12 / 3', '12/3', ['number_normalised']],
    ['12-мар', '12/3', ['number_was_date']],
    ['12.мар', '12/3', ['number_was_date']],
    ['1-май', '1/5', ['number_was_date']],
    ['31.дек', '31/12', ['number_was_date']],
    // A letter between figures alone is no power of ten.
    ['6е1', '6е1', []],
    // No such days: a number as it is written.
    ['12.13.2024', '12.13.2024', []],
    ['12.00.2024', '12.00.2024', []],
    ['32.12.2024', '32.12.2024', []],
    // A row and a number, whatever letter stands after them.
    ['1 1', '11', ['number_refused']],
    ['1 1а', '11а', ['number_refused']],
    ['1 1е', '11е', ['number_refused']],
  ])('%s → %s', (raw, value, codes) => {
    expect(readNumber(text(raw))).toEqual({ value, codes });
  });
  it('numeric and date cells', () => {
    expect(readNumber(number(45))).toEqual({ value: '45', codes: [] });
    expect(readNumber(day('2024-03-12'))).toEqual({ value: '12/3', codes: ['number_was_date'] });
  });
  it.each([
    ['12-мар', '12/3'],
    ['31.12.2024', '31/12'],
    ['0-мар', null],
    ['32-мар', null],
    ['12.13.2024', null],
    ['12.00.2024', null],
  ])('day and month of «%s»: %s', (raw, shown) => expect(dayAndMonth(raw)).toBe(shown));
  it('a second reading changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789/№ АаБAaB') }), (raw) => {
        const once = readNumber(text(raw)).value;
        expect(readNumber(text(once)).value).toBe(once);
      }),
    );
  });
});

describe('section', () => {
  it.each([
    ['Ряд 1', '1'],
    ['РЯД № 2', '2'],
    ['Линия А', 'А'],
    ['секция №3', '3'],
    ['Этаж  2', '2'],
    ['3-й ряд', '3'],
    ['Рядовой состав', null],
    ['Итого по ряду 1', null],
    ['Первый ряд', '1'],
    ['Первый ряд (у ворот)', '1'],
    ['Первый ряд у ворот', null],
    ['2 ряд у ворот', null],
    ['Ряд гаражей', null],
    ['Ряд боксов', null],
    ['Ряд «»', null],
    // As long as a section of a card may be, and longer.
    [`Ряд ${'я'.repeat(20)}`, 'я'.repeat(20)],
    [`Ряд ${'я'.repeat(21)}`, null],
    // A row of words that is longer than any title.
    [`Ряд 1 (${'я'.repeat(72)})`, '1'],
    [`Ряд 1 (${'я'.repeat(73)})`, null],
  ])('subtitle %s', (raw, section) => expect(sectionOfSubtitle(raw)).toBe(section));
  it.each([
    ['Ряд 1', '1'],
    ['№ 2', '2'],
    ['линия А', 'А'],
    ['1 ', '1'],
    ['2.0', '2'],
    ['Первый ряд', '1'],
  ])('column %s', (raw, section) => expect(readSection(text(raw))).toBe(section));
});

describe('size', () => {
  it.each([
    ['6х4х2,5', 6, 4, 2.5],
    ['5X4X2.2', 5, 4, 2.2],
    ['6.2 х 3', 6.2, 3, null],
    ['6*4', 6, 4, null],
    ['6×4,25 м', 6, 4.25, null],
    ['0,5х30', 0.5, 30, null],
  ])('%s', (raw, sizeX, sizeY, sizeZ) =>
    expect(readSize(text(raw))).toEqual({ value: { sizeX, sizeY, sizeZ }, codes: [] }),
  );
  it.each(['60х40', 'станд.', '24 кв.м', '6', '6х', '0,4х3', '6х4х2х1'])('%s is not a size', (raw) => {
    expect(readSize(text(raw))).toEqual({
      value: { sizeX: null, sizeY: null, sizeZ: null },
      codes: ['size_unparsable'],
    });
  });
  const sizeOf = (sizeX: number | null, sizeY: number | null, sizeZ: number | null) => ({ sizeX, sizeY, sizeZ });
  it.each([
    [['6', '4', '2,5'], sizeOf(6, 4, 2.5), []],
    [['6', '4', ''], sizeOf(6, 4, null), []],
    [['6', '', ''], sizeOf(null, null, null), ['size_unparsable']],
    [['', '', ''], sizeOf(null, null, null), []],
  ])('three cells %j', ([x, y, z], value, codes) => {
    expect(readSizes([text(x!), text(y!), text(z!)])).toEqual({ value, codes });
  });
});

describe('date', () => {
  it.each([
    ['12.03.1965', '1965-03-12', []],
    ['7.5.1982', '1982-05-07', []],
    ['12 марта 1965 г.', '1965-03-12', []],
    ['28 августа 1958 г.', '1958-08-28', []],
    ['1 мая 1970', '1970-05-01', []],
    ['25327', '1969-05-04', []],
    ['01.02.65', '1965-02-01', ['date_two_digit_year']],
    ['01.02.30', '1930-02-01', ['date_two_digit_year']],
    ['01.02.29', '2029-02-01', ['date_two_digit_year']],
    ['31.02.1985', null, ['date_impossible']],
    ['31.02.85', null, ['date_impossible']],
    ['15.13.1983', null, ['date_impossible']],
    ['29.02.1900', null, ['date_impossible']],
    ['00.03.1985', null, ['date_impossible']],
    ['32.03.1985', null, ['date_impossible']],
    ['99.12.1985', null, ['date_impossible']],
    ['01.00.1985', null, ['date_impossible']],
    ['05.03.0085', null, ['date_impossible']],
    ['нет', null, []],
    ['—', null, []],
  ])('%s', (raw, date, codes) => expect(readDate(text(raw))).toEqual({ value: { date, year: null }, codes }));
  it.each(['1965', '1965г.', '1965 г.'])('%s is a year alone', (raw) => {
    expect(readDate(text(raw))).toEqual({ value: { date: null, year: 1965 }, codes: ['date_year_only'] });
  });
  it('numeric cells: a serial, a year, nonsense', () => {
    expect(readDate(number(31433)).value.date).toBe('1986-01-21');
    expect(readDate(number(1978))).toEqual({ value: { date: null, year: 1978 }, codes: ['date_year_only'] });
    expect(readDate(number(99)).codes).toEqual(['date_impossible']);
    expect(readDate(number(60_001)).codes).toEqual(['date_impossible']);
  });
  it('every serial is read as the day a date cell shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000, max: 60_000 }), (serial) => {
        const date = dateOfSerial(serial);
        expect(readDate(number(serial)).value.date).toBe(date);
        expect(readDate(day(date)).value.date).toBe(date);
        expect(readDate(text(date.split('-').reverse().join('.'))).value.date).toBe(date);
      }),
    );
  });
});

describe('words', () => {
  it.each([
    ['Кирпич ', 1],
    ['ж.б.', 3],
    ['ПЕНОБЛОК', 4],
    ['«Ракушка»/тент', 9],
    ['откр. место', 10],
    ['прочее', 99],
  ])('type %s', (raw, id) => expect(readType(raw)).toEqual({ value: id, codes: [] }));
  it('an unknown type is said, not guessed', () =>
    expect(readType('шлакоблок')).toEqual({ value: null, codes: ['value_unknown'] }));
  it.each([
    ['Инвалид II гр., уд. № 99-417319', 4, '99-417319'],
    ['инв. 1 гр. удостоверение № 99-344363', 3, '99-344363'],
    ['инвалид 3 группы', 5, null],
    ['многодет., удост. № 99-882018', 10, '99-882018'],
    ['Участник СВО / член семьи', 13, null],
    ['', 0, null],
    ['нет', 0, null],
  ])('privilege %s', (raw, privilegeId, certificate) => {
    expect(readPrivilege(raw, '')).toEqual({ value: { privilegeId, certificate }, codes: [] });
  });
  it('a certificate column wins', () =>
    expect(readPrivilege('пенс.', '№ 12').value).toEqual({ privilegeId: 12, certificate: '12' }));
  it.each([
    ['владелец умер', ['note_says_deceased']],
    ['Умерла', ['note_says_deceased']],
    ['продал в 2021', ['note_says_sold']],
    ['собирается продавать', []],
    ['у соседа Умерова ключ', []],
  ])('note %s', (raw, codes) => expect(readNote(raw)).toEqual(codes));
});
