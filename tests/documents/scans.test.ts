// Signed papers come back: a pile of scans is split by the codes on its pages; pages are pictures here, as from a scanner.
import { deflateSync } from 'node:zlib';
import { encode } from 'uqr';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelDocument, documentDetail, openScan } from '../../contract/documents.ts';
import { fileScans, type ScannedSheet } from '../../contract/documents/scans.ts';
import { sheetsOf } from '../../server/documents/writing/scanning.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { ownedGarage, place, print, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let papers: { id: number; url: string }[];
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const { garage } = await ownedGarage(at);
  papers = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
    papers.push({ id, url: (await at.po.call(documentDetail, { params: { id } })).body.check_url });
  }
});
afterAll(() => t.close());

const crcTable = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k += 1) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});
const crc = (bytes: Buffer) => {
  let c = 0xffffffff;
  for (const byte of bytes) c = crcTable[(c ^ byte) & 0xff]! ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
/** A grey PNG. */
function png(data: Buffer, width: number, height: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const out = Buffer.alloc(8);
    out.writeUInt32BE(body.length, 0);
    out.writeUInt32BE(crc(typed), 4);
    return Buffer.concat([out.subarray(0, 4), typed, out.subarray(4)]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = 8;
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.concat([Buffer.from([0]), data.subarray(y * width, (y + 1) * width)]),
    ),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** A page scanned at 150 dpi: grey paper with noise, the code of 22 mm at the left of the foot. */
function scanned(code: string | null, upsideDown = false): Buffer {
  const [width, height] = [1240, 1754];
  const dots = Buffer.alloc(width * height);
  for (let at = 0; at < dots.length; at += 1) dots[at] = 225 + ((at * 7919) % 23);
  if (code) {
    const { data, size } = encode(code, { ecc: 'M', border: 4 });
    const side = Math.round((22 / 25.4) * 150);
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1)
        if (data[Math.floor((y / side) * size)]![Math.floor((x / side) * size)])
          dots[(1400 + y) * width + 118 + x] = 30 + ((x * y) % 25);
  }
  if (upsideDown) dots.reverse();
  return png(dots, width, height);
}
async function pile(...pages: Buffer[]): Promise<Uint8Array> {
  return t.deps.pdf.render({
    source: pages
      .map((_, nth) => `#set page(paper: "a4", margin: 0pt)\n#image("/p${nth}.png", width: 100%)`)
      .join('\n#pagebreak()\n'),
    files: Object.fromEntries(pages.map((page, nth) => [`/p${nth}.png`, page])),
    isKept: false,
    at: 0,
  });
}
async function send(bytes: Uint8Array, who = at.po) {
  const form = new FormData();
  form.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), 'pile.pdf');
  const body = new Response(form);
  const reply = await t.app.inject({
    method: 'POST',
    url: fileScans.path,
    headers: {
      authorization: `Bearer ${who.token}`,
      'x-fingerprint': 'f'.repeat(64),
      'content-type': body.headers.get('content-type')!,
    },
    payload: Buffer.from(await body.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

it('each sheet goes to its paper, a page without a code follows the one before; the rest is shown', async () => {
  const [one, two] = papers as [{ id: number; url: string }, { id: number; url: string }];
  const bytes = await pile(
    scanned(null),
    scanned(one.url),
    scanned(null),
    scanned(two.url, true),
    scanned('https://reestr.example.ru/d/0000-0000-0000'),
    scanned('https://shop.example/42'),
  );
  const { status, body } = await send(bytes);
  expect(status).toBe(200);
  expect(body.sheets.map((sheet: ScannedSheet) => [sheet.pages, sheet.state, sheet.document?.id ?? null])).toEqual([
    [[1], 'unread', null],
    [[2, 3], 'filed', one.id],
    [[4], 'filed', two.id],
    [[5], 'foreign', null],
    [[6], 'unread', null],
  ]);
  const card = (await at.po.call(documentDetail, { params: { id: one.id } })).body;
  expect(card.received_at).not.toBeNull();
  expect(card.has_scan).toBe(true);
  const link = await at.po.call(openScan, { params: { id: one.id } });
  const scan = await t.app.inject({ method: 'GET', url: link.body.url });
  expect([scan.statusCode, scan.headers['content-type']]).toEqual([200, 'application/pdf']);
}, 60_000);

it('the same sheet twice is told, one without force too; another place does not see it', async () => {
  const [one, , three] = papers as [{ url: string }, unknown, { id: number; url: string }];
  await at.po.call(cancelDocument, { params: { id: three.id }, body: { reason: 'Ошибка' } });
  const stranger = await as(t, { po: at.w.siblingPo });
  const bytes = await pile(scanned(one.url), scanned(three.url));
  expect((await send(bytes, stranger)).body.sheets.map(({ state }: ScannedSheet) => state)).toEqual([
    'foreign',
    'foreign',
  ]);
  expect((await send(bytes)).body.sheets.map(({ state }: ScannedSheet) => state)).toEqual(['again', 'no_force']);
  expect((await send(bytes)).body.sheets.map(({ state }: ScannedSheet) => state)).toEqual(['again', 'again']);
}, 60_000);

it('what is no PDF or a broken one is refused in words', async () => {
  expect((await send(new TextEncoder().encode('hello'))).body.errors.file).toMatch(/Нужен один файл PDF/);
  expect((await send(new TextEncoder().encode('%PDF-1.7 broken'))).body.errors.file).toMatch(/не читается/);
  expect((await send(new TextEncoder().encode('%PDF-'), at.reader)).status).toBe(403);
});

it('pages are grouped by the code', () => {
  const page = (...codes: string[]) => ({ codes, width: 1, height: 1 });
  const code = 'https://x/d/AAAA-BBBB-CCCC';
  expect(sheetsOf([page(code), page(code), page(), page('other')]).map(({ pages }) => pages)).toEqual([[1, 2, 3], [4]]);
});

it('the scan of a personal paper is opened on record, by a link of the session, where its paper may be read', async () => {
  const [one] = papers as [{ id: number; url: string }];
  const open = (who = at.po) => who.call(openScan, { params: { id: one.id } });
  const { type_id } = await t.deps.db
    .selectFrom('document')
    .where('id', '=', one.id)
    .select('type_id')
    .executeTakeFirstOrThrow();
  const personal = (is_personal: boolean) =>
    t.deps.db.updateTable('document_type').set({ is_personal }).where('id', '=', type_id).execute();
  await personal(true);
  expect((await open(at.reader)).status).toBe(403);
  expect((await open(await as(t, { po: at.w.siblingPo }))).status).toBe(404);
  const { url } = (await open()).body;
  await open();
  expect(url).toContain('session=');
  expect((await t.app.inject({ method: 'GET', url })).statusCode).toBe(200);
  const lines = await t.deps.db
    .selectFrom('action_log')
    .where('verb', '=', 'reference.open')
    .where('object_type', '=', 'document')
    .where('object_id', '=', one.id)
    .select('user_id')
    .execute();
  expect(lines).toEqual([{ user_id: at.po.userId }]);
  await t.deps.db
    .updateTable('session')
    .set({ ended_at: '2026-11-20T10:00:00Z' })
    .where('user_id', '=', at.po.userId)
    .execute();
  expect((await t.app.inject({ method: 'GET', url })).statusCode).toBe(404);
  await personal(false);
}, 60_000);
