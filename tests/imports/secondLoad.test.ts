// What a load means for a register that lives: people by passport and name, differences asked, sheets, attention, the way back.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import * as c from '../../contract/imports.ts';
import { profiles } from '../../contract/profiles.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world } from '../kit/world.ts';
import { bring as bringBook, type SheetRows } from './kit.ts';

let t: TestApp;
let root: Caller;
let po: number;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  po = w.po;
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const bring = (sheets: SheetRows, into = po) => bringBook(t, root, into, sheets);
const change = async (id: number, body: object) =>
  (await root.call(c.changeImport, { params: { id }, body: body as never })).body as c.ImportBatch;
const rowsOf = async (id: number, query: object = {}) =>
  (await root.call(c.importRows, { params: { id }, query: query as never })).body.data as c.PreviewRow[];
async function run(id: number): Promise<c.ImportBatch> {
  await runImport(t.deps, root.userId, id);
  return (await root.call(c.importBatch, { params: { id } })).body as c.ImportBatch;
}
const people = () =>
  t.deps.db
    .selectFrom('profile')
    .where('po_id', '=', po)
    .orderBy('id')
    .select(['last_name', 'phones', 'birthday'])
    .execute();
const titles = ['№ гаража', 'ФИО', 'Дата рождения', 'Телефон', 'Паспорт', 'Долг'];

describe('a passport alone is nobody', () => {
  it('two people with one passport wait for a person on both rows; with three it is a placeholder', async () => {
    const batch = await bring({
      Лист: [
        titles,
        [1, 'Иванов Пётр Ильич', '01.02.1960', '89001110001', '4012 111222', 0],
        [2, 'Иванова Мария Петровна', '03.04.1962', '89001110002', '4012 111222', 0],
        [3, 'Первый Олег Ильич', '01.02.1961', null, '4013 555666', 0],
        [4, 'Второй Олег Ильич', '01.02.1962', null, '4013 555666', 0],
        [5, 'Третий Олег Ильич', '01.02.1963', null, '4013 555666', 100],
      ],
    });
    expect(batch.summary).toMatchObject({ error: 2, created_with_warning: 3 });
    const done = await run(batch.id);
    expect(done.results).toEqual({ created: 3, updated: 0, same: 0, conflict: 0, skipped: 2 });
    expect((await people()).map((one) => one.last_name)).toEqual(['Первый', 'Второй', 'Третий']);
  });

  it('a passport of somebody in the register under another name is a conflict, never «Без изменений»', async () => {
    await run(
      (await bring({ Лист: [titles, [10, 'Сидоров Глеб Ильич', '05.05.1955', '89001110010', '4014 777888', 200]] })).id,
    );
    const batch = await bring({
      Лист: [titles, [11, 'Петрова Анна Ильинична', '06.06.1966', '89001110011', '4014 777888', 0]],
    });
    expect(batch.plan).toMatchObject({ create: 0, conflict: 1 });
    await run(batch.id);
    expect((await rowsOf(batch.id))[0]!.result).toContain(
      'Паспорт уже записан за другим человеком: Сидоров Глеб Ильич',
    );
  });
});

it('a load counts the rows it left out: those not read and those in conflict', async () => {
  await run((await bring({ Лист: [titles, [60, 'Шилов Глеб Ильич', '05.05.1955', null, '4016 777888', 0]] })).id);
  const { id } = await bring({
    Лист: [
      titles,
      [61, 'Щукин Пётр Ильич', '01.02.1960', null, '4016 111222', 0],
      [62, 'Щукина Мария Петровна', '03.04.1962', null, '4016 111222', 0],
      [63, 'Яшина Анна Ильинична', '06.06.1966', null, '4016 777888', 0],
      [60, 'Юрьев Олег Ильич', '01.02.1961', null, null, 0],
      [64, 'Юдин Олег Ильич', '01.02.1961', null, null, 0],
    ],
  });
  const done = await run(id);
  expect(done.results).toEqual({ created: 1, updated: 0, same: 0, conflict: 2, skipped: 2 });
  expect([done.rows_done, done.rows_failed]).toEqual([5, 4]);
});

describe('the second load', () => {
  it('fills what is empty, asks what differs, takes from the file what was chosen, and is taken back', async () => {
    await run((await bring({ Лист: [titles, [20, 'Орлов Юрий Ильич', '07.07.1957', '89001110020', null, 300]] })).id);
    const batch = await bring({
      Лист: [titles, [20, 'Орлов Юрий Ильич', '07.07.1957', '89001110099', '4015 123987', 500]],
    });
    expect(batch.plan).toMatchObject({ update: 1, differs: 1 });
    const [row] = await rowsOf(batch.id, { kind: 'differs' });
    expect(row!.differences.map((one) => [one.field, one.was, one.becomes, one.choice])).toEqual([
      ['debt', '300,00 ₽ долга', '500,00 ₽ долга', null],
      ['phone', '+7\u00a0***\u00a0***-00-20', '+79001110099', null],
    ]);
    const chosen = await change(batch.id, {
      choices: { all: null, fields: { phone: 'file' }, rows: { ['0:2:0']: { debt: 'file' } } },
    });
    expect(chosen.plan).toMatchObject({ update: 1, differs: 0 });
    await run(batch.id);
    const known = () =>
      t.deps.db
        .selectFrom('profile')
        .where('last_name', '=', 'Орлов')
        .select(['phones', 'pass_masked'])
        .executeTakeFirstOrThrow();
    expect(await known()).toEqual({ phones: ['+79001110099'], pass_masked: '40** ***987' });
    const balance = async () =>
      (
        await t.deps.db
          .selectFrom('garage as g')
          .innerJoin('garage_balance as b', 'b.garage_id', 'g.id')
          .where('g.po_id', '=', po)
          .where('g.number', '=', '20')
          .select('b.balance_kopecks')
          .executeTakeFirstOrThrow()
      ).balance_kopecks;
    expect(Number(await balance())).toBe(-50_000);
    // Money of an earlier load does not stand in the way.
    const back = await root.call(c.rollbackImport, { params: { id: batch.id } });
    expect([back.status, back.body.status]).toEqual([200, 'rolled_back']);
    expect(await known()).toEqual({ phones: ['+79001110020'], pass_masked: null });
    expect(Number(await balance())).toBe(-30_000);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  });
});

it('an organisation is one card of its own, with its ИНН and phone and nothing of a human being', async () => {
  const own = await world(t.deps.db);
  const sheets = {
    Лист: [
      titles,
      [1, 'ООО «Ромашка», ИНН 7801234564', '01.02.1960', '89001110001', '4012 111222', 100],
      [2, 'ООО «Ромашка»', null, null, null, 0],
      [3, 'ООО «Ромашка», Иванов Иван Ильич', null, null, null, 0],
    ],
  };
  const batch = await bring(sheets, own.po);
  expect((await rowsOf(batch.id)).map((row) => row.owners)).toEqual([
    'ООО «Ромашка» (ИНН 7801234564)',
    'ООО «Ромашка» (ИНН 7801234564)',
    '',
  ]);
  await run(batch.id);
  const cards = async () =>
    (
      await sql`select p.kind, p.full_name, p.inn, p.phones, p.birthday, p.pass_hash, count(*)::int as garages
        from profile p join ownership o on o.profile_id = p.id where p.po_id = ${own.po} group by p.id`.execute(
        t.deps.db,
      )
    ).rows;
  const whole = { kind: 'organisation', full_name: 'ООО «Ромашка»', inn: '7801234564', phones: ['+79001110001'] };
  expect(await cards()).toEqual([{ ...whole, birthday: null, pass_hash: null, garages: 2 }]);
  const again = await bring({ Лист: [...sheets.Лист, [4, 'ООО «Ромашка»', null, null, null, 0]] }, own.po);
  expect(again.plan).toMatchObject({ create: 1, conflict: 0, same: 3 });
  await run(again.id);
  expect(await cards()).toMatchObject([{ ...whole, garages: 3 }]);
  const mine = await as(t, { mo: own.mo });
  const list = await mine.call(profiles.list, { query: { nameFilter: 'Ромашка' } as never });
  expect([list.status, list.body.map((one: { full_name: string }) => one.full_name)]).toEqual([200, ['ООО «Ромашка»']]);
});

describe('what a load must not do', () => {
  it('two «Иванов И. И.» of one birthday are two people', async () => {
    const own = await world(t.deps.db);
    const batch = await bring(
      { Лист: [titles, [1, 'Иванов И. И.', '01.02.1960'], [2, 'Иванов И. И.', '01.02.1960']] },
      own.po,
    );
    await run(batch.id);
    const { rows } = await sql<{ people: number }>`select count(distinct o.profile_id)::int as people
      from ownership o join garage g on g.id = o.garage_id where g.po_id = ${own.po}`.execute(t.deps.db);
    expect(rows).toEqual([{ people: 2 }]);
  });

  it('a debt is the opening balance 15, an advance the carried rest 9', async () => {
    const own = await world(t.deps.db);
    await run(
      (
        await bring(
          {
            Лист: [
              titles,
              [1, 'Долгов Иван Ильич', null, null, null, 100],
              [2, 'Авансов Иван Ильич', null, null, null, 'переплата 50'],
            ],
          },
          own.po,
        )
      ).id,
    );
    const lines = await t.deps.db
      .selectFrom('balance_operation')
      .where('po_id', '=', own.po)
      .orderBy('sign')
      .select(['sign', 'amount_kopecks', 'accrual_type_id', 'payment_type_id'])
      .execute();
    expect(lines.map((line) => ({ ...line, amount_kopecks: Number(line.amount_kopecks) }))).toEqual([
      { sign: -1, amount_kopecks: 10_000, accrual_type_id: 15, payment_type_id: null },
      { sign: 1, amount_kopecks: 5_000, accrual_type_id: null, payment_type_id: 9 },
    ]);
  });

  it('a row of a garage without its number is refused aloud, not taken for a signature', async () => {
    const own = await world(t.deps.db);
    const batch = await bring(
      {
        Лист: [
          ['№ гаража', 'ФИО', 'Тип', 'Размер'],
          ['1', 'Иванов Иван Иванович', 'Кирпич', '6x4'],
          [null, 'узнать у соседа', 'Металл', '6x4'],
        ],
      },
      own.po,
    );
    expect(batch.summary).toMatchObject({ error: 1, ignored: 0 });
    expect(batch.kinds).toContainEqual({ kind: 'number_missing', count: 1, done: 0 });
  });

  it('an empty cell wipes nothing', async () => {
    const own = await world(t.deps.db);
    const head = [
      '№ гаража',
      'ФИО',
      'Дата рождения',
      'Телефон',
      'Тип',
      'Размер',
      'Дата постройки',
      'ПИБ',
      'Примечание',
      'Адрес прописки',
      'Член ВОА с',
    ];
    const whole = [
      1,
      'Полнов Иван Ильич',
      '01.02.1960',
      '89001110001',
      'Дерево',
      '6х4',
      '05.06.1987',
      'П-1',
      'ключи',
      'Адрес',
      '01.01.2000',
    ];
    await run((await bring({ Лист: [head, whole] }, own.po)).id);
    const stored = async () =>
      (
        await sql`select g.type_id, g.size_x, g.date_of_construction, g.pib_number, g.note, p.birthday, p.phones, p.registration_address, p.voa_entry_date
          from garage g join ownership o on o.garage_id = g.id join profile p on p.id = o.profile_id where g.po_id = ${own.po}`.execute(
          t.deps.db,
        )
      ).rows;
    const before = await stored();
    expect(before[0]).toMatchObject({ type_id: 5, size_x: '6.00', note: 'ключи', phones: ['+79001110001'] });
    const batch = await bring({ Лист: [head, [1, 'Полнов Иван Ильич', ...Array(9).fill(null)]] }, own.po);
    await change(batch.id, { choices: { all: 'file', fields: {}, rows: {} } });
    await run(batch.id);
    expect(await stored()).toEqual(before);
    const others = [
      '02.02.1961',
      '89001110002',
      'Металл',
      '7х5',
      '06.06.1988',
      'П-2',
      'замок',
      'Другой адрес',
      '02.02.2001',
    ];
    const other = await bring({ Лист: [head, [1, 'Полнов Иван Ильич', ...others]] }, own.po);
    await change(other.id, { choices: { all: 'file', fields: {}, rows: {} } });
    await run(other.id);
    const [loaded] = await stored();
    for (const [column, value] of Object.entries(before[0] as object))
      expect([column, loaded![column as never]]).not.toEqual([column, value]);
    expect((await root.call(c.rollbackImport, { params: { id: other.id } })).status).toBeLessThan(300);
    expect(await stored()).toEqual(before);
  });

  it('a row with an owner and a debt and without a number is an error, no signature', async () => {
    const batch = await bring({
      Лист: [
        titles,
        [201, 'Первов Иван Ильич', null, null, null, 0],
        [null, 'Забытов Иван Ильич', null, null, null, 500],
        [null, 'Забытова Анна Ильинична'],
      ],
    });
    const wrong = await rowsOf(batch.id, { outcome: 'error' });
    expect(wrong.map((row) => [row.row, row.issues.map((issue) => issue.code)])).toEqual([
      [3, ['number_missing']],
      [4, ['number_missing']],
    ]);
  });

  it('what was emptied in the register since the same file was loaded is asked, not filled in again', async () => {
    const own = await world(t.deps.db);
    const sheets = { Лист: [titles, [1, 'Прошлов Иван Ильич', '01.02.1960', '89001110001', null, 0]] };
    await run((await bring(sheets, own.po)).id);
    await t.deps.db
      .updateTable('profile')
      .set({ phones: [], phones_key: '' })
      .where('last_name', '=', 'Прошлов')
      .execute();
    const again = await bring(sheets, own.po);
    expect(again.plan).toMatchObject({ same: 1, update: 0, differs: 1 });
    expect((await rowsOf(again.id, { kind: 'differs' }))[0]!.differences).toEqual([
      { field: 'phone', was: '', becomes: '+79001110001', choice: null },
    ]);
  });

  it('a sum that was not read is no nought: the debt of the register stands, whatever is chosen', async () => {
    const own = await world(t.deps.db);
    const sheets = (sum: string | number) => ({ Лист: [titles, [1, 'Суммов Иван Ильич', null, null, null, sum]] });
    await run((await bring(sheets(300), own.po)).id);
    const batch = await bring(sheets('около 1.500'), own.po);
    expect(batch.plan).toMatchObject({ same: 1, differs: 0 });
    expect((await rowsOf(batch.id))[0]!.issues.map(({ code }) => code)).toEqual(['balance_unparsable']);
    await change(batch.id, { choices: { all: 'file', fields: {}, rows: {} } });
    await run(batch.id);
    const stands = await t.deps.db
      .selectFrom('garage_balance as b')
      .innerJoin('garage as g', 'g.id', 'b.garage_id')
      .where('g.po_id', '=', own.po)
      .select('b.balance_kopecks')
      .execute();
    expect(stands.map((row) => Number(row.balance_kopecks))).toEqual([-30_000]);
  });

  it('a garage under re-registration gets no owner from a file', async () => {
    const own = await world(t.deps.db);
    await run((await bring({ Лист: [titles, [1, null, null, null, null, 0]] }, own.po)).id);
    await t.deps.db.updateTable('garage').set({ locked_by_reregistration: 1 }).where('po_id', '=', own.po).execute();
    const batch = await bring({ Лист: [titles, [1, 'Новый Иван Ильич', null, null, null, 0]] }, own.po);
    expect(batch.plan).toMatchObject({ conflict: 1, update: 0 });
  });
});

describe('sheets and questions', () => {
  it('every sheet is listed and loaded under its own section; corrections stay on their sheet', async () => {
    const head = ['№ гаража', 'ФИО', 'Долг'];
    const own = await world(t.deps.db);
    const batch = await bring(
      {
        'Ряд 1': [head, [1, 'Первов Иван Ильич', 100]],
        'Ряд 2': [['Список'], head, [1, 'Второв Иван Ильич', 200]],
        Заметки: [['ключи у сторожа']],
      },
      own.po,
    );
    expect(batch.sheets.map((sheet) => sheet.name)).toEqual(['Ряд 1', 'Ряд 2', 'Заметки']);
    expect(batch.layout.tables.map((table) => [table.section, table.headerRow, table.fate])).toEqual([
      ['1', 1, 'load'],
      ['2', 2, 'load'],
      ['', 0, 'skip'],
    ]);
    await root.call(c.fixImport, {
      params: { id: batch.id },
      body: { fixes: [{ sheet: 0, row: 2, column: 0, field: 'owner', text: 'Исправлен Пётр Ильич' }] },
    });
    expect((await rowsOf(batch.id)).map((row) => [row.section, row.owners])).toEqual([
      ['1', 'Исправлен Пётр Ильич'],
      ['2', 'Второв Иван Ильич'],
    ]);
    await run(batch.id);
    const again = await bring(
      { 'Ряд 1': [['Новый заголовок'], head, [1, 'Исправлен Пётр Ильич', 100], [2, 'Новый Иван Ильич', 0]] },
      own.po,
    );
    expect([again.remembered, again.plan]).toEqual([true, { create: 1, update: 0, same: 1, conflict: 0, differs: 0 }]);
  });

  it('an open question stops the run until it is answered', async () => {
    const own = await world(t.deps.db);
    const batch = await bring(
      {
        Лист: [
          ['№ гаража', 'ФИО', 'Долг на 01.01.2024', 'Долг на 01.01.2026'],
          [1, 'Первов Иван Ильич', 100, 700],
          [2, 'Второв Иван Ильич', 900, 50],
        ],
      },
      own.po,
    );
    const [question] = batch.questions;
    expect([question!.kind, question!.sure, question!.prepared]).toEqual(['debt', false, '3']);
    const refused = await root.call(c.runImport, { params: { id: batch.id } });
    expect(refused.body.message).toBe('Сначала ответьте на вопросы: осталось 1');
    const answered = await change(batch.id, { answers: { [question!.id]: '2' } });
    expect(answered.debt_kopecks).toBe(-100_000);
    expect((await run(batch.id)).status).toBe('done');
  });
});

describe('what was not read whole', () => {
  it('waits beside the garage, masked, and is settled; it is in no note', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const batch = await bring({ Лист: [titles, [1, 'Первов Иван Ильич', null, '315-20-14', null, 0]] }, own.po);
    await run(batch.id);
    const [garage] = (await chief.call(garages.list, { query: {} })).body;
    const params = { id: garage.id };
    const { data } = (await chief.call(c.garageAttention, { params })).body;
    expect(data).toEqual([{ id: expect.any(Number), field: 'phone', title: 'Телефон', masked: '***-**-14' }]);
    expect((await chief.call(c.revealAttention, { params })).body.data[0].text).toBe('315-20-14');
    expect((await chief.call(garages.one, { params })).body.note ?? '').toBe('');
    expect((await mo.call(c.garageAttention, { params })).status).toBe(404);
    expect((await chief.call(c.settleAttention, { params, body: { ids: [data[0].id] } })).body).toEqual({ settled: 1 });
    expect((await chief.call(c.garageAttention, { params })).body.data).toEqual([]);
  });

  it('waits once, however many loads have told it', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { mo: own.mo });
    const told = (...more: (string | null)[]) => ({
      Лист: [titles, [1, 'Первов Иван Ильич', null, '315-20-14', ...more]],
    });
    await run((await bring(told(), own.po)).id);
    const again = await bring(told('4012 112233', 'около 1.500'), own.po);
    expect(again.plan).toMatchObject({ update: 1 });
    await run(again.id);
    const [garage] = (await chief.call(garages.list, { query: {} })).body;
    const { data } = (await chief.call(c.revealAttention, { params: { id: garage.id } })).body;
    expect(data.map((one: { text: string }) => one.text)).toEqual(['315-20-14', 'около 1.500']);
  });
});
