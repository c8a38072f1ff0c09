// The full register of an МО loaded into an empty installation: the same garages, owners, balances and people, those without a garage too.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readXlsx } from 'hucre';
import * as imports from '../../contract/imports.ts';
import { LOADED_GROUND, PEOPLE_SHEET } from '../../contract/importFields.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { runImport } from '../kit/jobs.ts';
import { world, type World } from '../kit/world.ts';
import { inTime } from '../kit/busy.ts';
import { send } from '../imports/kit.ts';
import { backupOfficial } from './kit.ts';
import { randomRegister } from './randomRegister.ts';

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

/** Everybody of an МО with all that is known of him, where he is known and what he owns: no numbers of rows, in an order of their own. */
async function peopleIn(t: TestApp, mo: number): Promise<string[]> {
  const { rows } = await sql<object>`
    select p.kind, p.inn, p.full_name, p.birthday, p.phones, p.email, p.registration_address, p.actual_address, p.pass_masked, p.privilege_id, p.is_voa_member, p.voa_entry_date, p.ticket_number,
      (select number from profile_privilege h where h.profile_id = p.id and h.is_current) as certificate,
      (select json_agg(po.name order by po.name) from profile_place l join po on po.id = l.po_id where l.profile_id = p.id) as places,
      (select json_agg(json_build_array(k.kind, k.signed_at, k.doc_no) order by k.kind) from consent k where k.profile_id = p.id and k.revoked_at is null) as consents,
      (select json_agg(json_build_array(po.name, g.section, g.number, o.share_num, o.share_den, o.is_primary, coalesce(o.start_reason, ${LOADED_GROUND}::text)) order by po.name, g.section, g.number)
        from ownership o join garage g on g.id = o.garage_id join po on po.id = g.po_id where o.profile_id = p.id and o.ended_on is null) as owns
    from profile p where p.merged_into is null and exists (select 1 from profile_place l where l.profile_id = p.id and l.mo_id = ${mo})`.execute(
    t.deps.db,
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

async function garagesIn(t: TestApp, mo: number): Promise<string[]> {
  const { rows } = await sql<object>`
    select po.name as po, g.section, g.number, g.type_id, g.size_x, g.size_y, g.size_z, g.date_of_construction, g.pib_number, g.note, coalesce(b.balance_kopecks, 0)::int as balance,
      (select count(*)::int from ownership o where o.garage_id = g.id and o.ended_on is null) as owners
    from garage g join po on po.id = g.po_id left join garage_balance b on b.garage_id = g.id where g.mo_id = ${mo} and g.is_active`.execute(
    t.deps.db,
  );
  return rows.map((row) => JSON.stringify(row)).toSorted();
}

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
