// Comments and files: own and foreign, hostile files, signed links.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as files from '../../contract/files.ts';
import * as comments from '../../contract/comments.ts';
import { pathOf } from '../../contract/kernel/endpoint.ts';
import { cleanName, mediaType } from '../../server/files/rules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

const PDF = Buffer.from('%PDF-1.4\n%%EOF');

describe('files', () => {
  it('are known by their bytes', () => {
    expect(mediaType('скан.pdf', PDF)).toBe('application/pdf');
    expect(mediaType('скан.png', PDF)).toBeNull();
    for (const name of ['a.svg', 'a.html', 'a.exe', 'a', 'a.pdf.js']) expect(mediaType(name, PDF), name).toBeNull();
  });
  it('lose folders and tricks in their names', () => {
    expect(cleanName('../../etc/passwd.pdf')).toBe('passwd.pdf');
    expect(cleanName('C:\\папка\\дог\u202eовор.pdf')).toBe('договор.pdf');
    expect(cleanName('..')).toBe('файл');
  });
});

describe('on a card', () => {
  let t: TestApp;
  let w: World;
  let mo: Caller;
  let po: Caller;
  let foreign: Caller;
  let garage: number;
  beforeAll(async () => {
    t = await testApp();
    w = await world(t.deps.db);
    [mo, po, foreign] = [
      await as(t, { mo: w.mo }),
      await as(t, { po: w.po, capabilities: [] }),
      await as(t, { mo: w.foreignMo }),
    ];
    garage = (await newGarage(mo, w.po)).id;
  });
  afterAll(() => t.close());
  const of = () => ({ type: 'garage', objectId: garage });

  async function attach(person: Caller, name: string, bytes: Buffer) {
    const mark = 'papers-form';
    const payload = Buffer.concat([
      Buffer.from(
        `--${mark}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${mark}--\r\n`),
    ]);
    const reply = await t.app.inject({
      method: 'POST',
      url: pathOf(files.attach, of()),
      payload,
      headers: { authorization: `Bearer ${person.token}`, 'content-type': `multipart/form-data; boundary=${mark}` },
    });
    return { status: reply.statusCode, body: reply.json() };
  }

  it('everybody of the scope comments, each changes only his own', async () => {
    const [comment] = (await po.call(comments.addComment, { params: of(), body: { text: ' <b>Ключ у сторожа</b> ' } }))
      .body.data;
    expect(comment).toMatchObject({ text: '<b>Ключ у сторожа</b>', is_own: true });
    expect((await mo.call(comments.comments, { params: of() })).body.data[0].is_own).toBe(false);
    expect((await mo.call(comments.editComment, { params: { id: comment.id }, body: { text: 'чужой' } })).status).toBe(
      403,
    );
    expect(
      (await foreign.call(comments.editComment, { params: { id: comment.id }, body: { text: 'чужой' } })).status,
    ).toBe(404);
    expect((await foreign.call(comments.addComment, { params: of(), body: { text: 'чужой' } })).status).toBe(404);
    expect(
      (await po.call(comments.editComment, { params: { id: comment.id }, body: { text: 'Ключ у соседа' } })).body
        .data[0],
    ).toMatchObject({ text: 'Ключ у соседа', edited_at: expect.any(String) });
    expect((await po.call(comments.deleteComment, { params: { id: comment.id } })).body.data).toEqual([]);
    expect((await po.call(comments.addComment, { params: of(), body: { text: '  ' } })).body.errors).toEqual({
      text: 'Введите текст',
    });
    const verbs = await t.deps.db
      .selectFrom('action_log')
      .where('verb', 'like', 'comment.%')
      .orderBy('id')
      .select('verb')
      .execute();
    expect(verbs.map((line) => line.verb)).toEqual(['comment.add', 'comment.edit', 'comment.delete']);
  });

  it('files need capability 1 and the right kind; links are signed', async () => {
    expect((await attach(po, 'a.pdf', PDF)).status).toBe(403);
    expect((await attach(foreign, 'a.pdf', PDF)).status).toBe(404);
    expect((await attach(mo, 'a.pdf', Buffer.from('<html>'))).body.errors.file).toContain('Можно приложить PDF');
    const [file] = (await attach(mo, 'договор.pdf', PDF)).body.data;
    const opened = await t.app.inject({ url: file.url });
    expect([opened.statusCode, opened.payload, opened.headers['x-content-type-options']]).toEqual([
      200,
      PDF.toString(),
      'nosniff',
    ]);
    // The browser's own reader shows a PDF; nothing else of it may load or run.
    expect(opened.headers['content-security-policy']).toContain("default-src 'none'");
    const piece = await t.app.inject({ url: file.url, headers: { range: 'bytes=1-3' } });
    expect([piece.statusCode, piece.payload, piece.headers['content-range']]).toEqual([
      206,
      'PDF',
      `bytes 1-3/${PDF.length}`,
    ]);
    const beyond = await t.app.inject({ url: file.url, headers: { range: 'bytes=999999-' } });
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${PDF.length}`]);
    expect((await t.app.inject({ url: file.url.replace(/signature=./, 'signature=x') })).statusCode).toBe(404);
    t.setNow('2026-11-21T09:00:00.000Z');
    expect((await t.app.inject({ url: file.url })).statusCode).toBe(404);
    t.setNow('2026-11-20T09:00:00.000Z');
    expect((await mo.call(files.detach, { params: { id: file.id } })).body.data).toEqual([]);
  });
});
