// Saved views and habits: whose they are and who may look.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/habits.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mine = await as(t, { mo: w.mo });
  other = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const state = { filter: { garageDebt: 'debt' }, sort: ['place', 'ASC'], columns: ['plate'] };
const save = (who: Caller, name: string, resource = 'garages', what: Record<string, unknown> = state) =>
  who.call(contract.saveView, { params: { resource: resource as contract.ViewedList }, body: { name, state: what } });
const views = async (who: Caller, resource = 'garages'): Promise<contract.SavedView[]> =>
  (await who.call(contract.savedViews, { params: { resource: resource as contract.ViewedList } })).body.data;

describe('saved views', () => {
  it('are kept by name, by list and by person', async () => {
    const { status, body } = await save(mine, 'Должники');
    expect(status).toBe(200);
    expect(body.data).toEqual([{ id: expect.any(Number), resource: 'garages', name: 'Должники', state }]);
    expect(await views(mine, 'profiles')).toEqual([]);
    expect(await views(other)).toEqual([]);
  });
  it('the same name is saved over', async () => {
    await save(mine, 'Должники', 'garages', { columns: ['debt'] });
    expect((await views(mine)).map((view) => view.state)).toEqual([{ columns: ['debt'] }]);
  });
  it('are deleted by their owner alone, once', async () => {
    const [view] = await views(mine);
    const drop = (who: Caller) => who.call(contract.deleteView, { params: { id: view!.id } });
    expect((await drop(other)).status).toBe(404);
    expect(await views(mine)).toHaveLength(1);
    const { status, body } = await drop(mine);
    expect([status, body.data]).toEqual([200, []]);
    expect((await drop(mine)).status).toBe(404);
  });
  it('are not without end: their size, their number and the name of the list are bounded', async () => {
    const many = await as(t, { mo: w.mo });
    const huge = await save(many, 'Огромный', 'garages', { filter: 'я'.repeat(16_384) });
    expect([huge.status, huge.body.errors]).toEqual([422, { state: expect.stringContaining('слишком велик') }]);
    for (const name of ['не список', 'no_such_list', 'garages.columns', 'constructor'])
      expect((await save(many, 'Вид', name)).status).toBe(404);
    expect((await many.call(contract.savedViews, { params: { resource: 'no_such_list' as never } })).status).toBe(404);
    for (const name of contract.viewedLists)
      expect((await save(await as(t, { mo: w.mo }), 'Вид', name)).status).toBe(200);
    for (let nth = 0; nth < 50; nth += 1) expect((await save(many, `Вид ${nth}`)).status).toBe(200);
    const over = await save(many, 'Лишний');
    expect(over.body.errors).toEqual({ name: 'Видов не больше 50: удалите лишние' });
    // One that is there is saved over, another list has its own.
    expect((await save(many, 'Вид 7', 'garages', {})).status).toBe(200);
    expect((await save(many, 'Первый', 'profiles')).status).toBe(200);
  });
  it('saving and deleting are written down', async () => {
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('user_id', '=', mine.userId)
      .orderBy('id')
      .select('verb')
      .execute();
    expect(lines.map((line) => line.verb)).toEqual(['user.view_save', 'user.view_save', 'user.view_delete']);
  });
  it.each([
    ['', 'Заполните поле'],
    ['   ', 'Заполните поле'],
    ['а'.repeat(61), 'Не длиннее 60 знаков'],
  ])('name %j: %s', async (name, message) => {
    const { status, body } = await save(mine, name);
    expect([status, body.errors.name]).toEqual([422, message]);
  });
  it('ask for a token', async () => {
    expect((await caller(t.app)(contract.savedViews, { params: { resource: 'garages' } })).status).toBe(401);
  });
});

describe('habits', () => {
  const keep = (who: Caller, key: string, value: Record<string, boolean>) =>
    who.call(contract.saveHabit, { params: { key }, body: { value } });
  const habits = async (who: Caller) => (await who.call(contract.userHabits, {})).body.data;

  it('follow the person and nobody else; an empty one is forgotten', async () => {
    expect((await keep(mine, 'garages.columns', { pib: false, built: true })).status).toBe(200);
    await keep(mine, 'profiles.columns', { po: true });
    await keep(mine, 'garages.columns', { pib: false });
    expect(await habits(mine)).toEqual({ 'garages.columns': { pib: false }, 'profiles.columns': { po: true } });
    expect(await habits(other)).toEqual({});
    expect((await keep(mine, 'profiles.columns', {})).body.data).toEqual({ 'garages.columns': { pib: false } });
  });
  it('are the same under every right of the person', async () => {
    const elsewhere = await t.deps.db.selectFrom('user_setting').selectAll().execute();
    expect(elsewhere.every((line) => line.user_id === mine.userId)).toBe(true);
  });
  it.each(['columns', 'garages', '../x.columns', 'Ж.columns', `${'a'.repeat(60)}.columns`])(
    'key %j is refused',
    async (key) => {
      expect([404, 422]).toContain((await keep(mine, key, { a: true })).status);
    },
  );
  it('a value is a choice of columns, of a sane size', async () => {
    const put = (value: unknown) => keep(mine, 'garages.columns', value as Record<string, boolean>);
    expect((await put({ pib: 'да' })).status).toBe(422);
    expect((await put(Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`c${at}`, true])))).status).toBe(422);
    expect((await put([1])).status).toBe(422);
  });
  it('so many and no more', async () => {
    const many = await as(t, { mo: w.mo });
    const rows = Array.from({ length: 100 }, (_, at) => ({ user_id: many.userId, key: `l${at}.columns`, value: '{}' }));
    await t.deps.db.insertInto('user_setting').values(rows).execute();
    expect((await keep(many, 'one.columns', { a: true })).body.errors).toEqual({ key: 'Не больше 100 настроек' });
    expect((await keep(many, 'l5.columns', { a: true })).status).toBe(200);
  });
  it('ask for a token', async () => {
    expect((await caller(t.app)(contract.userHabits, {})).status).toBe(401);
    expect(
      (await caller(t.app)(contract.saveHabit, { params: { key: 'a.columns' }, body: { value: {} } })).status,
    ).toBe(401);
  });
});
