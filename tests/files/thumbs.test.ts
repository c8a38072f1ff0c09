// Small pictures of attached files: of photos as they stand, of first pages, of nothing that is broken; who sees them, and that they go too.
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as files from '../../contract/files.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let reader: Caller;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  [mo, reader] = [await as(t, { mo: w.mo }), await as(t, { po: w.po, capabilities: [] })];
  garage = (await newGarage(mo, w.po)).id;
});
afterAll(() => t.close());

async function attach(name: string, bytes: Uint8Array, object: { type: string; objectId: number }) {
  const mark = 'thumb-form';
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(files.attach, object),
    payload: Buffer.concat([
      Buffer.from(`--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ]),
    headers: { authorization: `Bearer ${mo.token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
  });
  expect(reply.statusCode, reply.payload).toBe(200);
  return reply.json().data[0] as files.Attachment;
}
const of = () => ({ type: 'garage', objectId: garage });
/** Colours at the left and the right of the middle line, and the size. */
async function look(url: string) {
  const reply = await t.app.inject({ url });
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'image/webp']);
  const { data, info } = await sharp(reply.rawPayload).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number) =>
    [...data.subarray((Math.floor(info.height / 2) * info.width + x) * info.channels)].slice(0, 3);
  return { size: [info.width, info.height], left: at(4), right: at(info.width - 5) };
}
const near = (colour: number[], wanted: number[]) =>
  expect(
    colour.every((value, nth) => Math.abs(value - wanted[nth]!) < 40),
    `${colour} for ${wanted}`,
  ).toBe(true);
const [red, blue] = [
  [220, 20, 20],
  [20, 20, 220],
];

it('a photo stands upright and small', async () => {
  const half = (background: string) => ({ create: { width: 600, height: 900, channels: 3 as const, background } });
  // Taken with the telephone turned: the left of the picture is its top.
  const photo = await sharp(half(`rgb(${red})`))
    .extend({ right: 600, background: `rgb(${blue})` })
    .withMetadata({ orientation: 3 })
    .jpeg()
    .toBuffer();
  const seen = await look((await attach('фото.jpg', photo, of())).thumb!);
  expect(seen.size).toEqual([192, 144]);
  near(seen.left, blue!);
  near(seen.right, red!);
});

it('a PDF is known by its first page, in its colours', async () => {
  const pdf = await t.deps.pdf.render({
    source: `#set page(width: 200pt, height: 100pt, margin: 0pt)\n#grid(columns: (1fr, 1fr), rect(width: 100%, height: 100%, fill: rgb(${red}), stroke: none), rect(width: 100%, height: 100%, fill: rgb(${blue}), stroke: none))\n#pagebreak()\nвторая`,
    isKept: false,
    at: 0,
  });
  const seen = await look((await attach('скан.pdf', pdf, of())).thumb!);
  expect(seen.size).toEqual([192, 96]);
  near(seen.left, red!);
  near(seen.right, blue!);
});

it('what is broken or has no look is kept without a picture', async () => {
  for (const [name, bytes] of [
    ['битое.jpg', Buffer.from([0xff, 0xd8, 0xff, 1, 2, 3])],
    ['битый.pdf', Buffer.from('%PDF-1.4\n%%EOF')],
    ['письмо.docx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0])],
  ] as const)
    expect((await attach(name, bytes, of())).thumb, name).toBeNull();
});

it('of a scan of a person only those have it who may open the scan; with the file it goes', async () => {
  const person = await newPerson(mo, w.po);
  const object = { type: 'profile', objectId: person.id };
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const kept = await attach('паспорт.png', picture, object);
  expect(kept.thumb).not.toBeNull();
  const { body } = await reader.call(files.attachments, { params: object as never });
  expect(body.data.map((one: files.Attachment) => one.thumb)).toEqual([null]);
  expect((await mo.call(files.detach, { params: { id: kept.id } })).status).toBe(200);
  expect((await t.app.inject({ url: kept.thumb! })).statusCode).toBe(404);
  const rows = await t.deps.db.selectFrom('stored_file').where('name', '=', 'паспорт.png').select('id').execute();
  expect(rows).toEqual([]);
});
