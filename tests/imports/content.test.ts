// What a column holds, judged by its cells alone: each field's own look, the share that is enough, the order of guesses.
import { describe, expect, it } from 'vitest';
import type { ImportField } from '../../contract/importFields.ts';
import { fits, guessByContent, mostlyDifferent, numberAndName } from '../../server/imports/rules/content.ts';
import { emptyCell, type Cell } from '../../server/imports/workbook.ts';

const text = (value: string): Cell => (value ? { kind: 'text', value, text: value } : emptyCell);
const number = (value: number): Cell => ({ kind: 'number', value, text: String(value).replace('.', ',') });
const day = (value: string): Cell => ({ kind: 'date', value, text: value.split('-').reverse().join('.') });
const cells = (...texts: string[]) => texts.map(text);
/** `count` cells of one text. */
const many = (count: number, value: string) => Array.from({ length: count }, () => text(value));
const looks = (field: ImportField, cell: Cell | string) =>
  fits(field, [typeof cell === 'string' ? text(cell) : cell], 1) === 1;

describe('looks like', () => {
  const yes: Partial<Record<ImportField, readonly (string | Cell)[]>> = {
    phone: [
      '+7 900 111-00-01',
      '8(812)555-01-01',
      '55-01-01',
      '790011100011',
      'дом. 555-01-01',
      '555-01-01 (жена)',
      '89001110001,89001110002',
      '89001110001;89001110002',
      '89001110001/89001110002',
      '89001110001 89001110002',
      '89001110001и89001110002',
      // Neither a passport nor a day: only the beginning, or only the end.
      '8812 5550101',
      '+7 9001 110001',
      '8 900 111.22.33',
      '8 9001-11-00-01',
      '812.55.01.01',
      '8.812.5550101',
      number(89_001_110_001),
    ],
    owner: [
      'Иванов Иван',
      'Иванов Иван Ильич',
      'Иванов  И.И.',
      'Иванов И. И.',
      'Иванов И.',
      'Иванов И',
      'Иванов ИИ',
      'Королёв Пётр',
      'Ёлкин Ёж',
      'Ёлкин Ё.Ё.',
      'Петров-Водкин Кузьма Сергеевич',
      'Петров-Ёлкин Ян',
      'Ёжиков-Королёв Ян',
      'Иванов Иван Фёдорович',
      'Иванов Иван Ёжикович',
      'Алиев Ахмед Гасан оглы',
      'Алиева Лейла Гасан кызы',
      'ИВАНОВ ИВАН ИЛЬИЧ',
      'ПЕТРОВ-ВОДКИН КУЗЬМА ИЛЬИЧ',
      'ЁЛКИН ПЁТР ЁЖЕВИЧ',
    ],
    birthday: [
      day('1965-02-01'),
      '01.02.1965',
      '1 марта 1965',
      '1965 г.',
      '01.01.1900',
      '31.12.2015',
      day('2015-12-31'),
    ],
    passport: [
      '9999 123456',
      '99 99 123456',
      '9999№123456',
      '99 99 № 123456',
      '4012123456',
      '4012 123456 выдан ОВД',
      '4012  123456',
      // Ten figures from nine alone are a phone, with a word beside them they are none.
      '9001110001 выдан ОВД',
    ],
    email: ['a@example.ru', 'a.b@mail.example.ru'],
    number: ['1', '1234', '№ 12', '№12', '12а', '12 А', '12a', '12/3', '12-345', '12/3б', number(45)],
    debt: [
      number(500),
      number(-0.5),
      number(123_456_789),
      number(-12_345.125),
      number(123_456.125),
      '500',
      '-500',
      '–500',
      '−500',
      '4 500,50',
      '4500.5',
      '500 руб.',
      '500руб',
      '500 р',
      '500р.',
      '123 456 789',
    ],
    place: ['1/12', '123/1234', '1-12', '1\\12', '1 / 12', '12а/3б', '1А-2Б'],
    numberAndOwner: [
      '12 Иванов Иван',
      '1234 Иванов Иван',
      '12а Иванов Иван',
      '12a Иванов Иван',
      '12 И.И. Иванов',
      '12/3 Иванов Иван',
      '12-345 Иванов Иван',
      '12, Иванов И.И.',
      '12. Иванов И.И.',
      '12) Иванов И.И.',
      '12: Иванов И.И.',
      '12; Иванов И.И.',
      '12 – Иванов И.И.',
      '12—Иванов И.И.',
      '12-Иванов И.И.',
      '№ 12 Иванов Иван',
      '№12 Петров-Водкин К.',
      'Гараж 12 Иванов Иван',
      'Гар 12 Иванов Иван',
      'гар. 12 Иванов Иван',
      'Бокс № 1 Лебедев Алексей',
      'г. 12 Иванов Иван',
      'Место12 Иванов Иван',
    ],
  };
  const no: Partial<Record<ImportField, readonly (string | Cell)[]>> = {
    phone: [
      '12345',
      '7900111000112',
      'ключи у сторожа',
      '9999 123456',
      '01.02.1965',
      '1.2.1965',
      '01.02.65 12',
      '1965-02-01',
      '12:30:45',
    ],
    owner: [
      'Иванов',
      'иванов иван',
      'Иванов иван',
      'Ivanov Ivan',
      'Иванов Иван Ильич умер',
      'Иванов, Иван',
      'ООО Ромашка',
      'Иванов Иван 2',
      'у Иванов Иван',
      'ИВАНОВ ИВАН',
      'ИВАНОВ ИВАН ИЛЬИЧ умер',
      'умер ИВАНОВ ИВАН ИЛЬИЧ',
    ],
    birthday: [
      '23743',
      '1965',
      number(23_743),
      '31.12.1899',
      '01.01.2016',
      day('2016-01-01'),
      '31.02.1965',
      'не помнит',
    ],
    passport: [
      '9001110001',
      '4012 12345',
      '4012 1234567',
      '4012 123456 выдан 01.02.2003',
      '+7 (812) 555-01-01',
      '812 5550101',
      'паспорт 4012 123456',
      '401 2123 456',
      '4012 12345 6',
    ],
    email: ['почты нет', 'a@example', 'a b@example.ru', 'a@example.ru и b@example.ru'],
    number: ['12345', '12/1234', '12аб', 'б/н', 'гараж 12', '12 кв. м', 'а12', '12,5', '№', 'а', '12/'],
    debt: [
      number(1_234_567_890),
      number(1_234_567.125),
      '1234567890',
      '500 долларов',
      '12,345',
      'долг 500',
      '500 руб. в год',
      '5/2',
      '-',
      '+500',
      '500,',
    ],
    place: ['12', '1234/5', '1/12345', '1/12аб', 'ряд 1/12', '1/12 x', '1,12', '/12', '1/'],
    numberAndOwner: [
      '12',
      '12 Иванов',
      'Иванов Иван 12',
      '12345 Иванов Иван',
      '12 500 руб.',
      'корпус 12 Иванов Иван',
      'Бокс, Иванов Иван',
      '12/ Иванов Иван',
      '12/3456 Иванов Иван',
    ],
  };
  for (const [told, is] of [
    [yes, true],
    [no, false],
  ] as const)
    for (const [field, samples] of Object.entries(told) as [ImportField, readonly (string | Cell)[]][])
      it.each(samples.map((sample) => [typeof sample === 'string' ? sample : `${sample.kind} ${sample.text}`, sample]))(
        `${field}, ${String(is)}: %s`,
        (_, sample) => expect(looks(field, sample)).toBe(is),
      );

  it('a number with its owner comes apart into both', () => {
    expect(numberAndName.exec('Бокс № 12/3 - Лебедев Алексей')!.slice(1)).toEqual(['12/3', 'Лебедев Алексей']);
  });
});

describe('the share of cells that fit', () => {
  it('is taken of those that say something', () => {
    expect(fits('email', cells('a@example.ru', 'нет', '', '-', 'почты', 'b@example.ru', 'c@example.ru'))).toBe(0.75);
    expect(fits('email', [undefined, ...cells('a@example.ru', 'b@example.ru', '  c@example.ru  ')])).toBe(1);
    expect(fits('email', cells('1', '2', '3'))).toBe(0);
  });
  it('is not told of fewer than three, or than was asked for', () => {
    const two = cells('a@example.ru', 'b@example.ru', 'нет');
    expect([fits('email', two), fits('email', two, 2), fits('email', two, 3)]).toEqual([null, 1, null]);
    expect(fits('email', [], 1)).toBeNull();
  });
  it('is not told of a field whose cells may hold anything', () => {
    expect(fits('note', cells('а', 'б', 'в'))).toBeNull();
  });
});

describe('a column without a title', () => {
  const fields: ImportField[] = [
    'numberAndOwner',
    'owner',
    'email',
    'birthday',
    'passport',
    'phone',
    'place',
    'number',
    'debt',
  ];
  const all = new Set(fields);
  const but = (...left: ImportField[]) => new Set(fields.filter((field) => !left.includes(field)));

  it.each([
    ['numberAndOwner', cells('12 Иванов Иван', '13 Петров Пётр')],
    ['owner', cells('Иванов Иван', 'Петров Пётр')],
    ['email', cells('a@example.ru', 'b@example.ru')],
    ['birthday', cells('01.02.1965', '03.04.1970')],
    ['passport', cells('4012 123456', '4012 123457')],
    ['phone', cells('555 01 01', '555 01 02')],
    ['place', cells('1/12', '1/13')],
    ['number', cells('12', '13')],
    ['debt', cells('500', '500')],
    ['debt', cells('500,50', '700,50')],
  ])('holds %s by the first look that fits', (field, column) => {
    expect(guessByContent(column, all)).toBe(field);
    expect(guessByContent(column, but(field as ImportField))).not.toBe(field);
  });
  it('holds nothing known when no look fits, or one cell alone does', () => {
    expect(guessByContent(cells('ключи', 'у сторожа'), all)).toBeNull();
    expect(guessByContent(cells('Иванов Иван'), all)).toBeNull();
    expect(guessByContent([], all)).toBeNull();
  });
  it('is asked only for what is missing', () => {
    expect(guessByContent(cells('555 01 01', '555 01 02'), but('phone'))).toBe('debt');
    expect(guessByContent(cells('1/12', '1/13'), but('place'))).toBe('number');
    expect(guessByContent(cells('1/12', '1/13'), new Set())).toBeNull();
  });
  it('holds what seven of ten cells look like', () => {
    expect(guessByContent([...many(7, 'a@example.ru'), ...many(3, 'почты')], all)).toBe('email');
    expect(guessByContent([...many(69, 'a@example.ru'), ...many(31, 'почты')], all)).toBeNull();
  });
  it.each([
    ['phone', '555-01-01'],
    ['birthday', '01.02.1965'],
    ['passport', '4012 123456'],
  ] as const)('holds %s though half of the cells only say that it is to be asked for', (field, sample) => {
    expect(guessByContent([...many(4, sample), ...many(4, 'узнать'), ...many(9, 'нет')], all)).toBe(field);
    expect(guessByContent([...many(4, sample), ...many(5, 'узнать')], all)).toBeNull();
  });
  it('words among other things are not overlooked so', () => {
    expect(guessByContent([...many(4, 'a1@example.ru'), ...many(2, 'узнать')], all)).toBeNull();
  });
  it('holds no numbers of garages when they come again and again', () => {
    expect(guessByContent(cells('12', '13', '14', '15', '16', '16'), all)).toBe('number');
    expect(guessByContent(cells('12', '13', '14', '15', '15'), all)).toBe('debt');
    expect(guessByContent(cells('12а', '12а', '12а'), all)).toBeNull();
  });
});

describe('mostly different', () => {
  it.each([
    [['1'], true],
    [['1', '2', '3', '4', '5', '5'], true],
    [['1', '2', '3', '4', '4'], false],
    [['1', '1'], false],
    // Spaces make no other text; what says nothing is not counted.
    [['1', ' 1'], false],
    [['1', '2', '-', '-', 'нет', ''], true],
    [[], false],
    [['-', ''], false],
  ])('%j: %s', (texts, isSo) => expect(mostlyDifferent([undefined, ...cells(...texts)])).toBe(isSo));
});
