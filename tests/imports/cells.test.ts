// Cells of a registry, one rule at a time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readConsent } from '../../server/imports/rules/consents.ts';
import { readEmail, readPassport, readPhones } from '../../server/imports/rules/contacts.ts';
import { dateOfSerial, dayAndMonth, readDate } from '../../server/imports/rules/dates.ts';
import { plainSum, readBalance, roublesText, type BalanceColumn } from '../../server/imports/rules/money.ts';
import { readOwners } from '../../server/imports/rules/owners.ts';
import { couldBeOne, personKey } from '../../server/imports/rules/person.ts';
import { readNumber, readSection, readSize, readSizes, sectionOfSubtitle } from '../../server/imports/rules/place.ts';
import { readShares, wholeShares } from '../../server/imports/rules/shares.ts';
import { readNote, readPrivilege, readType } from '../../server/imports/rules/words.ts';
import { emptyCell, typedCell, type Cell } from '../../server/imports/workbook.ts';

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
    ['Иванов Иван ПЕТРОВИЧ', [['Иванов', 'Иван', 'Петрович', null]], ['name_case']],
    ['Иванов ИВАН Петрович', [['Иванов', 'Иван', 'Петрович', null]], ['name_case']],
    ['ИВАНОВ Иван Петрович', [['Иванов', 'Иван', 'Петрович', null]], ['name_case']],
    ['И.И. Иванов', [['Иванов', 'И.', 'И.', null]], ['owner_initials_only']],
    // A surname of two capitals before initials is no initials itself.
    ['ЛИ Н.К.', [['Ли', 'Н.', 'К.', null]], ['name_case', 'owner_initials_only']],
    // Two people whom nothing stands between: the second begins after a patronymic.
    [
      'Иванов Иван Петрович Петрова Анна',
      [
        ['Иванов', 'Иван', 'Петрович', null],
        ['Петрова', 'Анна', null, null],
      ],
      ['two_owners_in_cell'],
    ],
    ['Гасанов Рза Мамедович оглы Керим Али', [], ['name_unparsable', 'no_owner']],
    [`И${'и'.repeat(79)} Иван`, [[`И${'и'.repeat(79)}`, 'Иван', null, null]], []],
    [`И${'и'.repeat(80)} Иван`, [], ['name_unparsable', 'no_owner']],
    [`Иванов И${'и'.repeat(80)}`, [], ['name_unparsable', 'no_owner']],
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
  it.each<[string, [string, string, string], (string | null)[][], string[]]>([
    ['a first name alone', ['Иванов', 'Иван', ''], [['Иванов', 'Иван', null, null]], []],
    ['a patronymic alone', ['Иванов', '', 'Петрович'], [['Иванов', null, 'Петрович', null]], []],
    [
      'a whole name after an empty surname',
      ['', 'Иванов Иван', 'Петрович'],
      [['Иванов', 'Иван', 'Петрович', null]],
      [],
    ],
    ['a whole name, nothing beside it', ['-', 'Иванов Иван', ''], [['Иванов', 'Иван', null, null]], []],
    [
      'a name though nobody is named as the surname',
      ['не установлен', 'Иванов Иван', 'Петрович'],
      [['Иванов', 'Иван', 'Петрович', null]],
      [],
    ],
    [
      'a surname that stands once',
      ['Ивановы', 'Иван, Анна', 'Петрович, Львовна'],
      [
        ['Ивановы', 'Иван', 'Петрович', null],
        ['Ивановы', 'Анна', 'Львовна', null],
      ],
      ['two_owners_in_cell'],
    ],
    [
      'a share beside a surname that stands once',
      ['Ивановы (1/2)', 'Иван, Анна', ''],
      [
        ['Ивановы', 'Иван', null, '1/2'],
        ['Ивановы', 'Анна', null, null],
      ],
      ['two_owners_in_cell'],
    ],
    [
      'a third name beside two surnames: it is nobody’s of them',
      ['Иванов, Петров', 'Иван, Пётр, Ким Анна', ''],
      [
        ['Иванов', 'Иван', null, null],
        ['Петров', 'Пётр', null, null],
        ['Ким', 'Анна', null, null],
      ],
      ['two_owners_in_cell'],
    ],
    ['a surname of three words', ['Де ла Крус', 'Хуан', ''], [['Де Ла Крус', 'Хуан', null, null]], ['name_case']],
    ['a surname of one letter', ['И', 'Иван', 'Петрович'], [], ['name_unparsable', 'no_owner']],
    ['a surname of four words', ['Иванов Петров Сидоров Ким', 'Иван', ''], [], ['name_unparsable', 'no_owner']],
  ])('three cells, %s', (_name, cells, expected, codes) => {
    const read = apart(...cells);
    expect(names(read)).toEqual(expected);
    expect(read.codes.toSorted()).toEqual(codes);
  });
  it('what names nobody is kept as it was written', () => {
    expect(apart('Наследники Иванова', 'И.', '')).toMatchObject({
      value: { people: [], rest: ['Наследники Иванова И.'] },
      codes: ['owner_is_estate', 'no_owner'],
    });
    expect(apart('Иванов 5', '', 'Петрович').value.rest).toEqual(['Иванов 5 Петрович']);
  });
  it('an organisation has a name as long as a card takes', () => {
    const long = `ООО ${'я'.repeat(76)}`;
    expect(names(owner(long))).toEqual([[long, null, null, null]]);
    expect(owner(`${long}я`)).toMatchObject({ value: { people: [], rest: [`${long}я`] } });
  });
  it('one person: the same name and a known birthday', () => {
    const person = { lastName: 'Семёнов', firstName: 'Артём', fatherName: null, birthday: '1970-01-02' };
    expect(personKey(person)).toBe(personKey({ ...person, lastName: 'СЕМЕНОВ' }));
    expect(personKey({ ...person, birthday: '1970-01-03' })).not.toBe(personKey(person));
    expect(personKey({ ...person, birthday: null })).toBeNull();
    expect(personKey({ ...person, firstName: 'А.', fatherName: 'И.' })).toBeNull();
    expect(personKey({ ...person, firstName: null })).toBeNull();
  });
  const who = (
    lastName: string,
    firstName: string | null,
    fatherName: string | null,
    birthday: string | null = null,
  ) => ({
    lastName,
    firstName,
    fatherName,
    birthday,
  });
  it.each([
    ['Иван', 'Ильич', 'Иван', 'Ильич', true],
    ['Иван', 'Ильич', 'ИВАН', null, true],
    ['Иван', 'Ильич', null, null, true],
    ['Иван', 'Ильич', 'И.', 'И.', true],
    ['И', null, 'Иван', 'Ильич', true],
    ['Иван', 'Ильич', 'Иван', 'Олегович', false],
    ['Иван', 'Ильич', 'Пётр', 'Ильич', false],
    // Names of one letter are not one name.
    ['Иван', 'Ильич', 'Игорь', 'Ильич', false],
    ['Иван', 'Ильич', 'П.', 'И.', false],
    ['И.', 'О.', 'Иван', 'Ильич', false],
  ])('%s %s may be %s %s: %s', (firstName, fatherName, otherName, otherFather, could) => {
    const [one, other] = [who('Орлов', firstName, fatherName), who('орлов', otherName, otherFather)];
    expect([couldBeOne(one, other), couldBeOne(other, one)]).toEqual([could, could]);
    expect(couldBeOne(one, who('Орлова', otherName, otherFather))).toBe(false);
  });
  it('two birthdays are two people; one of them says nothing against', () => {
    const [one, other] = ['1970-01-02', '1970-01-03'];
    expect(couldBeOne(who('Орлов', 'Иван', null, one), who('Орлов', 'Иван', null, other))).toBe(false);
    expect(couldBeOne(who('Орлов', 'Иван', null, one), who('Орлов', 'Иван', null, null))).toBe(true);
  });
  it('organisations are told apart by ИНН, and by the name where one has none', () => {
    const firm = (lastName: string, inn: string | null) => ({ ...who(lastName, null, null), organisation: { inn } });
    expect(couldBeOne(firm('ООО Луч', '7707083893'), firm('ООО «Луч»', '7707083893'))).toBe(true);
    expect(couldBeOne(firm('ООО Луч', '7707083893'), firm('ООО Луч', '7728168971'))).toBe(false);
    for (const [one, other] of [
      ['7707083893', null],
      [null, '7707083893'],
    ] as const) {
      expect(couldBeOne(firm('ООО Луч', one), firm('ООО Луч', other))).toBe(true);
      expect(couldBeOne(firm('ООО Луч', one), firm('ООО Заря', other))).toBe(false);
    }
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
    // Brackets may stand inside a number; words in them are no part of it.
    ['+7 (900 000) 20-20', ['+79000002020'], []],
    ['+7 900 000-20-20 (сын)', ['+79000002020'], []],
    ['19000002020', [], ['phone_unparsable']],
    // No such area, no such number.
    ['8 (200) 000-20-20', [], ['phone_unparsable']],
    ['8 999 999-99-99', [], ['phone_unparsable']],
  ])('%s', (raw, phones, codes) => expect(readPhones(raw)).toEqual({ value: phones, codes }));
  it.each([
    ['9999 902002', null],
    ['99 99 № 902002 выдан 12.03.2004 УВД г. Примерска', '12.03.2004 УВД г. Примерска'],
    ['серия 99 99 номер 902002, выдан ОВД', 'ОВД'],
    ['9999 902002 выдан:', null],
  ])('%s', (raw, issued) =>
    expect(readPassport(raw).value).toEqual({ passport: { series: '9999', number: '902002' }, issued }),
  );
  it.each(['1234 567890', '4510 123456', '0000 902002', '4510 777777', '1111 111111'])(
    '%s is typed to fill the cell: nobody’s passport',
    (raw) =>
      expect(readPassport(raw)).toEqual({ value: { passport: null, issued: null }, codes: ['passport_unusable'] }),
  );
  it.each(['н/д', 'Н/Д.', '-', ''])('passport «%s» says nothing', (raw) =>
    expect(readPassport(raw)).toEqual({ value: { passport: null, issued: null }, codes: [] }),
  );
  it.each([
    ['н/д', null, []],
    ['нет', null, []],
    ['ivanov@example.ru', 'ivanov@example.ru', []],
    ['ivanov@', null, ['value_unknown']],
  ])('e-mail «%s»', (raw, value, codes) => expect(readEmail(raw)).toEqual({ value, codes }));
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
    // Of one year: no term, but what is owed for it.
    [text('2023 - 2023'), 'debt', -202_300, ['balance_text']],
    // The year after the word is not the sum.
    [text('долг 2023 год 4500'), 'debt', -450_000, ['balance_text']],
    // Of two that both look like years nobody can tell.
    [text('2022 2023'), 'debt', 0, ['balance_unparsable']],
    [number(-4500.5), 'balance', -450_050, []],
    // 0.29 × 100 is 28.999… to the machine.
    [number(0.29), 'balance', 29, []],
    [number(-1.15), 'balance', -115, []],
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
        for (const sign of [1, -1])
          expect(readBalance(number((sign * kopecks) / 100), 'balance').value).toBe(sign * kopecks);
      }),
    );
  });
});

describe('sums of other columns', () => {
  it.each([
    [number(4.5), 4.5],
    [text('1 200,50'), 1200.5],
    [text('−300'), -300],
    [text('нет'), 0],
    [emptyCell, 0],
    [text('пять'), Number.NaN],
    [text('500 р.'), Number.NaN],
  ] as [Cell, number][])('%o is %d', (cell, sum) => expect(plainSum(cell)).toBe(sum));
  it.each([
    [-450_050, 'долг 4\u00a0500,50\u00a0₽'],
    [50_000, 'переплата 500,00\u00a0₽'],
    [0, '0,00\u00a0₽'],
  ])('%d kopecks: %s', (kopecks, shown) => expect(roublesText(kopecks)).toBe(shown));
});

describe('consents', () => {
  const today = '2026-11-22';
  const given = (signedAt: string | null, docNo: string | null = null) => ({
    field: 'consentPd',
    given: true,
    signedAt,
    docNo,
  });
  const flag = (value: boolean): Cell => ({ kind: 'boolean', value, text: value ? 'ИСТИНА' : 'ЛОЖЬ' });
  it.each([
    [flag(true), given(null), ['consent_undated']],
    [flag(false), { ...given(null), given: false }, []],
    // A paper of today and of the first day of the law; of the days beside them no consent was ever given.
    [text('22.11.2026'), given(today), []],
    [text('23.11.2026'), null, ['date_doubtful']],
    [text('27.07.2006'), given('2006-07-27'), []],
    [text('26.07.2006'), null, ['date_doubtful']],
    // A number as long as the card takes; a word is no number.
    [text(`№ ${'1'.repeat(40)} от 01.02.2024`), given('2024-02-01', '1'.repeat(40)), []],
    [text(`№ ${'1'.repeat(41)} от 01.02.2024`), null, ['value_unknown']],
    [text('обсудить от 01.02.2024'), null, ['value_unknown']],
  ] as [Cell, ReturnType<typeof given> | null, string[]][])('%o', (cell, value, codes) => {
    expect(readConsent('consentPd', cell, today)).toEqual({ value, codes });
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
    [text('50'), 2, ['1/2', '1/2'], []],
    [text('1/3; 2/3;'), 2, ['1/3', '2/3'], []],
    [text('1/3; треть'), 2, [null, null], unread],
    // What a simple fraction says exactly is that fraction; thirds and the like are rounded.
    [text('45 %; 55 %'), 2, ['9/20', '11/20'], []],
    [text('35 %; 35 %; 30 %'), 3, ['7/20', '7/20', '3/10'], []],
    [text('5 %; 95 %'), 2, ['1/20', '19/20'], []],
    [text('17 %; 83 %'), 2, ['1/6', '5/6'], []],
    // Next to nothing and next to all are no shares.
    [text('0,2 %'), 1, [null], unread],
    [text('99,8 %'), 1, [null], unread],
    [text('1 %'), 1, [null], unread],
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
