// From a word typed into the search to a paid-for paper: a debtor is found, his debt is seen, the receipt's QR is read back.
import { expect, test, type Page } from '@playwright/test';
import jsQR from 'jsqr';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extractImages, extractText, getDocumentProxy } from 'unpdf';
import { closeOthers, enter, isClean, pageOfAnother, sideways } from './kit.ts';

test.afterAll(closeOthers);

interface Row {
  id: number;
  number: string;
  section: string;
  owners: { full_name: string }[];
  balance_kopecks: number;
}

/** What a reader of QR sees in each picture of the first page, as text of the bytes themselves. */
async function codesOf(pdf: Uint8Array): Promise<string[]> {
  const pictures = await extractImages(await getDocumentProxy(pdf), 1);
  return pictures.flatMap(({ data, width, height, channels }) => {
    const scale = 4;
    const dots = new Uint8ClampedArray(width * height * scale * scale * 4).fill(255);
    for (let y = 0; y < height * scale; y += 1)
      for (let x = 0; x < width * scale; x += 1) {
        const from = (Math.floor(y / scale) * width + Math.floor(x / scale)) * channels;
        dots.fill(data[from]!, (y * width * scale + x) * 4, (y * width * scale + x) * 4 + 3);
      }
    const found = jsQR(dots, width * scale, height * scale);
    return found ? [Buffer.from(found.binaryData).toString('utf8')] : [];
  });
}

test('a debtor found by «12-3 …» gets a receipt whose QR reads back byte for byte', async ({ page }) => {
  const answer = page.waitForResponse((one) => one.url().includes('/api/garages/?') && one.ok());
  await enter(page, 'po@example.ru');
  const rows = (await (await answer).json()) as Row[];
  const debtor = rows.find((row) => row.balance_kopecks < 0 && row.owners.length === 1)!;
  await page.keyboard.press('Control+k');
  await page.keyboard.type(`12-3 ${debtor.number}`);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: new RegExp(`^Гараж .*${debtor.number}$`) })
    .first()
    .click();
  await expect(page).toHaveURL(/\/garage\/\d+/);
  await page.goto(`/garage/${debtor.id}`);
  const debt = page.getByRole('region', { name: 'Долг', exact: true });
  await expect(debt).toContainText(/взнос|Членский|Целевой|Пени/i);
  // What the page itself shows to be paid by.
  const shown = page.waitForResponse((one) => one.url().includes('/payment_qr') && one.ok());
  await page.getByRole('button', { name: 'QR для оплаты' }).click();
  const kept = (await (await shown).json()) as { text: string };
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'Напечатать' }).first().click();
  const dialog = page.getByRole('dialog', { name: /Напечатать документ/ });
  await expect(dialog.getByRole('button', { name: 'Напечатать' })).toBeDisabled();
  await dialog.getByRole('combobox', { name: 'Вид документа' }).click();
  await page.getByRole('option', { name: 'Квитанция на оплату с QR' }).click();
  await isClean(page);
  for (const width of [390, 768, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await sideways(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Напечатать' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^Квитанция на оплату с QR № \d+-6-\d+-\d\d от \d\d\.\d\d\.\d{4}\.pdf$/);
  await expect(dialog).toBeHidden();

  const bytes = new Uint8Array(await readFile(await file.path()));
  const owed = -debtor.balance_kopecks;
  const codes = await codesOf(bytes.slice());
  expect(codes).toContain(kept.text);
  const payment = codes.find((text) => text.startsWith('ST00012'))!;
  // The standard's own order, the sum in kopecks, no more bytes than the strictest reader takes.
  expect(payment).toMatch(/^ST00012\|Name=[^|]+\|PersonalAcc=\d{20}\|BankName=[^|]+\|BIC=\d{9}\|CorrespAcc=\d{20}\|/);
  expect(payment.split('|')).toContain(`Sum=${owed}`);
  expect(Buffer.byteLength(payment)).toBeLessThanOrEqual(300);
  const { text } = await extractText(await getDocumentProxy(bytes.slice()), { mergePages: true });
  expect(text.normalize('NFC')).toContain(debtor.owners[0]!.full_name);

  // «Показать» opens the paper in the viewer of its page; the card lists it.
  await page.getByRole('button', { name: 'Показать', exact: true }).click();
  await expect(page).toHaveURL(/\/document\/\d+$/);
  await expect(page.getByTitle('Документ')).toBeVisible();
  const told = await page.getByText('Проверка подлинности:').innerText();
  const checked = /\/d\/[0-9A-Z-]{14}/.exec(told)![0];
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/garage/${debtor.id}`);
  await expect(page.getByRole('complementary', { name: 'Связанное' })).toContainText('Квитанция на оплату с QR');

  await dropsAreChecked(page, checked, { bytes, name: file.suggestedFilename() });
});

/** What the page made addresses for, and what it sent to the printer: of the frame only its `print` is replaced. */
interface Seen {
  blobs: Map<string, Blob>;
  prints: { src: string; at: string; state: string; hidden: boolean }[];
}
const watchPrinter = (page: Page) =>
  page.addInitScript(() => {
    const seen: Seen = { blobs: new Map(), prints: [] };
    Object.assign(window, { seen });
    const make = URL.createObjectURL;
    URL.createObjectURL = (blob) => {
      const url = make.call(URL, blob);
      seen.blobs.set(url, blob as Blob);
      return url;
    };
    const real = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')!.get!;
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      configurable: true,
      get(this: HTMLIFrameElement) {
        const inner = real.call(this) as Window | null;
        if (inner)
          inner.print = () => {
            const { location, document } = inner;
            seen.prints.push({
              src: this.src,
              at: location.href,
              state: document.readyState,
              hidden: this.hidden === true,
            });
          };
        return inner;
      },
    });
  });

/** SHA-256 of what stands behind an address that the page made. */
async function hashBehind(page: Page, url: string): Promise<string> {
  const base64 = await page.evaluate(async (address) => {
    const blob = (window as unknown as { seen: Seen }).seen.blobs.get(address)!;
    const letters = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte));
    return btoa(letters.join(''));
  }, url);
  return hashOf(Buffer.from(base64, 'base64'));
}
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Prints a receipt of the garage on screen; the file is saved under the name that its answer carries in base64, and the message names it. */
async function printReceipt(page: Page) {
  await page.getByRole('button', { name: 'Напечатать' }).first().click();
  const dialog = page.getByRole('dialog', { name: /Напечатать документ/ });
  await dialog.getByRole('combobox', { name: 'Вид документа' }).click();
  await page.getByRole('option', { name: 'Квитанция на оплату с QR' }).click();
  const [printed, file] = await Promise.all([
    page.waitForResponse((one) => one.url().includes('/api/generate_document/') && one.ok()),
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Напечатать' }).click(),
  ]);
  const encoded = /filename="([A-Za-z0-9+/=]+)"/.exec((await printed.headerValue('content-disposition'))!)![1]!;
  expect(file.suggestedFilename()).toBe(Buffer.from(encoded, 'base64').toString('utf8'));
  const message = page.getByRole('status').filter({ hasText: file.suggestedFilename() });
  await expect(message).toContainText('Документ напечатан, файл сохранён');
  await expect(dialog).toBeHidden();
  const id = Number(await printed.headerValue('x-document-id'));
  return { message, id, hash: hashOf(await readFile(await file.path())) };
}

test('the message after printing: «Печать» sends the very paper to the printer, «Показать» opens it', async ({
  page,
}) => {
  await watchPrinter(page);
  const answer = page.waitForResponse((one) => one.url().includes('/api/garages/?') && one.ok());
  await enter(page, 'po@example.ru');
  const rows = (await (await answer).json()) as Row[];
  await page.goto(`/garage/${rows.find((row) => row.balance_kopecks < 0 && row.owners.length === 1)!.id}`);

  const first = await printReceipt(page);
  const prints = () => page.evaluate(() => (window as unknown as { seen: Seen }).seen.prints);
  expect(await prints()).toEqual([]);
  await first.message.getByRole('button', { name: 'Печать', exact: true }).click();
  await expect.poll(prints).toHaveLength(1);
  const [sent] = await prints();
  expect(sent).toEqual({ src: sent!.src, at: sent!.src, state: 'complete', hidden: true });
  expect(await hashBehind(page, sent!.src)).toBe(first.hash);
  // The message is there still: the paper can be printed once more, and looked at.
  await first.message.getByRole('button', { name: 'Печать', exact: true }).click();
  await expect.poll(prints).toHaveLength(2);
  expect(await hashBehind(page, (await prints())[1]!.src)).toBe(first.hash);
  await expect(first.message.getByRole('button', { name: 'Показать', exact: true })).toBeVisible();

  const second = await printReceipt(page);
  expect(second.hash).not.toBe(first.hash);
  const kept = page.waitForResponse((one) => one.url().includes(`/api/documents/${second.id}/file/`) && one.ok());
  await second.message.getByRole('button', { name: 'Показать', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/document/${second.id}$`));
  expect(hashOf(await (await kept).body())).toBe(second.hash);
  const viewer = page.getByTitle('Документ');
  await expect(viewer).toBeVisible();
  const [shown] = (await viewer.getAttribute('src'))!.split('#');
  expect(await hashBehind(page, shown!)).toBe(second.hash);
  expect(await prints()).toHaveLength(2);
  // Nor is the message gone when the paper is looked at.
  await second.message.getByRole('button', { name: 'Печать', exact: true }).click();
  await expect.poll(prints).toHaveLength(3);
  expect(await hashBehind(page, (await prints())[2]!.src)).toBe(second.hash);
  await second.message.getByRole('button', { name: 'Закрыть сообщение' }).click();
  await expect(second.message).toBeHidden();
  // What is kept is known by the same hash to anybody.
  await page.goto(`/d/file/${second.hash}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Действителен');
});

/** Drops a file on a page as from a folder of the computer. */
const drop = (page: Page, bytes: Uint8Array, name: string) =>
  page.evaluate(
    ([base64, called]) => {
      const dataTransfer = new DataTransfer();
      const body = Uint8Array.from(atob(base64!), (sign) => sign.charCodeAt(0));
      dataTransfer.items.add(new File([body], called!, { type: 'application/pdf' }));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.drop')!.dispatchEvent(event);
    },
    [Buffer.from(bytes).toString('base64'), name],
  );

/** Anybody, signed in nowhere, drops the file on the page of the check: it is told by its hash and never sent. */
async function dropsAreChecked(page: Page, address: string, { bytes, name }: { bytes: Uint8Array; name: string }) {
  const stranger = await pageOfAnother(page.context().browser()!);
  const sent: string[] = [];
  stranger.on('request', (request) => {
    if (request.method() !== 'GET' || request.postData()) sent.push(request.url());
  });
  // A name of a file has no slash.
  const number = new RegExp(`^${/№ (\S+)/.exec(name)![1]!.replaceAll('-', '[-/]')}$`);
  await stranger.goto(new URL(address, page.url()).href);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Действителен');
  await expect(stranger.getByText('Есть сам файл PDF?')).toBeVisible();
  await drop(stranger, bytes, name);
  await expect(stranger).toHaveURL(/\/d\/file\/[0-9a-f]{64}$/);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Действителен');
  await expect(stranger.getByText(number)).toBeVisible();
  // One bit of it changed, dropped on the page that has just said it is good.
  const changed = bytes.slice();
  changed[Math.floor(changed.length / 2)]! ^= 1;
  await drop(stranger, changed, name);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Не найден');
  await expect(stranger.getByText(/Файл изменён, пересохранён или сделан не здесь/)).toBeVisible();
  // Chosen by hand it is the same.
  await stranger
    .getByLabel('Файл документа')
    .setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from(bytes) });
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Действителен');
  expect(sent).toEqual([]);
}
