// What a person writes over a cell stands for everything the row said of it; two lines of a garage and formulas lose nothing.
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import type { ImportField } from '../../contract/importFields.ts';
import { kindGroups } from '../../resources/admin/imports/importRules.ts';
import { parseRegistry } from '../../server/imports/parse.ts';
import { countKinds, readTexts } from '../../server/imports/preview.ts';
import type { ParsedRow } from '../../server/imports/rows.ts';
import { proposeLayout } from '../../server/imports/rules/layout.ts';
import { readWorkbook } from '../../server/imports/workbook.ts';
import { TODAY } from './toExpected.ts';

/** Rows of a sheet under a header, read with corrections `[line, field, text]`. */
async function readRows(
  rows: CellValue[][],
  typed: [number, ImportField, string][] = [],
  more: object = {},
): Promise<ParsedRow[]> {
  const workbook = await readWorkbook(await writeXlsx({ sheets: [{ name: 'Лист', rows, ...more }] }), 'a.xlsx');
  const overrides = typed.map(([row, field, text]) => ({ sheet: 0, row, column: 0, field, text }));
  return (await parseRegistry(workbook, (await proposeLayout(workbook)).layout, overrides, TODAY)).rows;
}
const codes = (row: ParsedRow) => row.issues.map((issue) => issue.code);

describe('a corrected sum', () => {
  const sheet = (title: string, cell: CellValue, ...other: CellValue[]): CellValue[][] => [
    ['№ гаража', 'ФИО', title, ...(other.length ? ['Переплата'] : [])],
    [1, 'Иванов Иван Петрович', cell, ...other],
    [2, 'Петров Пётр Ильич', -100, ...other.map(() => null)],
    [3, 'Сидорова Анна Ильинична', 200, ...other.map(() => null)],
  ];

  it.each([
    ['Сальдо (минус — долг)', 'debt', '2500', -250_000],
    ['Сальдо (минус — долг)', 'debt', 'переплата 2500', 250_000],
    ['Сальдо (минус — долг)', 'debt', '', 0],
    ['Сальдо (минус — долг)', 'credit', '700', 70_000],
    ['Долг (минус — переплата)', 'debt', '2500', -250_000],
    ['Долг', 'balance', '-40', -4000],
  ] as const)('%s: %s «%s» stands alone', async (title, field, text, kopecks) => {
    const [row] = await readRows(sheet(title, 'долг 3000'), [[2, field, text]]);
    expect(row!.openingBalanceKopecks).toBe(kopecks);
    expect(row!.balanceParts.reduce((sum, part) => sum + part.kopecks, 0)).toBe(kopecks);
  });

  it('silences a column of overpayments beside it, and its remarks', async () => {
    const [before] = await readRows(sheet('Долг', 3000, 'аванс 500'));
    expect([before!.openingBalanceKopecks, codes(before!)]).toEqual([-250_000, ['balance_text']]);
    const [row] = await readRows(sheet('Долг', 3000, 'аванс 500'), [[2, 'debt', '2400']]);
    expect([row!.openingBalanceKopecks, codes(row!)]).toEqual([-240_000, []]);
    expect(row!.raw.credit).toBe('аванс 500');
  });

  it('is not added to a sum kept on a sheet of debts', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Гаражи',
          rows: [
            ['№ гаража', 'ФИО'],
            [1, 'Иванов Иван Петрович'],
            [2, 'Петров Пётр Ильич'],
          ],
        },
        {
          name: 'Долги',
          rows: [
            ['№ гаража', 'Долг'],
            [1, 3000],
            [2, 10],
          ],
        },
      ],
    });
    const workbook = await readWorkbook(bytes, 'a.xlsx');
    const { layout: guessed } = await proposeLayout(workbook);
    const layout = {
      ...guessed,
      tables: guessed.tables.map((table, at) => ({
        ...table,
        fate: at === 1 ? ('money' as const) : ('load' as const),
      })),
    };
    const read = async (text: string | null) => {
      const typed = text === null ? [] : [{ sheet: 0, row: 2, column: 0, field: 'debt' as const, text }];
      return (await parseRegistry(workbook, layout, typed, TODAY)).rows[0]!;
    };
    expect((await read(null)).openingBalanceKopecks).toBe(-300_000);
    const corrected = await read('2500');
    expect(corrected.openingBalanceKopecks).toBe(-250_000);
    expect(codes(corrected)).toEqual([]);
  });

  it('an overpayment is told by the stored texts', async () => {
    const [row] = await readRows(sheet('Сальдо (минус — долг)', 'переплата 500'));
    expect(readTexts(row!).credit).toBe('500,00');
  });
});

describe('a corrected name', () => {
  const apart: CellValue[][] = [
    ['№ гаража', 'Фамилия', 'Имя', 'Отчество'],
    [1, 'Ивановъ', 'Ив4н', 'Петрович'],
    [2, 'Петров', 'Пётр', 'Ильич'],
    [3, 'Сидорова', 'Анна', 'Ильинична'],
  ];
  const names = (row: ParsedRow) => row.owners.map((one) => [one.lastName, one.firstName, one.fatherName].join(' '));

  it('stands for the three columns', async () => {
    const [row] = await readRows(apart, [[2, 'owner', 'Иванов Иван Петрович']]);
    expect([names(row!), codes(row!)]).toEqual([['Иванов Иван Петрович'], []]);
    expect(row!.raw.lastName).toBe('Ивановъ');
  });
  it('emptied, nobody owns the garage', async () => {
    const [row] = await readRows(apart, [[3, 'owner', '']]);
    expect(names(row!)).toEqual(['Ивановъ Ив4н Петрович'].slice(1));
    const [, second] = await readRows(apart, [[3, 'owner', '']]);
    expect([names(second!), codes(second!)]).toEqual([[], ['no_owner']]);
  });
});

describe('a garage of two lines', () => {
  const head = ['№ гаража', 'ФИО', 'Тип', 'Размер', 'Долг', 'Примечание'];
  const merges = [{ startRow: 1, startCol: 0, endRow: 2, endCol: 0 }];
  const two = (first: CellValue[], second: CellValue[]) =>
    readRows(
      [
        head,
        [1, 'Иванов Иван Петрович', ...first],
        [null, 'Иванова Анна Ильинична', ...second],
        [2, 'Петров Пётр Ильич', 'мет.', '6х4', 100, null],
      ],
      [],
      { merges },
    );

  it('the second fills what the first leaves empty', async () => {
    const [row, second] = await two([null, null, null, null], ['кирп.', '5х4', 700, 'ключ у соседа']);
    expect(second!.ignoredAs).toBe('continuation');
    const { typeId, sizeX, sizeY, note } = row!.garage!;
    expect([typeId, sizeX, sizeY, note, row!.openingBalanceKopecks]).toEqual([1, 5, 4, 'ключ у соседа', -70_000]);
    expect(row!.balanceParts).toEqual([{ year: null, kopecks: -70_000 }]);
    expect(row!.owners).toHaveLength(2);
  });

  it('what both say is told: the first stands, sums are added up, notes stand together', async () => {
    const [row] = await two(['мет.', '6х4', 300, 'у ворот'], ['кирп.', '5х4', 700, 'ключ у соседа']);
    const { typeId, sizeX, note } = row!.garage!;
    expect([typeId, sizeX, note, row!.openingBalanceKopecks]).toEqual([2, 6, 'у ворот; ключ у соседа', -100_000]);
    const told = row!.issues.filter((issue) => issue.code === 'lines_differ');
    expect(told.map(({ field, raw }) => [field, raw])).toEqual([
      ['debt', 'долг 700,00\u00a0₽'],
      ['type', 'кирп.'],
      ['size', '5 × 4'],
    ]);
    expect(row!.attention.map(({ raw }) => raw)).toEqual(expect.arrayContaining(['кирп.', '5 × 4']));
  });

  it('a note that both say stands once', async () => {
    const [row] = await two([null, null, null, 'у ворот, ключ у соседа'], [null, null, null, 'ключ у соседа']);
    expect(row!.garage!.note).toBe('у ворот, ключ у соседа');
  });

  describe('names whom the line above names', () => {
    const heads = ['№ гаража', 'ФИО', 'Дата рождения', 'Телефон', 'E-mail', 'Адрес прописки', 'Льгота', 'Код человека'];
    const [anna, ivan] = ['Котова Анна Ильинична', 'Иванов Иван Петрович'];
    const lines = (...more: CellValue[][]) =>
      readRows(
        [heads, ...more.map((line, at) => [at ? null : 1, ...line]), [2, 'Петров Пётр Ильич'], [3, 'Орлов Олег Ильич']],
        [],
        { merges: [{ startRow: 1, startCol: 0, endRow: more.length, endCol: 0 }] },
      );
    const both = `${ivan}; ${anna}`;

    it.each<[string, CellValue[], object]>([
      ['birthday', ['01.02.1960'], { birthday: '1960-02-01' }],
      ['phone', [null, '89001110001'], { phones: ['+79001110001'] }],
      ['e-mail', [null, null, 'a@example.ru'], { email: 'a@example.ru' }],
      ['address', [null, null, null, 'Псков'], { registrationAddress: 'Псков' }],
      ['privilege', [null, null, null, null, 'Ветеран труда'], { privilegeId: 8 }],
    ])('his %s is his, and what a third line adds too', async (_name, told, facts) => {
      for (const [at, name] of [ivan, anna].entries()) {
        const [row] = await lines([both], [name, ...told], [name, null, '89001110001', null, 'Псков']);
        expect(row!.owners).toHaveLength(2);
        expect(row!.owners[at]).toMatchObject({ ...facts, phones: ['+79001110001'] });
        expect(row!.owners[1 - at]).toMatchObject({ birthday: null, phones: [], email: null, privilegeId: 0 });
      }
    });

    it('what is said of him otherwise stays with the garage as it is written', async () => {
      const [row] = await lines(
        [both, '01.02.1960', '89001110001'],
        [ivan, '01.02.1960', '89001110002', null, 'Псков'],
      );
      expect(row!.owners[0]).toMatchObject({ phones: ['+79001110001'], registrationAddress: null });
      expect(row!.attention.map(({ raw }) => raw)).toEqual([both, '89001110002', 'Псков']);
    });

    it('a text that was not read is kept once', async () => {
      const [row] = await lines([both, '01.02.1960', '89001110001'], [ivan, '03.02.1960', 'узнать', null]);
      expect(row!.attention.map(({ raw }) => raw)).toEqual([both, 'узнать', '03.02.1960']);
    });

    it('two codes under one name are two people', async () => {
      const code = (text: string) => [null, null, null, null, null, text];
      const [row] = await lines([anna, ...code('c1')], [anna, ...code('c2')], [anna, ...code('c2')], [anna]);
      expect(row!.owners.map((one) => one.code)).toEqual(['c1', 'c2']);
    });
  });

  it('«он же» in the first row is nobody, and the text stays with the garage', async () => {
    const [row] = await readRows([
      ['№ гаража', 'ФИО'],
      [1, 'он же'],
      [2, 'Петров Пётр Ильич'],
      [3, 'Орлов Олег Ильич'],
    ]);
    expect([row!.owners, codes(row!), row!.attention.map(({ raw }) => raw)]).toEqual([[], ['no_owner'], ['он же']]);
  });

  it('a sum that a person wrote takes nothing more', async () => {
    const rows = [
      head,
      [1, 'Иванов Иван Петрович', null, null, 300, null],
      [null, 'Иванова Анна Ильинична', null, null, 700, null],
    ];
    const [row] = await readRows(rows, [[2, 'debt', '900']], { merges });
    expect([row!.openingBalanceKopecks, codes(row!)]).toEqual([-90_000, ['two_owners_in_cell']]);
  });
});

describe('a formula whose value was not kept', () => {
  it('is told at the end of a row too, and waits for a person', async () => {
    const rows: CellValue[][] = [
      ['№ гаража', 'ФИО', 'Долг'],
      [1, 'Иванов Иван Петрович', null],
      [2, 'Петров Пётр Ильич', 100],
      [3, 'Сидорова Анна Ильинична', 5],
    ];
    const cells = new Map([
      ['1,2', { value: null, formula: '100+200' }],
      ['2,2', { value: 100, formula: '50+50', formulaResult: 100 }],
    ]);
    const read = await readRows(rows, [], { cells });
    expect(read.map(codes)).toEqual([['formula_value'], ['formula_value'], []]);
    expect(read[0]!.issues[0]!.raw).toBe('');
    const rowAt = () => undefined;
    const kinds = countKinds({ parsed: { rows: read } as never, rowAt }, new Map());
    expect(kinds).toEqual([{ kind: 'formula_value', count: 2, done: 0, toCheck: true }]);
    expect(kindGroups(kinds).map(({ title }) => title)).toEqual(['Проверьте']);
    const known = countKinds({ parsed: { rows: read.slice(1) } as never, rowAt }, new Map());
    expect(kindGroups(known).map(({ title }) => title)).toEqual(['Исправлено само']);
  });
});

describe('places', () => {
  it('a date in a column of row and garage is told, as a cell and as a text', async () => {
    const rows: CellValue[][] = [
      ['Ряд/гараж', 'ФИО', 'Долг'],
      [new Date('2024-03-12T00:00:00Z'), 'Иванов Иван Петрович', 1],
      ['12-апр', 'Петров Пётр Ильич', 2],
      ['12/5', 'Сидорова Анна Ильинична', 3],
      ['12/6', 'Орлова Анна Ильинична', 3],
      ['12/7', 'Котова Анна Ильинична', 3],
    ];
    const read = await readRows(rows);
    expect(read.map((row) => [row.garage!.section, row.garage!.number])).toEqual(
      [3, 4, 5, 6, 7].map((number) => ['12', String(number)]),
    );
    expect(read.map(codes)).toEqual([['number_was_date'], ['number_was_date'], [], [], []]);
    expect(read.slice(0, 2).map((row) => row.attention.map(({ raw }) => raw))).toEqual([['12.03.2024'], ['12-апр']]);
    const [mended] = await readRows(rows, [[2, 'number', '3']]);
    expect(codes(mended!)).toEqual([]);
  });

  it('a nought in front warns, and with the same number without it asks as a repeat', async () => {
    const rows: CellValue[][] = [
      ['№ гаража', 'Ряд', 'ФИО'],
      ['45', '1', 'Иванов Иван Петрович'],
      ['045', '1', 'Петров Пётр Ильич'],
      ['045', '2', 'Сидорова Анна Ильинична'],
    ];
    const read = await readRows(rows);
    expect(read.map((row) => [row.outcome, row.garage!.number, codes(row)])).toEqual([
      ['created', '45', []],
      ['error', '045', ['number_zeros', 'duplicate_garage']],
      ['created_with_warning', '045', ['number_zeros']],
    ]);
  });

  it('a Latin letter makes no second garage', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО'],
      ['45а', 'Иванов Иван Петрович'],
      ['45a', 'Петров Пётр Ильич'],
      ['46в', 'Сидорова Анна Ильинична'],
      ['46b', 'Орлова Анна Ильинична'],
    ]);
    expect(read.map((row) => [row.garage!.number, row.outcome])).toEqual([
      ['45а', 'created'],
      ['45а', 'error'],
      ['46в', 'created'],
      ['46в', 'error'],
    ]);
  });
});

describe('what no card takes', () => {
  const kept = (rows: ParsedRow[]) => rows.map((row) => row.attention.map(({ raw }) => raw));

  it('an issuer without his passport, a paper without its privilege: their texts stay with the garage', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Дата рождения', 'Паспорт', 'Кем выдан паспорт', 'Льгота', '№ удостоверения'],
      [1, 'Иванов Иван Петрович', '01.02.1960', null, 'ОВД Луги', null, 'АБ 123'],
      [2, 'Петров Пётр Ильич', '01.02.1961', '0000 000000', 'ОВД Пскова', 'Почётный донор', 'В 77'],
      [3, 'Сидорова Анна Ильинична', '01.02.1962', '9999 902002', 'ОВД Тосно', 'Ветеран труда', 'В 78'],
      [4, 'Орлова Анна Ильинична', '01.02.1963', 'выдан ОВД Гатчины', null, 'уд. № 79', null],
    ]);
    expect(kept(read)).toEqual([
      ['ОВД Луги', 'АБ 123'],
      ['0000 000000', 'Почётный донор', 'ОВД Пскова', 'В 77'],
      [],
      ['выдан ОВД Гатчины', 'уд. № 79'],
    ]);
  });

  it('words beside a phone and after a passport stay with the garage; the usual ones say nothing', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Телефон', 'Паспорт'],
      [1, 'Иванов Иван Петрович', '8 (812) 000-20-58 доб. 12', '9999 902001 ОВД Луги'],
      [2, 'Петров Пётр Ильич', '89000002020 (жена Мария)', '9999 902002 выдан ОВД Пскова'],
      [3, 'Сидорова Анна Ильинична', 'дом. 8(812)000-20-58, моб.: 8-900-000-20-58 или 89000002021', '99 99 № 902003'],
      [4, 'Орлова Анна Ильинична', 'Телефон: +7 900 000-20-22', 'серия 99 99 номер 902004'],
      [5, 'Котова Анна Ильинична', '8 900 000 20 23, звонить после 18', null],
    ]);
    expect(read.map((row) => row.owners[0]!.phones)).toEqual([
      ['+78120002058'],
      ['+79000002020'],
      ['+78120002058', '+79000002058', '+79000002021'],
      ['+79000002022'],
      ['+79000002023'],
    ]);
    expect(kept(read)).toEqual([
      ['9999 902001 ОВД Луги', '8 (812) 000-20-58 доб. 12'],
      ['89000002020 (жена Мария)'],
      [],
      [],
      ['8 900 000 20 23, звонить после 18'],
    ]);
  });

  it('a passport of three people leaves with whoever gave it', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Дата рождения', 'Паспорт', 'Кем выдан паспорт'],
      [1, 'Первый Олег Ильич', '01.02.1961', '4013 555666', 'ОВД Луги'],
      [2, 'Второй Олег Ильич', '01.02.1962', '4013 555666', 'ОВД Пскова'],
      [3, 'Третий Олег Ильич', '01.02.1963', '4013 555666', null],
    ]);
    expect(kept(read)).toEqual([['4013 555666', 'ОВД Луги'], ['4013 555666', 'ОВД Пскова'], ['4013 555666']]);
  });

  it('«он же» with another phone or address: what is not that of the row above stays with the garage', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Телефон', 'Адрес прописки'],
      [1, 'Иванов Иван Петрович', '89001110001', 'ул. Тихая, д. 3'],
      [2, 'он же', '89001110002', 'ул. Тихая, д. 3'],
      [3, 'он же', null, 'ул. Новая, д. 5'],
      [4, 'Петров Пётр Ильич', '89001110003', null],
    ]);
    expect(read.map((row) => row.owners.map((one) => one.phones))).toEqual([
      [['+79001110001']],
      [['+79001110001']],
      [['+79001110001']],
      [['+79001110003']],
    ]);
    expect(kept(read)).toEqual([[], ['89001110002'], ['ул. Новая, д. 5'], []]);
  });
});

describe('texts that come back from the console', () => {
  it('a guard before what begins as a formula is dropped, other apostrophes stay', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Примечание'],
      [1, 'Иванов Иван Петрович', "'=ключ у сторожа"],
      [2, 'Петров Пётр Ильич', "'-2 этаж"],
      [3, 'Сидорова Анна Ильинична', "'живёт в Томске"],
    ]);
    expect(read.map((row) => row.garage!.note)).toEqual(['=ключ у сторожа', '-2 этаж', "'живёт в Томске"]);
  });

  it('a person and an organisation of one garage are two owners', async () => {
    const read = await readRows([
      ['№ гаража', 'ФИО', 'Дата рождения'],
      [1, 'Иванов Иван Иванович (1/2); ООО «Ромашка» (1/2) (ИНН 7801234564)', '01.02.1960'],
      [2, 'ООО «Ромашка» (ИНН 7801234564)\nИванов Иван Иванович', null],
      [3, 'ООО «Ромашка»; тел. 123', null],
    ]);
    expect(
      read.map((row) => row.owners.map((one) => [one.lastName, one.share, one.organisation?.inn, one.birthday])),
    ).toEqual([
      [
        ['Иванов', '1/2', undefined, '1960-02-01'],
        ['ООО «Ромашка»', '1/2', '7801234564', null],
      ],
      [
        ['ООО «Ромашка»', null, '7801234564', null],
        ['Иванов', null, undefined, null],
      ],
      [],
    ]);
  });
});
