// A load tells of every card that it changes, as a save of the card does: the log, the refusal of a stale form, the register on a day.
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as asOf from '../../contract/garages/asOf.ts';
import { garageHistory, garages } from '../../contract/garages.ts';
import * as c from '../../contract/imports.ts';
import { profiles } from '../../contract/profiles.ts';
import { DESTROYED, openSides } from '../../server/kernel/personKeys.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { load } from './kit.ts';

let t: TestApp;
let root: Caller;
let chief: Caller;
let po: number;
let siblingPo: number;
let batch: number;
let garage: number;
let person: number;
const titles = ['№ гаража', 'ФИО', 'Дата рождения', 'Тип', 'Телефон', 'Адрес прописки', 'Льгота', 'Член ВОА с'];
const takeAll = { choices: { all: 'file', fields: {}, rows: {} } };
beforeAll(async () => {
  t = await testApp();
  const w = await world(t.deps.db);
  [po, siblingPo] = [w.po, w.siblingPo];
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  chief = await as(t, { mo: w.mo });
  await load(t, root, po, {
    Лист: [titles, [1, 'Прежнев Юрий Ильич', '07.07.1957', 'Кирпич', '89001110020'], [2, null, null, 'Кирпич']],
  });
  // The first load was two days ago.
  await t.deps.db.updateTable('garage').set({ created_at: '2026-11-18T09:00:00Z' }).where('po_id', '=', po).execute();
  const made = await t.deps.db.selectFrom('ownership').select(['garage_id', 'profile_id']).executeTakeFirstOrThrow();
  [garage, person] = [made.garage_id, made.profile_id];
});
afterAll(() => t.close());

const linesOf = async (type: string, id: number) => {
  const rows = await t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', type)
    .where('object_id', '=', id)
    .where('verb', '<>', 'profile.open')
    .orderBy('id')
    .select(['verb', 'user_id', 'po_id', 'object_name', 'text', 'before', 'after'])
    .execute();
  const owner = type === 'profile' ? { kind: 'profile' as const, id } : null;
  return openSides(
    t.deps.db,
    t.deps.secrets,
    rows.map((row) => ({ ...row, owner })),
  );
};

it('one line for a garage, one for each kind of change of a person, personal values sealed', async () => {
  const [card, man] = [
    (await chief.call(garages.one, { params: { id: garage } })).body,
    (await chief.call(profiles.one, { params: { id: person } })).body,
  ];
  const said = ['Металл', '89001110021', 'ул. Новая, д. 5', 'Ветеран труда', '01.02.1990'];
  const sheets = {
    Лист: [titles, [1, 'Прежнев Юрий Ильич', '07.07.1957', ...said], [2, 'Новый Олег Ильич', null, 'Кирпич']],
  };
  batch = (await load(t, root, po, sheets, takeAll)).id;
  const [line, ...more] = await linesOf('garage', garage);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    verb: 'garage.update',
    user_id: root.userId,
    po_id: po,
    object_name: '1',
    text: 'Из реестра a.xlsx: тип Кирпич → Металл',
    before: { type_id: 1 },
    after: { type_id: 2 },
  });
  const told = await linesOf('profile', person);
  expect(told.map(({ verb, text }) => [verb, text])).toEqual([
    ['profile.update', 'Из реестра a.xlsx: адрес регистрации, телефоны, дата вступления в ВОА'],
    ['profile.privilege', 'Из реестра a.xlsx: льгота'],
    ['profile.voa_status', 'Из реестра a.xlsx: статус ВОА'],
  ]);
  expect(told[0]!.before).toMatchObject({ phones: ['+79001110020'], registration_address: null });
  expect(told[0]!.after).toMatchObject({ phones: ['+79001110021'], registration_address: 'ул. Новая, д. 5' });
  const raw = await t.deps.db
    .selectFrom('action_log')
    .where('object_type', '=', 'profile')
    .select(['before', 'after'])
    .execute();
  expect(JSON.stringify(raw)).not.toMatch(/111002|Новая/);
  expect(told.some((one) => Object.values(one.before as object).includes(DESTROYED))).toBe(false);

  // A form that was open meanwhile is told who was before it.
  const body = { section: card.section, number: card.number, type: { value: 3 }, version: card.version };
  const stale = await chief.call(garages.update, { params: { id: garage }, body });
  expect([stale.status, stale.body.message]).toEqual([409, expect.stringContaining('Автор')]);
  const late = await chief.call(profiles.update, {
    params: { id: person },
    body: { ...man, isVOAMember: true, voaEntryDate: '1990-02-01', statusVoa: { id: 3 } } as never,
  });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Автор')]);
});

it('a garage that was vacant tells of its owners; the register of the day before reads the type of that day; the history tells', async () => {
  const other = await t.deps.db
    .selectFrom('garage')
    .where('po_id', '=', po)
    .where('number', '=', '2')
    .select('id')
    .executeTakeFirstOrThrow();
  expect((await linesOf('garage', other.id)).map(({ text }) => text)).toEqual([
    'Из реестра a.xlsx: записаны владельцы',
  ]);
  const typeOn = async (on: string) =>
    (await chief.call(asOf.registerAsOf, { query: { on, garage } as never })).body.data[0].on.type;
  expect([await typeOn('2026-11-19'), await typeOn('2026-11-20')]).toEqual(['Кирпич', 'Металл']);
  const history = (await chief.call(garageHistory, { params: { id: garage } })).body;
  expect(JSON.stringify(history)).toContain('тип Кирпич → Металл');
});

it('a person who is at home at another ПО is told of there too', async () => {
  const sheets = (phone: string) => ({ Лист: [titles, [3, 'Двудомов Юрий Ильич', '07.07.1958', 'Кирпич', phone]] });
  await load(t, root, po, sheets('89001110030'));
  const { id } = await t.deps.db
    .updateTable('profile')
    .set({ po_id: siblingPo })
    .where('last_name', '=', 'Двудомов')
    .returning('id')
    .executeTakeFirstOrThrow();
  await load(t, root, po, sheets('89001110031'), takeAll);
  expect((await linesOf('profile', id)).map((line) => [line.verb, line.po_id])).toEqual([
    ['profile.update', siblingPo],
    ['profile.update', po],
  ]);
});

it('taken back, every card that is as before is told of too', async () => {
  expect((await root.call(c.rollbackImport, { params: { id: batch } })).status).toBe(200);
  expect((await linesOf('garage', garage)).at(-1)).toMatchObject({
    verb: 'garage.update',
    text: 'Отмена загрузки реестра a.xlsx: тип Металл → Кирпич',
    before: { type_id: 2 },
    after: { type_id: 1 },
  });
  const told = (await linesOf('profile', person)).slice(3);
  expect(told.map(({ verb }) => verb)).toEqual(['profile.update', 'profile.privilege', 'profile.voa_status']);
  expect(told[0]!.after).toMatchObject({ phones: ['+79001110020'], registration_address: null });
});
