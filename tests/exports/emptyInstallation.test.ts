// The full register of an МО loaded into an empty installation: the same garages, owners, balances and people, those without a garage too.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readXlsx } from 'hucre';
import * as imports from '../../contract/imports.ts';
import { PEOPLE_SHEET } from '../../contract/importFields.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { inTime } from '../kit/busy.ts';
import { send } from '../imports/kit.ts';
import { backupOfficial } from './kit.ts';
import { randomRegister } from './randomRegister.ts';
import { garagesIn, peopleIn } from './wholeState.ts';

let there: TestApp;
let here: TestApp;
let from: World;
let to: World;
let root: Caller;
beforeAll(async () => {
  [there, here] = [await testApp(), await testApp({}, 9)];
  from = await world(there.deps.db);
  await there.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', from.mo).execute();
  to = await world(here.deps.db);
  // The tables of the other installation have begun to count elsewhere.
  await sql`select setval(pg_get_serial_sequence('profile', 'id'), 5)`.execute(here.deps.db);
  root = await as(here, { region: to.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(async () => {
  await there.close();
  await here.close();
});

async function bookOfMo(): Promise<Buffer> {
  const { take, confirm } = await backupOfficial(there, from.mo, [1, 2]);
  await confirm();
  const reply = await take();
  expect(reply.statusCode).toBe(200);
  return reply.rawPayload;
}

async function loadWhole(bytes: Buffer) {
  const { status, body } = await send(here, root, imports.uploadWhole, { mo: to.mo }, 'Полный реестр.xlsx', bytes);
  expect([status, body.parts.map((part: { po_name: string }) => part.po_name).toSorted()]).toEqual([
    200,
    ['КАС № 12-10', 'КАС № 12-3'],
  ]);
  return body as imports.WholeLoad;
}

it(
  'random registers come out as they were; loaded once more they change nothing; taken back nothing is left',
  async () => {
    const { former } = await randomRegister(there, from, 20_261_120);
    const [people, garages] = [await peopleIn(there, from.mo), await garagesIn(there, from.mo)];
    const owners = people.filter((one) => !one.includes('"owns":null'));
    expect(owners.length).toBeGreaterThan(15);
    expect(people.length - owners.length).toBeGreaterThan(5);
    const bytes = await bookOfMo();
    const load = await loadWhole(bytes);
    // What does not come is said: those who own nothing here any more, and the sheets for reading.
    expect(load.left_out.map((one) => [one.name, one.why])).toEqual([
      ['прежние', expect.stringContaining('прежние владельцы')],
      ['Остатки', 'лист для чтения'],
      ['Учёт', 'лист для чтения'],
      ['Переоформления', 'лист для чтения'],
      ['Бумаги', 'лист для чтения'],
      ['Архив', 'лист для чтения'],
    ]);
    for (const part of load.parts) await runImport(here.deps, root.userId, part.batch_id);
    expect(await garagesIn(here, to.mo)).toEqual(garages);
    expect(await peopleIn(here, to.mo)).toEqual(people.filter((one) => !one.includes(former)));

    const before = [await garagesIn(here, to.mo), await peopleIn(here, to.mo)];
    const again = await loadWhole(bytes);
    for (const part of again.parts) {
      const card = (await root.call(imports.importBatch, { params: { id: part.batch_id } }))
        .body as imports.ImportBatch;
      expect(card.plan).toMatchObject({ create: 0, update: 0, conflict: 0, people: { created: 0, updated: 0 } });
      await runImport(here.deps, root.userId, part.batch_id);
    }
    expect([await garagesIn(here, to.mo), await peopleIn(here, to.mo)]).toEqual(before);

    for (const { id } of [again, load]) {
      const back = await root.call(imports.rollbackWhole, { params: { id } });
      expect([back.status, back.body.message]).toEqual([200, undefined]);
    }
    expect([await garagesIn(here, to.mo), await peopleIn(here, to.mo)]).toEqual([[], []]);
  },
  inTime(120_000),
);

it('the sheet of people says of each in which ПО he is known, of those who left nothing but the name', async () => {
  const { sheets } = await readXlsx(new Uint8Array(await bookOfMo()));
  const people = sheets.find(({ name }) => name === PEOPLE_SHEET)!.rows;
  const at = (title: string) => people[0]!.indexOf(title);
  const left = people.filter((row) => row[at('ПО')] === 'прежние');
  expect(left).toHaveLength(1);
  expect(left[0]!.filter((cell) => cell !== null && cell !== undefined && cell !== '')).toEqual([
    'прежние',
    expect.any(String),
  ]);
  expect(people.filter((row) => row[at('Ф.И.О.')] === 'Дваждыев Пётр Ильич').map((row) => row[at('ПО')])).toEqual([
    'КАС № 12-3',
    'КАС № 12-10',
  ]);
});
