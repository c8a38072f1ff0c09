// Debts on a sheet of their own, sections in other letters, debts by year for garages on record: nothing is dropped or doubled unsaid.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { testEngine } from '../kit/database.ts';
import { bring, load } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

let made = 0;
const newPo = async () =>
  (
    await t.deps.db
      .insertInto('po')
      .values({ region_id: w.region, mo_id: w.mo, name: `КАС № 77-${(made += 1)}`, code: 7700 + made })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const balances = async (po: number) =>
  Object.fromEntries(
    (
      await t.deps.db
        .selectFrom('garage as g')
        .leftJoin('garage_balance as b', 'b.garage_id', 'g.id')
        .where('g.po_id', '=', po)
        .orderBy('g.section')
        .orderBy('g.number')
        .select(['g.section', 'g.number', 'b.balance_kopecks'])
        .execute()
    ).map((row) => [[row.section, row.number].filter(Boolean).join('-'), Number(row.balance_kopecks ?? 0)]),
  );
const rowsOf = async (id: number) =>
  (await mo.call(c.importRows, { params: { id }, query: { range: [0, 49] } as never })).body.data as unknown as {
    row: number;
    issues: { code: string }[];
    ignoredAs: string | null;
  }[];

const people = ['Иванов Иван Петрович', 'Петров Пётр Ильич', 'Сидоров Олег Львович', 'Орлова Анна Ильинична'];
const book = (debts: (number | null)[]) => ({
  Гаражи: [['№ гаража', 'ФИО', 'Долг'], ...people.map((name, nth) => [nth + 1, name, 0])],
  'Долги 2025': [['№ гаража', 'Долг'], ...debts.map((sum, nth) => [nth + 1, sum])],
});

describe('debts that stand twice', () => {
  it('are asked about: as the rows say, or as the sheet says', async () => {
    const po = await newPo();
    const batch = await bring(t, mo, po, book([100, 5000, 300, 700]));
    const question = batch.questions.find(({ text }) => text.startsWith('Долг есть и в строках'))!;
    expect([question.sure, question.options.map(({ value }) => value)]).toEqual([false, ['own', 'apart']]);
    const other = await newPo();
    await load(t, mo, other, book([100, 5000, 300, 700]), { answers: { [question.id]: 'apart' } });
    expect(await balances(other)).toEqual({ 1: -10_000, 2: -500_000, 3: -30_000, 4: -70_000 });
    await load(t, mo, po, book([100, 5000, 300, 700]), { answers: { [question.id]: 'own' } });
    expect(await balances(po)).toEqual({ 1: 0, 2: 0, 3: 0, 4: 0 });
  });
});

it('the debt of a number that stands twice is that of the row which is loaded', async () => {
  const po = await newPo();
  const batch = await load(t, mo, po, {
    Гаражи: [
      ['№ гаража', 'ФИО'],
      [1, people[0]!],
      [2, people[1]!],
      [2, people[2]!],
      [3, people[3]!],
    ],
    Долги: [
      ['№ гаража', 'Долг'],
      [2, 5000],
      [3, 10],
    ],
  });
  expect(batch.status).toBe('done');
  expect(await balances(po)).toEqual({ 1: 0, 2: -500_000, 3: -1000 });
});

it('a nought on the sheet of debts says that nothing is owed any more: it is asked, and an empty cell says nothing', async () => {
  const po = await newPo();
  const sheets = (...debts: (number | null)[]) => ({
    Гаражи: [['№ гаража', 'ФИО'], ...people.map((name, nth) => [nth + 1, name])],
    Долги: [['№ гаража', 'Долг'], ...debts.map((sum, nth) => [nth + 1, sum])],
  });
  await load(t, mo, po, sheets(500, 600, 700, 800));
  const batch = await bring(t, mo, po, sheets(0, null, 700, 900));
  expect(batch.plan).toMatchObject({ same: 4, update: 0, differs: 2 });
  const { data } = (await mo.call(c.importRows, { params: { id: batch.id }, query: { kind: 'differs' } as never }))
    .body;
  expect(
    data.map((row: c.PreviewRow) =>
      row.differences.map(({ field, was, becomes }) => [row.number, field, was, becomes]),
    ),
  ).toEqual([[['1', 'debt', '500,00 ₽ долга', '0,00 ₽']], [['4', 'debt', '800,00 ₽ долга', '900,00 ₽ долга']]]);
  await load(t, mo, po, sheets(0, null, 700, 900), { choices: { all: 'file', fields: {}, rows: {} } });
  expect(await balances(po)).toEqual({ 1: 0, 2: -60_000, 3: -70_000, 4: -90_000 });
});

it('a section in other letters is the same section: in one file, and in the next', async () => {
  const po = await newPo();
  const head = ['Секция', '№ гаража', 'ФИО'];
  const first = await load(t, mo, po, {
    Реестр: [head, ['А', 1, people[0]!], ['а', 2, people[1]!], ['а', 1, people[2]!], ['A', 3, people[3]!]],
  });
  expect(await balances(po)).toEqual({ 'А-1': 0, 'А-2': 0, 'А-3': 0 });
  const codes = (await rowsOf(first.id)).flatMap(({ issues }) => issues.map(({ code }) => code));
  expect(codes.filter((code) => code === 'section_spelling')).toHaveLength(3);
  expect(codes).toContain('duplicate_garage');
  await load(t, mo, po, { Реестр: [head, ['а', 1, people[0]!], ['а', 4, people[1]!]] });
  expect(await balances(po)).toEqual({ 'А-1': 0, 'А-2': 0, 'А-3': 0, 'А-4': 0 });
});

it('debts by year of a garage that is on record without money enter year by year', async () => {
  const po = await newPo();
  const head = ['№ гаража', 'ФИО'];
  await load(t, mo, po, { Реестр: [head, [1, people[0]!], [2, people[1]!]] });
  await load(t, mo, po, {
    Реестр: [
      [...head, 'Долг 2023', 'Долг 2024'],
      [1, people[0]!, 1000, 2000],
      [2, people[1]!, 0, 500],
    ],
  });
  expect(await balances(po)).toEqual({ 1: -300_000, 2: -50_000 });
  const lines = await t.deps.db
    .selectFrom('balance_operation as l')
    .innerJoin('garage as g', 'g.id', 'l.garage_id')
    .where('g.po_id', '=', po)
    .orderBy('g.number')
    .orderBy('l.period_year')
    .select(['g.number', 'l.period_year', 'l.amount_kopecks'])
    .execute();
  expect(lines.map((line) => [line.number, line.period_year, Number(line.amount_kopecks)])).toEqual([
    ['1', 2023, 100_000],
    ['1', 2024, 200_000],
    ['2', 2024, 50_000],
  ]);
});

it.runIf(testEngine === 'server')(
  'what an official saves while a part of the load waits for him is not overwritten',
  async () => {
    const po = await newPo();
    const head = ['№ гаража', 'ФИО', 'Примечание'];
    await load(t, mo, po, { Реестр: [head, [1, people[0]!, null]] });
    const { id } = await t.deps.db.selectFrom('garage').where('po_id', '=', po).select('id').executeTakeFirstOrThrow();
    const official = await t.deps.db.startTransaction().execute();
    await official.updateTable('garage').set({ note: 'Сам', version: 2 }).where('id', '=', id).execute();
    const loading = load(t, mo, po, { Реестр: [head, [1, people[0]!, 'Из файла']] });
    await expect
      .poll(
        async () =>
          (
            await sql<{
              n: number;
            }>`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
              t.deps.db,
            )
          ).rows[0]!.n,
      )
      .toBeGreaterThan(0);
    await official.commit().execute();
    await loading;
    const garage = await t.deps.db
      .selectFrom('garage')
      .where('id', '=', id)
      .select(['note', 'version'])
      .executeTakeFirstOrThrow();
    expect(garage).toEqual({ note: 'Сам', version: 2 });
  },
);
