// Administration of users: who may, what is refused, what a change does to tokens that are out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/users.ts';
import { moes, poes } from '../../contract/orgs.ts';
import { menuCounters, updateToken, userDetail, userPoList } from '../../contract/session.ts';
import { act } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, verbsOf } from '../session/people.ts';

let t: TestApp;
let w: World;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  // One who may really sign in: the others are never the last.
  await account(t, { rights: [{ region_id: w.region }], isSuperuser: 2 });
});
afterAll(() => t.close());

async function signedIn(facts: Parameters<typeof account>[1], device = 'd') {
  const who = await account(t, facts);
  const browser = new Browser(t, device);
  await browser.signIn(who.email);
  return { who, browser };
}
const cardOf = async (id: number): Promise<c.UserCard> => (await root.call(c.users.one, { params: { id } })).body;
const bodyOf = (card: c.UserCard, more: object = {}) => ({
  last_name: card.last_name,
  first_name: card.first_name,
  father_name: card.father_name,
  phone: card.phone,
  is_superuser: card.is_superuser as 0 | 1 | 2,
  capabilities: card.capabilities as (1 | 2 | 3)[],
  rights: card.rights.map(({ level, id, role }) => ({
    level,
    id,
    role: role === 'superuser' ? 'clerk' : role,
  })) as c.RightInput[],
  version: card.version,
  ...more,
});
const save = (id: number, body: object) => root.call(c.users.update, { params: { id }, body: body as never });
const forget = () => t.setNow(new Date(t.deps.clock.now().getTime() + 1000).toISOString());

describe('the list', () => {
  it('finds by name, e-mail, role, level, МО, ПО, state and capability', async () => {
    const mo = await account(t, { rights: [{ mo_id: w.mo }], capabilities: [3] });
    const po = await account(t, { rights: [{ po_id: w.cousinPo }], capabilities: [] });
    const off = await account(t, { rights: [{ po_id: w.foreignPo }], isActive: false });
    const ids = async (filter: c.UserFilter) =>
      (await root.call(c.users.list, { query: { filter, range: '[0,999]' } })).body.map((row: c.UserRow) => row.id);
    expect(await ids({ q: po.email.toUpperCase() })).toEqual([po.id]);
    expect(await ids({ q: 'марина крылова' })).toEqual(expect.arrayContaining([mo.id, po.id, off.id]));
    expect(await ids({ q: 'никого%' })).toEqual([]);
    expect(await ids({ level: 'mo' })).toContain(mo.id);
    expect(await ids({ level: 'mo' })).not.toContain(po.id);
    expect(await ids({ mo: [w.siblingMo] })).toEqual([po.id]);
    expect(await ids({ po: [w.foreignPo] })).toEqual([off.id]);
    expect(await ids({ state: 'disabled' })).toEqual([off.id]);
    expect(await ids({ state: 'invited' })).toContain(root.userId);
    expect(await ids({ capability: 0 })).toContain(po.id);
    expect(await ids({ capability: 3, level: 'mo' })).toEqual([mo.id]);
  });

  it('shows rights with names, the last sign-in and no secrets', async () => {
    const { who } = await signedIn({ rights: [{ po_id: w.po, is_default: true }, { mo_id: w.siblingMo }] });
    const reply = await root.call(c.users.list, { query: { filter: { id: [who.id] } } });
    const [row] = reply.body;
    expect(row.rights.map((right: c.UserRight) => [right.level, right.name, right.above, right.role])).toEqual([
      ['po', 'КАС № 12-3', expect.stringContaining('Невское МО'), 'mo_head'],
      ['mo', expect.stringContaining('Ладожское'), expect.stringContaining('Северный'), 'mo_head'],
    ]);
    expect(row.last_sign_in).toBe('2026-11-20T09:00:00.000Z');
    expect(reply.text).not.toMatch(/password|argon|totp_cipher|refresh/);
  });

  it('is for superusers alone, and an absent account is an absent account', async () => {
    for (const person of [{ region: w.region }, { mo: w.mo }, { po: w.po }, { mo: w.mo, isSuperuser: 1 }]) {
      const who = await as(t, person);
      for (const call of [
        c.users.list,
        c.users.one,
        c.users.update,
        c.disableUser,
        c.endUserSessions,
        c.userActions,
        c.viewAs,
      ])
        expect((await who.call(call as typeof c.disableUser, { params: { id: root.userId } })).status).toBe(403);
    }
    for (const call of [c.users.one, c.disableUser, c.endUserSessions, c.userActions])
      expect((await root.call(call as typeof c.disableUser, { params: { id: 2_000_000 } })).status).toBe(404);
  });
});

describe('rights', () => {
  it('are written with their roles; the token of before is refused within a second and the new one has the new rights', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }], capabilities: [1, 2] });
    const before = await cardOf(who.id);
    expect((await browser.call(menuCounters)).status).toBe(200);
    const reply = await save(
      who.id,
      bodyOf(before, { capabilities: [3], rights: [{ level: 'po', id: w.po, role: 'treasurer' }] }),
    );
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ role: 'treasurer', capabilities: [3], version: before.version + 1 });
    expect((await browser.call(menuCounters)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(200);
    expect(browser.claims).toMatchObject({
      mo: null,
      po: w.po,
      capabilities: [3],
      role: 'treasurer',
      po_rights: [w.po],
    });
    const [line] = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'user.rights')
      .where('object_id', '=', who.id)
      .selectAll()
      .execute();
    expect(line!.text).toMatch(
      /^Права изменены: было Невское МО \d+ \(председатель МО\); Ведение реестра, Взносы и баланс → стало КАС № 12-3 \(казначей\); Рассылки$/,
    );
    expect([line!.region_id, line!.mo_id, line!.po_id]).toEqual([w.region, w.mo, w.po]);
  });

  it('each place has its own role, and switching brings it', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }] });
    await save(
      who.id,
      bodyOf(await cardOf(who.id), {
        rights: [
          { level: 'mo', id: w.mo, role: 'mo_head' },
          { level: 'po', id: w.po, role: 'treasurer' },
        ],
      }),
    );
    await browser.refresh();
    expect([browser.claims.role, browser.claims.mo]).toEqual(['mo_head', w.mo]);
    await browser.call(updateToken, { po: w.po });
    expect(browser.claims.role).toBe('treasurer');
    const own = await browser.call(userDetail, undefined, {}, { id: who.id });
    expect(own.body.data.po_rights[0].role).toBe('treasurer');
  });

  it('a name alone keeps the token', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }] });
    const reply = await save(who.id, bodyOf(await cardOf(who.id), { last_name: 'Соколова', phone: '+79001234567' }));
    expect(reply.body.name).toBe('Соколова Марина Сергеевна');
    forget();
    expect((await browser.call(menuCounters)).status).toBe(200);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_id', '=', who.id)
      .where('verb', '=', 'user.update')
      .selectAll()
      .execute();
    expect(lines.map((line) => line.text)).toEqual(['Изменено: фамилия, телефон']);
    expect(JSON.stringify(lines[0]!.after)).not.toContain('1234567');
  });

  it('everything wrong is told at once', async () => {
    const { id } = await account(t, { rights: [{ mo_id: w.mo }] });
    const card = await cardOf(id);
    const { status, body } = await save(
      id,
      bodyOf(card, {
        rights: [
          { level: 'mo', id: w.mo, role: 'chairman' },
          { level: 'po', id: 2_000_000, role: 'clerk' },
          { level: 'mo', id: w.mo, role: 'clerk' },
        ],
      }),
    );
    expect([status, body.errors]).toEqual([
      422,
      {
        'rights.0.role': 'Роль «председатель ПО» даётся только в ПО',
        'rights.1.id': 'Такого места нет',
        'rights.2.id': 'Это право уже есть в списке',
      },
    ]);
    expect((await save(id, bodyOf(card, { rights: [] }))).body.errors).toEqual({
      rights: 'Оставьте хотя бы одно право или отключите учётную запись',
    });
    expect((await save(id, bodyOf(card, { last_name: ' ', phone: '123' }))).body.errors).toMatchObject({
      last_name: 'Заполните поле',
      phone: expect.stringContaining('телефон'),
    });
    expect(await cardOf(id)).toEqual(card);
  });

  it('a stale save is told who was first and loses nothing', async () => {
    const { id } = await account(t, { rights: [{ mo_id: w.mo }] });
    const card = await cardOf(id);
    await save(id, bodyOf(card, { first_name: 'Мария' }));
    const other = await as(t, { region: w.region, isSuperuser: 2 });
    const body = bodyOf(card, { capabilities: [] });
    const late = await other.call(c.users.update, { params: { id }, body: body as never });
    expect([late.status, late.body.current.first_name]).toEqual([409, 'Мария']);
    expect(late.body.message).toContain('Чиновников');
    const own = await save(id, body);
    expect([own.status, own.body.own]).toEqual([409, true]);
    expect((await cardOf(id)).capabilities).toEqual([1, 2]);
  });
});

describe('a new account', () => {
  const body = (more: object = {}) => ({
    email: 'New.Person@example.ru',
    last_name: 'Новиков',
    first_name: 'Иван',
    father_name: '',
    phone: '',
    is_superuser: 0 as const,
    capabilities: [1 as const],
    rights: [{ level: 'po' as const, id: w.po, role: 'chairman' as const }],
    ...more,
  });
  it('is made with its rights and invited by letter; a second one with that e-mail is refused', async () => {
    const made = await root.call(c.users.create, { body: body() });
    expect(made.body).toMatchObject({
      state: 'invited',
      role: 'chairman',
      capabilities: [1],
      email: 'New.Person@example.ru',
    });
    const letter = await t.deps.db
      .selectFrom('outbox')
      .where('recipient', '=', 'New.Person@example.ru')
      .selectAll()
      .execute();
    expect(letter).toHaveLength(1);
    expect(await verbsOf(t, made.body.id)).toEqual(['user.create', 'user.invited']);
    const again = await root.call(c.users.create, { body: body({ email: 'new.person@EXAMPLE.ru' }) });
    expect([again.status, again.body.errors]).toEqual([422, { email: 'Пользователь с такой почтой уже есть' }]);
  });
  it('with everything wrong makes nothing', async () => {
    const reply = await root.call(c.users.create, {
      body: body({ email: 'x@example.ru', rights: [{ level: 'mo', id: w.mo, role: 'chairman' }] }),
    });
    expect(reply.body.errors).toEqual({ 'rights.0.role': 'Роль «председатель ПО» даётся только в ПО' });
    const bad = await root.call(c.users.create, { body: body({ email: 'нет', last_name: '' }) });
    expect(bad.body.errors).toEqual({ email: 'Неверный адрес e-mail', last_name: 'Заполните поле' });
    const empty = await root.call(c.users.create, { body: body({ email: '' }) });
    expect(empty.body.errors).toEqual({ email: 'Заполните поле' });
    expect(await t.deps.db.selectFrom('app_user').where('email', '=', 'x@example.ru').select('id').execute()).toEqual(
      [],
    );
  });
});

describe('superusers', () => {
  it('nobody takes away his own, nobody the last one', async () => {
    const solo = await testApp();
    const place = await world(solo.deps.db);
    const first = await as(solo, { region: place.region, isSuperuser: 2, role: 'superuser' });
    const second = await account(solo, { rights: [{ region_id: place.region }], isSuperuser: 2 });
    const card = async (id: number): Promise<c.UserCard> => (await first.call(c.users.one, { params: { id } })).body;
    const demote = async (id: number) =>
      (await first.call(c.users.update, { params: { id }, body: bodyOf(await card(id), { is_superuser: 0 }) as never }))
        .body;
    expect((await demote(first.userId)).errors.is_superuser).toContain('Своё право');
    // The first has no password: without the second nobody could enter.
    expect((await demote(second.id)).errors.is_superuser).toContain('последний');
    const off = (id: number) => first.call(c.disableUser, { params: { id } });
    expect((await off(first.userId)).body.errors.form).toContain('Свою');
    expect((await off(second.id)).body.errors.form).toContain('последний');
    const third = await account(solo, { rights: [{ mo_id: place.mo }], isSuperuser: 2 });
    // Two doors at once: one of them stays.
    const both = await Promise.all([off(second.id), off(third.id)]);
    expect(both.map((reply) => reply.status).sort((one, other) => one - other)).toEqual([200, 422]);
    // Whoever is disabled is none any more: with nobody else left he is disabled again, and loses the right all the same.
    await solo.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', second.id).execute();
    await solo.deps.db.updateTable('app_user').set({ is_active: false }).where('id', '=', third.id).execute();
    expect((await off(second.id)).status).toBe(200);
    expect(await demote(third.id)).toMatchObject({ id: third.id, is_superuser: 0 });
    await solo.close();
  });
});

describe('disabling and sessions', () => {
  it('a disabled account loses its tokens, its sessions and the entrance; enabling opens the entrance', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }] });
    expect((await browser.call(menuCounters)).status).toBe(200);
    const reply = await root.call(c.disableUser, { params: { id: who.id } });
    expect(reply.body).toMatchObject({ state: 'disabled', sessions: [] });
    expect((await browser.call(menuCounters)).status).toBe(401);
    expect((await browser.refresh()).status).toBe(401);
    expect((await new Browser(t).signIn(who.email)).status).toBe(422);
    expect((await root.call(c.enableUser, { params: { id: who.id } })).body.state).toBe('active');
    expect((await browser.call(menuCounters)).status).toBe(401);
    expect((await new Browser(t).signIn(who.email)).status).toBe(200);
    expect((await verbsOf(t, who.id)).filter((verb) => verb.startsWith('user.'))).toEqual([
      'user.disable',
      'user.enable',
    ]);
  });

  it('disabled twice, the log says so; one who has no name yet is named by his e-mail', async () => {
    const { id, email } = await account(t, { rights: [{ mo_id: w.mo }] });
    await t.deps.db
      .updateTable('app_user')
      .set({ last_name: '', first_name: '', father_name: '' })
      .where('id', '=', id)
      .execute();
    for (const _ of [1, 2]) expect((await root.call(c.disableUser, { params: { id } })).status).toBe(200);
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'user')
      .where('object_id', '=', id)
      .orderBy('id')
      .select(['text', 'object_name'])
      .execute();
    expect(lines).toEqual([
      { text: 'Отключён', object_name: email },
      { text: 'Уже отключён', object_name: email },
    ]);
  });

  it('ends one session or all of them', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }] }, 'a');
    const other = new Browser(t, 'b');
    await other.signIn(who.email);
    const stranger = await signedIn({ rights: [{ mo_id: w.mo }] }, 'c');
    const end = (sessionId: number) => root.call(c.endUserSession, { params: { id: who.id, sessionId } });
    expect((await end(stranger.browser.claims.sid)).status).toBe(404);
    expect((await end(browser.claims.sid)).body.sessions).toHaveLength(1);
    expect((await browser.call(menuCounters)).status).toBe(401);
    expect((await other.call(menuCounters)).status).toBe(200);
    expect((await root.call(c.endUserSessions, { params: { id: who.id } })).body.sessions).toEqual([]);
    expect((await other.call(menuCounters)).status).toBe(401);
    expect((await stranger.browser.call(menuCounters)).status).toBe(200);
  });

  it('the history holds what he did and what was done to him', async () => {
    const { who, browser } = await signedIn({ rights: [{ mo_id: w.mo }, { po_id: w.po }] });
    await browser.call(updateToken, { po: w.po });
    await root.call(c.endUserSessions, { params: { id: who.id } });
    const { data } = (await root.call(c.userActions, { params: { id: who.id } })).body;
    expect(data.map((line: { verb: string }) => line.verb)).toEqual([
      'user.sessions_end',
      'user.rights_switch',
      'sign.login',
    ]);
    const older = await root.call(c.userActions, { params: { id: who.id }, query: { before: data[1].id } });
    expect(older.body.data.map((line: { verb: string }) => line.verb)).toEqual(['sign.login']);
  });

  it('the history hides what the log hides', async () => {
    const { id } = await account(t, { rights: [{ mo_id: w.mo }] });
    const text = 'Добавлен комментарий: звонить +7 921 555-44-33, petrov@example.ru';
    await act(workCtx(t.deps, { userId: id, name: 'Крылова М. С.' }), 'comment.add', ({ log }) => log({ text }));
    const [line] = (await root.call(c.userActions, { params: { id } })).body.data;
    expect(line.text).toBe('Добавлен комментарий: звонить +7 *** ***-44-33, p***@example.ru');
  });
});

describe('chairmen', () => {
  it('are those of the scope, in the official order', async () => {
    const own = await world(t.deps.db);
    const chief = await as(t, { region: own.region, isSuperuser: 2, role: 'superuser' });
    for (const [resource, id, name] of [
      [moes, own.mo, 'Моев А. А.'],
      [poes, own.po, 'Поев Б. Б.'],
      [poes, own.cousinPo, 'Кузенов В. В.'],
      [poes, own.foreignPo, 'Чужой Г. Г.'],
    ] as const) {
      const card = (await chief.call(resource.one, { params: { id } })).body;
      const sections = card.sections?.map((section: { name: string }) => ({ name: section.name }));
      const body = {
        ...card,
        ...(sections ? { sections } : {}),
        chairman_name: name,
        chairman_phone: '+7 900 000-00-00',
      };
      expect((await chief.call(resource.update as typeof poes.update, { params: { id }, body })).status).toBe(200);
    }
    const names = async (person: Parameters<typeof as>[1]) =>
      (await (await as(t, person)).call(c.chairmanList)).body.data.map((one: { full_name: string }) => one.full_name);
    expect(await names({ region: own.region })).toEqual(['Кузенов В. В.', 'Моев А. А.', 'Поев Б. Б.']);
    expect(await names({ mo: own.mo, capabilities: [] })).toEqual(['Моев А. А.', 'Поев Б. Б.']);
    expect(await names({ po: own.po })).toEqual(['Поев Б. Б.']);
    expect(await names({ po: own.siblingPo })).toEqual([]);
    // What does not work any more has nobody to write to, nor is it offered.
    await t.deps.db.updateTable('po').set({ is_active: false }).where('id', '=', own.po).execute();
    expect(await names({ mo: own.mo })).toEqual(['Моев А. А.']);
    const offered = await (await as(t, { mo: own.mo })).call(userPoList);
    expect(offered.body.data.map(({ id }: { id: number }) => id)).toEqual([own.siblingPo]);
    await t.deps.db.updateTable('mo').set({ is_active: false }).where('id', '=', own.mo).execute();
    expect(await names({ region: own.region })).toEqual(['Кузенов В. В.']);
  });
});
