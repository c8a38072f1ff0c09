// Rows of one sheet as they are read: edges of days and lengths, corrections, formulas, sums that must agree, lists of people.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ImportField, ImportLayout, TableLayout } from '../../contract/importFields.ts';
import { parseRegistry } from '../../server/imports/parse.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { openUnpacked, readWorkbook } from '../../server/imports/workbook.ts';
import { TODAY } from './toExpected.ts';

const as = (change: (table: TableLayout) => Partial<TableLayout>) => (layout: ImportLayout) => ({
  ...layout,
  tables: layout.tables.map((table) => ({ ...table, ...change(table) })),
});

/** Rows of a book read with corrections `[line, field, text]` under the layout that is proposed, changed by a person. */
async function read(
  sheets: Record<string, CellValue[][]> | CellValue[][],
  typed: [number, ImportField, string][] = [],
  changed: (layout: ImportLayout) => ImportLayout = (layout) => layout,
): Promise<ParsedRow[]> {
  const named = Array.isArray(sheets) ? { Лист: sheets } : sheets;
  const book = await writeXlsx({ sheets: Object.entries(named).map(([name, rows]) => ({ name, rows })) });
  const workbook = await readWorkbook(book, 'a.xlsx');
  const overrides = typed.map(([row, field, text]) => ({ sheet: 0, row, column: 0, field, text }));
  return (await parseRegistry(workbook, changed((await proposeLayout(workbook)).layout), overrides, TODAY)).rows;
}
const codes = (row: ParsedRow | undefined) => row!.issues.map((issue) => issue.code);
const raws = (row: ParsedRow | undefined) => row!.attention.map(({ raw }) => raw);
const names = [
  'Иванов Иван Ильич',
  'Петров Пётр Ильич',
  'Сидорова Анна Ильинична',
  'Орлов Олег Ильич',
  'Котова Яна Ильинична',
];

describe('edges', () => {
  it('days: of today, of the first one that is believed, and those beside them', async () => {
    const rows = await read([
      ['№ гаража', 'ФИО', 'Дата рождения', 'Дата постройки'],
      [1, names[0]!, '02.01.1900', '28.11.2026'],
      [2, names[1]!, '01.01.1900', '29.11.2026'],
      [3, names[2]!, '28.11.2026', '01.01.1850'],
      [4, names[3]!, '29.11.2026', '31.12.1849'],
    ]);
    expect(
      rows.map((row) => [row.owners[0]!.birthday, row.garage!.plain.date_of_construction, codes(row).length]),
    ).toEqual([
      ['1900-01-02', '2026-11-28', 0],
      [null, null, 2],
      ['2026-11-28', '1850-01-01', 0],
      [null, null, 2],
    ]);
  });

  it('a text as long as the card takes is stored, a longer one is kept whole beside the garage', async () => {
    const rows = await read([
      ['№ гаража', 'ФИО', '№ членского билета', 'Адрес прописки'],
      ['1'.repeat(20), names[0]!, '1'.repeat(40), 'я'.repeat(300)],
      ['2'.repeat(21), names[1]!, '1'.repeat(41), 'я'.repeat(301)],
      [3, names[2]!, null, null],
    ]);
    expect(rows.map((row) => [row.outcome, row.owners[0]!.ticketNumber, row.owners[0]!.registrationAddress])).toEqual([
      ['created', '1'.repeat(40), 'я'.repeat(300)],
      ['error', null, null],
      ['created', null, null],
    ]);
    expect(raws(rows[1])).toEqual(expect.arrayContaining(['1'.repeat(41), 'я'.repeat(301)]));
  });

  it('whoever entered as a child did not: the day is told, membership is not stored', async () => {
    const rows = await read([
      ['№ гаража', 'ФИО', 'Дата рождения', 'Член ВОА с'],
      [1, names[0]!, '01.02.1960', '05.06.1990'],
      [2, names[1]!, '01.02.1989', '05.06.1990'],
      [3, names[2]!, '01.02.1960', null],
    ]);
    expect(rows.map(({ owners: [one] }) => [one!.voaEntryDate, one!.isVoaMember])).toEqual([
      ['1990-06-05', true],
      [null, false],
      [null, false],
    ]);
    expect(codes(rows[1])).toEqual(['date_doubtful']);
  });
});

describe('what a person wrote over a cell', () => {
  const section: CellValue[][] = [
    ['Ряд', '№ гаража', 'ФИО'],
    ...names.map((name, at): CellValue[] => ['1', at + 1, name]),
    [null, '06', 'Зимин Олег Ильич'],
  ];
  it('is not asked about again: a nought in front, an empty section', async () => {
    expect(codes((await read(section)).at(-1))).toEqual(['number_zeros', 'section_missing']);
    const rows = await read(section, [
      [7, 'number', '06'],
      [7, 'section', ''],
    ]);
    expect([codes(rows.at(-1)), rows.at(-1)!.garage!.section, rows.at(-1)!.garage!.number]).toEqual([[], '', '06']);
  });

  it('an emptied section is empty under a row that names one', async () => {
    const rows: CellValue[][] = [
      ['№ гаража', 'ФИО'],
      ['Ряд 1', null],
      [1, names[0]!],
      [2, names[1]!],
      [3, names[2]!],
    ];
    const emptied = await read(rows, [[4, 'section', '']]);
    expect(emptied.filter((row) => row.garage).map((row) => row.garage!.section)).toEqual(['1', '', '1']);
  });

  it('saves a row that was no garage, if it has a number; without one it is none still', async () => {
    const rows: CellValue[][] = [
      ['№ гаража', 'ФИО', 'Долг'],
      [1, names[0]!, 10],
      [2, names[1]!, 20],
      ['Итого', null, 30],
      ['Ряд 2', null, null],
    ];
    expect((await read(rows)).slice(2).map((row) => row.ignoredAs)).toEqual(['total', 'subtitle']);
    const saved = await read(rows, [
      [4, 'number', '4'],
      [5, 'number', '5'],
    ]);
    expect(saved.slice(2).map((row) => [row.outcome === 'ignored', row.garage?.number])).toEqual([
      [false, '4'],
      [false, '5'],
    ]);
    const without = await read(rows, [[4, 'note', 'ключ']]);
    expect(without[2]!.ignoredAs).toBe('total');
  });
});

describe('a formula', () => {
  const head = ['№ гаража', 'Фамилия', 'Имя', 'Телефон', 'Примечание'];
  it('that failed names nobody and is kept; a text that looks like one is told, a phone with a plus is not', async () => {
    const rows = [
      head,
      [1, '#REF!', 'Иван', '+79001110001', '=ключ у соседа'],
      [2, 'Петров', 'Пётр', '89001110002', 'ключ у соседа'],
      [3, 'Сидорова', 'Анна', '89001110003', '@сосед'],
    ];
    const [place, none] = [['1,1'], []];
    const sheet = { name: 'Лист', hidden: false, hiddenColumns: [], merges: none, columnCount: 5, lines: null };
    const workbook = openUnpacked({ kind: 'xlsx', sheets: [{ ...sheet, rows, formulas: none, errors: place }] });
    const parsed = (await parseRegistry(workbook, (await proposeLayout(workbook)).layout, [], TODAY)).rows;
    expect(parsed.map((row) => row.owners.map((one) => one.lastName))).toEqual([['Иван'], ['Петров'], ['Сидорова']]);
    expect([codes(parsed[0]).toSorted(), codes(parsed[1]), codes(parsed[2])]).toEqual([
      ['formula_value', 'text_looks_like_formula'],
      [],
      ['text_looks_like_formula'],
    ]);
    expect(raws(parsed[0])).toContain('#REF!');
  });
});

describe('sums of a row', () => {
  it('that do not agree are told; by a kopeck they do, and where one is not read nothing is said', async () => {
    const head = ['№ гаража', 'ФИО', 'Долг на начало', 'Начислено', 'Оплачено', 'Долг на конец'];
    const good = Array.from({ length: 20 }, (_, at): CellValue[] => [at + 1, names[at % 5]!, 100, 50, 30, 120]);
    const rows = await read([
      head,
      ...good,
      [21, names[0]!, 100, 50, 30, 130],
      [22, names[1]!, 100, 50, 30, 120.009],
      [23, names[2]!, 'сто', 50, 30, 130],
    ]);
    expect(rows.filter((row) => codes(row).includes('balance_mismatch')).map((row) => row.garage!.number)).toEqual([
      '21',
    ]);
  });
});

describe('a list of people', () => {
  const people = (rows: CellValue[][], change: Partial<TableLayout> = {}) =>
    read(
      {
        Гаражи: [
          ['№ гаража', 'ФИО'],
          [1, 'Зимин Олег Ильич'],
          [2, 'Лосев Олег Ильич'],
        ],
        Люди: rows,
      },
      [],
      (layout) => ({
        ...layout,
        tables: layout.tables.map((table) =>
          table.sheetIndex === 1 ? { ...table, fate: 'people', ...change } : table,
        ),
      }),
    );
  const fates = (rows: ParsedRow[]) =>
    rows.filter((row) => row.sheet === 1).map((row) => row.ignoredAs ?? row.owners.map((one) => one.lastName).join());

  it('has people, and rows that are none', async () => {
    const rows = await people([
      ['ФИО', 'Телефон', 'Код человека'],
      [names[0]!, '89001110001', 'c1'],
      [null, null, null],
      ['ФИО', 'Телефон', 'Код человека'],
      ['не установлен', '89001110002', null],
      ['Итого', '2', null],
      ['Всеволодов Пётр Ильич', 'узнать', 'c2'],
    ]);
    expect(fates(rows)).toEqual(['Иванов', 'blank', 'header', 'footer', 'total', 'Всеволодов']);
    expect(codes(rows.at(-1))).toEqual(['phone_unparsable']);
  });

  it('may name them by surnames', async () => {
    const rows = await people([
      ['Фамилия', 'Имя', 'Код человека'],
      ['Иванов', 'Иван', 'c1'],
      ['Петров', 'Пётр', 'c2'],
    ]);
    expect(fates(rows)).toEqual(['Иванов', 'Петров']);
  });

  it('of one ПО leaves out those of the others', async () => {
    const rows = await people(
      [
        ['ПО', 'ФИО', 'Код человека'],
        ['КАС № 1', names[0]!, 'c1'],
        ['КАС № 2', names[1]!, 'c2'],
      ],
      { po: ['КАС № 1'] },
    );
    expect(fates(rows)).toEqual(['Иванов', 'other_po']);
  });

  it('that says of one person twice: more is taken, otherwise is told, with the place', async () => {
    const rows = await people([
      ['ФИО', 'Телефон', 'E-mail', 'Код человека'],
      [names[0]!, '89001110001', null, 'c1'],
      [names[0]!, null, 'a@example.ru', 'c1'],
      [names[0]!, '89001110009', null, 'c1'],
      [names[0]!, '89001110001', null, 'c1'],
    ]);
    const told = rows.filter((row) => row.sheet === 1);
    expect(told.map((row) => [row.isNamed ?? false, codes(row)])).toEqual([
      [false, []],
      [false, []],
      [true, ['person_told_twice']],
      [true, []],
    ]);
    expect(told[2]!.issues[0]!.message).toContain('в строке 2 о нём сказано иначе');
  });
});

describe('one garage', () => {
  it('on two sheets is refused on the second, with the place of the first', async () => {
    const rows = await read({
      Первый: [
        ['Ряд', '№ гаража', 'ФИО'],
        ['1', 1, names[0]!],
        ['1', 2, names[1]!],
      ],
      Второй: [
        ['Ряд', '№ гаража', 'ФИО'],
        ['1', 2, names[2]!],
        ['2', 7, names[3]!],
      ],
    });
    expect(rows.map((row) => row.outcome)).toEqual(['created', 'created', 'error', 'created']);
    expect(rows[2]!.issues[0]!.message).toContain('уже есть на другом листе в строке 3');
  });
});

it('a header below which a person says the table begins is no row of it', async () => {
  const rows = await read(
    [
      ['№ гаража', 'ФИО'],
      [1, names[0]!],
      [2, names[1]!],
      [3, names[2]!],
    ],
    [],
    as(() => ({ headerRow: 2, firstRow: 2 })),
  );
  expect(rows.map((row) => row.garage!.number)).toEqual(['2', '3']);
});

it('a sheet that is a section by its name stays it below a line of its own', async () => {
  const rows = await read(
    [
      ['№ гаража', 'ФИО'],
      [1, names[0]!],
      ['Ряд 7', null],
      [2, names[1]!],
      [3, names[2]!],
    ],
    [],
    as(() => ({ section: 'Б', sectionFrom: 'sheet' })),
  );
  expect(rows.filter((row) => row.garage).map((row) => row.garage!.section)).toEqual(['Б', 'Б', 'Б']);
});
