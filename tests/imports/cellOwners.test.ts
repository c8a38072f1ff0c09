// Cells of owners: names in one cell or in three, their phones and passports, consents and shares.
import { describe, expect, it } from 'vitest';
import { readConsent } from '../../server/imports/rules/consents.ts';
import { readEmail, readPassport, readPhones } from '../../server/imports/rules/contacts.ts';
import { readOwners } from '../../server/imports/rules/owners.ts';
import { couldBeOne, personKey } from '../../server/imports/rules/person.ts';
import { readShares, wholeShares } from '../../server/imports/rules/shares.ts';
import { type Cell } from '../../server/imports/workbook.ts';

const text = (value: string): Cell => ({ kind: 'text', value, text: value });
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value).replace('.', ',') });
const owner = (full: string) => readOwners({ full, lastName: '', firstName: '', fatherName: '' });
const apart = (lastName: string, firstName: string, fatherName: string) =>
  readOwners({ full: '', lastName, firstName, fatherName });
const names = (read: ReturnType<typeof readOwners>) =>
  read.value.people.map((one) => [one.lastName, one.firstName, one.fatherName, one.share]);

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
