// Signed papers come back: a pile of scans is split by the codes on its pages; pages are pictures here, as from a scanner.
import jsQR from 'jsqr';
import { deflateSync } from 'node:zlib';
import { extractImages, getDocumentProxy } from 'unpdf';
import { encode } from 'uqr';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelDocument, documentDetail, openScan } from '../../contract/documents.ts';
import { fileScans, takeAsReceived, type ScannedSheet } from '../../contract/documents/scans.ts';
import { completed, markOf, sheetCode, type PageMark } from '../../server/documents/rules/sheets.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { charge, ownedGarage, pay, place, print, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let papers: { id: number; url: string }[];
/** A garage whose reconciliation takes sheets. */
let long: number;
type Long = Awaited<ReturnType<typeof longPapers>>[number];
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  const { garage } = await ownedGarage(at);
  papers = [];
  for (let nth = 0; nth < 3; nth += 1) {
    const { id } = await print(t, at.po, { document_type_id: 1, garage_id: garage.id });
    papers.push({ id, url: (await at.po.call(documentDetail, { params: { id } })).body.check_url });
  }
  long = (await ownedGarage(at, { passNum: '200000' })).garage.id;
  await charge(at, long, 900_000);
  for (let nth = 0; nth < 84; nth += 1) await pay(at, long, 1000 + nth);
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
/** What the code of a sheet says: `2/3` after the link of the check. */
const sheet = (url: string, nth: number, of: number) => `${sheetCode(url)}/${nth}/${of}`;
/**
 * A page scanned at 150 dpi: grey paper with noise, lines of a text; the code of 22 mm at the left of the foot, one that names its sheet of
 * 14 mm in the margin under it.
 */
function scanned(code: string | null, upsideDown = false): Buffer {
  const [width, height] = [1240, 1754];
  const dots = Buffer.alloc(width * height);
  for (let at = 0; at < dots.length; at += 1) dots[at] = 225 + ((at * 7919) % 23);
  for (let line = 0; line < 8; line += 1)
    for (let x = 130; x < 900; x += 1)
      for (let y = 0; y < 9; y += 1) if ((x * 31 + line * 7) % 13 < 5) dots[(200 + line * 40 + y) * width + x] = 60;
  if (code) {
    const isSheet = /\/\d+\/\d+$/.test(code);
    const { data, size } = encode(code, { ecc: 'M', boostEcc: false, border: isSheet ? 0 : 4 });
    const side = Math.round(((isSheet ? 14 : 22) / 25.4) * 150);
    const top = isSheet ? 1645 : 1400;
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1)
        if (data[Math.floor((y / side) * size)]![Math.floor((x / side) * size)])
          dots[(top + y) * width + 118 + x] = 30 + ((x * y) % 25);
  }
  if (upsideDown) dots.reverse();
  return png(dots, width, height);
}
/** The back of a sheet: noise, what shines through from the front, dust, a shadow and a hole at the edge; `mark` draws on it. */
function back(mark: (dot: (x: number, y: number, value: number) => void) => void = () => {}): Buffer {
  const [width, height] = [1240, 1754];
  const dots = Buffer.alloc(width * height);
  for (let at = 0; at < dots.length; at += 1) dots[at] = 225 + ((at * 7919) % 23);
  const dot = (x: number, y: number, value: number) => (dots[y * width + x] = value);
  for (let line = 0; line < 30; line += 1)
    for (let x = 130; x < 1100; x += 1) if ((x * 31 + line) % 13 < 5) dot(x, 200 + line * 40, 205);
  for (let nth = 0; nth < 40; nth += 1) dot(200 + ((nth * 137) % 800), 300 + ((nth * 211) % 1200), 90);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < 12; x += 1) dot(x, y, 40);
  for (let y = 860; y < 895; y += 1) for (let x = 45; x < 80; x += 1) dot(x, y, 20);
  mark(dot);
  return png(dots, width, height);
}
/** A stroke of a pen, a dot and a half wide. */
const signature = (dot: (x: number, y: number, value: number) => void, ink: number) => {
  for (let step = 0; step < 260; step += 1) {
    const [x, y] = [500 + step, 900 + Math.round(30 * Math.sin(step / 9))];
    dot(x, y, ink);
    dot(x, y + 1, ink);
  }
};
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
async function send(bytes: Uint8Array, who = at.po, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
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

/** Codes of the sheets of a paper, read from the pictures that stand on each: none on it for a sheet without. */
async function codesDrawn(bytes: Uint8Array, sheets: number): Promise<string[][]> {
  const pdf = await getDocumentProxy(bytes.slice());
  const all: string[][] = [];
  for (let nth = 1; nth <= sheets; nth += 1)
    all.push((await extractImages(pdf, nth)).flatMap((picture) => codeOf(picture) ?? []));
  return all;
}
/** A code of one dot a module, made larger and given a white edge. */
function codeOf({ data, width, channels }: { data: Uint8ClampedArray; width: number; channels: number }) {
  const [large, edge] = [6, 4];
  const side = (width + edge * 2) * large;
  const dots = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let y = 0; y < width * large; y += 1)
    for (let x = 0; x < width * large; x += 1) {
      const value = data[(Math.floor(y / large) * width + Math.floor(x / large)) * channels]!;
      dots.fill(
        value,
        ((y + edge * large) * side + x + edge * large) * 4,
        ((y + edge * large) * side + x + edge * large) * 4 + 3,
      );
    }
  return jsQR(dots, side, side)?.data;
}

/** Pages, what became of them, of which paper. */
const outcome = (sheets: ScannedSheet[]) => sheets.map((one) => [one.pages, one.state, one.document?.id ?? null]);
const cardOf = async (id: number) => (await at.po.call(documentDetail, { params: { id } })).body;
/** Papers with so many sheets each: reconciliations of a garage with many charges. */
async function longPapers(count: number): Promise<{ id: number; url: string; bytes: Uint8Array; sheets: number }[]> {
  const made = [];
  for (let nth = 0; nth < count; nth += 1) {
    const { id, bytes } = await print(t, at.po, {
      document_type_id: 8,
      garage_id: long,
      start_date: '2020-01-01',
      end_date: '2026-11-20',
    });
    const { numPages } = await getDocumentProxy(bytes.slice());
    made.push({ id, url: (await cardOf(id)).check_url, bytes, sheets: numPages });
  }
  return made;
}

it('each sheet goes to its paper; a page without a code to nobody, the papers beside it are named', async () => {
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
  expect(outcome(body.sheets)).toEqual([
    [[1], 'unread', null],
    [[2], 'filed', one.id],
    [[3], 'unread', null],
    [[4], 'filed', two.id],
    [[5], 'foreign', null],
    [[6], 'unread', null],
  ]);
  expect(body.sheets.map(({ near }: ScannedSheet) => near.map(({ id }) => id))).toEqual([
    [one.id],
    [],
    [one.id, two.id],
    [],
    [],
    [],
  ]);
  const card = await cardOf(one.id);
  expect(card.received_at).not.toBeNull();
  expect(card.has_scan).toBe(true);
  const link = await at.po.call(openScan, { params: { id: one.id } });
  const scan = await t.app.inject({ method: 'GET', url: link.body.url });
  expect([scan.statusCode, scan.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await getDocumentProxy(new Uint8Array(scan.rawPayload))).numPages).toBe(1);
}, 60_000);

it('empty backs are counted and left out, whatever shines through; a back with a signature is not', async () => {
  const [one, two] = papers as [{ id: number; url: string }, { id: number; url: string }];
  const bytes = await pile(
    scanned(one.url),
    back(),
    scanned(two.url),
    back((dot) => signature(dot, 120)),
    back((dot) => signature(dot, 170)),
  );
  const { body } = await send(bytes);
  const backs = body.sheets.filter(({ pages }: ScannedSheet) => ![1, 3].includes(pages[0]!));
  expect(outcome(backs)).toEqual([
    [[2], 'blank', null],
    [[4], 'unread', null],
    [[5], 'unread', null],
  ]);
  expect(backs[0].words).toBe('Пустая страница: не подшита');
  // Who doubts it files it.
  expect(backs[0].near.map(({ id }: { id: number }) => id)).toEqual([one.id, two.id]);
  const chosen = await send(bytes, at.po, { page: '2', document: String(one.id) });
  expect(chosen.body.sheets[0]).toMatchObject({ pages: [2], document: { id: one.id } });
}, 60_000);

it('a page whose text stands over an empty picture is not empty', async () => {
  const bytes = await t.deps.pdf.render({
    source: `#set page(paper: "a4", margin: 0pt)
#image("/p.png", width: 100%)
#pagebreak()
#place(image("/p.png", width: 100%))
#place(dx: 60mm, dy: 100mm)[Получил, Иванов]
#pagebreak()
#place(image("/p.png", width: 100%))
#place(dx: 60mm, dy: 100mm, line(length: 40mm))`,
    files: { '/p.png': back() },
    isKept: false,
    at: 0,
  });
  expect((await send(bytes)).body.sheets.map(({ state }: ScannedSheet) => state)).toEqual([
    'blank',
    'unread',
    'unread',
  ]);
}, 60_000);

describe('papers of several sheets', () => {
  it('an empty back between two sheets is not the sheet that lacks between them', async () => {
    const [one] = (await longPapers(1)) as [Long];
    const of = one.sheets;
    const rest = Array.from({ length: of - 2 }, (_, nth) => scanned(sheet(one.url, nth + 3, of)));
    const { body } = await send(await pile(scanned(sheet(one.url, 1, of)), back(), ...rest));
    expect(outcome(body.sheets)).toEqual([
      [[1, ...rest.map((_, nth) => nth + 3)], 'partial', one.id],
      [[2], 'blank', null],
    ]);
    expect((await cardOf(one.id)).received_at).toBeNull();
    // Its code not read, the second sheet is known by its place all the same: backs do not count.
    const [other] = (await longPapers(1)) as [Long];
    const late = Array.from({ length: of - 2 }, (_, nth) => scanned(sheet(other.url, nth + 3, of)));
    const again = await send(await pile(scanned(sheet(other.url, 1, of)), back(), scanned(null), back(), ...late));
    expect(again.body.sheets[0]).toMatchObject({ state: 'filed', document: { id: other.id } });
  }, 120_000);

  it('every sheet carries a code of its own, read from its picture; the link opens the page of the paper', async () => {
    const [paper] = await longPapers(1);
    expect(paper!.sheets).toBeGreaterThan(2);
    const codes = await codesDrawn(paper!.bytes, paper!.sheets);
    const last = paper!.sheets - 1;
    expect(codes.map((all) => all.toSorted())).toEqual(
      codes.map((_, nth) => [sheet(paper!.url, nth + 1, paper!.sheets), ...(nth === last ? [paper!.url] : [])]),
    );
    const short = await print(t, at.po, { document_type_id: 1, garage_id: long });
    expect(await codesDrawn(short.bytes, 1)).toEqual([[(await cardOf(short.id)).check_url]]);
    const [, [second]] = codes as [string[], [string]];
    for (const code of [second, second.toLowerCase()])
      expect((await t.app.inject({ method: 'GET', url: new URL(code).pathname })).payload).toContain('Действителен');
    const code = paper!.url.slice(paper!.url.lastIndexOf('/') + 1);
    for (const url of ['/D/0000-0000-0000/1/2', `/D/${code}`])
      expect((await t.app.inject({ method: 'GET', url })).payload).not.toContain('Действителен');
  });

  it('a sheet never goes to another paper: what is lacking is waited for, a later pile completes it', async () => {
    const [one, two] = (await longPapers(2)) as [Long, Long];
    const of = one.sheets;
    const first = await send(
      await pile(
        scanned(sheet(one.url, 1, of)),
        scanned(null),
        scanned(sheet(two.url, 2, of)),
        scanned(sheet(two.url, 1, of)),
      ),
    );
    expect(outcome(first.body.sheets)).toEqual([
      [[1], 'partial', one.id],
      [[2], 'unread', null],
      [[4, 3], 'partial', two.id],
    ]);
    expect(first.body.filed).toBe(0);
    expect(first.body.sheets[0].words).toContain(`Подшит не весь: лист 1 из ${of}`);
    expect(await cardOf(one.id)).toMatchObject({ received_at: null, has_scan: true, scan_pages: [1], scan_of: of });
    const rest = Array.from({ length: of - 2 }, (_, nth) => scanned(sheet(two.url, nth + 3, of)));
    const second = await send(await pile(...rest, scanned(sheet(two.url, 1, of))));
    expect(outcome(second.body.sheets)).toEqual([
      [rest.map((_, nth) => nth + 1), 'filed', two.id],
      [[rest.length + 1], 'again', two.id],
    ]);
    const card = await cardOf(two.id);
    expect(card).toMatchObject({ scan_pages: Array.from({ length: of }, (_, nth) => nth + 1), scan_of: of });
    expect(card.received_at).not.toBeNull();
    const { url } = (await at.po.call(openScan, { params: { id: two.id } })).body;
    const scan = await t.app.inject({ method: 'GET', url });
    expect((await getDocumentProxy(new Uint8Array(scan.rawPayload))).numPages).toBe(of);
    // The scan of before is gone with its bytes: one file stands for the paper.
    const scans = await t.deps.db
      .selectFrom('stored_file')
      .where('name', 'like', `Скан%${card.number.replaceAll('/', '%')}%`)
      .select('id')
      .execute();
    expect(scans).toHaveLength(1);
  }, 60_000);

  it('a sheet whose code was not read is filed where a person says, and a paper is received without one when he says so', async () => {
    const [one, two] = (await longPapers(2)) as [Long, Long];
    const of = one.sheets;
    const upTo = (paper: Long, last: number) =>
      Array.from({ length: last }, (_, nth) => scanned(sheet(paper.url, nth + 1, of)));
    const bytes = await pile(...upTo(one, of - 1), scanned(null), ...upTo(two, of - 1));
    const { body } = await send(bytes);
    expect(outcome(body.sheets).map(([, state]) => state)).toEqual(['partial', 'unread', 'partial']);
    expect(body.sheets[1].near.map(({ id }: { id: number }) => id)).toEqual([one.id, two.id]);
    const chosen = { page: String(of), document: String(one.id) };
    const stranger = await as(t, { po: at.w.siblingPo });
    expect((await send(bytes, stranger, chosen)).status).toBe(404);
    expect((await send(bytes, at.po, { ...chosen, page: '99' })).status).toBe(422);
    expect(outcome((await send(bytes, at.po, chosen)).body.sheets)).toEqual([[[of], 'filed', one.id]]);
    expect((await cardOf(one.id)).received_at).not.toBeNull();
    const accept = (who = at.po) => who.call(takeAsReceived, { params: { id: two.id } });
    expect((await accept(at.reader)).status).toBe(403);
    expect((await accept()).body).toMatchObject({ received_at: expect.any(String), scan_of: of });
    expect((await accept()).status).toBe(422);
    // What comes later than his word is added all the same.
    const late = await send(await pile(scanned(sheet(two.url, of, of))));
    expect(outcome(late.body.sheets)).toEqual([[[1], 'filed', two.id]]);
  }, 60_000);

  it('papers of before have one code at their end: nothing beside it is guessed', async () => {
    const [paper] = (await longPapers(1)) as [Long];
    const { body } = await send(await pile(scanned(null), scanned(paper.url), scanned(papers[0]!.url)));
    expect(outcome(body.sheets).map(([, state]) => state)).toEqual(['unread', 'partial', 'again']);
    expect(await cardOf(paper.id)).toMatchObject({
      received_at: null,
      scan_pages: [paper.sheets],
      scan_of: paper.sheets,
    });
  }, 60_000);

  it('a number of a sheet that its paper does not have is not believed', async () => {
    const [paper] = (await longPapers(1)) as [Long];
    const { body } = await send(
      await pile(scanned(sheet(paper.url, 1, paper.sheets + 1)), scanned(sheet(paper.url, 0, paper.sheets))),
    );
    expect(outcome(body.sheets).map(([, state]) => state)).toEqual(['unread', 'unread']);
    expect((await cardOf(paper.id)).has_scan).toBe(false);
  }, 60_000);
});

it('one sheet fed twice in a row is told, and filed once', async () => {
  const { id } = await print(t, at.po, {
    document_type_id: 1,
    garage_id: (await ownedGarage(at, { passNum: '300000' })).garage.id,
  });
  const { check_url: url } = await cardOf(id);
  const { body } = await send(await pile(scanned(url), scanned(url)));
  expect(outcome(body.sheets)).toEqual([
    [[1], 'filed', id],
    [[2], 'again', id],
  ]);
  expect(await cardOf(id)).toMatchObject({ scan_pages: [1], scan_of: 1 });
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

describe('what the codes of a pile say', () => {
  const code = 'AAAA-BBBB-CCCC';
  const mark = (nth: number | null, of: number | null = 3, own = code): PageMark => ({ code: own, nth, of });
  const none: PageMark = { code: null, nth: null, of: null };

  it('a code that names its sheet goes before that of the whole; codes of two papers are nobody’s', () => {
    expect(markOf([`https://x/d/${code}`, `HTTPS://X/D/${code}/3/3`])).toEqual(mark(3));
    expect(markOf([`https://x/d/${code.toLowerCase()}`, 'ST00012|Name=x'])).toEqual(mark(null, null));
    expect(markOf([`https://x/d/${code}`, 'https://x/d/DDDD-BBBB-CCCC'])).toEqual({ ...none, isTwo: true });
    expect(markOf(['https://shop.example/d/1'])).toEqual(none);
  });

  it.each([
    ['the one sheet that lacks between two of its paper', [mark(1), none, mark(3)], [mark(1), mark(2), mark(3)]],
    ['as many as lack', [mark(1, 4), none, none, mark(4, 4)], [mark(1, 4), mark(2, 4), mark(3, 4), mark(4, 4)]],
    ['more than lack', [mark(1), none, none, mark(3)], null],
    ['none lacks', [mark(1), none, mark(2)], null],
    ['between two papers', [mark(1), none, mark(3, 3, 'DDDD-BBBB-CCCC')], null],
    ['after the last and before the first', [none, mark(2), none], null],
    ['codes without a number', [mark(null, null), none, mark(null, null)], null],
    ['a page of two papers', [mark(1), { ...none, isTwo: true } as PageMark, mark(3)], null],
  ])('%s', (_, given, expected) => {
    expect(completed(given)).toEqual(expected ?? given);
  });
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
