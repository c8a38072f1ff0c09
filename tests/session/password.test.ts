// The own password: checking it, asking for a link, setting a new one, and what the link can't do.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as contract from '../../contract/session.ts';
import { wholeText } from '../../server/ports/outbox.ts';
import { passwordProblem } from '../../server/session/rules.ts';
import { LINK_LIFE_MS } from '../../server/session/rules/links.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lettersTo, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
const START = new Date('2026-11-20T09:00:00.000Z').getTime();
const at = (ms: number) => t.setNow(new Date(START + ms).toISOString());
const NEW = 'Совсем-новый-2026';

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

let addresses = 0;
async function person() {
  const who = await account(t, { rights: [{ mo_id: w.mo }] });
  // An address of his own: letters are limited by it.
  return { who, browser: new Browser(t, 'd', `10.2.0.${(addresses += 1)}`) };
}
/** The secret of the last letter to an e-mail; null when there is none. */
async function secretFor(email: string): Promise<string | null> {
  const letter = await t.deps.db
    .selectFrom('outbox')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .select(['body_text', 'sealed'])
    .executeTakeFirst();
  const text = letter ? wholeText(t.deps.secrets, letter) : '';
  return /\/sign#reset_password=([\w-]{43})\n/.exec(text)?.[1] ?? null;
}
async function asked() {
  const made = await person();
  expect((await made.browser.call(contract.requestReset, { email: made.who.email })).status).toBe(204);
  return { ...made, secret: (await secretFor(made.who.email))! };
}
const dead = { form: 'Ссылка устарела или уже использована' };

describe('a forgotten password', () => {
  it('is set anew by the link; the old one and every session end', async () => {
    const { who, browser, secret } = await asked();
    const elsewhere = new Browser(t, 'e');
    await elsewhere.signIn(who.email);
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).status).toBe(204);
    expect((await elsewhere.call(contract.menuCounters)).status).toBe(401);
    expect((await elsewhere.refresh()).status).toBe(401);
    expect((await browser.signIn(who.email)).status).toBe(422);
    expect((await browser.signIn(who.email, NEW)).status).toBe(200);
    expect(await verbsOf(t, who.id)).toEqual(expect.arrayContaining(['user.reset_asked', 'user.password_reset']));
  });

  it('is answered alike for an unknown e-mail, which gets no letter', async () => {
    const { browser } = await person();
    const known = await asked();
    const unknown = await browser.call(contract.requestReset, { email: 'stranger@example.ru' });
    expect([unknown.status, unknown.body]).toEqual([204, null]);
    expect(await secretFor('stranger@example.ru')).toBeNull();
    expect(known.secret).toHaveLength(43);
  });

  it('a disabled account gets no letter', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }], isActive: false });
    await new Browser(t, 'd', '10.3.0.1').call(contract.requestReset, { email: who.email });
    expect(await secretFor(who.email)).toBeNull();
  });

  it('the link is not kept in the database', async () => {
    const { who, secret } = await asked();
    const row = await t.deps.db
      .selectFrom('one_time_link')
      .where('user_id', '=', who.id)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(Buffer.from(row.token_hash).toString('base64url')).not.toBe(secret);
  });

  it('the link works once, also for two who come together', async () => {
    const { browser, secret } = await asked();
    const both = [1, 2].map((n) => browser.call(contract.confirmReset, { token: secret, password: `${NEW}${n}` }));
    const statuses = (await Promise.all(both)).map((reply) => reply.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 422]);
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).body.errors).toEqual(dead);
  });

  it('without a password the link is only told whether it is good', async () => {
    const { browser, secret } = await asked();
    expect((await browser.call(contract.confirmReset, { token: secret })).status).toBe(204);
    expect((await browser.call(contract.confirmReset, { token: 'nonsense' })).body.errors).toEqual(dead);
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).status).toBe(204);
    expect((await browser.call(contract.confirmReset, { token: secret })).body.errors).toEqual(dead);
  });

  it('the link lives an hour', async () => {
    const { browser, secret } = await asked();
    at(LINK_LIFE_MS.reset_password);
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).body.errors).toEqual(dead);
    at(0);
  });

  it('other links of the person die with the used one', async () => {
    const { who, browser, secret } = await asked();
    await browser.call(contract.requestReset, { email: who.email });
    const second = (await secretFor(who.email))!;
    expect(second).not.toBe(secret);
    await browser.call(contract.confirmReset, { token: second, password: NEW });
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).body.errors).toEqual(dead);
  });

  it('a weak password is refused and the link stays good', async () => {
    const { browser, secret } = await asked();
    const weak = await browser.call(contract.confirmReset, { token: secret, password: 'короткий1' });
    expect([weak.status, weak.body.errors]).toEqual([422, { password: 'Пароль не короче 10 знаков' }]);
    expect((await browser.call(contract.confirmReset, { token: secret, password: NEW })).status).toBe(204);
  });

  it('an invented link is dead', async () => {
    const { browser } = await person();
    expect((await browser.call(contract.confirmReset, { token: 'a'.repeat(43), password: NEW })).body.errors).toEqual(
      dead,
    );
  });

  it('ten letters an hour from one address', async () => {
    const browser = new Browser(t, 'd', '10.4.0.1');
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await browser.call(contract.requestReset, { email: 'x@example.ru' })).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(10);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    ['короткий1', 'Пароль не короче 10 знаков'],
    ['толькобуквы', 'В пароле нужны и буквы, и цифры'],
    ['1234567890', 'В пароле нужны и буквы, и цифры'],
    ['Qwerty12345', 'Такой пароль слишком распространён'],
    ['qwertyuiop1', 'Такой пароль слишком распространён'],
    ['1q2w3e4r5t', 'Такой пароль слишком распространён'],
    ['Пароль1234', 'Такой пароль слишком распространён'],
    ['2026-Гараж!!', 'Такой пароль слишком распространён'],
    ['password!!2026', 'Такой пароль слишком распространён'],
    ['aaaaaaaaa1', 'Такой пароль слишком распространён'],
    ['abcdefgh12345678', 'Такой пароль слишком распространён'],
    ['zyxwvuts98765', 'Такой пароль слишком распространён'],
    ['гараж на углу 7', null],
    ['Три-кота-и-1-пёс', null],
    ['petrov-2026!', 'Пароль не должен содержать адрес почты'],
    ['Верный-пароль-1', null],
  ])('rule: %s → %s', (password, problem) => {
    expect(passwordProblem(password, 'petrov@example.ru')).toBe(problem);
  });
});

describe('checking the own password', () => {
  async function signedIn() {
    const { who, browser } = await person();
    await browser.signIn(who.email);
    const check = (password: string, id = who.id) => browser.call(contract.checkPassword, { password }, {}, { id });
    return { who, browser, check };
  }
  it('says whether it is right', async () => {
    const { check } = await signedIn();
    expect((await check(PASSWORD)).body).toEqual({ valid: true });
    expect((await check('не тот')).body).toEqual({ valid: false });
    expect((await check('')).body.errors).toEqual({ password: 'Заполните поле' });
  });
  it('is nobody else’s business', async () => {
    const { check } = await signedIn();
    const other = await person();
    expect((await check(PASSWORD, other.who.id)).status).toBe(404);
    expect(
      (await other.browser.call(contract.checkPassword, { password: PASSWORD }, {}, { id: other.who.id })).status,
    ).toBe(401);
  });
  it('can’t be guessed past the pause', async () => {
    const { check } = await signedIn();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) statuses.push((await check(`догадка ${i}`)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe('an own new password', () => {
  const body = { last_name: 'Крылова', first_name: 'Марина', father_name: 'Сергеевна', phone: null };
  async function change(more: object, from?: Awaited<ReturnType<typeof signedIn>>) {
    const made = from ?? (await signedIn());
    const reply = await made.browser.call(contract.updateUserDetail, { ...body, ...more }, {}, { id: made.who.id });
    return { ...made, reply };
  }
  async function signedIn() {
    const { who, browser } = await person();
    await browser.signIn(who.email);
    return { who, browser };
  }

  it('is set with the present one: this session goes on, the others end, the owner gets a letter', async () => {
    const made = await signedIn();
    const elsewhere = new Browser(t, 'e');
    await elsewhere.signIn(made.who.email);
    const { reply, who, browser } = await change({ password: NEW, current_password: PASSWORD }, made);
    expect(reply.status).toBe(200);
    expect((await browser.call(contract.menuCounters)).status).toBe(200);
    expect((await browser.refresh()).status).toBe(200);
    expect((await elsewhere.call(contract.menuCounters)).status).toBe(401);
    expect((await elsewhere.signIn(who.email)).status).toBe(422);
    expect((await elsewhere.signIn(who.email, NEW)).status).toBe(200);
    expect((await lettersTo(t, who.email)).at(-1)).toContain('Пароль для входа в «Реестр гаражей» изменён');
    expect(await verbsOf(t, who.id)).toContain('user.password_changed');
  });

  it('says nothing of the name: one corrected meanwhile stays, and stands in no line', async () => {
    const { who, browser } = await signedIn();
    await t.deps.db.updateTable('app_user').set({ last_name: 'Исправленная' }).where('id', '=', who.id).execute();
    const alone = { password: NEW, current_password: PASSWORD };
    const reply = await browser.call(contract.updateUserDetail, alone, {}, { id: who.id });
    expect([reply.status, reply.body.data.last_name]).toEqual([200, 'Исправленная']);
    expect(await verbsOf(t, who.id)).not.toContain('user.update');
    expect((await browser.call(contract.updateUserDetail, {}, {}, { id: who.id })).status).toBe(422);
  });

  it('everything that is wrong is said at once, and nothing changes', async () => {
    const { reply, who } = await change({ last_name: 'Другая', password: 'короткий1', current_password: 'не тот' });
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      { password: 'Пароль не короче 10 знаков', current_password: 'Неверный пароль' },
    ]);
    const row = await t.deps.db.selectFrom('app_user').where('id', '=', who.id).selectAll().executeTakeFirstOrThrow();
    expect(row.last_name).toBe('Крылова');
    const same = await change({ password: PASSWORD, current_password: PASSWORD });
    expect(same.reply.body.errors).toEqual({ password: 'Новый пароль совпадает с прежним' });
  });

  it('a link of the mailbox dies with it', async () => {
    const made = await signedIn();
    await made.browser.call(contract.requestReset, { email: made.who.email });
    const secret = (await secretFor(made.who.email))!;
    await change({ password: NEW, current_password: PASSWORD }, made);
    const late = await made.browser.call(contract.confirmReset, { token: secret, password: `${NEW}!` });
    expect([late.status, late.body.errors]).toEqual([422, dead]);
  });

  it('guessing the present one is paused like signing in', async () => {
    const made = await signedIn();
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1)
      statuses.push((await change({ password: NEW, current_password: `догадка ${i}` }, made)).reply.status);
    expect(statuses).toEqual([422, 422, 422, 422, 429, 429]);
  });

  it('of another person is nobody’s business, not even a superuser’s', async () => {
    const victim = await person();
    const root = await account(t, { rights: [{ mo_id: w.mo }], isSuperuser: 2 });
    const browser = new Browser(t, 'r', '10.5.0.1');
    await browser.signIn(root.email);
    const more = { password: NEW, current_password: PASSWORD };
    const reply = await browser.call(contract.updateUserDetail, { ...body, ...more }, {}, { id: victim.who.id });
    expect(reply.body.errors).toEqual({ password: 'Чужой пароль меняет только его владелец' });
    expect((await victim.browser.signIn(victim.who.email)).status).toBe(200);
  });
});
