// A load taken back: every answer and every table are as before it, what only reversed lines name is seen nowhere, and the same file takes the same rows.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addComment } from '../../contract/comments.ts';
import { allEndpoints } from '../../contract/index.ts';
import * as c from '../../contract/imports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { reregistrations } from '../../contract/reregistrations.ts';
import { removeReregistrationDraft } from '../../contract/reregistrations/steps.ts';
import { verifyLedger } from '../../server/balance/queries.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world } from '../kit/world.ts';
import { load, type SheetRows } from './kit.ts';

let t: TestApp;
let po: number;
let callers: { root: Caller; chief: Caller; mo: Caller };
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  po = w.po;
  callers = {
    root: await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' }),
    chief: await as(t, { po: w.po }),
    mo: await as(t, { mo: w.mo }),
  };
});
afterAll(() => t.close());

const titles = [
  '№ гаража',
  'Секция',
  'ФИО',
  'Дата рождения',
  'Телефон',
  'Паспорт',
  'Льгота',
  'Член ВОА с',
  'Размер',
  'Долг',
];
const first: SheetRows = {
  Лист: [
    titles,
    [1, 'А', 'Первов Иван Ильич', '01.02.1960', '89001110001', '4012 111222', null, null, null, 100],
    [2, 'А', 'Второв Пётр Ильич', '03.04.1962', '89001110002', null, null, null, '6х4', 0],
    [3, 'А', null, null, null, null, null, null, null, 0],
  ],
};
/** New and known garages and people, debts and advances, a new section, a text that is not read. */
const second: SheetRows = {
  Лист: [
    titles,
    [1, 'А', 'Первов Иван Ильич', '01.02.1960', '89001110099', '4012 111222', null, null, '5х3', 100],
    [2, 'А', 'Второв Пётр Ильич', '03.04.1962', '89001110002', '4015 123987', 'Пенсионер', '01.01.2001', '6х4', 700],
    [3, 'А', 'Аввакумов Глеб Ильич', '05.05.1955', null, null, null, null, null, 0],
    [4, 'Щ', 'Должников Олег Ильич', '06.06.1956', '315-20-14', '4016 555444', 'Пенсионер', null, '6х4х2', 500],
    [5, 'Щ', 'Должников Олег Ильич', '06.06.1956', null, null, null, null, null, 250],
    [6, 'Щ', 'Переплатов Юрий Ильич', null, '89001110006', null, null, null, null, -300],
    [7, 'Щ', 'Бездолгов Илья Ильич', '07.07.1957', '89001110007', '4017 111333', null, null, null, 0],
    [8, 'Щ', 'Первов Иван Ильич', '01.02.1960', null, null, null, null, null, 50],
  ],
};

/** What a load leaves for ever: the ledger with its seals and months, the log, keys, and the record of the load itself. */
const forEver =
  /^(balance_operation|contribution|contribution_words|ledger_.*|action_log|person_key|operation_key|import_.*|background_job|stored_file|session|page_visit|app_user|user_right)$/;
/** What only goes on: versions of rows, the sequence of account numbers, the day of the last line of the books. */
const running = ['version', 'next_garage_seq', 'last_line_on'];

async function tables(): Promise<Record<string, unknown[]>> {
  const { rows: names } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(t.deps.db);
  const whole: Record<string, unknown[]> = {};
  for (const { name } of names.filter((one) => !forEver.test(one.name))) {
    const seen =
      name === 'garage'
        ? sql`not x.is_withdrawn`
        : name === 'profile'
          ? sql`x.withdrawn_key is null`
          : name === 'garage_balance'
            ? sql`not exists (select 1 from garage g where g.id = x.garage_id and g.is_withdrawn)`
            : sql`true`;
    const { rows } = await sql<{ row: object }>`select to_jsonb(x) - ${running}::text[] as row from ${sql.table(name)} x
      where ${seen} order by 1`.execute(t.deps.db);
    whole[name] = rows.map((one) => one.row);
  }
  return whole;
}

/** Lists of the ledger and of the log, of loads and jobs: they tell what happened. */
const tells =
  /\/(action_log|users\/:id\/actions|balance_operations|contributions|contribution_|payments|payment_users|figure_lines|registry_imports|jobs|statistics|debt_movement|garages\/:id\/(ledger|statement|history)|profiles\/:id\/)/;
const asked: Record<string, object[]> = {
  '/api/garages/': [
    { type: 'archive' },
    { nameFilter: 'Аввакумов' },
    { nameFilter: 'Должников' },
    { nameFilter: '4' },
    { profileCounter: 'none' },
    { garageDebt: 'debt' },
    { garageDebt: 'advance' },
    { sectionFilter: ['Щ'] },
  ],
  '/api/profiles/': [{ nameFilter: 'Должников' }, { nameFilter: '1110006' }, { contacts: 'no_phone' }, { debt: true }],
  '/api/global_search/': [{ q: 'Должников' }, { q: 'Аввакумив' }, { q: 'Щ 4' }, { q: 'гараж 4' }, { q: '—' }],
};

async function answers(ids: readonly number[]): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const [who, caller] of Object.entries(callers))
    for (const endpoint of allEndpoints) {
      if (endpoint.method !== 'GET' || tells.test(endpoint.path) || endpoint.kind === 'file') continue;
      const hasId = /:(id|objectId)\b/.test(endpoint.path);
      for (const id of hasId ? ids : [0])
        for (const query of [{}, ...(asked[endpoint.path] ?? [])]) {
          const params = { id, objectId: id, po, type: 'garage', resource: 'garages', tab: 'profile', token: 'x' };
          const reply = await caller.call(endpoint, { params, query } as never);
          const body = JSON.stringify(reply.body, (key, value: unknown) => (running.includes(key) ? undefined : value));
          all[`${who} ${pathOf(endpoint, params as never)} ${JSON.stringify(query)}`] = [reply.status, body];
        }
    }
  return all;
}

const rowsMade = async () => ({
  garages: await t.deps.db
    .selectFrom('garage')
    .where('po_id', '=', po)
    .where('is_active', '=', true)
    .where('section', '=', 'Щ')
    .orderBy('number')
    .select(['id', 'number', 'account_no'])
    .execute(),
  people: await t.deps.db
    .selectFrom('profile')
    .where('last_name', 'in', ['Должников', 'Переплатов'])
    .orderBy('last_name')
    .select(['id', 'last_name', 'phones', 'pass_masked'])
    .execute(),
});

it('every answer and every table are as before; the same file takes the same rows, and is taken back again', async () => {
  const { root } = callers;
  await load(t, root, po, first);
  const highest = async (table: 'garage' | 'profile') =>
    (
      await t.deps.db
        .selectFrom(table)
        .select((e) => e.fn.max('id').as('id'))
        .executeTakeFirstOrThrow()
    ).id;
  // Those that are there, and those that the load will make.
  const ids = [...new Set([1, 3, 4, 7, po])];
  expect([await highest('garage'), await highest('profile')]).toEqual([3, 2]);
  const before = { tables: await tables(), answers: await answers(ids) };
  expect(Object.keys(before.answers).length).toBeGreaterThan(250);

  const take = { choices: { all: 'file' as const, fields: {}, rows: {} } };
  const batch = await load(t, root, po, second, take);
  expect(batch.results).toEqual({ created: 5, updated: 3, same: 0, conflict: 0, skipped: 0 });
  const made = await rowsMade();
  expect(await answers(ids)).not.toEqual(before.answers);

  for (const round of [1, 2]) {
    const id = round === 1 ? batch.id : (await load(t, root, po, second, take)).id;
    if (round === 2) {
      const again = await rowsMade();
      expect(again.people).toEqual(made.people);
      const owing = ({ number }: { number: string }) => number !== '7';
      expect(again.garages.filter(owing)).toEqual(made.garages.filter(owing));
    }
    const back = await root.call(c.rollbackImport, { params: { id } });
    expect([back.status, back.body.message]).toEqual([200, undefined]);
    const after = { tables: await tables(), answers: await answers(ids) };
    for (const [name, rows] of Object.entries(after.tables)) expect([name, rows]).toEqual([name, before.tables[name]]);
    for (const [call, answer] of Object.entries(after.answers))
      expect([call, answer]).toEqual([call, before.answers[call]]);
    expect(await verifyLedger(t.deps.db)).toEqual([]);
  }

  const left = await t.deps.db.selectFrom('profile').where('withdrawn_key', 'is not', null).selectAll().execute();
  expect(left).toHaveLength(2);
  for (const one of left)
    expect([one.full_name, one.birthday, one.phones, one.pass_cipher, one.pass_hash, one.ticket_number]).toEqual([
      '—',
      null,
      [],
      null,
      null,
      null,
    ]);
});

it('a word written about what was made stands in the way, and is named', async () => {
  const { root, chief } = callers;
  const batch = await load(t, root, po, { Лист: [titles, [90, 'Э', 'Новый Иван Ильич']] });
  const { id } = await t.deps.db.selectFrom('garage').where('number', '=', '90').select('id').executeTakeFirstOrThrow();
  await chief.call(addComment, { params: { type: 'garage', objectId: id }, body: { text: 'Ключи у сторожа' } });
  const refused = await root.call(c.rollbackImport, { params: { id: batch.id } });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'После загрузки уже есть изменения: Э 90. Отменить её нельзя',
  ]);
});

it('a case that was begun of an owner whom the load gave to a known garage stands in the way', async () => {
  const { root, chief } = callers;
  const known = ['Былов Иван Ильич', '01.02.1970', null, '4012 999888'];
  await load(t, root, po, { Лист: [titles, [91, 'Э', ...known], [92, 'Э']] });
  const batch = await load(t, root, po, { Лист: [titles, [92, 'Э', ...known]] });
  const garage = await t.deps.db.selectFrom('garage').where('number', '=', '92').select('id').executeTakeFirstOrThrow();
  const draft = await chief.call(reregistrations.create, {
    body: { garage: garage.id, reason: 1, dateRequest: '2026-11-20', date: '2026-11-20' } as never,
  });
  expect([draft.status, draft.body.parties.map((one: { full_name: string }) => one.full_name)], draft.text).toEqual([
    200,
    ['Былов Иван Ильич'],
  ]);
  const refused = await root.call(c.rollbackImport, { params: { id: batch.id } });
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'После загрузки уже есть изменения: Э 92. Отменить её нельзя',
  ]);
  await chief.call(removeReregistrationDraft, { params: { id: draft.body.id } });
  expect((await root.call(c.rollbackImport, { params: { id: batch.id } })).status).toBeLessThan(300);
});

it('a name of a withdrawn person is not given to another of the same garage', async () => {
  const { root } = callers;
  const one = await load(t, root, po, { Лист: [titles, [95, 'Ю', 'Прежний Иван Ильич', ...Array(6), 10]] });
  await root.call(c.rollbackImport, { params: { id: one.id } });
  await load(t, root, po, { Лист: [titles, [95, 'Ю', 'Другой Олег Ильич', ...Array(6), 20]] });
  const { rows } = await sql<{ names: string[] }>`select array_agg(distinct p.full_name order by p.full_name) as names
    from balance_operation o join profile p on p.id = o.owner_id join garage g on g.id = o.garage_id where g.section = 'Ю'`.execute(
    t.deps.db,
  );
  expect(rows[0]!.names).toEqual(['—', 'Другой Олег Ильич'].toSorted((a, b) => (a < b ? -1 : 1)));
});

it('namesakes of whom nothing else is known come back each to their own garage', async () => {
  const { root } = callers;
  const sheets = {
    Лист: [titles, [96, 'Я', 'Тёзкин Иван Ильич', ...Array(6), 10], [97, 'Я', 'Тёзкин Иван Ильич', ...Array(6), 20]],
  };
  const owners = async () => {
    const { rows } = await sql<{ number: string; owner: number }>`select g.number, o.profile_id as owner
      from garage g join ownership o on o.garage_id = g.id where g.section = 'Я' and o.ended_on is null order by 1`.execute(
      t.deps.db,
    );
    return rows;
  };
  const one = await load(t, root, po, sheets);
  const before = await owners();
  expect(new Set(before.map(({ owner }) => owner)).size).toBe(2);
  await root.call(c.rollbackImport, { params: { id: one.id } });
  expect(await owners()).toEqual([]);
  await load(t, root, po, sheets);
  expect(await owners()).toEqual(before);
});

it('whom the load alone made known here is known here no more; who owns a garage by other ways stays', async () => {
  const { root, mo } = callers;
  const { id } = await load(t, root, po, { Лист: [titles, [99, 'Ы', 'Знаемов Иван Ильич', '01.02.1960']] });
  const [passing, owning, namesake] = [await newPerson(mo, po), await newPerson(mo, po), await newPerson(mo, po)];
  await newGarage(mo, po, { number: '99', section: 'Ь', alreadyExistProfile: [{ profileId: owning.id }] });
  // As a load ties those whom another ПО has brought: the row is of its making. A garage of its making may bear the number of a person.
  for (const [table, person] of [
    ['profile_place', passing],
    ['profile_place', owning],
    ['garage', namesake],
  ] as const)
    await sql`insert into import_effect (batch_id, table_name, row_id) values (${id}, ${table}, ${person.id})`.execute(
      t.deps.db,
    );
  expect((await root.call(c.rollbackImport, { params: { id } })).status).toBe(200);
  const known = await t.deps.db
    .selectFrom('profile_place')
    .where('profile_id', 'in', [passing.id, owning.id, namesake.id])
    .where('po_id', '=', po)
    .select('profile_id')
    .orderBy('profile_id')
    .execute();
  expect(known).toEqual([{ profile_id: owning.id }, { profile_id: namesake.id }]);
});

it('two who take one load back at once: it is taken back once, and told once', async () => {
  const { root } = callers;
  const { id } = await load(t, root, po, { Лист: [titles, [98, 'Ъ', 'Одинов Иван Ильич', '01.02.1960']] });
  const told = async () =>
    (await t.deps.db.selectFrom('action_log').where('verb', '=', 'garage.import_rollback').select('id').execute())
      .length;
  const before = await told();
  const both = await Promise.all([1, 2].map(() => root.call(c.rollbackImport, { params: { id } })));
  expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  expect((await told()) - before).toBe(1);
});
