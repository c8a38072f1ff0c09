// A table as a file: the same cells as CSV for an old Excel and as a spreadsheet with its sums, days and widths.
import { buffer, text } from 'node:stream/consumers';
import { readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import type { FileColumn } from '../../server/kernel/cells.ts';
import { tableFile } from '../../server/kernel/tableFile.ts';

const columns: FileColumn[] = [
  { title: 'Гараж' },
  { title: 'Долг', kind: 'money' },
  { title: 'Последняя оплата', kind: 'date' },
  { title: 'Владельцев', kind: 'number' },
];
const table = { title: 'Долги', name: 'Долги на 20.11.2026', columns };
async function* batches(...all: unknown[][][]): AsyncGenerator<unknown[][]> {
  for (const batch of all) yield await Promise.resolve(batch);
}
const first = [
  ['А 45', 450_050, '2026-03-05', 2],
  ['=1+1', -70_000, null, null],
];
const second = [['№ 7; "угловой"', 0, '2025-12-31', 1]];

describe('CSV', () => {
  it('has a mark of UTF-8, a head and a line for each row, cut by semicolons', async () => {
    const file = tableFile({ ...table, format: 'csv' }, batches(first, [], second));
    expect([file.name, file.mime]).toEqual(['Долги на 20.11.2026.csv', 'text/csv; charset=utf-8']);
    expect((await buffer(file.body)).toString('utf8')).toBe(
      [
        '\ufeffГараж;Долг;Последняя оплата;Владельцев',
        'А 45;4500,50;05.03.2026;2',
        "'=1+1;-700,00;;",
        '"№ 7; ""угловой""";0,00;31.12.2025;1',
        '',
      ].join('\r\n'),
    );
  });
  it('of no rows is its head; a head is a text like any other', async () => {
    const odd = [{ title: '=Долг; руб.', kind: 'money' as const }];
    const file = tableFile({ ...table, columns: odd, format: 'csv' }, batches());
    expect((await text(file.body)).replace('\ufeff', '')).toBe('"\'=Долг; руб."\r\n');
  });
});

describe('a spreadsheet', () => {
  const read = async (of: FileColumn[], ...all: unknown[][][]) => {
    const file = tableFile({ ...table, columns: of, format: 'xlsx' }, batches(...all));
    return { file, book: await readXlsx(new Uint8Array(await buffer(file.body)), { readStyles: true }) };
  };
  it('has a sheet of its title with its head and typed cells', async () => {
    const { file, book } = await read(columns, first, [], second);
    expect([file.name, file.mime]).toEqual([
      'Долги на 20.11.2026.xlsx',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ]);
    expect(book.sheets.map((sheet) => sheet.name)).toEqual(['Долги']);
    const [sheet] = book.sheets;
    expect(sheet!.rows).toEqual([
      ['Гараж', 'Долг', 'Последняя оплата', 'Владельцев'],
      ['А 45', 4500.5, new Date('2026-03-05T00:00:00Z'), 2],
      ["'=1+1", -700, null, null],
      ['№ 7; "угловой"', 0, new Date('2025-12-31T00:00:00Z'), 1],
    ]);
  });
  it('keeps its head in sight, shows money with kopecks and days as people write them', async () => {
    const { book } = await read(columns, first);
    const [sheet] = book.sheets;
    expect(sheet!.freezePane).toMatchObject({ rows: 1 });
    const formatOf = (at: string) => sheet!.cells?.get(at)?.style?.numFmt;
    expect([formatOf('1,0'), formatOf('1,1'), formatOf('1,2'), formatOf('1,3')]).toEqual([
      undefined,
      '#,##0.00',
      'dd.mm.yyyy',
      undefined,
    ]);
  });
  it.each([
    ['Девять зн', 16],
    ['Ровно деся', 28],
    ['Одиннадцать', 28],
    ['', 16],
  ])('a column «%s» is %i wide', async (title, width) => {
    const { book } = await read([{ title }, { title: 'А' }], [['1', '2']]);
    expect(book.sheets[0]!.columns?.map((column) => column.width)).toEqual([width, 16]);
  });
});
