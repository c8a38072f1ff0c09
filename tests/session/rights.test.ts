// The person at work: switching rights, own card, counters, and what visitors may read.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/session.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import { as, caller, testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, verbsOf } from './people.ts';

let t: TestApp;
let w: World;

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

async function signedIn(facts: Parameters<typeof account>[1]) {
  const who = await account(t, facts);
  const browser = new Browser(t);
  await browser.signIn(who.email);
  return { who, browser };
}
const twoRights = () => ({ rights: [{ mo_id: w.mo, is_default: true }, { po_id: w.cousinPo }] });

describe('switching rights', () => {
  it('gives a token of the chosen place, which a refresh keeps', async () => {
    const { who, browser } = await signedIn(twoRights());
    expect((await browser.call(contract.updateToken, { po: w.cousinPo })).status).toBe(200);
    expect(browser.claims).toMatchObject({
      region: null,
      mo: null,
      po: w.cousinPo,
      po_name: expect.stringContaining('КАС № 2'),
    });
    await browser.refresh();
    expect(browser.claims.po).toBe(w.cousinPo);
    expect(await verbsOf(t, who.id)).toEqual(['sign.login', 'user.rights_switch', 'sign.refresh']);
  });

  it('refuses a place that is not held', async () => {
    const { browser } = await signedIn(twoRights());
    for (const place of [{ mo: w.foreignMo }, { po: w.po }, { region: w.region }, { po: 2_000_000 }]) {
      const reply = await browser.call(contract.updateToken, place);
      expect([reply.status, reply.body.message]).toEqual([403, 'Этого права у вас нет']);
    }
    expect(browser.claims.mo).toBe(w.mo);
  });

  it.each([{}, { region: 1, mo: 1 }, { region: null, mo: null, po: null }])(
    'asks for exactly one place: %j',
    async (body) => {
      const { browser } = await signedIn(twoRights());
      const reply = await browser.call(contract.updateToken, body);
      expect([reply.status, reply.body.message]).toEqual([422, 'Выберите одно из прав']);
    },
  );

  it('lets a superuser work anywhere that exists', async () => {
    const { browser } = await signedIn({ rights: [{ region_id: w.region }], isSuperuser: 2 });
    expect((await browser.call(contract.updateToken, { po: w.foreignPo })).status).toBe(200);
    await browser.refresh();
    expect(browser.claims.po).toBe(w.foreignPo);
    expect((await browser.call(contract.updateToken, { po: 2_000_000 })).status).toBe(403);
  });

  it('needs a token', async () => {
    expect((await caller(t.app)(contract.updateToken, { body: { mo: w.mo } })).status).toBe(401);
  });
});

describe('the own card', () => {
  it('names rights with what each opens', async () => {
    const { who, browser } = await signedIn(twoRights());
    const { body } = await browser.call(contract.userDetail, undefined, {}, { id: who.id });
    expect(contract.UserDetail.parse(body.data)).toMatchObject({
      email: who.email,
      mo_rights: [{ id: w.mo, garage_count: 0 }],
      po_rights: [{ id: w.cousinPo, mo: w.siblingMo, mo_name: expect.stringContaining('Ладожское') }],
    });
  });

  it('is another person’s for superusers only; a stranger finds nothing', async () => {
    const { who } = await signedIn(twoRights());
    const other = await as(t, { mo: w.mo });
    const superuser = await as(t, { region: w.region, isSuperuser: 2 });
    const support = await as(t, { region: w.region, isSuperuser: 1 });
    expect((await other.call(contract.userDetail, { params: { id: who.id } })).status).toBe(404);
    expect((await support.call(contract.userDetail, { params: { id: who.id } })).status).toBe(404);
    expect((await superuser.call(contract.userDetail, { params: { id: who.id } })).status).toBe(200);
    expect((await superuser.call(contract.userDetail, { params: { id: 2_000_000 } })).status).toBe(404);
    const body = { last_name: 'Чужая', first_name: 'Рука', father_name: null, phone: null };
    expect((await other.call(contract.updateUserDetail, { params: { id: who.id }, body })).status).toBe(404);
    expect((await caller(t.app)(contract.updateUserDetail, { params: { id: who.id }, body })).status).toBe(401);
  });

  it('is changed by its owner, and the log says what changed', async () => {
    const { who, browser } = await signedIn(twoRights());
    const body = { last_name: 'Соколова', first_name: 'Марина', father_name: '', phone: '+79001234567' };
    const reply = await browser.call(contract.updateUserDetail, body, {}, { id: who.id });
    expect(reply.body.data).toMatchObject({ last_name: 'Соколова', father_name: '', phone: '+79001234567' });
    await browser.refresh();
    expect(browser.claims.uname).toBe('Соколова М.');
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'user.update')
      .where('object_id', '=', who.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(line.before).toMatchObject({ last_name: 'Крылова' });
    expect(line.after).toMatchObject({ last_name: 'Соколова' });
    expect(line.text).toBe('Изменено: фамилия, отчество, телефон');
  });

  it('says what is wrong, all at once', async () => {
    const { who, browser } = await signedIn(twoRights());
    const body = { last_name: ' ', first_name: 'М'.repeat(81), father_name: null, phone: '+7900' };
    const reply = await browser.call(contract.updateUserDetail, body, {}, { id: who.id });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      {
        last_name: 'Заполните поле',
        first_name: 'Не длиннее 80 знаков',
        phone: 'Введите телефон полностью: +7 ___ ___-__-__',
      },
    ]);
  });
});

describe('what the menu asks', () => {
  it('ПО of the own place only', async () => {
    const names = async (person: Parameters<typeof as>[1]) =>
      ((await (await as(t, person)).call(contract.userPoList)).body.data as { id: number }[])
        .map((po) => po.id)
        .sort((one, other) => one - other);
    expect(await names({ region: w.region })).toEqual(
      [w.po, w.siblingPo, w.cousinPo].sort((one, other) => one - other),
    );
    expect(await names({ mo: w.mo })).toEqual([w.po, w.siblingPo].sort((one, other) => one - other));
    expect(await names({ po: w.po })).toEqual([w.po]);
    expect(await names({ region: w.foreignRegion })).toEqual([w.foreignPo]);
  });

  it('counters of the own place', async () => {
    await t.deps.db.updateTable('po').set({ garage_count: 7 }).where('id', '=', w.po).execute();
    await t.deps.db.updateTable('po').set({ garage_count: 5 }).where('id', '=', w.foreignPo).execute();
    const count = async (person: Parameters<typeof as>[1]) =>
      (await (await as(t, person)).call(contract.menuCounters)).body;
    expect(await count({ mo: w.mo })).toMatchObject({ garages: 7, profiles: 0, jobs: 0 });
    expect(await count({ po: w.foreignPo })).toMatchObject({ garages: 5 });
    expect((await caller(t.app)(contract.menuCounters)).status).toBe(401);
  });
});

describe('what visitors may read and say', () => {
  it('legal details and the policy', async () => {
    const { status, body } = await caller(t.app)(contract.publicSettings);
    expect([status, body.policy.version, body.policy.reviewDue, body.demo]).toEqual([200, 1, '2029-01-15', false]);
    const years = Number(body.policy.reviewDue.slice(0, 4)) - Number(body.policy.approvedAt.slice(0, 4));
    expect(years).toBeLessThanOrEqual(3);
  });

  it('no demo accounts unless the demo world is on', async () => {
    const { body } = await caller(t.app)(contract.signGallery);
    expect(body).toEqual({ data: [], demo: [] });
  });

  it('demo accounts that sign in', async () => {
    const demo = await testApp({ DEMO: '1' });
    try {
      expect((await caller(demo.app)(contract.signGallery)).body.demo).toEqual([]);
      await seedDemo(demo.deps, new Date('2026-11-20T09:00:00Z'));
      const offered = (await caller(demo.app)(contract.signGallery)).body.demo as {
        email: string;
        place: string;
        password: string;
      }[];
      expect(offered).toHaveLength(6);
      for (const one of offered) {
        expect(one.place).not.toBe('');
        expect((await new Browser(demo).signIn(one.email, one.password)).status).toBe(200);
      }
    } finally {
      await demo.close();
    }
  });

  it('a question becomes a letter to support', async () => {
    const ask = caller(t.app);
    const question = { name: 'Пётр', email: 'petr@example.ru', text: 'Как войти?' };
    const { status, body } = await ask(contract.askQuestion, { body: question });
    expect(status).toBe(200);
    const letter = await t.deps.db.selectFrom('outbox').where('id', '=', body.id).selectAll().executeTakeFirstOrThrow();
    expect(letter).toMatchObject({ recipient: 'support@example.ru', subject: 'Вопрос от Пётр', sent_at: null });
    expect(letter.body_text).toContain('petr@example.ru');
    const bad = await ask(contract.askQuestion, { body: { name: '', email: 'нет', text: '?' } });
    expect(bad.body.errors).toEqual({
      name: 'Заполните поле',
      email: 'Неверный адрес e-mail',
      text: 'Напишите вопрос',
    });
  });

  it('ten questions an hour from one address', async () => {
    const browser = new Browser(t, 'z', '10.1.1.1');
    const question = { name: 'Пётр', email: 'petr@example.ru', text: 'Как войти?' };
    const statuses: number[] = [];
    for (let i = 0; i < 12; i += 1) statuses.push((await browser.call(contract.askQuestion, question)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });
});
