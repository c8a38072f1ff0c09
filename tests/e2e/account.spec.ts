// Accounts in two browsers side by side: new devices, invitations, passwords, e-mail, the second factor, sessions.
// The server is one of its own that sends real letters; they are read from a real mail server.
import { expect, test, type Browser, type Cookie, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { isClean, PASSWORD, sideways, textsOf } from './kit.ts';
import { freePort, openMailbox, type Mailbox } from './mailbox.ts';
import { inTime } from '../kit/busy.ts';

const NEW = 'Совсем-новый-2026';
const folder = mkdtempSync(join(tmpdir(), 'registry-account-'));
let mail: Mailbox;
let server: ChildProcess;
let base = '';
/** Browsers of the test that runs. */
const pages: Page[] = [];
/** The first device of the chairman: tests after the first sign in from it. */
let chairmansDevice: Cookie[] = [];

test.beforeAll(async () => {
  test.setTimeout(120_000);
  mail = await openMailbox();
  const port = await freePort();
  base = `http://localhost:${port}`;
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: folder,
      DEMO: '1',
      CONFIRM_DEVICES: '1',
      SMTP_URL: mail.url,
      LOG_LEVEL: 'warn',
    },
  });
  await expect
    .poll(
      () =>
        fetch(`${base}/readyz`).then(
          (reply) => reply.ok,
          () => false,
        ),
      { timeout: 400_000 },
    )
    .toBe(true);
});
test.afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});
test.afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  if (server.kill()) await gone;
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A browser on a machine of its own: another number of cores is another fingerprint. One that is `of` a page is signed out but
 * the same device: it has the device's cookie and no other.
 */
async function machine(browser: Browser, cores: number, of?: Page): Promise<Page> {
  const context = await browser.newContext({ baseURL: base, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  const cookies = (await of?.context().cookies()) ?? [];
  await context.addCookies(cookies.filter(({ name }) => name === 'device'));
  await context.addInitScript(
    (count) => Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => count }),
    cores,
  );
  const page = await context.newPage();
  pages.push(page);
  return page;
}
async function enter(page: Page, email: string, password = PASSWORD) {
  await page.goto('/sign');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
}
const isInside = (page: Page) => expect(page.getByRole('heading', { name: 'Гаражи', level: 1 })).toBeVisible();

/** Fits a phone and a desk in both themes and reads well. */
async function looksRight(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [390, 1024]) {
      await page.setViewportSize({ width, height: 844 });
      expect(await sideways(page), `${page.url()} at ${width}`).toBeLessThanOrEqual(0);
    }
    await isClean(page);
  }
}

test('a new device waits; confirmed from the first one, it enters by itself', async ({ browser }) => {
  const home = await machine(browser, 4);
  await enter(home, 'po@example.ru');
  await isInside(home);
  chairmansDevice = (await home.context().cookies()).filter(({ name }) => name === 'device');
  const away = await machine(browser, 12);
  await enter(away, 'po@example.ru');
  await expect(away.getByText('Мы отправили ссылку на p***@example.ru')).toBeVisible();
  await looksRight(away);
  // The owner reads the letter where he works already.
  await home.goto(await mail.link('po@example.ru', 'new_device'));
  await expect(home.getByText('Chrome, Linux')).toBeVisible();
  await looksRight(home);
  await home.getByRole('button', { name: 'Это я, впустить' }).click();
  await expect(home.getByText('Устройство подтверждено')).toBeVisible();
  await isInside(away);
  await home.reload();
  await expect(home.getByText('Ссылка устарела или уже использована')).toBeVisible();
  await looksRight(home);
  await home.getByRole('link', { name: 'К гаражам' }).click();
  await isInside(home);
});

test('own sessions: the other one is ended and its page leaves at once', async ({ browser }) => {
  const home = await machine(browser, 4);
  await home.context().addCookies(chairmansDevice);
  await enter(home, 'po@example.ru');
  await isInside(home);
  const away = await machine(browser, 4, home);
  await enter(away, 'po@example.ru');
  await isInside(away);
  await home.goto('/user');
  await expect(home.getByText('этот сеанс', { exact: true })).toBeVisible();
  await looksRight(home);
  await home.getByRole('button', { name: 'Завершить все другие' }).click();
  await home.getByRole('dialog').getByRole('button', { name: 'Завершить' }).click();
  await expect(away).toHaveURL(/\/sign/, { timeout: inTime(3000) });
  await expect(home.getByText('этот сеанс', { exact: true })).toBeVisible();
  await expect(home.getByRole('button', { name: 'Завершить', exact: true })).toHaveCount(0);
});

test('a new device is denied: nobody enters until the password is new', async ({ browser }) => {
  const home = await machine(browser, 4);
  await enter(home, 'mo@example.ru');
  await isInside(home);
  const stranger = await machine(browser, 16);
  await enter(stranger, 'mo@example.ru');
  await expect(stranger.getByText('Новое устройство')).toBeVisible();
  const mailPage = await machine(browser, 4);
  await mailPage.goto(await mail.link('mo@example.ru', 'deny_device'));
  await mailPage.getByRole('button', { name: 'Это не я, отклонить' }).click();
  await expect(mailPage.getByText('Вход отклонён')).toBeVisible();
  await looksRight(mailPage);
  await stranger.getByRole('button', { name: 'Я подтвердил' }).click();
  await expect(stranger.getByText('Смените пароль')).toBeVisible();
  await mailPage.getByLabel('Новый пароль').fill('Garage-2026');
  await mailPage.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(mailPage.getByText('Такой пароль слишком распространён')).toBeVisible();
  await mailPage.getByLabel('Новый пароль').fill(NEW);
  await mailPage.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(mailPage.getByText('Пароль изменён')).toBeVisible();
  await expect(home).toHaveURL(/\/sign/, { timeout: inTime(3000) });
  await enter(home, 'mo@example.ru', NEW);
  await isInside(home);
  await enter(stranger, 'mo@example.ru');
  await expect(stranger.getByText('Неверная почта или пароль')).toBeVisible();
});

test('a forgotten password is set by the letter', async ({ browser }) => {
  const page = await machine(browser, 4);
  await page.goto('/sign');
  await page.getByRole('link', { name: 'Забыли пароль?' }).click();
  await looksRight(page);
  await page.getByLabel('Почта').fill('auditor@example.ru');
  await page.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(page.getByText('Проверьте почту')).toBeVisible();
  const link = await mail.link('auditor@example.ru', 'reset_password');
  await page.goto(link);
  await page.getByLabel('Новый пароль').fill(NEW);
  await looksRight(page);
  await page.getByRole('button', { name: 'Сохранить пароль' }).click();
  await expect(page.getByText('Прежние сеансы на всех устройствах завершены')).toBeVisible();
  await enter(page, 'auditor@example.ru', NEW);
  await isInside(page);
  const late = await machine(browser, 4);
  // A dead link is told on opening, before anything is typed.
  await late.goto(link);
  await expect(late.getByText('Ссылка устарела или уже использована')).toBeVisible();
  await expect(late.getByLabel('Новый пароль')).toHaveCount(0);
  // Letters sent before links moved to the entrance.
  await late.goto('/reset_password#abc');
  await expect(late).toHaveURL(/\/sign#reset_password=abc/);
});

test('an invitation is accepted and opens the console', async ({ browser }) => {
  const root = await machine(browser, 4);
  const asked = root.waitForRequest((request) => Boolean(request.headers()['x-fingerprint']));
  await enter(root, 'super@example.ru');
  await isInside(root);
  const hash = (await asked).headers()['x-fingerprint']!;
  const status = await root.evaluate(async (hash) => {
    const reply = await fetch('/api/users', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('id_token')}`,
        'x-fingerprint': hash,
      },
      body: JSON.stringify({
        email: 'novikova@example.ru',
        last_name: 'Новикова',
        first_name: 'Вера',
        father_name: '',
        phone: null,
        is_superuser: 0,
        capabilities: [1],
        rights: [{ level: 'mo', id: 1, role: 'clerk' }],
      }),
    });
    return reply.status;
  }, hash);
  expect(status).toBe(200);
  const page = await machine(browser, 8);
  await page.goto(await mail.link('novikova@example.ru', 'invite'));
  await expect(page.getByText('приглашает вас работать')).toBeVisible();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Новикова');
  await looksRight(page);
  await page.locator('input[name=password]').fill('коротко');
  await page.getByRole('button', { name: 'Принять приглашение' }).click();
  await expect(page.getByText('Пароль не короче 10 знаков')).toBeVisible();
  await page.getByLabel('Отчество').fill('Павловна');
  await page.locator('input[name=password]').fill(NEW);
  await page.getByRole('button', { name: 'Принять приглашение' }).click();
  await isInside(page);
  await page.goto('/user');
  await expect(page.getByLabel('Отчество')).toHaveValue('Павловна');
});

test('the e-mail is changed through both mailboxes', async ({ browser }) => {
  const page = await machine(browser, 4);
  await enter(page, 'treasurer@example.ru');
  await isInside(page);
  await page.goto('/user');
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await expect(page.getByText('Мы отправили письмо на t***@example.ru')).toBeVisible();
  const old = await machine(browser, 4);
  await old.goto(await mail.link('treasurer@example.ru', 'reset_email'));
  await looksRight(old);
  await old.getByRole('button', { name: 'Это я, продолжить' }).click();
  await old.getByLabel('Новый адрес').fill('zimina@example.ru');
  await old.getByRole('button', { name: 'Отправить ссылку' }).click();
  await expect(old.getByText('Мы отправили письмо на zimina@example.ru')).toBeVisible();
  const fresh = await machine(browser, 4, page);
  await fresh.goto(await mail.link('zimina@example.ru', 'confirm_email'));
  await looksRight(fresh);
  await fresh.getByRole('button', { name: 'Подтвердить адрес' }).click();
  await expect(fresh.getByText('Почта изменена')).toBeVisible();
  await page.reload();
  await expect(page.getByText('zimina@example.ru').first()).toBeVisible();
  await enter(fresh, 'zimina@example.ru');
  await isInside(fresh);
});

test('the second factor: set up, asked for, a recovery code, turned off', async ({ browser }) => {
  const page = await machine(browser, 4);
  await enter(page, 'region@example.ru');
  await isInside(page);
  await page.goto('/user');
  await page.getByRole('button', { name: 'Включить' }).click();
  await page.getByLabel('Ваш пароль').fill(PASSWORD);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('img', { name: 'QR-код для приложения' })).toBeVisible();
  await looksRight(page);
  const secret = (await page.locator('code').first().innerText()).replace(/\s/g, '');
  const phone = new TOTP({ secret: Secret.fromBase32(secret) });
  await page.getByLabel('Код из приложения').fill(phone.generate());
  await page.getByRole('button', { name: 'Включить', exact: true }).click();
  await expect(page.getByText('Сохраните резервные коды')).toBeVisible();
  await looksRight(page);
  const codes = await textsOf(page.getByRole('list', { name: 'Резервные коды' }).getByRole('listitem'), 10);
  expect(codes).toHaveLength(10);
  await page.getByRole('button', { name: 'Я сохранил коды' }).click();
  await expect(page.getByText('10 кодов')).toBeVisible();

  const again = await machine(browser, 4, page);
  await enter(again, 'region@example.ru');
  await expect(again.getByRole('heading', { name: 'Код подтверждения' })).toBeVisible();
  await looksRight(again);
  // The code that turned it on is used up; the next half-minute's is taken.
  const next = phone.generate({ timestamp: Date.now() + 30_000 });
  await again.getByLabel('Код из приложения').fill('000000');
  await again.getByRole('button', { name: 'Войти' }).click();
  await expect(again.getByText('Неверный код')).toBeVisible();
  await again.getByLabel('Код из приложения').fill(next);
  await again.getByRole('button', { name: 'Войти' }).click();
  await isInside(again);

  const lost = await machine(browser, 4, page);
  await enter(lost, 'region@example.ru');
  await lost.getByRole('button', { name: /Резервный код/ }).click();
  await lost.getByLabel('Резервный код').fill(codes[0]!);
  await lost.getByRole('button', { name: 'Войти' }).click();
  await isInside(lost);

  await page.reload();
  await expect(page.getByText('9 кодов')).toBeVisible();
  await page.getByRole('button', { name: 'Выключить' }).click();
  await page.getByLabel('Ваш пароль').fill(PASSWORD);
  await page.getByRole('button', { name: 'Выключить' }).click();
  await expect(page.getByText('Второй фактор выключен')).toBeVisible();
  const plain = await machine(browser, 4, page);
  await enter(plain, 'region@example.ru');
  await isInside(plain);
});
