// A debt SMS to forty people over real SMTP and SMPP servers, statuses arriving live; a consent withdrawn on the card.
// The server's clock stands at noon: at night SMS wait, whatever the hour on this machine.
import { expect, test, type Page } from '@playwright/test';
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { openSmpp, type SmppPeer } from '../kit/mailPeers.ts';
import { isClean, sideways, textsOf, workAs } from './kit.ts';
import { freePort, openMailbox, type Mailbox } from './mailbox.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-mailings-'));
const HOUR_MS = 3_600_000;
/** Of a part of an SMS to a number of the demo world. */
const PART_KOPECKS = 550;
/** To the next noon of Moscow. */
const AHEAD_MS = ((24 + 9 - ((Date.now() / HOUR_MS) % 24)) * HOUR_MS) % (24 * HOUR_MS);
/** How far the server's clock was moved on since it started, ms: nobody sits through the minute of recalling twice. */
const skipped = join(folder, 'skipped');
let mail: Mailbox;
let operator: SmppPeer;
let server: ChildProcess;
let base = '';
const sent: string[] = [];
/** Numbers of this journey's people; the demo world has messages of its own on the way. */
const ours = () => sent.filter((number) => number.startsWith('7900111'));

/** An operator that delivers everything, its receipts in another base of numbers than its answers. */
const openOperator = () =>
  openSmpp((pdu, session) => {
    const id = 0xa0 + sent.push(String(pdu.destination_addr));
    session.send(pdu.response({ message_id: id.toString(16).toUpperCase() }));
    session.deliver_sm({ esm_class: 4, short_message: `id:${id} sub:001 dlvrd:001 stat:DELIVRD err:000 text:` });
  });

test.beforeAll(async () => {
  test.setTimeout(600_000);
  mail = await openMailbox();
  operator = await openOperator();
  const port = await freePort();
  base = `http://localhost:${port}`;
  const clock = join(folder, 'clock.mjs');
  writeFileSync(skipped, '0');
  // Read at most four times a second: every thread of the server has this clock.
  writeFileSync(
    clock,
    `import { readFileSync } from 'node:fs';
     const real = Date; let skip = 0; let until = 0;
     const now = () => {
       const at = real.now();
       if (at >= until) { until = at + 250; skip = Number(readFileSync(${JSON.stringify(skipped)}, 'utf8')) || skip; }
       return at + ${AHEAD_MS} + skip;
     };
     globalThis.Date = class extends real { constructor(...given) { super(...(given.length ? given : [now()])); } static now() { return now(); } };`,
  );
  server = spawn(process.execPath, ['--import', clock, '--disable-warning=ExperimentalWarning', 'server/main.ts'], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: 'ignore',
    env: {
      ...process.env,
      PORT: String(port),
      PUBLIC_URL: base,
      DATA_DIR: join(folder, 'data'),
      DEMO: '1',
      SMTP_URL: mail.url,
      SMS_URL: operator.url,
      LOG_LEVEL: 'warn',
    },
  });
  const ready = () =>
    fetch(`${base}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
  await expect.poll(ready, { timeout: 400_000 }).toBe(true);
});
test.afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve));
  if (server.kill()) await gone;
  await operator.close();
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The page's days are those of the server. Its timers and frames stay the browser's own: what is pressed and waited for goes by them. */
const moveClock = (page: Page) =>
  page.addInitScript((ahead) => {
    globalThis.Date = new Proxy(Date, {
      construct: (real, given) => Reflect.construct(real, given.length ? given : [real.now() + ahead]) as Date,
      get: (real, key) => (key === 'now' ? () => real.now() + ahead : (Reflect.get(real, key) as unknown)),
    });
  }, AHEAD_MS);

type Send = (path: string, method: string, body: object) => Promise<{ status: number; body: { id: number } }>;

/** Forty owners of a garage each: 3 without a phone, 2 without consent, 22 with an e-mail, 13 by SMS. */
async function fortyOwners(send: Send, po: number): Promise<number[]> {
  const people: number[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    const letters = [...String(nth + 100)].map((digit) => 'абвгдежзик'[Number(digit)]).join('');
    const person = await send('/api/profiles/', 'POST', {
      po,
      lastName: `Должников${letters}`,
      firstName: 'Иван',
      fatherName: 'Петрович',
      birthday: '1960-05-17',
      isVOAMember: true,
      statusVoa: { id: 3 },
      voaEntryDate: '2010-01-01',
      email: nth >= 5 && nth < 27 ? `debtor${nth}@example.ru` : null,
      phoneNumberList: nth < 3 ? [] : [`+7900111${String(nth).padStart(4, '0')}`],
    });
    expect(person.status, JSON.stringify(person.body)).toBe(200);
    const { id } = person.body;
    people.push(id);
    if (nth >= 27) await send(`/api/profiles/${id}/consents/`, 'POST', { kind: 'sms_info', signedAt: '2026-01-10' });
    const garage = await send('/api/garages/', 'POST', {
      po: { value: po },
      section: 'Ж',
      number: String(nth + 1),
      alreadyExistProfile: [{ profileId: id }],
      ownedSince: '2020-01-01',
    });
    expect(garage.status, JSON.stringify(garage.body)).toBe(200);
  }
  return people;
}

/** «78,00 ₽» in kopecks; null where no sum stands. */
const kopecksOf = (text: string): number | null => {
  const [, roubles, rest] = /(\d[\d\s]*),(\d\d)\s*₽/u.exec(text) ?? [];
  return roubles === undefined ? null : Number(roubles.replace(/\s/gu, '')) * 100 + Number(rest);
};

/** What the column beside the texts says: the sum, and its lines of SMS as «messages, parts of each, kopecks». */
async function bill(page: Page) {
  const column = page.getByRole('complementary', { name: 'Что уйдёт' });
  const lines = await textsOf(column.locator('p').filter({ hasText: /СМС × \d+ ч\./ }));
  const charged = lines.map((line) => {
    const [, count, parts] = /(\d+)\s+СМС × (\d+) ч\./u.exec(line)!;
    return { parts: Number(count) * Number(parts), kopecks: kopecksOf(line)! };
  });
  const all = await textsOf(column.locator('p'));
  const sum = all[all.indexOf('Итого') + 1]!;
  const total = (of: 'parts' | 'kopecks') => charged.reduce((whole, one) => whole + one[of], 0);
  return { sum, kopecks: kopecksOf(sum), parts: total('parts'), ofLines: total('kopecks') };
}

/** At every width the words of each button stand inside it, and the last bar ends the page. */
async function fits(page: Page) {
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    const faults = await page.locator('main').evaluate((main) => {
      const bar = main.querySelector('[role=region][aria-label="Отправка"]')!;
      bar.scrollIntoView();
      let place: Element | null = bar;
      for (; place; place = place.parentElement) place.scrollTop = place.scrollHeight;
      const tight = [...main.querySelectorAll('button')].filter(
        (button) =>
          button.scrollWidth > button.clientWidth + 1 || button.getBoundingClientRect().right > window.innerWidth,
      );
      const below = window.innerHeight - bar.getBoundingClientRect().bottom;
      return [...tight.map((button) => button.textContent), ...(below > 1 ? [`${below} px under the bar`] : [])];
    });
    expect([width, faults]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

const choose = (page: Page, people: readonly number[]) =>
  page.evaluate(
    (included) =>
      sessionStorage.setItem(
        'stashed-receivers',
        JSON.stringify({ of: 'profiles', all: false, filter: {}, included, excluded: [] }),
      ),
    people,
  );

/** Letters to those five whom nothing could reach: a sheet each, by name; printed is not handed over. */
async function printed(page: Page) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Печать писем для 5 человек' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Письма, 5.pdf');
  const { totalPages, text } = await extractText(
    await getDocumentProxy(new Uint8Array(readFileSync(await file.path()))),
  );
  expect(totalPages).toBe(5);
  for (const [nth, letters] of ['баа', 'баб', 'бав', 'баг', 'бад'].entries())
    expect(text[nth]).toContain(`Должников${letters}`);
  await page.getByRole('radio', { name: 'Не отправляли 5' }).click();
  await page.getByRole('row').filter({ hasText: 'Должниковбаа' }).click();
  const panel = page.getByRole('complementary', { name: 'Сообщение' });
  await expect(panel).toContainText('письмо напечатано');
  await expect(panel).not.toContainText('вручено');
  await page.getByRole('radio', { name: /^Все / }).click();
}

/** Opening the link of a letter changes nothing; the button on its page does, in a browser that knows nobody. */
async function leavesByLetter(page: Page, to: string) {
  const link = mail.address(to, /https?:\/\/[^\s"<>]+\/unsubscribe\/[\w.-]+/);
  const stranger = await page.context().browser()!.newContext();
  const reader = await stranger.newPage();
  await reader.goto(link!);
  await reader.getByRole('button', { name: /^Не получать письма/ }).click();
  await expect(reader.getByRole('heading', { name: 'Готово' })).toBeVisible();
  await isClean(reader);
  await stranger.close();
}

test('forty debtors, what was shown leaves and is delivered live; a consent is withdrawn in one press', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: base, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  await moveClock(page);
  const send = (await workAs(page, 'mo@example.ru', { region: null, mo: 1, po: null })) as unknown as Send;
  const people = await fortyOwners(send, 1);
  await choose(page, people);
  await page.goto('/notification_constructor');
  await expect(page.getByText('40 человек').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Шаблон' }).click();
  await page.getByRole('option', { name: 'Долг с суммой' }).click();
  await page.getByLabel('Срок оплаты').fill('2026-12-31');
  const sum = page.getByRole('complementary', { name: 'Что уйдёт' });
  await expect(sum).toContainText('нет контакта');
  await expect(sum.getByText('−3')).toBeVisible();
  await expect(sum.getByText('−2')).toBeVisible();
  const check = page.getByRole('button', { name: /^Проверить: 35 человек/ });
  await expect(check).toBeEnabled();
  // The sum is that of its lines, each part of an SMS at its price, and the same from here to the end.
  const shown = await bill(page);
  expect(shown.parts).toBeGreaterThanOrEqual(13);
  expect(shown.kopecks).toBe(shown.ofLines);
  expect(shown.kopecks).toBe(shown.parts * PART_KOPECKS);
  await expect(check).toContainText(shown.sum);
  await isClean(page);
  await fits(page);
  await check.click();
  await expect(page).toHaveURL(/\/notification\/\d+\/check$/);
  await expect(page.getByRole('listitem').filter({ hasText: 'Не получат 5 человек' })).toBeVisible();
  await isClean(page);
  await page.getByLabel('Отправить остальным').check();
  await page.getByRole('button', { name: `Отправить 35 · ${shown.sum}` }).click();
  await expect(page).toHaveURL(/\/notifications$/);
  const row = page.getByRole('row').filter({ hasText: 'Долг с суммой' }).first();
  await expect(row.getByRole('button', { name: 'Отозвать' })).toBeVisible();
  expect(ours()).toEqual([]);

  // The minute passes; letters and messages leave, receipts come, the row moves by itself.
  await expect(row).toContainText(/принято почтой или доставлено всем|35 из 35/, { timeout: 240_000 });
  expect(new Set(ours()).size).toBe(13);
  // What was shown was paid: the operator was handed so many parts.
  expect(ours()).toHaveLength(shown.parts);
  await row.getByText('Долг с суммой').first().click();
  await expect(page.getByText(`списано ${shown.sum}, как и было показано`)).toBeVisible();
  await printed(page);
  await expect(page.getByRole('radio', { name: 'Не отправляли 5' })).toBeVisible();
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1366, 768],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect([width, colorScheme, await sideways(page)]).toEqual([width, colorScheme, 0]);
    }
  await isClean(page);

  await leavesByLetter(page, 'debtor7@example.ru');

  // A consent is withdrawn from the card in one press.
  const leaver = people[39]!;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/profile/${leaver}`);
  await page.getByText('СМС-оповещения').getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText('Согласие отозвано')).toBeVisible();
  await page.close();
});

/** People of one garage each who may be written to: two by SMS, two by e-mail. */
async function fourReachable(
  send: Send,
  po: number,
): Promise<Record<'leaver' | 'stayer' | 'mailLeaver' | 'mailStayer', number>> {
  const make = async (nth: number, kind: 'sms_info' | 'email_info') => {
    const person = await send('/api/profiles/', 'POST', {
      po,
      lastName: `Отзывов${'абвг'[nth]}`,
      firstName: 'Илья',
      fatherName: 'Петрович',
      birthday: '1960-05-17',
      isVOAMember: true,
      statusVoa: { id: 3 },
      voaEntryDate: '2010-01-01',
      email: kind === 'email_info' ? `leaver${nth}@example.ru` : null,
      phoneNumberList: [`+790022200${nth}0`],
      passSeria: '4012',
      passNum: `34567${nth}`,
    });
    expect(person.status, JSON.stringify(person.body)).toBe(200);
    const { id } = person.body;
    await send(`/api/profiles/${id}/consents/`, 'POST', { kind, signedAt: '2026-01-10' });
    const garage = await send('/api/garages/', 'POST', {
      po: { value: po },
      section: 'Ж',
      number: String(nth + 71),
      alreadyExistProfile: [{ profileId: id }],
      ownedSince: '2020-01-01',
    });
    expect(garage.status, JSON.stringify(garage.body)).toBe(200);
    return id;
  };
  return {
    leaver: await make(0, 'sms_info'),
    stayer: await make(1, 'sms_info'),
    mailLeaver: await make(2, 'email_info'),
    mailStayer: await make(3, 'email_info'),
  };
}

test('who withdraws a consent gets nothing of a mailing that is on its way; the log tells who did it and who saw the passport', async ({
  browser,
}) => {
  const page = await browser.newPage({ baseURL: base, locale: 'ru-RU', timezoneId: 'Europe/Moscow' });
  await moveClock(page);
  const send = (await workAs(page, 'mo@example.ru', { region: null, mo: 1, po: null })) as unknown as Send;
  const people = await fourReachable(send, 1);
  await choose(page, Object.values(people));
  await page.goto('/notification_constructor');
  await page.getByRole('combobox', { name: 'Шаблон' }).click();
  await page.getByRole('option', { name: 'Долг с суммой' }).click();
  await page.getByLabel('Срок оплаты').fill('2026-12-31');
  await page.getByRole('button', { name: /^Проверить: 4 человека/ }).click();
  await page.getByRole('button', { name: /^Отправить 4 · / }).click();
  await expect(page).toHaveURL(/\/notifications$/);

  // Within the minute of recalling two of the four take their consents back.
  for (const [id, consent] of [
    [people.leaver, 'СМС-оповещения'],
    [people.mailLeaver, 'Письма на e-mail'],
  ] as const) {
    await page.goto(`/profile/${id}`);
    await page.getByText(consent).getByRole('button', { name: 'Отозвать' }).click();
    await expect(page.getByText('Согласие отозвано')).toBeVisible();
  }
  await page.goto(`/profile/${people.leaver}`);
  const passport = page.locator('dl > div').filter({ hasText: 'Паспорт' });
  await passport.getByRole('button', { name: 'Показать' }).click();
  await expect(passport).toContainText('345670');

  // The minute is over: the two others are written to, and their mailing is at its end.
  writeFileSync(skipped, '61000');
  const numbers = () => sent.filter((number) => number.startsWith('7900222'));
  await expect.poll(numbers).toEqual(['79002220010']);
  const gotLetter = (nth: number) => mail.address(`leaver${nth}@example.ru`, /unsubscribe/) !== undefined;
  await expect.poll(() => gotLetter(3)).toBe(true);
  await page.goto('/notifications');
  await page.getByRole('row').filter({ hasText: 'Долг с суммой' }).first().getByText('Долг с суммой').first().click();
  await expect(page.getByRole('radio', { name: 'Не отправляли 2' })).toBeVisible();
  await page.getByRole('radio', { name: 'Не отправляли 2' }).click();
  for (const letter of ['а', 'в'])
    await expect(page.getByRole('row').filter({ hasText: `Отзывов${letter}` })).toContainText('Нет согласия');
  expect(numbers()).toEqual(['79002220010']);
  expect(gotLetter(2)).toBe(false);

  await page.goto(`/profile/${people.leaver}`);
  await page.getByRole('link', { name: 'Как карточка стала такой' }).click();
  for (const words of ['Отозвано согласие: СМС-оповещения', 'Показаны паспортные данные'])
    await expect(page.getByRole('row').filter({ hasText: words }).first()).toContainText('Крылова');
  await page.close();
});
