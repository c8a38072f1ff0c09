// Tables of a sheet: where a header stands and how many rows it takes, tables one under another and side by side, sections over them.
import { describe, expect, it } from 'vitest';
import { findTables } from '../../server/imports/rules/tables.ts';
import type { Value } from './columnTable.ts';
import { found, garages, HEADER, places, sheetOf, titles } from './sheetTables.ts';

describe('the header', () => {
  it('is missing where no row names two fields: the sheet is one table', () => {
    const rows = [...garages(2), ['Долг']];
    expect(found(rows)).toEqual([
      {
        headerLast: -1,
        firstRow: 0,
        lastRow: 2,
        firstColumn: 0,
        lastColumn: 2,
        titles: [0, 1, 2].map(() => ({ own: '', above: [] })),
        section: '',
      },
    ]);
    expect(places([['ФИО', 'ФИО']])).toEqual([[-1, 0, 0, 0, 1]]);
    expect(places([])).toEqual([[-1, 0, -1, 0, -1]]);
  });
  it('is the first row with about as many titles as the best', () => {
    expect(places([HEADER, ...garages(2)])).toEqual([[0, 1, 2, 0, 2]]);
    expect(places([['Реестр гаражей'], [], ['КАС', 'на 01.01.2026'], HEADER, ...garages(2)])).toEqual([
      [3, 4, 5, 0, 2],
    ]);
    // Two of five are too few, three are enough.
    const best = ['№ гаража', 'ФИО', 'Телефон', 'Адрес', 'Тип'];
    expect(places([['№ гаража', 'ФИО'], [], best, [1, 'а', 'б', 'в', 'г']])).toEqual([[2, 3, 3, 0, 4]]);
    expect(places([['№ гаража', 'ФИО', 'Адрес'], [1, 'а', 'б'], [], best, [1, 'а', 'б', 'в', 'г']])[0]).toEqual([
      0, 1, 2, 0, 4,
    ]);
  });
  it('is looked for on the first sixty rows', () => {
    const empty = (count: number): Value[][] => Array.from({ length: count }, () => []);
    expect(places([...empty(59), HEADER, [1, 'а', 'б']])[0]![0]).toBe(59);
    expect(places([...empty(60), HEADER, [1, 'а', 'б']])[0]![0]).toBe(-1);
  });
  it('holds titles alone: no sums, no phones, no addresses of mail, no long texts', () => {
    expect(places([['№ гаража', 'ФИО', 5], HEADER, ...garages(1)])[0]![0]).toBe(1);
    expect(
      places([
        ['№ гаража', 'ФИО', '2024'],
        [1, 'а', 5],
      ])[0]![0],
    ).toBe(0);
    expect(
      places([
        ['№ гаража', 'ФИО', 2024],
        [1, 'а', 5],
      ])[0]![0],
    ).toBe(0);
    for (const text of ['тел. 89001110001', 'a@b.ru', '+7 900 111-00-01', '(812) 555-01-01-2', 'ф'.repeat(81)])
      expect([text, places([['№ гаража', 'ФИО', text], HEADER, ...garages(1)])[0]![0]]).toEqual([text, 1]);
    expect(places([['№ гаража', 'ФИО', 'ф'.repeat(80)], ['1', 'а', 'б'], HEADER])[0]![0]).toBe(0);
    // None better: it is taken as it is.
    expect(
      places([
        ['№ гаража', 'ФИО', 5],
        [1, 'а', 6],
      ]),
    ).toEqual([[0, 1, 1, 0, 2]]);
  });
  it('takes in the titles below: merged down, of money, of years', () => {
    const two = [
      ['№ гаража', 'ФИО', 'Долг', ''],
      ['', '', 2024, 2025],
      [1, 'Иванов Иван', 100, 200],
    ];
    expect(titles(two)).toEqual(['№ гаража', 'ФИО', 'Долг / 2024', 'Долг / 2025']);
    expect(places(two)).toEqual([[1, 2, 2, 0, 3]]);
    expect(
      titles([
        ['№ гаража', 'ФИО', 'Сальдо', ''],
        ['', '', 'Дебет', 'Кт.'],
        [1, 'а', 1, 2],
      ]),
    ).toEqual(['№ гаража', 'ФИО', 'Сальдо / Дебет', 'Сальдо / Кт.']);
    expect(
      places([
        ['№ гаража', 'ФИО', 'Итоги', ''],
        ['', '', 'Начислено', 'Оплачено'],
        [1, 'а', 1, 2],
      ])[0]![0],
    ).toBe(1);
    expect(
      places(
        [
          ['№ гаража', 'ФИО', 'Телефон'],
          ['прим.', '', ''],
          [1, 'а', 'б'],
        ],
        [[0, 0, 1, 0]],
      )[0]![0],
    ).toBe(1);
    expect(
      places([
        ['№ гаража', 'ФИО', 'Телефон'],
        ['прим.', '', ''],
        [1, 'а', 'б'],
      ])[0]![0],
    ).toBe(0);
  });
  it('does not take in data: numbers, names beside them, the same words again', () => {
    expect(
      places([
        ['№ гаража', 'ФИО', 'Долг', ''],
        ['', '', 100, 200],
      ])[0]![0],
    ).toBe(0);
    expect(
      places([
        ['№ гаража', 'ФИО', 'Долг', ''],
        ['', '', 2024, 300],
      ])[0]![0],
    ).toBe(0);
    expect(
      places([
        ['№ гаража', 'ФИО'],
        ['Бокс № 1 Лебедев Алексей', 'Телефон'],
      ])[0]![0],
    ).toBe(0);
    expect(places([HEADER, ['№ гаража', 'ФИО', 'Телефон'], ...garages(1)])[0]![0]).toBe(0);
    expect(places([HEADER, ['Адрес', 'Тип', 'Размер'], ...garages(1)])[0]![0]).toBe(1);
    expect(places([HEADER, ['Ворота', 'Крыша', 'Свет'], ...garages(1)])[0]![0]).toBe(0);
  });
  it('takes in the groups above', () => {
    const rows = [
      ['Реестр'],
      ['Гараж', '', 'Владелец', ''],
      ['№ гаража', 'Тип', 'ФИО', 'Телефон'],
      [1, 'Кирпич', 'Иванов Иван', '8'],
    ];
    const whole = ['Гараж / № гаража', 'Гараж / Тип', 'Владелец / ФИО', 'Владелец / Телефон'];
    expect(titles(rows)).toEqual(whole);
    expect(
      titles(rows, [
        [1, 0, 1, 1],
        [1, 2, 1, 3],
      ]),
    ).toEqual(whole);
    // With merges elsewhere nothing is spread that is not merged.
    expect(titles(rows, [[1, 0, 1, 1]])).toEqual([...whole.slice(0, 3), 'Телефон']);
    expect(places(rows)).toEqual([[2, 3, 3, 0, 3]]);
  });
  it('no group is a title of the whole sheet, a section, a line of figures', () => {
    const below = [
      ['№ гаража', 'Тип', 'ФИО', 'Телефон'],
      [1, 'Кирпич', 'Иванов Иван', '8'],
    ];
    const plain = ['№ гаража', 'Тип', 'ФИО', 'Телефон'];
    expect(titles([['Реестр гаражей', '', '', ''], ...below], [[0, 0, 0, 3]])).toEqual(plain);
    expect(titles([['Реестр', '', '', ''], ...below])).toEqual(plain);
    expect(titles([['Ряд 1', '', 'Ряд 2', ''], ...below])).toEqual(plain);
    expect(titles([['Смета', '', 100, ''], ...below])).toEqual(plain);
    expect(titles([['Смета', '', 'тел. 89001110001', ''], ...below])).toEqual(plain);
    expect(titles([['Смета', 'Долги', 'Люди', 'Связь'], ...below])).toEqual([
      'Смета / № гаража',
      'Долги / Тип',
      'Люди / ФИО',
      'Связь / Телефон',
    ]);
    expect(titles([['Смета', 'Люди', 'Крыша', 'Связь'], ...below])).toEqual(plain);
  });
  it('repeats a merged title over its columns, of a narrow sheet too', () => {
    expect(
      titles(
        [
          ['ФИО', '', '№ гаража'],
          ['Иванов', 'Иван', 1],
        ],
        [[0, 0, 0, 1]],
      ),
    ).toEqual(['ФИО', 'ФИО', '№ гаража']);
    expect(
      titles(
        [
          ['ФИО', '', '№ гаража', 'Тип'],
          ['а', 'б', 1, 'в'],
        ],
        [[0, 0, 0, 9]],
      ),
    ).toEqual(['ФИО', '', '№ гаража', 'Тип']);
    expect(
      titles(
        [
          ['Долг', '', ''],
          ['№ гаража', 'ФИО', 'Тип'],
          [1, 'а', 'б'],
        ],
        [[0, 0, 0, 2]],
      ),
    ).toEqual(['Долг / № гаража', 'Долг / ФИО', 'Долг / Тип']);
  });
});

describe('tables one under another', () => {
  it('begin with their own headers', () => {
    const other = ['№ бокса', 'Владелец', 'Долг'];
    expect(places([HEADER, ...garages(2), [], other, ...garages(2)])).toEqual([
      [0, 1, 3, 0, 2],
      [4, 5, 6, 0, 2],
    ]);
    expect(found([HEADER, ...garages(1), other, ...garages(1)])[1]!.titles.map(({ own }) => own)).toEqual(other);
  });
  it('are one where the header only comes again on the next page', () => {
    expect(places([HEADER, ...garages(2), HEADER, ...garages(2, 3)])).toEqual([[0, 1, 5, 0, 2]]);
    const wide = ['№ гаража', 'ФИО', 'Телефон', 'Адрес'];
    expect(
      places([wide, [1, 'а', 'б', 'в'], ['№ гаража', 'Фио', 'телефон', 'Прописка'], [2, 'а', 'б', 'в']]),
    ).toHaveLength(1);
    expect(places([wide, [1, 'а', 'б', 'в'], ['№ гаража', 'ФИО', 'Почта', 'Тип'], [2, 'а', 'б', 'в']])).toHaveLength(2);
  });
  it('do not begin with what is no header', () => {
    for (const row of [
      // Of people, not of garages.
      ['ФИО', 'Телефон', 'Адрес'],
      // One title among other words, or among figures.
      ['№ бокса', 'красный', 'ворота'],
      ['№ бокса', 5, 6],
      ['№ бокса', 'Долг', 7],
      ['№ бокса', '', ''],
      ['№ бокса 1234', 'Долг 1234', ''],
    ])
      expect([row, places([HEADER, ...garages(1), row, ...garages(1)]).length]).toEqual([row, 1]);
  });
  it('a long sheet gives way every hundred rows', () => {
    const finding = findTables(sheetOf([HEADER, ...garages(300)]));
    let turns = 0;
    while (!finding.next().done) turns += 1;
    expect(turns).toBe(3);
  });
});

describe('tables side by side', () => {
  const pair = [...HEADER, ...HEADER];
  const two = garages(2).map((row) => [...row, ...row]);
  it('are as wide as their titles repeat', () => {
    expect(places([pair, ...two])).toEqual([
      [0, 1, 2, 0, 2],
      [0, 1, 2, 3, 5],
    ]);
    expect(
      places([
        ['№ гаража', 'Долг', '№ гаража', 'Долг', '№ гаража', 'Долг'],
        [1, 2, 3, 4, 5, 6],
      ]),
    ).toEqual([
      [0, 1, 1, 0, 1],
      [0, 1, 1, 2, 3],
      [0, 1, 1, 4, 5],
    ]);
    expect(
      places([
        [...HEADER, '', ...HEADER],
        [1, 'а', 'б', '', 2, 'в', 'г'],
      ]),
    ).toEqual([
      [0, 1, 1, 0, 3],
      [0, 1, 1, 4, 6],
    ]);
  });
  it('may have up to two titles in common before them', () => {
    expect(
      places([
        ['№ п/п', ...pair],
        [1, ...two[0]!],
      ]),
    ).toEqual([
      [0, 1, 1, 0, 3],
      [0, 1, 1, 4, 6],
    ]);
    expect(
      places([
        ['№ п/п', 'ПО', ...pair],
        [1, 'КАС', ...two[0]!],
      ]),
    ).toHaveLength(2);
    expect(
      places([
        ['№ п/п', 'ПО', 'Тип', ...pair],
        [1, 'КАС', 'а', ...two[0]!],
      ]),
    ).toHaveLength(1);
  });
  it('are none where other titles repeat', () => {
    expect(
      places([
        ['№ гаража', 'Телефон', 'Адрес', 'Телефон', 'Адрес'],
        [1, 2, 3, 4, 5],
      ]),
    ).toHaveLength(1);
    expect(
      places([
        ['№ гаража', 'ФИО', 'Тип', '№ гаража', 'Адрес', 'Долг'],
        [1, 2, 3, 4, 5, 6],
      ]),
    ).toHaveLength(1);
  });
  it('have sections of their own', () => {
    const rows = [['Ряд 1', '', '', 'Ряд 2', '', ''], pair, ...two];
    expect(found(rows).map(({ section }) => section)).toEqual(['1', '2']);
    expect(found([['Ряд 1'], pair, ...two]).map(({ section }) => section)).toEqual(['1', '']);
  });
});

describe('the section over a table', () => {
  const sectionOf = (...above: Value[][]) => found([...above, HEADER, ...garages(2)])[0]!.section;
  it('stands on a line of its own, four lines above at most', () => {
    expect(sectionOf(['Ряд 1'])).toBe('1');
    expect(sectionOf(['Ряд', '№ 1'], [])).toBe('1');
    expect(sectionOf(['Ряд 1'], [], ['Владельцы'], [])).toBe('1');
    expect(sectionOf(['Ряд 1'], [], [], [], [])).toBe('');
    expect(sectionOf(['Ряд 1'], ['Ряд 2'])).toBe('2');
    expect(sectionOf(['Реестр'])).toBe('');
    expect(sectionOf()).toBe('');
    expect(sectionOf(['Ряд 1'], ['а', 'б', 'в'])).toBe('');
    expect(sectionOf(['Ряд 1', 'а', 'б'])).toBe('');
  });
});
