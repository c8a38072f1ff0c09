// Cells of a registry, one rule at a time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPassport, readPhones } from '../../server/imports/rules/contacts.ts';
import { dateOfSerial, readDate } from '../../server/imports/rules/dates.ts';
import { readBalance, type BalanceColumn } from '../../server/imports/rules/money.ts';
import { readOwners } from '../../server/imports/rules/owners.ts';
import { personKey } from '../../server/imports/rules/person.ts';
import { readNumber, readSection, readSize, sectionOfSubtitle } from '../../server/imports/rules/place.ts';
import { readShares, wholeShares } from '../../server/imports/rules/shares.ts';
import { readNote, readPrivilege, readType } from '../../server/imports/rules/words.ts';
import { typedCell, type Cell } from '../../server/imports/workbook.ts';

const text = (value: string): Cell => ({ kind: 'text', value, text: value });
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value).replace('.', ',') });
const day = (value: string): Cell => ({ kind: 'date', value, text: value.split('-').reverse().join('.') });
const owner = (full: string) => readOwners({ full, lastName: '', firstName: '', fatherName: '' });
const apart = (lastName: string, firstName: string, fatherName: string) =>
  readOwners({ full: '', lastName, firstName, fatherName });
const names = (read: ReturnType<typeof readOwners>) =>
  read.value.people.map((one) => [one.lastName, one.firstName, one.fatherName, one.share]);

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
  ])('%s → %s', (raw, value, codes) => {
    expect(readNumber(text(raw))).toEqual({ value, codes });
  });
  it('numeric and date cells', () => {
    expect(readNumber(number(45))).toEqual({ value: '45', codes: [] });
    expect(readNumber(day('2024-03-12'))).toEqual({ value: '12/3', codes: ['number_was_date'] });
  });
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
  ])('subtitle %s', (raw, section) => expect(sectionOfSubtitle(raw)).toBe(section));
  it.each([
    ['Ряд 1', '1'],
    ['№ 2', '2'],
    ['линия А', 'А'],
    ['1 ', '1'],
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

describe('sums nobody can tell', () => {
  it.each(['4.500', '4,500', 'долг 4.500', '4.500.000', '-4,500'])('%s is thousands or a fraction', (raw) => {
    for (const column of ['debt', 'credit', 'balance', 'signedDebt'] as const)
      for (const cell of [text(raw), typedCell(raw)])
        expect(readBalance(cell, column)).toEqual({ value: 0, codes: ['balance_unparsable'] });
  });
  it.each([
    ['4.500,00', -450_000],
    ['4,500.00', -450_000],
    ['0,500', -50],
    ['4500,00', -450_000],
    ['4500.125', -450_013],
    ['4 500', -450_000],
  ])('%s is plain', (raw, kopecks) => expect(readBalance(typedCell(raw), 'debt').value).toBe(kopecks));
  it.each([
    ['(500)', 'balance', -50_000],
    ['(4 500,50)', 'balance', -450_050],
    ['( 500 ) руб.', 'balance', -50_000],
    ['(500)', 'signedDebt', 50_000],
    ['(долг 500)', 'balance', -50_000],
    ['500 (пятьсот)', 'balance', 50_000],
  ] as const)('%s in a column %s', (raw, column, kopecks) => {
    for (const cell of [text(raw), typedCell(raw)])
      expect(readBalance(cell, column)).toEqual({ value: kopecks, codes: ['balance_text'] });
  });
});

describe('owners', () => {
  it.each([
    ['Иванов Иван Петрович', [['Иванов', 'Иван', 'Петрович', null]], []],
    ['Мамедов Али Ахмед оглы', [['Мамедов', 'Али', 'Ахмед оглы', null]], []],
    ['Иванов И.И.', [['Иванов', 'И.', 'И.', null]], ['owner_initials_only']],
    ['Иванов И. И.', [['Иванов', 'И.', 'И.', null]], ['owner_initials_only']],
    [
      'Иванов И.И., Иванова А.П.',
      [
        ['Иванов', 'И.', 'И.', null],
        ['Иванова', 'А.', 'П.', null],
      ],
      ['owner_initials_only', 'two_owners_in_cell'],
    ],
    [
      'Петров Пётр и Петрова Анна',
      [
        ['Петров', 'Пётр', null, null],
        ['Петрова', 'Анна', null, null],
      ],
      ['two_owners_in_cell'],
    ],
    [
      'Петров Пётр\r\nПетрова Анна',
      [
        ['Петров', 'Пётр', null, null],
        ['Петрова', 'Анна', null, null],
      ],
      ['two_owners_in_cell'],
    ],
    [
      'Петров Пётр Ильич (1/3) / Петрова Анна Ильинична (2/3)',
      [
        ['Петров', 'Пётр', 'Ильич', '1/3'],
        ['Петрова', 'Анна', 'Ильинична', '2/3'],
      ],
      ['two_owners_in_cell'],
    ],
    ['Петров Пётр Ильич (1/2)', [['Петров', 'Пётр', 'Ильич', '1/2']], []],
    ['Снегиpёв Oлег', [['Снегирёв', 'Олег', null, null]], ['latin_in_cyrillic']],
    ['Smith John', [['Smith', 'John', null, null]], []],
    ['свободен', [], ['no_owner']],
    ['Не установлен', [], ['no_owner']],
    ['-', [], ['no_owner']],
  ])('%s', (raw, expected, codes) => {
    const read = owner(raw);
    expect(names(read)).toEqual(expected);
    expect(read.codes.toSorted()).toEqual(codes);
  });
  it('three cells: as given, by position, or a full name in the surname cell', () => {
    expect(names(apart('Мамедов', 'Али', 'Ахмед оглы'))).toEqual([['Мамедов', 'Али', 'Ахмед оглы', null]]);
    expect(names(apart('Иванов Иван Петрович', '', ''))).toEqual([['Иванов', 'Иван', 'Петрович', null]]);
    expect(names(apart('Иванов', 'И.', 'П.'))).toEqual([['Иванов', 'И.', 'П.', null]]);
    expect(names(apart('Иванов (1/2), Иванова (1/2)', 'Иван, Анна', 'Петрович, Львовна'))).toEqual([
      ['Иванов', 'Иван', 'Петрович', '1/2'],
      ['Иванова', 'Анна', 'Львовна', '1/2'],
    ]);
    expect(apart('', '', '').codes).toEqual(['no_owner']);
  });
  it('one person: the same name and a known birthday', () => {
    const person = { lastName: 'Семёнов', firstName: 'Артём', fatherName: null, birthday: '1970-01-02' };
    expect(personKey(person)).toBe(personKey({ ...person, lastName: 'СЕМЕНОВ' }));
    expect(personKey({ ...person, birthday: '1970-01-03' })).not.toBe(personKey(person));
    expect(personKey({ ...person, birthday: null })).toBeNull();
    expect(personKey({ ...person, firstName: 'А.', fatherName: 'И.' })).toBeNull();
  });
});

describe('phones and passport', () => {
  it.each([
    ['+7 900 000-20-20', ['+79000002020'], []],
    ['8-900-000-20-20\n+7 900 001-20-20', ['+79000002020', '+79000012020'], []],
    ['дом. 8(812)000-20-58, моб. 8-900-000-20-58', ['+78120002058', '+79000002058'], ['landline']],
    ['9000002020; 89000002020', ['+79000002020'], []],
    ['+7 900 000-20-81 / 000-81', ['+79000002081'], ['phone_unparsable']],
    ['000-20-37', [], ['phone_unparsable']],
    ['н/д', [], []],
    ['нет', [], []],
  ])('%s', (raw, phones, codes) => expect(readPhones(raw)).toEqual({ value: phones, codes }));
  it.each([
    ['9999 902002', null],
    ['99 99 № 902002 выдан 12.03.2004 УВД г. Примерска', '12.03.2004 УВД г. Примерска'],
    ['серия 99 99 номер 902002, выдан ОВД', 'ОВД'],
  ])('%s', (raw, issued) =>
    expect(readPassport(raw).value).toEqual({ passport: { series: '9999', number: '902002' }, issued }),
  );
});

describe('balance', () => {
  it.each([
    [number(4500.5), 'debt', -450_050, []],
    [number(-4500), 'debt', -450_000, ['balance_text']],
    [number(0), 'debt', 0, []],
    [number(500), 'credit', 50_000, []],
    // Ten millions are the most; a kopeck more is a slip of the hand.
    [number(10_000_000), 'debt', -1_000_000_000, []],
    [number(10_000_000.01), 'debt', 0, ['balance_unparsable']],
    [number(-10_000_000.01), 'balance', 0, ['balance_unparsable']],
    [typedCell('4500,00'), 'debt', -450_000, []],
    [typedCell('-4500'), 'debt', -450_000, ['balance_text']],
    [text('4 500,50'), 'debt', -450_050, ['balance_text']],
    [text('долг 3000'), 'debt', -300_000, ['balance_text']],
    [text('Долг 3 000 руб.'), 'debt', -300_000, ['balance_text']],
    [text('за 2024 г. долг 3000'), 'debt', -300_000, ['balance_text']],
    // The year is not the sum, whatever stands between them.
    [text('долг за 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    [text('за 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    [text('2023 г. осталось 4 500'), 'debt', -450_000, ['balance_text']],
    [text('аванс за 2024: 700'), 'debt', 70_000, ['balance_text']],
    [text('за 2023-2024 гг. 3000 руб'), 'debt', -300_000, ['balance_text']],
    [text('2023–2025: 4 500'), 'debt', -450_000, ['balance_text']],
    [text('2023 - 2000, 2024 - 1900'), 'debt', -390_000, ['balance_text']],
    [text('долг 2023'), 'debt', -202_300, ['balance_text']],
    [text('долг за 2023 год'), 'debt', 0, ['balance_unparsable']],
    [text('с 2021 г. по 2024 г.'), 'debt', 0, ['balance_unparsable']],
    [text('не платил 2022, 2023, 2024'), 'debt', 0, ['balance_unparsable']],
    [text('за 2023 и 2024 годы'), 'debt', 0, ['balance_unparsable']],
    [text('2022, 2023: 4 500'), 'debt', -450_000, ['balance_text']],
    [text('2022; 2023 г. 4500'), 'debt', -450_000, ['balance_text']],
    [text('2023 руб.'), 'debt', -202_300, ['balance_text']],
    // Nor is a day.
    [text('на 01.01.2025 3000'), 'debt', -300_000, ['balance_text']],
    [text('с 12.05.24'), 'debt', 0, ['balance_unparsable']],
    [day('2024-05-12'), 'debt', 0, ['balance_unparsable']],
    [{ ...text('#ДЕЛ/0!'), kind: 'error' }, 'debt', 0, ['balance_unparsable']],
    [{ ...text('#REF!'), kind: 'error' }, 'balance', 0, ['balance_unparsable']],
    [text('переплата 500'), 'debt', 50_000, ['balance_text']],
    [text('аванс 1500,00'), 'debt', 150_000, ['balance_text']],
    [text('нет'), 'debt', 0, []],
    [text('-'), 'debt', 0, []],
    [text('не платил'), 'debt', 0, ['balance_text']],
    [number(-4500.5), 'balance', -450_050, []],
    [number(500), 'balance', 50_000, []],
    [typedCell('-4 500,50'), 'balance', -450_050, []],
    [text('−4500'), 'balance', -450_000, ['balance_text']],
    [text('+500,5'), 'balance', 50_050, ['balance_text']],
    [text('долг 3000'), 'balance', -300_000, ['balance_text']],
    [text('аванс 1500'), 'balance', 150_000, ['balance_text']],
    [text('нет'), 'balance', 0, []],
  ] as [Cell, BalanceColumn, number, string[]][])('%o', (cell, column, value, codes) => {
    expect(readBalance(cell, column)).toEqual({ value, codes });
  });
  it('kopecks are exact', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (kopecks) => {
        expect(readBalance(number(kopecks / 100), 'debt').value).toBe(-kopecks);
        expect(readBalance(typedCell((kopecks / 100).toFixed(2).replace('.', ',')), 'credit').value).toBe(kopecks);
      }),
    );
  });
});

describe('shares', () => {
  const unread = ['share_unparsable'];
  it.each([
    [text('1/2'), 2, ['1/2', '1/2'], []],
    [text('1/3; 2/3'), 2, ['1/3', '2/3'], []],
    [text('1/3, 2/3'), 2, ['1/3', '2/3'], []],
    [text('доля 1/4 и 3/4 доли'), 2, ['1/4', '3/4'], []],
    [text('50 %'), 2, ['1/2', '1/2'], []],
    [text('0,33; 0,67'), 2, ['1/3', '2/3'], []],
    [number(0.25), 4, ['1/4', '1/4', '1/4', '1/4'], []],
    [{ ...text('01.02.2026'), kind: 'date', value: '2026-02-01' }, 2, ['1/2', '1/2'], []],
    [text('1'), 1, [null], []],
    [text('нет'), 2, [null, null], []],
    [text('пополам'), 2, [null, null], unread],
    [text('1/3; 1/3; 1/3'), 2, [null, null], unread],
    [text('1/2'), 0, [], []],
  ] as [Cell, number, (string | null)[], string[]][])('%o of %i', (cell, count, value, codes) => {
    expect(readShares(cell, count)).toEqual({ value, codes });
  });
  it('make a whole or are all empty', () => {
    expect(wholeShares(['1/3', '2/3'])).toBe(true);
    expect(wholeShares([null, null])).toBe(true);
    for (const shares of [['1/2'], ['1/2', null], ['1/3', '1/3']]) expect(wholeShares(shares)).toBe(false);
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
