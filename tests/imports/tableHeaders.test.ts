// Edges of a header: which rows above and below belong to it, what begins another one, how merged titles reach over columns.
import { describe, expect, it } from 'vitest';
import type { Value } from './columnTable.ts';
import { found, garages, HEADER, places, titles } from './sheetTables.ts';

const plain = ['№ гаража', 'Тип', 'ФИО', 'Телефон'];
const data: Value[] = [1, 'Кирпич', 'Иванов Иван', '8'];
const headerLast = (...given: Parameters<typeof places>) => places(...given)[0]![0];

describe('a text of the header', () => {
  const isTitle = (text: Value) => headerLast([['№ гаража', 'ФИО', text], HEADER, ...garages(1)]) === 0;
  it.each(['код 12345', 'кв. 900 111-00-01', '900 111-00-01 дом', 1999, 2024, '', ' '])('may be %j', (text) =>
    expect(isTitle(text)).toBe(true),
  );
  it.each(['код 123456', '900 111-00-01', '7900 111-00-01', '+8 900 111-00-01', 20245, 12024, 1899])(
    'is not %j',
    (text) => expect(isTitle(text)).toBe(false),
  );
});

describe('another header', () => {
  const begins = (...row: Value[]) => places([HEADER, ...garages(1), row, ...garages(1)]).length === 2;
  it.each([
    [['№ бокса', 'Долг']],
    [['№ бокса', 'Долг', '', '', '']],
    [['№ бокса', 'Долг', ' ', ' ', ' ']],
    [['№ п/п', 'Владелец', 'Долг']],
    [['Ряд, № гаража', 'Владелец', 'Долг']],
    [['№ бокса 12', 'Долг 12']],
    // Half of the titles are known, six of ten are words.
    [['№ бокса', 'Долг', 'красный', 'синий']],
    [['№ бокса', 'Долг', 'Адрес', '2023', '2024']],
    [['№ бокса', 'Долг', 2024]],
    [['№ бокса', 'Долг', 1999]],
  ])('begins with %j', (row) => expect(begins(...row)).toBe(true));
  it.each([
    [['№ бокса', 'красный']],
    [['№ бокса', 'Долг', 'красный', 'синий', 'жёлтый']],
    [['№ бокса', 'Долг', '2023', '2024']],
    [['№ бокса 123', 'Долг 123']],
    [['№ бокса', 'Долг', 20245]],
    [['№ бокса', 'Долг', 'тел. 89001110001']],
    [['Владелец', 'Долг']],
    [['№ бокса', '']],
  ])('does not with %j', (row) => expect(begins(...row)).toBe(false));
  it('takes in its own rows below', () => {
    const other = [
      ['№ бокса', 'Владелец', 'Долг', ''],
      ['', '', '2024', '2025'],
    ];
    expect(places([HEADER, ...garages(1), ...other, [1, 'а', 2, 3]])).toEqual([
      [0, 1, 1, 0, 3],
      [3, 4, 4, 0, 3],
    ]);
  });
  it('is not the same for columns without a title', () => {
    const empty = ['', '', '', '', ''];
    const rows = [
      ['№ гаража', 'ФИО', ...empty],
      [1, 'а'],
      ['№ бокса', 'Владелец', ...empty],
      [2, 'б'],
    ];
    expect(places(rows)).toHaveLength(2);
  });
  it('is the same one while seven titles of ten are', () => {
    const ten = ['№ гаража', 'ФИО', 'Телефон', 'Адрес', 'Тип', 'Размер', 'Долг', 'Льгота', 'Паспорт', 'Примечание'];
    const next = (count: number) => ten.map((title, at) => (at < count ? title : `${title} новый`));
    const row = ten.map(() => 'а');
    expect(places([ten, row, next(7), row])).toHaveLength(1);
    expect(places([ten, row, next(6), row])).toHaveLength(2);
  });
});

describe('rows above', () => {
  const over = (row: Value[], merges: [number, number, number, number][] = []) => titles([row, plain, data], merges);
  it('are groups when something in them is a title', () => {
    expect(over(['Смета', 'Долг', 'Люди', 'Связь'])[1]).toBe('Долг / Тип');
    expect(over(['Ряд 1', 'Долг', '', ''])[1]).toBe('Долг / Тип');
    expect(over(['Долг', 2024, '', ''])[1]).toBe('2024 / Тип');
    expect(over(['Долг', 1999, '', ''])[1]).toBe('1999 / Тип');
  });
  it.each([
    [['', 'Долг', '', '']],
    [['Долг', 'тел. 89001110001', '', '']],
    [['Долг', 100, '', '']],
    [['Долг', 20245, '', '']],
    [['Долг', 12024, '', '']],
  ])('are none when they are %j', (row) => expect(over(row)).toEqual(plain));
  it('are groups when they are merged over columns, and in the row itself', () => {
    const row = ['Смета', 'Смета', 'Люди', 'Люди'];
    expect(over(row)).toEqual(plain);
    expect(over(row, [[0, 0, 0, 1]])[3]).toBe('Люди / Телефон');
    expect(over(row, [[0, 0, 0, 0]])).toEqual(plain);
    expect(over(row, [[2, 0, 2, 1]])).toEqual(plain);
  });
  it('are groups when they fill what is empty below', () => {
    const below = ['№ гаража', '', 'ФИО', 'Телефон'];
    expect(titles([['Смета', 'Люди', 'Крыша', 'Связь'], below, data])).toEqual([
      'Смета / № гаража',
      'Люди',
      'Крыша / ФИО',
      'Связь / Телефон',
    ]);
    expect(titles([['Смета', '', 'Крыша', 'Связь'], below, data])).toEqual(below);
  });
  it('are two at most', () => {
    const groups = [1, 2, 3].map((at) => ['Смета', `Долг ${at}`, 'Люди', 'Связь']);
    expect(titles([...groups, plain, data])[1]).toBe('Долг 2 / Долг 3 / Тип');
  });
  it('reach right while titles go on below', () => {
    expect(titles([['Долг', 'Люди', '', ''], ['№ гаража', 'ФИО', '', 'Телефон'], data])).toEqual([
      'Долг / № гаража',
      'Люди / ФИО',
      '',
      'Телефон',
    ]);
    // Merged cells among the data are no titles.
    const rows = [['Долг', '', 'Люди', ''], plain, data, data];
    const whole = ['Долг / № гаража', 'Долг / Тип', 'Люди / ФИО', 'Люди / Телефон'];
    expect(titles(rows, [[2, 0, 3, 0]])).toEqual(whole);
    expect(titles([['Реестр'], [], ...rows], [[0, 0, 0, 3]])).toEqual(whole);
  });
});

describe('rows below', () => {
  const HEAD = ['№ гаража', 'ФИО', 'Долг', ''];
  const takes = (row: Value[], head: Value[] = HEAD) => headerLast([head, row, data]) === 1;
  it.each([
    [['', '', 'Дебет', 'Кредит']],
    [['', '', 'ДТ.', 'кт']],
    [['', '', 'дебет.', 'Кредит.']],
    [['', '', 1999, 2000]],
    [['', '', 'Начислено', '2024']],
    [['Адрес', 'Тип', 'красный', '']],
    [['Адрес', 'Тип', '5а', '']],
    [['Адрес', 'Тип', 2024, '']],
    [['№ гаража', 'Адрес', 'Тип', '']],
  ])('are of the header when they are %j', (row) => expect(takes(row)).toBe(true));
  it.each([
    [['', '', 'Начислено', '']],
    [['', '', 'Долг 1', 'Долг 2']],
    [['', '', '2024', 'красный']],
    [['', '', 'Дебетовый', 'красный']],
    [['', '', 'Субдт', 'Кт']],
    [['', '', 'Дт', 'Ктр']],
    [['Адрес', 'красный', '', '']],
    [['Адрес', 'Тип', 5, '']],
    [['Адрес', 'Тип', 12024, '']],
    [['Адрес', 'Тип', 20245, '']],
    [['Адрес', 'Тип', '89001110001', '']],
    [['Бокс № 1 Лебедев Алексей', 'Адрес', 'Тип', '']],
    [['№ гаража', 'Адрес', '', '']],
  ])('are data when they are %j', (row) => expect(takes(row)).toBe(false));
  it('are of the header when a title is merged down into them', () => {
    const rows = [['Реестр'], [], HEADER, ['', '', 'дом'], ...garages(2)];
    expect(headerLast(rows, [[2, 0, 3, 0]])).toBe(3);
    expect(headerLast(rows, [[2, 0, 2, 1]])).toBe(2);
    expect(headerLast(rows, [[4, 0, 5, 0]])).toBe(2);
    expect(headerLast(rows, [[0, 0, 5, 0]])).toBe(2);
  });
  it('are five with the header at most', () => {
    const words = ['Начислено', 'Сальдо', 'Итого', 'Остаток', 'Баланс', 'Внесено'];
    const rows = words.map((word, at): Value[] => ['', '', word, words[(at + 1) % 6]!]);
    expect(headerLast([HEAD, ...rows, data])).toBe(4);
    expect(headerLast([['Смета', 'Смета', 'Долг', ''], HEAD, ...rows, data])).toBe(4);
    expect(headerLast([HEAD, ...rows.slice(0, 2)])).toBe(2);
  });
  it('a title that stands in two rows is told once', () => {
    expect(
      titles([
        ['Телефон', 'Долг', ''],
        ['Телефон', '2024', '2025'],
        ['8', 1, 2],
      ]),
    ).toEqual(['Телефон', 'Долг / 2024', 'Долг / 2025']);
  });
});

describe('merged titles', () => {
  it('over most of a sheet are titles of the sheet', () => {
    const wide = (last: number) => {
      const head = ['Долг', ...Array.from({ length: 9 }, () => '')];
      return titles(
        [head, [...plain, 'Адрес', 'Размер', 'Льгота', 'Паспорт', 'Сумма', 'Долг'], [1]],
        [[0, 0, 0, last]],
      )[5];
    };
    expect(wide(6)).toBe('Долг / Размер');
    expect(wide(7)).toBe('Размер');
  });
  it('reach no further than the sheet', () => {
    expect(
      titles(
        [
          ['№ гаража', 'ФИО', ''],
          [1, 'а', 'б'],
        ],
        [[0, 1, 0, 9]],
      ),
    ).toEqual(['№ гаража', 'ФИО', 'ФИО']);
  });
});

describe('blocks side by side', () => {
  const count = (...head: string[]) => places([head, head.map((_, at) => at)]).length;
  it('repeat seven titles of ten', () => {
    expect(count('№ гаража', 'ФИО', 'Тип', '№ гаража', 'ФИО', 'Долг')).toBe(1);
    expect(count(...plain, '№ гаража', 'Тип', 'ФИО', 'Адрес')).toBe(2);
    expect(count('Ряд, № гаража', 'Долг', 'Ряд, № гаража', 'Долг')).toBe(2);
  });
  it('end where other titles begin', () => {
    expect(places([[...HEADER, ...HEADER, 'Итого', 'Сверено', 'Кем'], [1]])).toEqual([
      [0, 1, 1, 0, 2],
      [0, 1, 1, 3, 8],
    ]);
  });
  it('the first has what stands before it', () => {
    const rows = [['Ряд 1'], ['№ п/п', ...HEADER, ...HEADER], [1, 2, 'а', 'б', 3, 'в', 'г']];
    expect(found(rows).map(({ section, firstColumn }) => [section, firstColumn])).toEqual([
      ['1', 0],
      ['', 4],
    ]);
  });
  it('a section named in two cells is one', () => {
    expect(found([['Ряд', 'А'], [], HEADER, ...garages(1)])[0]!.section).toBe('А');
  });
});
