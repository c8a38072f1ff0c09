// Sheet «Совладельцы» of the full register in an empty installation: as it is, sorted, shortened, moved, left out, alone.
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as imports from '../../contract/imports.ts';
import { OWNERS_SHEET, PEOPLE_SHEET } from '../../contract/importFields.ts';
import { inTime } from '../kit/busy.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { send } from '../imports/kit.ts';
import { backupOfficial } from './kit.ts';
import { randomRegister } from './randomRegister.ts';
import { garagesIn, peopleIn } from './wholeState.ts';

interface Sheet {
  name: string;
  rows: unknown[][];
  merges?: unknown[];
}
let there: TestApp;
let here: TestApp;
let from: World;
let to: World;
let root: Caller;
let former: string;
let book: Sheet[];
beforeAll(async () => {
  [there, here] = [await testApp(), await testApp({}, 9)];
  [from, to] = [await world(there.deps.db), await world(here.deps.db)];
  await there.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', from.mo).execute();
  root = await as(here, { region: to.region, isSuperuser: 2, role: 'superuser' });
  ({ former } = await randomRegister(there, from, 20_261_128));
  const { take, confirm } = await backupOfficial(there, from.mo, [1, 2]);
  await confirm();
  book = (await readXlsx((await take()).rawPayload)).sheets as never;
}, inTime(60_000));
afterAll(async () => {
  await there.close();
  await here.close();
});

const isOwners = ({ name }: Sheet) => name === OWNERS_SHEET;
const withOwners = (change: (rows: unknown[][]) => unknown[][]): Sheet[] =>
  book.map((sheet) => (isOwners(sheet) ? { ...sheet, rows: [sheet.rows[0]!, ...change(sheet.rows.slice(1))] } : sheet));
const loadWhole = async (sheets: readonly Sheet[]) => {
  const bytes = Buffer.from(
    await writeXlsx({ sheets: sheets.map(({ name, rows, merges }) => ({ name, rows, merges })) } as never),
  );
  const { status, body } = await send(here, root, imports.uploadWhole, { mo: to.mo }, 'Полный реестр.xlsx', bytes);
  expect([status, body.message]).toEqual([200, undefined]);
  return body as imports.WholeLoad;
};
const kindsOf = async (load: imports.WholeLoad) => {
  const counts: Record<string, number> = {};
  for (const part of load.parts) {
    const { body } = await root.call(imports.importBatch, { params: { id: part.batch_id } });
    for (const { kind, count } of (body as imports.ImportBatch).kinds) counts[kind] = (counts[kind] ?? 0) + count;
  }
  return counts;
};
/** Loads a book, answers what came and what was said of its rows, takes it back. */
async function whatCameOf(sheets: readonly Sheet[]) {
  const load = await loadWhole(sheets);
  const kinds = await kindsOf(load);
  for (const part of load.parts) await runImport(here.deps, root.userId, part.batch_id);
  const came = [await garagesIn(here, to.mo), await peopleIn(here, to.mo)] as const;
  const back = await root.call(imports.rollbackWhole, { params: { id: load.id } });
  expect([back.status, back.body.message]).toEqual([200, undefined]);
  expect([await garagesIn(here, to.mo), await peopleIn(here, to.mo)]).toEqual([[], []]);
  return { came, kinds, errors: load.parts.reduce((sum, { summary }) => sum + summary.error, 0) };
}
const original = async () => [
  await garagesIn(there, from.mo),
  (await peopleIn(there, from.mo)).filter((one) => !one.includes(former)),
];

it('has a row for each owner of a garage that has several, with the day and the ground he owns it by', async () => {
  const [titles, ...rows] = book.find(isOwners)!.rows as string[][];
  const { rows: owned } = await sql<{ po: string; number: string; share: string; since: string }>`
    select po.name as po, g.number, o.share_num || '/' || o.share_den as share, to_char(o.started_on, 'YYYY-MM-DD') as since
    from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.ended_on is null and g.is_active
      and (select count(*) from ownership w where w.garage_id = g.id and w.ended_on is null) > 1
    order by po.sort_key, g.section_key, g.number_key, g.id, o.is_primary desc, o.id`.execute(there.deps.db);
  expect(owned.length).toBeGreaterThan(15);
  const at = (title: string) => titles!.indexOf(title);
  const day = (cell: unknown) => (cell instanceof Date ? cell.toISOString().slice(0, 10) : cell);
  expect(
    rows.map((row) => ({
      po: row[at('ПО')],
      number: String(row[at('№ гаража')]),
      share: row[at('Доля')],
      since: day(row[at('Владеет с (для чтения)')]),
    })),
  ).toEqual(owned);
  expect(rows.every((row) => row[at('Код человека')])).toBe(true);
});

it.each<[string, () => Sheet[], (all: number) => number]>([
  ['as it is', () => book, (all) => all],
  ['sorted the other way', () => withOwners((rows) => rows.toReversed()), (all) => all],
  ['shortened', () => withOwners((rows) => rows.filter((_, at) => at % 3)), (all) => all - Math.ceil(all / 3)],
  [
    'before the sheets of ПО',
    () => book.toSorted((one, other) => Number(isOwners(other)) - Number(isOwners(one))),
    (all) => all,
  ],
  ['left out', () => book.filter((sheet) => !isOwners(sheet)), () => 0],
])(
  '%s it changes nothing of what comes, and its rows are counted as told already',
  async (_name, sheets, told) => {
    const all = book.find(isOwners)!.rows.length - 1;
    const { came, kinds, errors } = await whatCameOf(sheets());
    expect([kinds.co_owner_same ?? 0, kinds.co_owner ?? 0, errors]).toEqual([told(all), 0, 0]);
    expect(came).toEqual(await original());
  },
  inTime(60_000),
);

it(
  'alone it brings the garages of co-owners with their owners and shares, and says that no sheet has garages',
  async () => {
    const { came, kinds, errors } = await whatCameOf(book.filter(isOwners));
    const rows = book.find(isOwners)!.rows.length - 1;
    expect([kinds.garage_of_owners, kinds.co_owner, errors]).toEqual([rows / 2, rows / 2, 0]);
    expect(came[0]).toHaveLength(rows / 2);
    const sharesOf = (people: readonly string[]) =>
      people
        .flatMap((one) => ((JSON.parse(one).owns ?? []) as unknown[][]).filter((garage) => garage[3] !== null))
        .map((garage) => JSON.stringify(garage))
        .toSorted();
    expect(sharesOf(came[1])).toEqual(sharesOf((await original())[1]!));
  },
  inTime(60_000),
);

it(
  'with the sheet of people alone, the same',
  async () => {
    const { came, kinds } = await whatCameOf(book.filter((sheet) => isOwners(sheet) || sheet.name === PEOPLE_SHEET));
    expect(kinds.garage_of_owners).toBe(came[0].length);
    expect(came[1]).toHaveLength((await original())[1]!.length);
  },
  inTime(60_000),
);

it(
  'what only it says of shares is refused at the field, the sheet of the ПО stands',
  async () => {
    const share = book.find(isOwners)!.rows[0]!.indexOf('Доля');
    const { came, kinds, errors } = await whatCameOf(
      withOwners((rows) => rows.map((row, at) => (at === 0 ? row.with(share, '1/5') : row))),
    );
    expect([kinds.co_owner_differs, errors]).toEqual([1, 1]);
    expect(came).toEqual(await original());
  },
  inTime(60_000),
);

it(
  'another row of a garage is another owner of it, with his own ground and phone',
  async () => {
    const [titles, ...rows] = book.find(isOwners)!.rows as [string[], ...unknown[][]];
    const at = (title: string) => titles.indexOf(title);
    const sole = { po: 'КАС № 12-3', section: 'Я', number: '900' };
    const row = rows[0]!.map(() => null as unknown);
    const cells = {
      ПО: sole.po,
      Секция: sole.section,
      '№ гаража': sole.number,
      'Ф.И.О. владельца': 'Новых Яна Ильинична',
    };
    for (const [title, value] of Object.entries({ ...cells, Основание: 'Дарение', Телефон: '89110000088' }))
      row[at(title)] = value;
    const { came, kinds, errors } = await whatCameOf(withOwners((all) => [...all, row]));
    expect([kinds.co_owner, kinds.co_owner_told, errors]).toEqual([1, 1, 0]);
    const [garages, people] = await original();
    const isSole = (one: string) => JSON.stringify(sole).slice(1, -1) === one.slice(1, JSON.stringify(sole).length - 1);
    expect(came[0]).toEqual(garages!.map((one) => (isSole(one) ? one.replace('"owners":1', '"owners":2') : one)));
    const added = came[1].filter((one) => !people!.includes(one)).map((one) => JSON.parse(one));
    expect(added).toHaveLength(1);
    expect(added[0]).toMatchObject({
      full_name: 'Новых Яна Ильинична',
      phones: ['+79110000088'],
      owns: [[sole.po, 'Я', '900', null, null, false, 'Дарение']],
    });
  },
  inTime(60_000),
);
