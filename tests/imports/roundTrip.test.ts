// «Полный реестр» taken away, edited in Excel and loaded back: everything that was changed arrives, nothing else moves.
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportList, generateFullRegister } from '../../contract/exports.ts';
import * as c from '../../contract/imports.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { checkPassword } from '../../contract/session.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, PASSWORD } from '../session/people.ts';
import { load, send } from './kit.ts';

let t: TestApp;
let w: World;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', w.mo).execute();
  await load(t, root, w.po, {
    Лист: [
      titles,
      [
        'А',
        1,
        'Кирпич',
        '6х4',
        'Первов Иван Ильич',
        '01.02.1960',
        '4012 111222',
        'ОВД Невского р-на 01.02.2003',
        'Адрес первый',
        '89001110001',
        'a@example.ru',
        'Пенсионер',
        '11',
        '01.01.1999',
        '100',
        100.5,
        'ключи',
      ],
      [
        'А',
        2,
        'Металл',
        null,
        'Второв Пётр Ильич',
        '03.04.1962',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        -35,
        null,
      ],
      [
        'Б',
        3,
        'Дерево',
        null,
        'Третьев Олег Ильич (1/2); Третьева Анна Ильинична (1/2)',
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        null,
        0,
        null,
      ],
    ],
  });
  await load(t, root, w.siblingPo, { Лист: [titles, ['А', 1, 'Кирпич', null, 'Соседов Иван Ильич']] });
});
afterAll(() => t.close());

const titles = [
  'Секция',
  '№ гаража',
  'Тип',
  'Размер',
  'ФИО',
  'Дата рождения',
  'Паспорт',
  'Кем выдан паспорт',
  'Адрес прописки',
  'Телефон',
  'E-mail',
  'Льгота',
  '№ удостоверения льготы',
  'Член ВОА с',
  '№ членского билета',
  'Долг',
  'Примечание',
];

type Rows = unknown[][];
async function copy(): Promise<{ name: string; rows: Rows }[]> {
  const who = await account(t, { rights: [{ mo_id: w.mo }], capabilities: [1, 2] });
  const browser = new Browser(t);
  await browser.signIn(who.email);
  await browser.call(checkPassword, { password: PASSWORD }, {}, { id: who.id });
  const reply = await t.app.inject({
    url: generateFullRegister.path,
    headers: { authorization: `Bearer ${browser.token}`, 'x-fingerprint': browser.fingerprint },
  });
  return (await readXlsx(reply.rawPayload)).sheets as never;
}

async function bringBook(sheets: { name: string; rows: Rows }[]): Promise<c.ImportBatch> {
  const bytes = Buffer.from(await writeXlsx({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) } as never));
  const { status, body } = await send(t, root, c.uploadRegistry, { po: w.po }, 'Полный реестр.xlsx', bytes);
  expect(status).toBe(200);
  return body;
}

const stored = async () =>
  (
    await sql<
      Record<string, unknown>
    >`select g.section, g.number, y.name as type, g.size_x, g.date_of_construction, g.pib_number, g.note, b.balance_kopecks::int as balance, p.full_name,
        p.birthday, p.phones, p.email, p.registration_address, p.actual_address, p.pass_masked, v.name as privilege, h.number as paper, p.voa_entry_date, p.is_voa_member, p.ticket_number
      from garage g join garage_type y on y.id = g.type_id join garage_balance b on b.garage_id = g.id
        left join ownership o on o.garage_id = g.id and o.is_primary left join profile p on p.id = o.profile_id
        left join privilege v on v.id = p.privilege_id left join profile_privilege h on h.profile_id = p.id and h.is_current
      where g.po_id = ${w.po} and g.is_active order by g.section, g.number`.execute(t.deps.db)
  ).rows;

describe('the full register', () => {
  it('as it is changes nothing, asks nothing, and leaves sheets of other ПО alone', async () => {
    const before = await stored();
    const batch = await bringBook(await copy());
    expect(batch.questions.filter((one) => !one.sure)).toEqual([]);
    const people = { created: 0, updated: 0, same: 4 };
    expect(batch.plan).toEqual({ create: 0, update: 0, same: 3, conflict: 0, differs: 0, people });
    expect(batch.layout.tables.map((table) => [table.fate, table.why])).toEqual(
      [
        ['skip', expect.stringContaining('другого ПО')],
        ['load', ''],
        ['owners', expect.stringContaining('совладельцы')],
        ['people', expect.stringContaining('люди')],
        // «Остатки», «Учёт», «Переоформления», «Бумаги», «Архив».
        ...Array.from({ length: 5 }, () => ['skip', 'лист для чтения']),
      ].toSorted((one) => (batch.sheets[0]!.name.includes('12-3') && one[0] === 'load' ? -1 : 0)),
    );
    await runImport(t.deps, root.userId, batch.id);
    expect(await stored()).toEqual(before);
  });

  it('edited in every column arrives whole, after «всё взять из файла»', async () => {
    const sheets = await copy();
    const rows = sheets.find(({ name }) => name.includes('12-3'))!.rows;
    const at = (title: string) => {
      const index = rows[0]!.findIndex((one) => String(one).startsWith(title));
      expect([title, index]).not.toEqual([title, -1]);
      return index;
    };
    const edit = (row: number, title: string, value: unknown) => (rows[row]![at(title)] = value);
    const edits: [string, unknown][] = [
      ['Тип', 'Железобетон'],
      ['Размер', '5×3×2'],
      ['Дата постройки', '05.06.1987'],
      ['ПИБ', 'ПИБ-7'],
      ['Дата рождения', '02.02.1960'],
      ['Паспорт', '4099 999888'],
      ['Кем и когда выдан паспорт', 'ОВД другой 05.05.2005'],
      ['Адрес прописки', 'Адрес новый'],
      ['Адрес проживания', 'Адрес проживания'],
      ['Телефон', '89005554433'],
      ['E-mail', 'b@example.ru'],
      ['Льгота', 'Ветеран труда'],
      ['№ удостоверения льготы', '77'],
      ['Член ВОА с', '02.02.2002'],
      ['№ членского билета', '200'],
      ['Сальдо', -777.25],
      ['Примечание', 'ключи у сторожа'],
    ];
    for (const [title, value] of edits) edit(1, title, value);
    rows.push(
      rows[0]!.map((_, column) =>
        column === at('№ гаража') ? 4 : column === at('Ф.И.О.') ? 'Новый Иван Ильич' : null,
      ),
    );
    const before = await stored();
    const batch = await bringBook(sheets);
    expect(batch.plan).toMatchObject({ create: 1, conflict: 0 });
    const { data } = (await root.call(c.importRows, { params: { id: batch.id }, query: { kind: 'differs' } as never }))
      .body;
    const [row] = data as c.PreviewRow[];
    expect(data).toHaveLength(1);
    // Every field is shown, old → new; with another birthday nothing is filled in unasked.
    expect(row!.differences.map((one) => one.field).toSorted()).toEqual(
      [
        'actualAddress',
        'birthday',
        'dateOfConstruction',
        'debt',
        'email',
        'note',
        'passport',
        'passportIssued',
        'phone',
        'pib',
        'privilege',
        'registrationAddress',
        'size',
        'ticketNumber',
        'type',
        'voaEntryDate',
      ].toSorted(),
    );
    await root.call(c.changeImport, {
      params: { id: batch.id },
      body: { choices: { all: 'file', fields: {}, rows: {} } },
    });
    await runImport(t.deps, root.userId, batch.id);
    const after = await stored();
    expect(after.filter((one) => one.number !== '1' && one.number !== '4')).toEqual(before.slice(1));
    expect(after.find((one) => one.number === '1')).toMatchObject({
      type: 'Железобетон',
      size_x: '5.00',
      date_of_construction: '1987-06-05',
      pib_number: 'ПИБ-7',
      note: 'ключи у сторожа',
      balance: -77_725,
      birthday: '1960-02-02',
      phones: ['+79005554433'],
      email: 'b@example.ru',
      registration_address: 'Адрес новый',
      actual_address: 'Адрес проживания',
      pass_masked: '40** ***888',
      privilege: 'Ветеран труда',
      paper: '77',
      voa_entry_date: '2002-02-02',
      ticket_number: '200',
    });
    // Taken away again it says what was loaded.
    const again = (await copy()).find(({ name }) => name.includes('12-3'))!.rows;
    expect(again.find((one) => one[at('№ гаража')] === '1')![at('Кем и когда выдан паспорт')]).toBe(
      'ОВД другой 05.05.2005',
    );
    const back = await root.call(c.rollbackImport, { params: { id: batch.id } });
    expect([back.status, await stored()]).toEqual([200, before]);
  });

  it('other owners and shares are shown and never taken', async () => {
    const sheets = await copy();
    const rows = sheets.find(({ name }) => name.includes('12-3'))!.rows;
    rows[3]![rows[0]!.indexOf('Доля')] = '1/3; 2/3';
    const batch = await bringBook(sheets);
    const { data } = (await root.call(c.importRows, { params: { id: batch.id }, query: { kind: 'differs' } as never }))
      .body;
    expect((data as c.PreviewRow[])[0]!.differences).toEqual([
      expect.objectContaining({ field: 'owners', choice: 'keep', locked: 'Владельцев и доли меняет переоформление' }),
    ]);
  });
});

it.each([
  ['by the titles of its sums', ['plate', 'type', 'owner', 'phone', 'last_payment', 'debt']],
  // Two of its three garages have no phone to hide.
  ['by a hidden phone', ['plate', 'owner', 'phone']],
])('the list of garages taken to Excel is told from a registry %s and not loaded', async (_by, columns) => {
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(exportList, { resource: 'garages' }),
    headers: { authorization: `Bearer ${root.token}` },
    payload: { format: 'xlsx', columns, sort: ['place', 'ASC'], filter: { poFilter: [w.po] } },
  });
  expect(reply.statusCode).toBe(200);
  const { status, body } = await send(t, root, c.uploadRegistry, { po: w.po }, 'Гаражи.xlsx', reply.rawPayload);
  expect([status, body.errors?.file]).toEqual([422, expect.stringContaining('Полный реестр')]);
});

it('a registry that bears some titles of that list beside its own is loaded', async () => {
  const sheet = [
    ['№ гаража', 'ФИО', 'Телефон', 'Долг, ₽', 'Замечания сторожа'],
    [901, 'Сторожев Иван Ильич', '89001110901', 120, 'код от ворот 12***'],
  ];
  const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 'Лист', rows: sheet }] }));
  const { status } = await send(t, root, c.uploadRegistry, { po: w.po }, 'Сторож.xlsx', bytes);
  expect(status).toBe(200);
});
