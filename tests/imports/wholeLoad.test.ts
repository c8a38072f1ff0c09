// A workbook of a whole МО: by sheets, by a column, what is left out, the run and the way back of all its ПО.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world } from '../kit/world.ts';
import { bookOf, bring, send, type SheetRows } from './kit.ts';

let t: TestApp;
let root: Caller;
let mo: number;
let poes: { id: number; name: string }[];
let region: number;
beforeAll(async () => {
  t = await testApp();
  // The queue stands still: what a job does is done by the test itself.
  Object.assign(t.deps.jobs, { enqueue: async () => randomUUID() });
  const w = await world(t.deps.db);
  region = w.region;
  root = await as(t, { region, isSuperuser: 2, role: 'superuser' });
  mo = (
    await t.deps.db
      .insertInto('mo')
      .values({ name: 'МО книги', region_id: region })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
  poes = await t.deps.db
    .insertInto('po')
    .values(
      ['КАС № 71', 'КАС № 72', 'КАС № 73'].map((name, at) => ({ name, region_id: region, mo_id: mo, code: 7001 + at })),
    )
    .returning(['id', 'name'])
    .execute();
});
afterAll(() => t.close());

const titles = ['№ гаража', 'ФИО', 'Долг'];
const bringWhole = async (sheets: SheetRows) => {
  const { status, body } = await send(t, root, c.uploadWhole, { mo }, 'мо.xlsx', await bookOf(sheets));
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as c.WholeLoad;
};
const numbersOf = async (poId: number) =>
  (
    await t.deps.db
      .selectFrom('garage')
      .where('po_id', '=', poId)
      .where('is_active', '=', true)
      .orderBy('id')
      .select('number')
      .execute()
  ).map((row) => row.number);
const said = (load: c.WholeLoad) =>
  load.parts.map(({ po_name, summary, debt_kopecks }) => [po_name, summary.created, debt_kopecks]);

describe('a sheet for each ПО', () => {
  it('sheets go to their ПО, the others are named; a person gives one away; all are run and taken back', async () => {
    const load = await bringWhole({
      'КАС № 71': [titles, [1, 'Иванов Иван Ильич', 100], [2, 'Петров Пётр Ильич', 0]],
      'КАС-72': [titles, [1, 'Сидоров Олег Ильич', 50]],
      'Кооператив Северный': [titles, [5, 'Северный Глеб Ильич', 0]],
      Итоги: [['Всего', 3]],
    });
    expect(said(load)).toEqual([
      ['КАС № 71', 2, -10_000],
      ['КАС № 72', 1, -5000],
    ]);
    expect(load.left_out.map(({ name, from }) => [name, from])).toEqual([
      ['Кооператив Северный', 'sheet'],
      ['Итоги', 'sheet'],
    ]);
    const given = await root.call(c.assignWhole, {
      params: { id: load.id },
      body: { name: 'Кооператив Северный', po: poes[2]!.id },
    });
    const whole = given.body as c.WholeLoad;
    expect(said(whole)).toContainEqual(['КАС № 73', 1, 0]);
    expect(whole.left_out.map((one) => one.name)).toEqual(['Итоги']);

    for (const part of whole.parts) await runImport(t.deps, root.userId, part.batch_id);
    expect(await numbersOf(poes[0]!.id)).toEqual(['1', '2']);
    expect(await numbersOf(poes[1]!.id)).toEqual(['1']);
    expect(await numbersOf(poes[2]!.id)).toEqual(['5']);
    const done = (await root.call(c.wholeLoad, { params: { id: load.id } })).body as c.WholeLoad;
    expect(done.parts.map((one) => one.status)).toEqual(['done', 'done', 'done']);

    const back = await root.call(c.rollbackWhole, { params: { id: load.id } });
    expect(back.status).toBe(200);
    for (const po of poes) expect(await numbersOf(po.id)).toEqual([]);
    expect((back.body as c.WholeLoad).parts.map((one) => one.status)).toEqual([
      'rolled_back',
      'rolled_back',
      'rolled_back',
    ]);
  });
});

it('two names of one book given away at the same moment are both given', async () => {
  const load = await bringWhole({
    'КАС № 71': [titles, [61, 'Иванов Иван Ильич', 100]],
    Западный: [titles, [62, 'Западный Глеб Ильич', 0]],
    Восточный: [titles, [63, 'Восточный Глеб Ильич', 0]],
    Южный: [titles, [64, 'Южный Глеб Ильич', 0]],
  });
  const give = (name: string, at: number) =>
    root.call(c.assignWhole, { params: { id: load.id }, body: { name, po: poes[at]!.id } });
  const given = await Promise.all([give('Западный', 1), give('Восточный', 2), give('Южный', 2)]);
  expect(given.map((one) => one.status)).toEqual([200, 200, 200]);
  const whole = (await root.call(c.wholeLoad, { params: { id: load.id } })).body as c.WholeLoad;
  expect(whole.left_out).toEqual([]);
  // Whose turn came first is nobody's business.
  expect(Object.fromEntries(said(whole).map(([name, created]) => [name, created]))).toEqual({
    'КАС № 71': 1,
    'КАС № 72': 1,
    'КАС № 73': 2,
  });
});

it('a draft that gets another sheet keeps its corrections, columns and its own sheet, renamed ПО or not', async () => {
  const load = await bringWhole({
    'КАС № 73': [titles, [1, 'Иванов Иван Ильич', 100]],
    Прочее: [titles, [9, 'Девятов Иван Ильич', 5]],
  });
  const { batch_id: batch } = load.parts[0]!;
  const read = (await root.call(c.importBatch, { params: { id: batch } })).body as c.ImportBatch;
  const tables = read.layout.tables.map((table) => ({
    ...table,
    columns: table.columns.map((column) => (column.title === 'Долг' ? { ...column, field: null } : column)),
  }));
  await root.call(c.changeImport, { params: { id: batch }, body: { layout: { ...read.layout, tables } } as never });
  await root.call(c.fixImport, {
    params: { id: batch },
    body: { fixes: [{ sheet: 0, row: 2, column: 0, field: 'owner', text: 'Исправлен Иван Ильич' }] } as never,
  });
  await t.deps.db.updateTable('po').set({ name: 'Полёт' }).where('id', '=', poes[2]!.id).execute();
  const given = await root.call(c.assignWhole, {
    params: { id: load.id },
    body: { name: 'Прочее', po: poes[2]!.id },
  });
  await t.deps.db.updateTable('po').set({ name: 'КАС № 73' }).where('id', '=', poes[2]!.id).execute();
  const whole = given.body as c.WholeLoad;
  expect(whole.left_out).toEqual([]);
  // The first sheet without its debts, as a person said; the second one with them.
  expect(said(whole)).toEqual([['Полёт', 2, -500]]);
  const { body } = await root.call(c.importRows, { params: { id: whole.parts[0]!.batch_id }, query: {} as never });
  const rows = (body as { data: { number: string; owners: string }[] }).data;
  expect(rows.map((row) => [row.number, row.owners])).toEqual(
    expect.arrayContaining([
      ['1', 'Исправлен Иван Ильич'],
      ['9', 'Девятов Иван Ильич'],
    ]),
  );
});

describe('a column of ПО', () => {
  const rows = [
    ['ПО', ...titles],
    ['КАС № 71', 11, 'Один Иван Ильич', 10],
    ['кас 72', 12, 'Два Иван Ильич', 20],
    ['КАС № 71', 13, 'Три Иван Ильич', 30],
    ['КАС № 99', 14, 'Чужой Иван Ильич', 40],
    ['КАС № 72', 15, 'Пять Иван Ильич', 0],
    [null, 16, 'Ничей Иван Ильич', 0],
  ];

  it('rows go to the ПО they name, other names and rows without one are told', async () => {
    const load = await bringWhole({ Реестр: rows });
    expect(said(load)).toEqual([
      ['КАС № 71', 2, -4000],
      ['КАС № 72', 2, -2000],
    ]);
    expect(load.left_out.map(({ name, rows: count }) => [name, count])).toEqual([
      ['КАС № 99', 1],
      ['', 1],
    ]);
    const run = await root.call(c.runWhole, { params: { id: load.id } });
    expect([run.status, run.body]).toMatchObject([200, { parts: [{ status: 'queued' }, { status: 'queued' }] }]);
    const again = await root.call(c.runWhole, { params: { id: load.id } });
    expect(again.status).toBe(422);
  });

  it('a table without the column beside one with it goes to nobody until somebody says whose it is', async () => {
    const load = await bringWhole({
      Двойной: [
        ['ПО', ...titles, null, ...titles],
        ['КАС № 71', 31, 'Один Иван Ильич', 10, null, 41, 'Ничей Олег Ильич', 7],
        ['КАС № 72', 32, 'Два Иван Ильич', 20, null, 42, 'Ничей Глеб Ильич', 9],
      ],
    });
    expect(said(load)).toEqual([
      ['КАС № 71', 1, -1000],
      ['КАС № 72', 1, -2000],
    ]);
    expect(load.left_out).toEqual([{ name: 'Двойной', from: 'sheet', rows: 2, why: 'таблица без столбца ПО' }]);
    const given = await root.call(c.assignWhole, {
      params: { id: load.id },
      body: { name: 'Двойной', po: poes[2]!.id },
    });
    expect(said(given.body as c.WholeLoad)).toContainEqual(['КАС № 73', 2, -1600]);
    expect((given.body as c.WholeLoad).left_out).toEqual([]);
  });

  it('brought to one ПО, the rows of the others stay out in sight', async () => {
    const batch = await bring(t, root, poes[1]!.id, { Реестр: rows });
    expect(batch.summary).toMatchObject({ created: 2, ignored: 4 });
    expect(batch.kinds).toContainEqual({ kind: 'other_po', count: 4, done: 0 });
  });

  it('what is written of people of other ПО is kept nowhere, of garages and in a table of people', async () => {
    const people = [
      ['Код человека', 'ПО', 'ФИО', 'Дата рождения', 'Телефон'],
      ['1', 'КАС № 72', 'Два Иван Ильич', '01.02.1960', '+79005550102'],
      ['2', 'КАС № 71', 'Посторонний Олег Ильич', '03.04.1961', '+79005550101'],
    ];
    const { id } = await bring(t, root, poes[1]!.id, { Реестр: rows, Люди: people });
    const { body, status } = await root.call(c.importRows, { params: { id }, query: { limit: 500 } as never });
    expect(status).toBe(200);
    const said = JSON.stringify(body);
    expect(said).toContain('Два Иван Ильич');
    for (const word of ['Посторонний', 'Чужой', 'Три Иван', '555-01-01', '5550101']) expect(said).not.toContain(word);
    const { data } = body as { data: c.PreviewRow[] };
    expect(data.filter(({ ignoredAs }) => ignoredAs === 'other_po')).toHaveLength(5);
  });

  it('a ПО that is not named is asked whose rows are loaded', async () => {
    const batch = await bring(t, root, poes[2]!.id, { Реестр: rows });
    const question = batch.questions.find((one) => one.text.includes('КАС № 73'))!;
    expect(question.options.map((one) => one.label)).toContain('Только «КАС № 99» (1)');
    const { value } = question.options.find((one) => one.label.includes('№ 99'))!;
    const { body } = await root.call(c.changeImport, {
      params: { id: batch.id },
      body: { answers: { [question.id]: value } } as never,
    });
    expect((body as c.ImportBatch).summary.created).toBe(1);
  });
});

it('nobody but a superuser; another МО has its own', async () => {
  const chief = await as(t, { mo });
  expect((await chief.call(c.wholeLoads, { params: { mo } })).status).toBe(403);
  const { status } = await send(t, chief, c.uploadWhole, { mo }, 'мо.xlsx', await bookOf({ А: [titles] }));
  expect(status).toBe(403);
  const list = (await root.call(c.wholeLoads, { params: { mo } })).body as { data: { parts: number }[] };
  expect(list.data.map((one) => one.parts)).toEqual([3, 2, 1, 3, 3]);
});
