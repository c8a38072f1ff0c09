// «Все / Решить / Решены»: what was settled by hand or by one press for all stays in sight under its remark.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { bring } from './kit.ts';

let t: TestApp;
let root: Caller;
let id: number;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  root = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  const rows = [
    ['1', 'Иванов Иван Иванович', 'узнать'],
    ['2', 'Петров Пётр Петрович', 'узнать'],
    ['3', 'Сидорова Анна Павловна', '8 900 000-12-3'],
    ['4', 'Орлов Олег Ильич', '+7 900 000-12-34'],
    ['5', 'Зимина Галина Павловна', 'нет у сына'],
  ];
  const book = await bring(t, root, w.po, { Лист: [['№ гаража', 'Владелец', 'Телефон'], ...rows] });
  id = book.id;
});
afterAll(() => t.close());

const KIND = 'phone_unparsable';
const sums = async () => {
  const batch: c.ImportBatch = (await root.call(c.importBatch, { params: { id } })).body;
  return batch.kinds.find(({ kind }) => kind === KIND);
};
const rows = async (state?: 'open' | 'done') => {
  const { body } = await root.call(c.importRows, {
    params: { id },
    query: { kind: KIND, ...(state ? { state } : {}) },
  });
  return (body.data as c.PreviewRow[]).map(({ number, by }) => [number, by]);
};
const place = { sheet: 0, column: 0, field: 'phone' as const };

it('counts what is left to decide and what was decided', async () => {
  expect(await sums()).toEqual({ kind: KIND, count: 4, done: 0 });

  const hand = await root.call(c.fixImport, {
    params: { id },
    body: { fixes: [{ ...place, row: 4, text: '+7 900 000-12-39' }] },
  });
  expect(hand.body.kinds.find((one: { kind: string }) => one.kind === KIND)).toEqual({ kind: KIND, count: 3, done: 1 });
  expect(await rows('done')).toEqual([['3', 'hand']]);
  expect(await rows('open')).toEqual([
    ['1', null],
    ['2', null],
    ['5', null],
  ]);

  await root.call(c.fixImport, {
    params: { id },
    body: { fixes: [], group: { kind: KIND, field: 'phone', raw: 'узнать', text: '' } },
  });
  expect(await sums()).toEqual({ kind: KIND, count: 1, done: 3 });
  expect(await rows('done')).toEqual([
    ['1', 'rule'],
    ['2', 'rule'],
    ['3', 'hand'],
  ]);
  expect((await rows()).map(([number]) => number)).toEqual(['1', '2', '3', '5']);
});

it('a correction that settles nothing leaves the row to decide; one taken back opens it again', async () => {
  await root.call(c.fixImport, { params: { id }, body: { fixes: [{ ...place, row: 6, text: 'потом' }] } });
  expect(await rows('open')).toEqual([['5', 'hand']]);
  // Settled by a second correction of the same cell: the first remark is not forgotten.
  await root.call(c.fixImport, { params: { id }, body: { fixes: [{ ...place, row: 6, text: '' }] } });
  expect(await sums()).toEqual({ kind: KIND, count: 0, done: 4 });
  await root.call(c.fixImport, { params: { id }, body: { fixes: [{ ...place, row: 4, text: null }] } });
  expect(await sums()).toEqual({ kind: KIND, count: 1, done: 3 });
  expect(await rows('open')).toEqual([['3', null]]);
});
