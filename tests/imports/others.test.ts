// A large registry is read, looked at and corrected by somebody; the lists of others come meanwhile as if nothing went on.
import type { CellValue } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { medianOf, timesBeside, timesOf } from '../kit/others.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { bring } from './kit.ts';

const ROWS = 4000;
const IDLE_CALLS = 60;
/** Nobody is held longer than this at once: read at one go, the rows take over a second. */
const LONGEST_MS = 300;

let t: TestApp;
let w: World;
let registrar: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  registrar = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  other = await as(t, { mo: w.siblingMo });
  for (let n = 0; n < 30; n += 1) await newGarage(other, w.cousinPo);
});
afterAll(() => t.close());

const letters = (n: number) => String(n).replace(/\d/g, (digit) => 'абвгдежзик'[Number(digit)]!);
function rows(): CellValue[][] {
  const head = ['Ряд', '№ гаража', 'Ф.И.О.', 'Дата рождения', 'Телефон', 'Адрес', 'Паспорт', 'Долг'];
  return [
    head,
    ...Array.from({ length: ROWS }, (_, n): CellValue[] => [
      `${1 + (n % 40)}`,
      `${1 + Math.floor(n / 40)}`,
      `Фамилия${letters(n)} Иван Петрович`,
      '01.02.1960',
      n % 3 ? `+7 900 ${String(n).padStart(7, '0')}` : '315-20-14',
      `г. Примерск, ул. Длинная, д. ${n % 300}, кв. ${n % 90}`,
      `99 99 ${String(n + 1).padStart(6, '0')}`,
      n % 3 ? null : 4500.5,
    ]),
  ];
}

it('nobody waits for a registry of four thousand garages: read, planned, searched, corrected', async () => {
  const ask = async () => expect((await other.call(garages.list, { query: { range: '[0,24]' } })).status).toBe(200);
  await timesOf(ask, 10);
  const idle = medianOf(await timesOf(ask, IDLE_CALLS));
  const waits = await timesBeside(ask, async () => {
    const { id } = await bring(t, registrar, w.po, { Лист: rows() });
    const params = { id };
    const look = async (query: object) =>
      expect((await registrar.call(c.importRows, { params, query: query as never })).body.total).toBeGreaterThan(0);
    await look({ offset: 3000, limit: 50 });
    await look({ offset: 0, limit: 50, q: 'длинная 299' });
    await look({ offset: 0, limit: 50, kind: 'phone_unparsable' });
    const fix = { sheet: 0, row: 2, column: 0, field: 'phone', text: '+7 900 111-22-33' };
    expect((await registrar.call(c.fixImport, { params, body: { fixes: [fix] } as never })).status).toBe(200);
    const again = await registrar.call(c.changeImport, { params, body: { choices: {} } as never });
    expect([again.status, again.body.plan.create]).toEqual([200, ROWS]);
  });
  expect(waits.length).toBeGreaterThan(50);
  // Twice the idle time and the slice that is being read at that moment.
  expect(medianOf(waits)).toBeLessThan(inTime(2 * idle + 8));
  expect(Math.max(...waits)).toBeLessThan(inTime(LONGEST_MS));
}, 120_000);
