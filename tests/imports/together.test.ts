// Two people at one registry: what one corrects, chooses and answers stays when the other does the same at the same moment.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import type { ImportField } from '../../contract/importFields.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { bring } from './kit.ts';

let t: TestApp;
let root: Caller;
let po: number;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  po = w.po;
});
afterAll(() => t.close());

const lines = 12;
const sheets = {
  Лист: [
    ['№ гаража', 'ФИО', 'Долг'],
    ...Array.from({ length: lines }, (_, at) => [at + 1, `Иванов${'абвгдежзиклм'[at]} Иван Петрович`, 100]),
  ],
};
const stored = (id: number) =>
  t.deps.db
    .selectFrom('import_batch')
    .where('id', '=', id)
    .select(['overrides', 'choices', 'balance_date'])
    .executeTakeFirstOrThrow();
const fix = (id: number, row: number, field: ImportField, text: string) =>
  root.call(c.fixImport, { params: { id }, body: { fixes: [{ sheet: 0, row, column: 0, field, text }] } as never });

it('corrections of many rows sent at once are all kept', async () => {
  const { id } = await bring(t, root, po, sheets);
  const rows = Array.from({ length: lines }, (_, at) => at + 2);
  const answers = await Promise.all(rows.map((row) => fix(id, row, 'debt', String(row))));
  expect(answers.map(({ status }) => status)).toEqual(rows.map(() => 200));
  const { overrides } = await stored(id);
  expect((overrides as { row: number }[]).map(({ row }) => row).toSorted((a, b) => a - b)).toEqual(rows);
  const { data } = (await root.call(c.importRows, { params: { id }, query: {} })).body as { data: c.PreviewRow[] };
  expect(data.map((row) => row.balance_kopecks)).toEqual(rows.map((row) => -row * 100));
});

it('choices, a correction and the day of the balance sent at once are all kept', async () => {
  const { id } = await bring(t, root, po, sheets);
  const change = (body: object) => root.call(c.changeImport, { params: { id }, body: body as never });
  const choose = (row: string | null, field: string, choice: string | null) =>
    change({ choose: [{ row, field, choice }] });
  await Promise.all([
    choose('0:2:0', 'debt', 'file'),
    choose('0:3:0', 'debt', 'keep'),
    choose('0:2:0', 'phone', 'keep'),
    choose(null, 'size', 'file'),
    change({ balanceDate: '2026-01-15' }),
    fix(id, 2, 'debt', '700'),
  ]);
  expect(await stored(id)).toMatchObject({
    choices: {
      all: null,
      fields: { size: 'file' },
      rows: { '0:2:0': { debt: 'file', phone: 'keep' }, '0:3:0': { debt: 'keep' } },
    },
    balance_date: '2026-01-15',
    overrides: [{ row: 2, field: 'debt', text: '700' }],
  });
  await choose(null, 'size', null);
  expect((await stored(id)).choices).toMatchObject({ fields: {} });
});
