// The second factor: set up, asked at sign-in, taken once, counted to the pause; recovery codes; obliged superusers.
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as ownAccount from '../../contract/session/account.ts';
import * as links from '../../contract/session/links.ts';
import { makeBackup } from '../../contract/instruments/backups.ts';
import { mergeProfiles } from '../../contract/instruments/merging.ts';
import * as session from '../../contract/session.ts';
import { asRecoveryCode, factorUri, stepOf } from '../../server/session/rules/secondFactor.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser, lastLink, lettersTo, PASSWORD, verbsOf } from './people.ts';

let t: TestApp;
let w: World;
let now = new Date('2026-11-20T09:00:00.000Z').getTime();
const HALF_MINUTE = 30_000;
const wait = (ms: number) => t.setNow(new Date((now += ms)).toISOString());
const codeOf = (secret: string, at = now) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

let addresses = 0;
async function signedIn(facts: Parameters<typeof account>[1] = {}, app = t) {
  const who = await account(app, { rights: [{ mo_id: w.mo }], ...facts });
  const browser = new Browser(app, 'd', `10.40.0.${(addresses += 1)}`);
  expect((await browser.signIn(who.email)).status).toBe(200);
  return { who, browser };
}
async function withFactor() {
  const made = await signedIn();
  const started = await made.browser.call(ownAccount.startFactor, { password: PASSWORD });
  const { secret, uri } = started.body.data as { secret: string; uri: string };
  const finished = await made.browser.call(ownAccount.finishFactor, { code: codeOf(secret) });
  expect(finished.status).toBe(200);
  wait(HALF_MINUTE);
  return { ...made, secret, uri, codes: finished.body.data.recovery_codes as string[] };
}
const enter = (browser: Browser, email: string, code?: string) =>
  browser.call(session.login, { email, password: PASSWORD, ...(code === undefined ? {} : { code }) });

describe('setting it up', () => {
  it('asks for the password, shows a key, and is on after the first code', async () => {
    const { who, browser } = await signedIn();
    const wrong = await browser.call(ownAccount.startFactor, { password: 'не тот' });
    expect([wrong.status, wrong.body.errors]).toEqual([422, { password: 'Неверный пароль' }]);
    const { body } = await browser.call(ownAccount.startFactor, { password: PASSWORD });
    expect(body.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.data.uri).toContain(`secret=${body.data.secret}`);
    expect((await browser.call(ownAccount.factorState)).body.data).toMatchObject({ enabled: false });
    // Not on yet: signing in asks for nothing.
    expect((await enter(new Browser(t, 'd', '10.41.0.1'), who.email)).status).toBe(200);
    const bad = await browser.call(ownAccount.finishFactor, { code: '000000' });
    expect([bad.status, bad.body.errors.code]).toEqual([422, expect.stringContaining('Неверный код')]);
    const { status, body: done } = await browser.call(ownAccount.finishFactor, { code: codeOf(body.data.secret) });
    expect([status, new Set(done.data.recovery_codes).size]).toEqual([200, 10]);
    expect((await browser.call(ownAccount.factorState)).body.data).toEqual({
      enabled: true,
      required: false,
      recovery_left: 10,
    });
    expect((await lettersTo(t, who.email)).at(-1)).toContain('спрашивается код');
  });

  it('keeps neither the key nor the codes in the open', async () => {
    const { who, secret, codes } = await withFactor();
    const user = await t.deps.db.selectFrom('app_user').where('id', '=', who.id).selectAll().executeTakeFirstOrThrow();
    expect(Buffer.from(user.totp_cipher!).toString('latin1')).not.toContain(secret);
    const rows = await t.deps.db.selectFrom('recovery_code').where('user_id', '=', who.id).selectAll().execute();
    for (const row of rows) expect(codes).not.toContain(Buffer.from(row.code_hash).toString());
    const log = await t.deps.db.selectFrom('action_log').where('object_id', '=', who.id).selectAll().execute();
    for (const hidden of [secret, ...codes]) expect(JSON.stringify(log)).not.toContain(hidden);
  });

  it('is not begun anew while it is on: whoever knows the password would put his own telephone in', async () => {
    const { browser, secret, who } = await withFactor();
    const again = await browser.call(ownAccount.startFactor, { password: PASSWORD });
    expect([again.status, again.body.errors]).toEqual([422, { form: 'Второй фактор уже включён' }]);
    expect((await enter(new Browser(t, 'd', '10.41.0.2'), who.email, codeOf(secret))).status).toBe(200);
  });

  it('where it is off there are no codes to renew and nothing to turn off', async () => {
    const { who, browser } = await signedIn();
    const codes = await browser.call(ownAccount.renewRecovery, { password: PASSWORD });
    expect([codes.status, codes.body.errors]).toEqual([422, { form: 'Второй фактор не включён' }]);
    expect((await browser.call(ownAccount.stopFactor, { password: PASSWORD })).status).toBe(204);
    expect(await verbsOf(t, who.id)).not.toContain('user.factor_off');
    expect(await lettersTo(t, who.email)).toEqual([]);
  });

  it('answered twice at once, shows one set of codes', async () => {
    const { browser } = await signedIn();
    const { body } = await browser.call(ownAccount.startFactor, { password: PASSWORD });
    const code = codeOf(body.data.secret);
    const replies = await Promise.all([1, 2].map(() => browser.call(ownAccount.finishFactor, { code })));
    expect(replies.map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });
});

describe('signing in with it', () => {
  it('asks for a code after the password and takes it', async () => {
    const { who, secret } = await withFactor();
    const browser = new Browser(t, 'n', '10.42.0.1');
    const asked = await enter(browser, who.email);
    expect([asked.status, asked.body.code, asked.cookie]).toEqual([403, 'second_factor', null]);
    const code = codeOf(secret);
    expect((await enter(browser, who.email, `${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
    expect(browser.claims.id).toBe(who.id);
  });

  it('a wrong password is answered the same with and without it', async () => {
    const { who, secret } = await withFactor();
    const browser = new Browser(t, 'n', '10.42.0.2');
    const reply = await browser.call(session.login, { email: who.email, password: 'не тот', code: codeOf(secret) });
    expect([reply.status, reply.body.errors]).toEqual([422, { password: 'Неверная почта или пароль' }]);
  });

  it('a code works once, also for two who come together, and an earlier one not at all', async () => {
    const { who, secret } = await withFactor();
    const both = ['a', 'b'].map((device) =>
      enter(new Browser(t, device, `10.43.0.${device.charCodeAt(0)}`), who.email, codeOf(secret)),
    );
    const statuses = (await Promise.all(both)).map((reply) => reply.status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422]);
    const again = await enter(new Browser(t, 'c', '10.43.0.1'), who.email, codeOf(secret));
    expect([again.status, again.body.errors]).toEqual([422, { code: 'Неверный код' }]);
    const earlier = await enter(new Browser(t, 'c', '10.43.0.2'), who.email, codeOf(secret, now - HALF_MINUTE));
    expect(earlier.status).toBe(422);
    wait(HALF_MINUTE);
    expect((await enter(new Browser(t, 'c', '10.43.0.3'), who.email, codeOf(secret))).status).toBe(200);
  });

  it('a telephone half a minute off is understood, five minutes off is not', async () => {
    const { who, secret } = await withFactor();
    wait(10 * HALF_MINUTE);
    const at = (skew: number, n: number) =>
      enter(new Browser(t, 's', `10.44.0.${n}`), who.email, codeOf(secret, now + skew));
    expect((await at(-5 * 60_000, 1)).status).toBe(422);
    expect((await at(5 * 60_000, 2)).status).toBe(422);
    expect((await at(-HALF_MINUTE, 3)).status).toBe(200);
    expect((await at(HALF_MINUTE, 4)).status).toBe(200);
  });

  it('wrong codes count to the pause', async () => {
    const { who, secret } = await withFactor();
    const browser = new Browser(t, 'g', '10.45.0.1');
    const statuses: number[] = [];
    for (let i = 0; i < 5; i += 1) statuses.push((await enter(browser, who.email, `00000${i}`)).status);
    expect(statuses).toEqual([422, 422, 422, 422, 429]);
    expect((await enter(browser, who.email, codeOf(secret))).status).toBe(429);
    expect((await enter(new Browser(t, 'd', '10.45.0.2'), who.email, codeOf(secret))).status).toBe(200);
  });

  it('guesses sent together do not outrun the pause', async () => {
    const { who } = await withFactor();
    const browser = new Browser(t, 'g', '10.45.0.3');
    const guesses = Array.from({ length: 20 }, (_, i) => enter(browser, who.email, String(100_000 + i)));
    expect((await Promise.all(guesses)).filter((reply) => reply.status === 422)).toHaveLength(4);
  });

  it('asking for the code is no failed try', async () => {
    const { who, secret } = await withFactor();
    const browser = new Browser(t, 'n', '10.46.0.1');
    for (let i = 0; i < 6; i += 1) expect((await enter(browser, who.email)).status).toBe(403);
    expect((await enter(browser, who.email, codeOf(secret))).status).toBe(200);
  });
});

describe('recovery codes', () => {
  it('sign in once each, however they are typed, and the owner is told', async () => {
    const { who, codes } = await withFactor();
    const browser = new Browser(t, 'r', '10.47.0.1');
    expect((await enter(browser, who.email, codes[0]!.toUpperCase().replace('-', ' '))).status).toBe(200);
    expect((await enter(browser, who.email, codes[0])).status).toBe(422);
    expect((await enter(browser, who.email, codes[1])).status).toBe(200);
    expect((await browser.call(ownAccount.factorState)).body.data.recovery_left).toBe(8);
    expect((await lettersTo(t, who.email)).at(-1)).toContain('Осталось кодов: 8');
    expect(await verbsOf(t, who.id)).toContain('sign.recovery_code');
  });

  it('one code for two who come together', async () => {
    const { who, codes } = await withFactor();
    const both = ['a', 'b'].map((device) =>
      enter(new Browser(t, device, `10.48.0.${device.charCodeAt(0)}`), who.email, codes[0]),
    );
    expect((await Promise.all(both)).map((reply) => reply.status).toSorted((a, b) => a - b)).toEqual([200, 422]);
  });

  it('new ones replace the old; those of others are nobody’s', async () => {
    const { who, browser, codes } = await withFactor();
    const other = await withFactor();
    const { body } = await browser.call(ownAccount.renewRecovery, { password: PASSWORD });
    const device = new Browser(t, 'r', '10.49.0.1');
    for (const code of [codes[0]!, other.codes[0]!]) expect((await enter(device, who.email, code)).status).toBe(422);
    expect((await enter(device, who.email, body.data.recovery_codes[0])).status).toBe(200);
    expect((await browser.call(ownAccount.renewRecovery, { password: 'нет' })).status).toBe(422);
  });
});

describe('turning it off', () => {
  it('asks for the password; then nothing is asked at sign-in', async () => {
    const { who, browser, codes } = await withFactor();
    expect((await browser.call(ownAccount.stopFactor, { password: 'не тот' })).status).toBe(422);
    expect((await enter(new Browser(t, 'o', '10.50.0.1'), who.email)).status).toBe(403);
    expect((await browser.call(ownAccount.stopFactor, { password: PASSWORD })).status).toBe(204);
    expect((await enter(new Browser(t, 'o', '10.50.0.1'), who.email)).status).toBe(200);
    expect((await lettersTo(t, who.email)).at(-1)).toContain('больше не спрашивается');
    const subjects = await t.deps.db
      .selectFrom('outbox')
      .where('recipient', '=', who.email)
      .orderBy('id')
      .select('subject')
      .execute();
    expect(subjects.map(({ subject }) => subject).slice(-2)).toEqual([
      'Второй фактор включён',
      'Второй фактор выключен',
    ]);
    const rows = await t.deps.db.selectFrom('recovery_code').where('user_id', '=', who.id).select('id').execute();
    expect([rows, codes.length]).toEqual([[], 10]);
  });
});

describe('a new password by the link of a letter', () => {
  it('does not open the account without a code', async () => {
    const { who, secret } = await withFactor();
    const browser = new Browser(t, 'r', '10.51.0.1');
    expect((await browser.call(session.requestReset, { email: who.email })).status).toBe(204);
    const token = await lastLink(t, who.email, 'reset_password');
    const password = 'Совсем-новый-2026';
    const set = await browser.call(session.confirmReset, { token: token!, password });
    expect([set.status, set.cookie]).toEqual([204, null]);
    const entering = (code?: string) =>
      browser.call(session.login, { email: who.email, password, ...(code && { code }) });
    expect((await entering()).body.code).toBe('second_factor');
    expect((await entering(codeOf(secret))).status).toBe(200);
  });
});

describe('with an unknown device', () => {
  it('the letter comes first, then the code', async () => {
    const strict = await testApp({ CONFIRM_DEVICES: '1' });
    try {
      const place = await world(strict.deps.db);
      const who = await account(strict, { rights: [{ mo_id: place.mo }] });
      const home = new Browser(strict, 'h', '10.51.0.1');
      await home.signIn(who.email);
      const { body } = await home.call(ownAccount.startFactor, { password: PASSWORD });
      const at = strict.deps.clock.now().getTime();
      await home.call(ownAccount.finishFactor, { code: codeOf(body.data.secret, at) });
      const away = new Browser(strict, 'a', '10.51.0.2');
      const code = codeOf(body.data.secret, at + HALF_MINUTE);
      expect((await enter(away, who.email, code)).body.code).toBe('new_device');
      const token = (await lastLink(strict, who.email, 'new_device'))!;
      await home.call(links.newDevice, { token, confirm: true });
      expect((await enter(away, who.email)).body.code).toBe('second_factor');
      expect((await enter(away, who.email, code)).status).toBe(200);
    } finally {
      await strict.close();
    }
  });
});

describe('where superusers must have it', () => {
  it('one without it is no superuser until it is set up, and can not turn it off', async () => {
    const strict = await testApp({ TOTP_FOR_SUPERUSERS: '1' });
    try {
      const place = await world(strict.deps.db);
      const who = await account(strict, { rights: [{ mo_id: place.mo }], isSuperuser: 2 });
      const browser = new Browser(strict, 'd', '10.52.0.1');
      await browser.signIn(who.email);
      expect(browser.claims).toMatchObject({ is_superuser: 1, factor_needed: true });
      expect((await browser.call(links.inviteStatus, undefined, {}, { id: who.id })).status).toBe(403);
      expect((await browser.call(session.updateToken, { mo: place.foreignMo })).status).toBe(403);
      // A session that was left at a place without a right goes on where he has one.
      const away = { mo_id: place.foreignMo };
      await strict.deps.db.updateTable('session').set(away).where('user_id', '=', who.id).execute();
      await browser.refresh();
      expect(browser.claims).toMatchObject({ mo: place.mo, is_superuser: 1 });
      // Nor does he mend registers or take the installation away, his password checked or not.
      const merge = { stays: 1, goes: 2, versions: { stays: 1, goes: 1 } };
      const asked = () => Promise.all([browser.call(mergeProfiles, merge), browser.call(makeBackup, { after: null })]);
      await browser.call(session.checkPassword, { password: PASSWORD }, {}, { id: who.id });
      expect((await asked()).map(({ status }) => status)).toEqual([403, 403]);
      const { body } = await browser.call(ownAccount.startFactor, { password: PASSWORD });
      const code = codeOf(body.data.secret, strict.deps.clock.now().getTime());
      await browser.call(ownAccount.finishFactor, { code });
      await browser.refresh();
      expect(browser.claims.is_superuser).toBe(2);
      expect(browser.claims.factor_needed).toBeUndefined();
      expect((await browser.call(links.inviteStatus, undefined, {}, { id: who.id })).status).toBe(200);
      expect((await asked()).map(({ status }) => status)).not.toContain(403);
      const off = await browser.call(ownAccount.stopFactor, { password: PASSWORD });
      expect(off.body.errors).toEqual({ form: 'Суперпользователю второй фактор обязателен' });
      const plain = await account(strict, { rights: [{ mo_id: place.mo }] });
      const other = new Browser(strict, 'd', '10.52.0.2');
      await other.signIn(plain.email);
      expect((await other.call(ownAccount.factorState)).body.data.required).toBe(false);
    } finally {
      await strict.close();
    }
  });
});

describe('rules', () => {
  // RFC 6238, appendix B: the SHA-1 key of the standard, its last six digits.
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59_000, '287082', 1],
    [1_111_111_109_000, '081804', 37_037_036],
    [1_234_567_890_000, '005924', 41_152_263],
    [2_000_000_000_000, '279037', 66_666_666],
    [59_000, '287083', null],
    [59_000, '28708', null],
    [59_000, '', null],
  ])('at %i the code «%s» is of half-minute %s', (at, code, step) => expect(stepOf(key, code, at)).toBe(step));

  it.each([
    ['ABCDE FGHJK', 'abcde-fghjk'],
    ['abcdefghjk', 'abcde-fghjk'],
    ['123456', null],
    ['', null],
  ])('recovery code «%s» → %s', (typed, code) => expect(asRecoveryCode(typed)).toBe(code));

  it('the address of the QR names the product and the account', () => {
    const uri = new URL(factorUri(key, 'po@example.ru'));
    expect(decodeURIComponent(uri.pathname)).toContain('Реестр гаражей:po@example.ru');
    expect(uri.searchParams.get('secret')).toBe(key);
  });
});
