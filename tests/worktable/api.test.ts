// Saved views, own jobs, the outbox: whose they are and who may look.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/worktable.ts';
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
  who.call(contract.saveView, { params: { resource }, body: { name, state: what } });
const views = async (who: Caller, resource = 'garages'): Promise<contract.SavedView[]> =>
  (await who.call(contract.savedViews, { params: { resource } })).body.data;

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

describe('jobs', () => {
  const job = (user_id: number, more: object = {}) =>
    t.deps.db
      .insertInto('background_job')
      .values({ kind: 'registry-import', title: 'Загрузка реестра', user_id, ...more })
      .returning('id')
      .executeTakeFirstOrThrow();

  it('are own ones, newest first, with progress and a link', async () => {
    const first = await job(mine.userId, { status: 'done', result: JSON.stringify({ link: '/admin/po/1' }) });
    const second = await job(mine.userId, {
      status: 'running',
      stage: 'Загрузка строк',
      done: 200,
      total: 1000,
      errors: 3,
    });
    await job(other.userId);
    const { status, body } = await mine.call(contract.jobList);
    expect(status).toBe(200);
    expect(body.data.map((one: contract.Job) => one.id)).toEqual([second.id, first.id]);
    expect(body.data[0]).toMatchObject({ stage: 'Загрузка строк', done: 200, total: 1000, errors: 3, link: null });
    expect(body.data[1]).toMatchObject({ status: 'done', link: '/admin/po/1' });
  });
  it('ask for a token', async () => {
    expect((await caller(t.app)(contract.jobList)).status).toBe(401);
  });
});

describe('the outbox', () => {
  let root: Caller;
  const letters = async (q?: string) => {
    const { status, body, headers } = await root.call(contract.outbox.list, {
      query: { filter: q ? { q } : {}, sort: ['created_at', 'DESC'] },
    });
    expect(status).toBe(200);
    return { subjects: body.map((one: { subject: string }) => one.subject), range: headers['content-range'] };
  };
  beforeAll(async () => {
    root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
    await t.deps.db
      .insertInto('mail_outbox')
      .values([
        { recipient: 'first@example.ru', subject: 'Сброс пароля', body_text: 'а', created_at: '2026-11-01T09:00:00Z' },
        { recipient: 'second@example.ru', subject: '100 % скидка', body_text: 'б', created_at: '2026-11-02T09:00:00Z' },
      ])
      .execute();
  });
  it('lists letters, newest first, and finds by address and subject', async () => {
    expect(await letters()).toEqual({ subjects: ['100 % скидка', 'Сброс пароля'], range: 'outbox 0-1/2' });
    expect((await letters('FIRST@')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('пароля')).subjects).toEqual(['Сброс пароля']);
    expect((await letters('%')).subjects).toEqual(['100 % скидка']);
    expect((await letters('нет такого')).subjects).toEqual([]);
  });
  it('opens one letter; an absent one is not found', async () => {
    const { id } = await t.deps.db.selectFrom('mail_outbox').select('id').orderBy('id').executeTakeFirstOrThrow();
    expect((await root.call(contract.outbox.one, { params: { id } })).body).toMatchObject({
      recipient: 'first@example.ru',
    });
    expect((await root.call(contract.outbox.one, { params: { id: 999_999 } })).status).toBe(404);
  });
  it('is closed to everybody else', async () => {
    expect((await mine.call(contract.outbox.list)).status).toBe(403);
    expect((await mine.call(contract.outbox.one, { params: { id: 1 } })).status).toBe(403);
    const support = await as(t, { region: w.region, isSuperuser: 1 });
    expect((await support.call(contract.outbox.list)).status).toBe(403);
    expect((await caller(t.app)(contract.outbox.list)).status).toBe(401);
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
