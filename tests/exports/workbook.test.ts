// A workbook written piece by piece: what is read back, how far it runs ahead of its reader, how a failure ends it.
import { readXlsx } from 'hucre';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ABOVE, workbookStream, type BookCell, type BookSheet } from '../../server/kernel/workbook.ts';

const sheet = (name: string, rows: BookSheet['rows'], columns = 3): BookSheet => ({
  name,
  frozen: 1,
  columns: Array.from({ length: columns }, (_, nth) => ({
    width: 12,
    kind: nth === 1 ? ('date' as const) : nth === 2 ? ('money' as const) : undefined,
  })),
  rows,
});
async function* of(...sheets: BookSheet[]) {
  yield* sheets;
}
async function read(...sheets: BookSheet[]) {
  return readXlsx(new Uint8Array(await buffer(workbookStream(of(...sheets)))));
}

describe('a workbook', () => {
  it('is read back: texts whatever letters, days, money, empty cells, columns after Z', async () => {
    const rows: BookCell[][] = [
      ['Имя', 'День', 'Сумма'],
      ['«A» & <b> "x" \u0007\uffff', new Date('2024-02-29T00:00:00Z'), -1234.56],
      [' пробелы\nи строки ', null, 0],
      [null, null, null],
      ['после пустой', null, 5],
    ];
    const { sheets } = await read(
      sheet('ПО № 1 & Ко', [rows.slice(0, 2), rows.slice(2)]),
      sheet('Вторая', [[Array.from({ length: 30 }, (_, nth) => `к${nth}`)]], 30),
    );
    expect(sheets.map(({ name }) => name)).toEqual(['ПО № 1 & Ко', 'Вторая']);
    const [first, second] = sheets.map((one) => one.rows);
    expect(first![1]).toEqual(['«A» & <b> "x" ', new Date('2024-02-29T00:00:00Z'), -1234.56]);
    expect(first![2]!.slice(0, 3)).toEqual([' пробелы\nи строки ', null, 0]);
    expect(first![4]![0]).toBe('после пустой');
    expect(second![0]!.slice(25)).toEqual(['к25', 'к26', 'к27', 'к28', 'к29']);
  });

  it('has cells that are one with those above them, as long as they go on', async () => {
    const rows: BookCell[][] = [
      ['один', null, 1],
      [ABOVE, null, 2],
      [ABOVE, null, 3],
      ['четыре', null, ABOVE],
      [ABOVE, null, 5],
      ['шесть', null, 6],
    ];
    const { sheets } = await read(sheet('Лист', [rows.slice(0, 2), rows.slice(2)]));
    const joined = sheets[0]!.merges!.map((one) => [one.startCol, one.startRow, one.endRow]);
    expect(joined.toSorted((one, other) => one[0]! - other[0]! || one[1]! - other[1]!)).toEqual([
      [0, 0, 2],
      [0, 3, 4],
      [2, 2, 3],
    ]);
  });

  it('asks for no more rows than its reader takes', async () => {
    let asked = 0;
    async function* endless(): AsyncGenerator<BookCell[][]> {
      for (;;) {
        asked += 1;
        yield Array.from({ length: 1000 }, (_, nth) => [Math.random().toString(36), null, asked * nth]);
      }
    }
    const stream = workbookStream(of(sheet('Без конца', endless())));
    let taken = 0;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      taken += chunk.length;
      if (taken > 300_000) break;
    }
    const atBreak = asked;
    expect(atBreak).toBeLessThan(200);
    await new Promise((done) => setTimeout(done, 50));
    // The reader has gone: nobody is asked any more.
    expect(asked - atBreak).toBeLessThanOrEqual(20);
  });

  it('ends with the failure of what it is made of', async () => {
    async function* broken(): AsyncGenerator<BookCell[][]> {
      yield [['начало', null, 1]];
      throw new Error('базы нет');
    }
    await expect(buffer(workbookStream(of(sheet('Лист', broken()))))).rejects.toThrow('базы нет');
  });
});
