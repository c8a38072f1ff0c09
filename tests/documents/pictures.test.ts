// Signature and stamp of a ПО: who puts them there, on which papers they stand, what copies carry when they were replaced.
import { deflateSync, crc32 } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentCopy } from '../../contract/documents.ts';
import { poPictures, removePoPicture, setPoPicture } from '../../contract/documents/pictures.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { previewTemplate } from '../../contract/documents/studio.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { day, ownedGarage, picturesOf, place, print, type Place } from './kit.ts';

/** A PNG of one colour, told from any other picture by its size. */
function png(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 90);
  for (let row = 0; row < height; row += 1) rows[row * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
const [signature, stamp, other] = [png(61, 23), png(97, 96), png(71, 29)];

let t: TestApp;
let at: Place;
let root: Caller;
let garage: number;
let person: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  root = await as(t, { mo: at.w.mo, isSuperuser: 2, role: 'superuser' });
  const own = await ownedGarage(at);
  [garage, person] = [own.garage.id, own.person.id];
});
afterAll(() => t.close());

async function put(kind: string, bytes: Buffer, who = root, name = 'x.png', po = at.w.po) {
  const mark = 'picture-form';
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(setPoPicture, { id: po, kind }),
    payload: Buffer.concat([
      Buffer.from(`--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ]),
    headers: { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}
const sizesOf = async (bytes: Uint8Array) => (await picturesOf(bytes)).map(({ width, height }) => `${width}×${height}`);
const certificate = () => print(t, at.po, { document_type_id: 1, garage_id: garage });

describe('signature and stamp', () => {
  it('are put there by superusers alone, and only pictures that can stand on a paper', async () => {
    for (const who of [at.mo, at.po, at.reader]) expect((await put('stamp', stamp, who)).status).toBe(403);
    expect((await put('stamp', Buffer.from('%PDF-1.4'))).body.errors.file).toMatch(/PNG или JPG/);
    expect((await put('stamp', stamp.subarray(0, 60))).body.errors.file).toMatch(/не читается/);
    expect((await put('stamp', Buffer.concat([stamp, Buffer.alloc(1024 * 1024)]))).body.errors.file).toMatch(/1 МБ/);
    expect((await put('stamp', stamp, root, 'x.png', 999_999)).status).toBe(404);
    expect((await root.call(poPictures, { params: { id: at.w.po } })).body).toEqual({ signature: null, stamp: null });
    expect(await sizesOf((await certificate()).bytes)).not.toContain('97×96');
  });

  it('stand on what the chairman signs, not on applications and consents of people', async () => {
    await put('signature', signature);
    const { status, body } = await put('stamp', stamp);
    expect([status, body.stamp.since.slice(0, 10)]).toEqual([200, day]);
    expect((await t.app.inject({ url: body.stamp.url })).rawPayload.equals(stamp)).toBe(true);
    expect(await sizesOf((await certificate()).bytes)).toEqual(expect.arrayContaining(['61×23', '97×96']));
    const consent = await print(t, at.po, { document_type_id: 10, profile_id: person });
    expect(consent.status).toBe(200);
    expect(await sizesOf(consent.bytes)).not.toEqual(expect.arrayContaining(['61×23']));
    expect(await sizesOf(consent.bytes)).not.toEqual(expect.arrayContaining(['97×96']));
  });

  it('a trial of a text in the studio shows neither', async () => {
    const { body } = await root.call(previewTemplate, {
      params: { id: 1 },
      body: { body: richLines('# СПРАВКА'), garage_id: garage },
    } as never);
    expect(body.picture).toMatch(/^<svg/);
    expect(body.picture).not.toContain('<image');
  });

  it('a copy carries the picture of its day; a picture that was replaced is kept for it', async () => {
    const before = await certificate();
    await put('signature', other);
    expect(await sizesOf((await certificate()).bytes)).toContain('71×29');
    const copy = await t.app.inject({
      method: 'POST',
      url: pathOf(documentCopy, { id: before.id }),
      headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    });
    expect(await sizesOf(new Uint8Array(copy.rawPayload))).toEqual(expect.arrayContaining(['61×23', '97×96']));
    const kept = await t.deps.db.selectFrom('po_picture').where('kind', '=', 'signature').selectAll().execute();
    expect(kept).toHaveLength(2);
  });

  it('are taken off, on record', async () => {
    const params = { id: at.w.po, kind: 'stamp' as const };
    expect((await at.mo.call(removePoPicture, { params })).status).toBe(403);
    expect((await root.call(removePoPicture, { params })).body.stamp).toBeNull();
    expect((await root.call(removePoPicture, { params })).status).toBe(422);
    expect(await sizesOf((await certificate()).bytes)).not.toContain('97×96');
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'admin.po_picture')
      .orderBy('id')
      .select('text')
      .execute();
    expect(lines.map(({ text }) => text)).toEqual([
      'На бумаги ставится: подпись председателя',
      'На бумаги ставится: печать',
      'На бумаги ставится: подпись председателя',
      'На бумаги больше не ставится: печать',
    ]);
  });
});
