// Books of shapes that nobody makes on purpose, or only somebody who means harm: each is read or refused in words, and others
// do not wait for it.
import { writeOds } from 'hucre/ods';
import { writeXlsx, type CellValue } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { timesBeside } from '../kit/others.ts';
import { world, type World } from '../kit/world.ts';
import { send } from './kit.ts';

let t: TestApp;
let w: World;
let registrar: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  registrar = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const head = ['№ гаража', 'ФИО', 'Долг', 'Примечание'];
const usual: CellValue[][] = [head, [1, 'Иванов Иван Петрович', 500, null], [2, 'Петрова Анна Ильинична', 0, null]];
const long = 'я'.repeat(1_000_000);
const full = 'я'.repeat(32_000);
const far = (row: number, column: number): CellValue[][] => {
  const rows = usual.map((one) => [...one]);
  while (rows.length <= row) rows.push([]);
  while (rows[row]!.length <= column) rows[row]!.push(null);
  rows[row]![column] = 'x';
  return rows;
};
const xlsx = async (rows: CellValue[][], name = 'Лист') => Buffer.from(await writeXlsx({ sheets: [{ name, rows }] }));
const csv = (rows: readonly (readonly unknown[])[]) =>
  Buffer.from(rows.map((row) => row.map((cell) => String(cell ?? '')).join(';')).join('\r\n'));

const books: [string, string, () => Promise<Buffer> | Buffer][] = [
  ['a megabyte in one cell of a text', 'a.csv', () => csv([...usual, [3, long, 5, long]])],
  ['as much as a cell holds, in every field', 'a.csv', () => csv([...usual, [full, full, full, full]])],
  [
    'a title of a megabyte',
    'a.csv',
    () =>
      csv([
        [...head.slice(0, 3), long],
        [1, 'Иванов Иван', 5, 'x'],
      ]),
  ],
  [
    'zero bytes and control characters',
    'a.csv',
    () => csv([...usual, [3, 'Сид\0оров\u0001 Пётр', '5\0', '\u0007\u200b']]),
  ],
  [
    'numbers that are none',
    'a.xlsx',
    () => xlsx([...usual, [1e300, 'Иванов Пётр', 1e308, null], [-1, 'Иванов Олег', -1e21, 1e-9]]),
  ],
  [
    'sums beyond every account',
    'a.csv',
    () => csv([...usual, [3, 'Иванов Пётр', '99999999999999999999999', ''], [4, 'Иванов Олег', 'Infinity', 'NaN']]),
  ],
  ['a cell far to the right', 'a.xlsx', () => xlsx(far(2, 16_000))],
  ['a cell far below', 'a.xlsx', () => xlsx(far(60_000, 3))],
  [
    'a cell far below in an open document',
    'a.ods',
    async () => Buffer.from(await writeOds({ sheets: [{ name: 'Лист', rows: far(20_000, 3) }] })),
  ],
  ['a name of a sheet that is a word of the language', 'a.xlsx', () => xlsx(usual, '__proto__')],
  [
    'titles that are words of the language',
    'a.csv',
    () =>
      csv([
        ['№ гаража', '__proto__', 'constructor', 'toString'],
        [1, 'Иванов Иван', 5, 'x'],
      ]),
  ],
  [
    'eight hundred columns',
    'a.csv',
    () =>
      csv([
        [...head, ...Array.from({ length: 800 }, (_, n) => `Столбец ${n}`)],
        [1, 'Иванов Иван', 5, ...Array(800).fill('7')],
      ]),
  ],
  ['every cell another alphabet', 'a.csv', () => csv([...usual, ['١٢', '王小明', '５００', '\u202eвонави']])],
];

describe('a strange book', () => {
  it.each(books)(
    '%s: read or refused in words; others go on',
    async (_, name, make) => {
      const bytes = await make();
      let reply: Awaited<ReturnType<typeof send>> | undefined;
      const waits = await timesBeside(
        () => t.app.inject({ url: '/healthz' }),
        async () => void (reply = await send(t, registrar, c.uploadRegistry, { po: w.po }, name, bytes)),
      );
      expect([200, 413, 422]).toContain(reply!.status);
      if (reply!.status !== 200) expect(JSON.stringify(reply!.body)).toMatch(/[А-Яа-я]{3}/);
      expect(Math.max(...waits)).toBeLessThan(inTime(500));
      if (reply!.status !== 200) return;
      const rows = await registrar.call(c.importRows, {
        params: { id: reply!.body.id },
        query: { offset: 0, limit: 50 } as never,
      });
      expect(rows.status).toBe(200);
    },
    60_000,
  );
});
