// A workbook of a whole МО: which sheet and which row goes to which ПО, what is left out and why.
import { describe, expect, it } from 'vitest';
import { FORMER_PEOPLE, type ImportField, type TableLayout } from '../../contract/importFields.ts';
import { divideBook, namesOf, type NamedPo } from '../../server/imports/rules/wholeBook.ts';
import { emptyCell, type Cell, type Sheet, type Workbook } from '../../server/imports/workbook.ts';

const cell = (text: string): Cell => (text ? { kind: 'text', value: text, text } : emptyCell);
/** `shift`: lines of the file are counted further than rows of the sheet. */
const sheetOf = (name: string, rows: string[][], shift = 1): Sheet => ({
  name,
  hidden: false,
  hiddenColumns: [],
  merges: [],
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
  row: (index) => rows[index]!.map(cell),
  lineOf: (index) => index + shift,
});
/** The table of a sheet with these fields in its columns from left to right. */
const table = (
  sheetIndex: number,
  fields: readonly (ImportField | null)[],
  more: Partial<TableLayout> = {},
): TableLayout => ({
  sheetIndex,
  firstRow: 2,
  lastRow: null,
  firstColumn: 0,
  headerRow: 1,
  columns: fields.map((field, index) => ({ index, title: '', field, confidence: 1 })),
  sectionFrom: null,
  section: '',
  fate: 'load',
  check: null,
  why: '',
  ...more,
});

const poes: readonly NamedPo[] = [
  { id: 1, name: 'КАС № 1' },
  { id: 2, name: 'КАС № 2' },
  { id: 3, name: 'Заря' },
  { id: 4, name: 'Заря' },
];

/** What each ПО gets, what is left out, the names that are kept. */
function divided(sheets: Sheet[], tables: TableLayout[], assigned: Record<string, number> = {}) {
  const workbook: Workbook = { kind: 'xlsx', sheets };
  const { parts, leftOut } = divideBook(workbook, { tables, answers: {} }, poes, assigned);
  return {
    parts: parts.map(({ po, sheets: own, names, bare }) => [po.id, [...own], Object.fromEntries(names), [...bare]]),
    leftOut: leftOut.map(({ name, from, rows, why }) => [name, from, rows, why]),
    names: namesOf(workbook, parts),
  };
}
const garages = [
  ['Гараж', 'ФИО'],
  ['1', 'Иванов Иван'],
  ['2', 'Петров Пётр'],
];
const fields = ['number', 'owner'] as const;
const UNKNOWN = 'такого ПО в МО нет';

describe('a sheet without a column of ПО', () => {
  it('belongs whole to the ПО whose name it bears', () => {
    expect(
      divided(
        [sheetOf('кас 2', garages), sheetOf('КАС № 1', garages), sheetOf('КАС №1', garages)],
        [table(0, fields), table(1, fields), table(2, fields)],
      ),
    ).toEqual({
      parts: [
        [2, [0], {}, []],
        [1, [1, 2], {}, []],
      ],
      leftOut: [],
      names: { 'кас 2': 2, 'КАС № 1': 1, 'КАС №1': 1 },
    });
  });
  it('is left out when nobody, or more than one, is called so', () => {
    expect(
      divided([sheetOf('КАС № 7', garages), sheetOf('Заря', garages)], [table(0, fields), table(1, fields)]),
    ).toEqual({
      parts: [],
      leftOut: [
        ['КАС № 7', 'sheet', 3, UNKNOWN],
        ['Заря', 'sheet', 3, 'так называются несколько ПО'],
      ],
      names: {},
    });
  });
  it('goes where a person has sent it, whatever it is called', () => {
    const sheets = [sheetOf('Заря', garages), sheetOf('КАС № 1', garages), sheetOf('КАС № 2', garages)];
    expect(divided(sheets, [table(0, fields)], { Заря: 4, 'КАС № 1': 2, 'КАС № 2': 77 })).toEqual({
      parts: [
        [4, [0], {}, []],
        [2, [1, 2], {}, []],
      ],
      leftOut: [],
      names: { Заря: 4, 'КАС № 1': 2, 'КАС № 2': 2 },
    });
  });
  it('is empty whatever it is called', () => {
    expect(divided([sheetOf('КАС № 1', [])], []).leftOut).toEqual([['КАС № 1', 'sheet', 0, 'пустой лист']]);
  });
  it('that is not loaded is named with its reason, and by its name where none is said', () => {
    const sheets = [sheetOf('КАС № 1', garages), sheetOf('КАС № 2', garages)];
    const skipped = table(0, fields, { fate: 'skip', why: 'лист для чтения' });
    expect(divided(sheets, [skipped, table(1, fields, { fate: 'skip' })])).toMatchObject({
      parts: [[2, [1], {}, []]],
      leftOut: [['КАС № 1', 'sheet', 3, 'лист для чтения']],
    });
    // A reason is that of what is not loaded, and of the first table.
    expect(divided(sheets, [table(0, fields, { why: 'взяты люди' }), skipped]).parts).toEqual([
      [1, [0], {}, []],
      [2, [1], {}, []],
    ]);
  });
});

describe('rows of a sheet with a column of ПО', () => {
  const named = (...names: string[]) => [['ПО', 'Гараж'], ...names.map((name, at) => [name, String(at + 1)])];
  const columns = ['po', 'number'] as const;

  it('go to the ПО they name, under each of its names, whatever the sheet is called', () => {
    const sheet = sheetOf('КАС № 1', named('КАС № 2', 'кас 2', 'КАС № 1', 'КАС № 2'));
    expect(divided([sheet], [table(0, columns)])).toEqual({
      parts: [
        [2, [0], { 0: ['КАС № 2', 'кас 2'] }, []],
        [1, [0], { 0: ['КАС № 1'] }, []],
      ],
      leftOut: [],
      names: { 'КАС № 2': 2, 'кас 2': 2, 'КАС № 1': 1 },
    });
  });
  it('are left out, counted, when they name nobody, somebody unknown, several, or former people', () => {
    const sheet = sheetOf(
      'Лист',
      named('КАС № 1', '', 'КАС № 7', 'КАС № 7', FORMER_PEOPLE, 'Заря', 'КАС № 1', 'КАС № 1'),
    );
    expect(divided([sheet], [table(0, columns)])).toMatchObject({
      parts: [[1, [0], { 0: ['КАС № 1'] }, []]],
      leftOut: [
        ['', 'column', 1, 'ПО в строке не указано'],
        ['КАС № 7', 'column', 2, UNKNOWN],
        [FORMER_PEOPLE, 'column', 1, 'прежние владельцы: только имена, они остаются в прежнем реестре'],
        ['Заря', 'column', 1, 'так называются несколько ПО'],
      ],
    });
  });
  it('go where a person has sent their name', () => {
    const sheet = sheetOf('Лист', named('КАС № 7', 'КАС № 7'));
    expect(divided([sheet], [table(0, columns)], { 'КАС № 7': 2 })).toEqual({
      parts: [[2, [0], { 0: ['КАС № 7'] }, []]],
      leftOut: [],
      names: { 'КАС № 7': 2 },
    });
  });
  it('of two tables are counted together; those of a table that is not loaded are not', () => {
    const rows = [...named('КАС № 7', 'КАС № 7'), ...named('КАС № 7'), ...named('КАС № 8')];
    const tables = [
      table(0, columns, { lastRow: 3 }),
      table(0, columns, { firstRow: 5, headerRow: 4, lastRow: 5 }),
      table(0, columns, { firstRow: 7, headerRow: 6, fate: 'skip' }),
    ];
    expect(divided([sheetOf('Лист', rows)], tables).leftOut).toEqual([['КАС № 7', 'column', 3, UNKNOWN]]);
  });
  it('of several sheets make one part', () => {
    const sheets = [sheetOf('а', named('КАС № 1')), sheetOf('КАС № 1', garages), sheetOf('б', named('КАС 1'))];
    expect(divided(sheets, [table(0, columns), table(1, fields), table(2, columns)])).toEqual({
      parts: [[1, [0, 1, 2], { 0: ['КАС № 1'], 2: ['КАС 1'] }, []]],
      leftOut: [],
      names: { 'КАС № 1': 1, 'КАС 1': 1 },
    });
  });
});

describe('a table without a column of ПО beside one that has it', () => {
  /** Lines 1–3 name their ПО, lines 4–9 do not; line 7 is empty, line 8 says something elsewhere. */
  const rows = [
    ['ПО', 'Гараж'],
    ['КАС № 1', '1'],
    ['КАС № 1', '2'],
    ['Гараж', 'ФИО'],
    ['3', ''],
    ['', 'Иванов Иван'],
    [],
    ['', '', 'сверено'],
    ['4', ''],
  ];
  const whole = table(0, ['po', 'number'], { lastRow: 3 });
  const bare = (more: Partial<TableLayout> = {}) => table(0, fields, { firstRow: 5, headerRow: 4, ...more });

  it('is of the ПО after whom the sheet is called', () => {
    expect(divided([sheetOf('КАС № 2', rows)], [whole, bare()])).toEqual({
      parts: [
        [2, [0], {}, [0]],
        [1, [0], { 0: ['КАС № 1'] }, []],
      ],
      leftOut: [],
      names: { 'КАС № 2': 2, 'КАС № 1': 1 },
    });
    expect(divided([sheetOf('кас 1', rows)], [whole, bare()])).toEqual({
      parts: [[1, [0], { 0: ['КАС № 1'] }, [0]]],
      leftOut: [],
      names: { 'КАС № 1': 1, 'кас 1': 1 },
    });
  });
  it('is nobody’s on any other sheet: its filled lines are counted', () => {
    const leftOut = (...tables: TableLayout[]) => divided([sheetOf('Лист', rows)], [whole, ...tables]).leftOut;
    const told = (count: number) => [['Лист', 'sheet', count, 'таблица без столбца ПО']];
    expect(leftOut(bare())).toEqual(told(3));
    expect(leftOut(bare({ lastRow: 8 }))).toEqual(told(2));
    expect(leftOut(bare({ lastRow: 9 }))).toEqual(told(3));
    expect(leftOut(bare({ firstRow: 6 }))).toEqual(told(2));
    expect(leftOut(bare({ lastRow: 5 }), bare({ firstRow: 9 }))).toEqual(told(2));
    expect(leftOut(bare({ firstRow: 1, headerRow: 0, lastRow: 1 }))).toEqual(told(1));
    expect(leftOut(bare({ fate: 'skip' }))).toEqual([]);
    expect(leftOut()).toEqual([]);
    // Lines of the file, not rows of the sheet.
    expect(divided([sheetOf('Лист', rows, 2)], [table(0, ['po', 'number'], { lastRow: 4 }), bare()]).leftOut).toEqual(
      told(4),
    );
  });
});
