// Pictures of the sign-in page: superusers put them there, visitors see those that are on.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/gallery.ts';
import { pathOf, type AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { signGallery } from '../../contract/session.ts';
import { as, caller, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let root: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
});
afterAll(() => t.close());

const png = (size = 64) =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(size)]);

async function send(
  who: Caller,
  call: AnyEndpoint,
  name: string,
  bytes: Buffer,
  fields: Record<string, string> = {},
  id = 0,
) {
  const boundary = 'gallery-form';
  const parts = Object.entries(fields).map(
    ([key, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const payload = Buffer.concat([
    Buffer.from(
      `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    bytes,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const reply = await t.app.inject({
    method: 'POST',
    url: pathOf(call, { id }),
    payload,
    headers: { authorization: `Bearer ${who.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
  return { status: reply.statusCode, body: reply.json() };
}
const visitors = async () => (await caller(t.app)(signGallery)).body.data as { title: string; url: string }[];

describe('the gallery', () => {
  it('a picture is added last, seen by visitors, opened by its signed link, hidden, ordered, replaced and deleted', async () => {
    const first = await send(root, c.addPicture, 'ряд.png', png(), { title: 'Вечерний ряд', caption: 'КАС № 12-3' });
    expect(first.body).toMatchObject({ title: 'Вечерний ряд', caption: 'КАС № 12-3', is_active: true, version: 1 });
    const second = (await send(root, c.addPicture, 'b.png', png(), { title: 'Ворота' })).body as c.GalleryItem;
    expect((await visitors()).map((one) => one.title)).toEqual(['Вечерний ряд', 'Ворота']);
    const picture = await t.app.inject({ url: (await visitors())[0]!.url });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    const change = (more: object) =>
      root.call(c.galleryItems.update, {
        params: { id: second.id },
        body: { title: 'Ворота', caption: null, sort: 1, is_active: true, version: 1, ...more },
      });
    expect((await change({})).body).toMatchObject({ sort: 1, version: 2 });
    expect((await visitors()).map((one) => one.title)).toEqual(['Ворота', 'Вечерний ряд']);
    const late = await change({ title: 'Поздно' });
    expect([late.status, late.body.current.title]).toEqual([409, 'Ворота']);
    // Who saved before is named; here it was he himself.
    expect([late.body.own, late.body.message]).toEqual([
      true,
      expect.stringMatching(/^Данные изменили вы сами в \d\d:\d\d,/),
    ]);
    await change({ version: 2, is_active: false });
    expect((await visitors()).map((one) => one.title)).toEqual(['Вечерний ряд']);
    const replaced = await send(root, c.replacePicture, 'c.png', png(128), {}, first.body.id);
    expect([replaced.status, replaced.body.url === first.body.url]).toEqual([200, false]);
    expect((await root.call(c.deletePicture, { params: { id: first.body.id } })).status).toBe(204);
    expect(await visitors()).toEqual([]);
    expect((await root.call(c.deletePicture, { params: { id: first.body.id } })).status).toBe(404);
    const lines = await t.deps.db.selectFrom('action_log').where('verb', '=', 'admin.gallery').selectAll().execute();
    expect(lines).toHaveLength(6);
  });

  it('takes pictures only, and says everything that is wrong', async () => {
    const wrong = await send(root, c.addPicture, 'план.pdf', Buffer.from('%PDF-1.7'), {});
    expect([wrong.status, wrong.body.errors]).toEqual([
      422,
      { file: 'Нужна картинка JPG, PNG или WEBP', title: 'Заполните поле' },
    ]);
    const script = await send(root, c.addPicture, 'x.png', Buffer.from('<svg onload=alert(1)>'), { title: 'x' });
    expect(script.body.errors).toEqual({ file: 'Нужна картинка JPG, PNG или WEBP' });
    const heavy = await send(root, c.addPicture, 'x.png', png(5 * 1024 * 1024 + 1), { title: 'x' });
    expect(heavy.body.errors).toEqual({ file: 'Картинка больше 5 МБ' });
  });

  it('is for superusers', async () => {
    const mo = await as(t, { mo: w.mo });
    expect((await mo.call(c.galleryItems.list)).status).toBe(403);
    expect((await send(mo, c.addPicture, 'x.png', png(), { title: 'x' })).status).toBe(403);
    expect((await mo.call(c.deletePicture, { params: { id: 1 } })).status).toBe(403);
  });
});
