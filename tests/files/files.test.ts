// Comments and files: own and foreign, hostile files, signed links.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import * as files from '../../contract/files.ts';
import * as comments from '../../contract/comments.ts';
import { forgetUnusedFiles } from '../../server/files/retention.ts';
import { cleanName, mediaType, wrongFile } from '../../server/files/rules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { attach as bring } from '../kit/attach.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

const PDF = Buffer.from('%PDF-1.4\n%%EOF');

describe('files', () => {
  it('are known by their bytes', () => {
    expect(mediaType('скан.pdf', PDF)).toBe('application/pdf');
    expect(mediaType('скан.png', PDF)).toBeNull();
    for (const name of ['a.svg', 'a.html', 'a.exe', 'a', 'a.pdf.js']) expect(mediaType(name, PDF), name).toBeNull();
  });
  it('of a telephone in HEIC are refused in words that help, whatever they are called', () => {
    const heic = Buffer.concat([
      Buffer.from([0, 0, 0, 24]),
      Buffer.from('ftypheic'),
      Buffer.alloc(4),
      Buffer.from('mif1heic'),
    ]);
    for (const name of ['IMG_0001.HEIC', 'IMG_0001.jpg', 'IMG_0001.heif']) {
      expect(mediaType(name, heic), name).toBeNull();
      expect(wrongFile(name, heic), name).toMatch(/HEIC.+JPEG.+iPhone/);
    }
    const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom')]);
    expect(wrongFile('film.jpg', film)).toBe('Внутри не JPG: файл повреждён или переименован');
    expect(wrongFile('film.exe', film)).toMatch(/^Можно приложить PDF/);
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

  const attach = (person: Caller, name: string, bytes: Buffer, object = of()) => bring(t, person, object, name, bytes);

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
    const restore = (who: Caller) => who.call(comments.restoreComment, { params: { id: comment.id } });
    expect([
      (await mo.call(comments.editComment, { params: { id: comment.id }, body: { text: 'чужой' } })).status,
      (await mo.call(comments.restoreComment, { params: { id: comment.id } })).status,
      (await restore(foreign)).status,
    ]).toEqual([403, 403, 404]);
    expect((await po.call(comments.editComment, { params: { id: comment.id }, body: { text: 'поздно' } })).status).toBe(
      404,
    );
    // Asked twice: it stands once, and one line tells of it.
    for (const _ of [1, 2])
      expect((await restore(po)).body.data).toMatchObject([{ id: comment.id, text: 'Ключ у соседа' }]);
    await po.call(comments.deleteComment, { params: { id: comment.id } });
    expect((await po.call(comments.addComment, { params: of(), body: { text: '  ' } })).body.errors).toEqual({
      text: 'Введите текст',
    });
    const verbs = await t.deps.db
      .selectFrom('action_log')
      .where('verb', 'like', 'comment.%')
      .orderBy('id')
      .select('verb')
      .execute();
    expect(verbs.map((line) => line.verb)).toEqual([
      'comment.add',
      'comment.edit',
      'comment.delete',
      'comment.restore',
      'comment.delete',
    ]);
  });

  it('files need capability 1 and the right kind; links are signed', async () => {
    expect((await attach(po, 'a.pdf', PDF)).status).toBe(403);
    expect((await attach(foreign, 'a.pdf', PDF)).status).toBe(404);
    expect((await attach(mo, 'a.pdf', Buffer.from('<html>'))).body.errors.file).toBe(
      'Внутри не PDF: файл повреждён или переименован',
    );
    const [kept] = (await attach(mo, 'договор.pdf', PDF)).body.data;
    const file = { id: kept.id, url: await linkOf(mo, kept.id) };
    const stored = await t.deps.db
      .selectFrom('attachment as a')
      .innerJoin('stored_file as f', 'f.id', 'a.file_id')
      .where('a.id', '=', kept.id)
      .select(['f.name', 'f.created_by'])
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ name: 'договор.pdf', created_by: mo.userId });
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
    expect((await t.app.inject({ url: file.url.replace(/session=\d+/, 'session=999') })).statusCode).toBe(404);
    expect((await t.app.inject({ url: file.url.replace(/&session=\d+/, '') })).statusCode).toBe(404);
    expect((await t.app.inject({ url: file.url })).headers['cache-control']).toBe('no-store');
    t.setNow('2026-11-20T09:31:00.000Z');
    expect((await t.app.inject({ url: file.url })).statusCode).toBe(404);
    t.setNow('2026-11-20T09:00:00.000Z');
    const { store_key: key } = await t.deps.db
      .selectFrom('stored_file as f')
      .innerJoin('attachment as a', 'a.file_id', 'f.id')
      .where('a.id', '=', file.id)
      .select('store_key')
      .executeTakeFirstOrThrow();
    const bytes = join(t.deps.settings.DATA_DIR, 'files', key);
    expect(existsSync(bytes)).toBe(true);
    expect((await mo.call(files.detach, { params: { id: file.id } })).body.data).toEqual([]);
    // What was deleted is nowhere: neither by its link nor on the disk.
    expect((await t.app.inject({ url: file.url })).statusCode).toBe(404);
    await expect.poll(() => existsSync(bytes)).toBe(false);
  });

  it('two who delete one file at once: it is deleted once, and told once', async () => {
    const [kept] = (await attach(mo, 'вдвоём.pdf', PDF)).body.data;
    const both = await Promise.all([1, 2].map(() => mo.call(files.detach, { params: { id: kept.id } })));
    expect(both.map((one) => one.status).toSorted((a, b) => a - b)).toEqual([200, 404]);
    const told = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'garage.detach')
      .where('object_id', '=', garage)
      .select('id')
      .execute();
    // The other line is of the file deleted before.
    expect(told).toHaveLength(2);
  });

  const linkOf = async (who: Caller, id: number): Promise<string> =>
    (await who.call(files.openAttachment, { params: { id } })).body.url;

  it('a link ends with the session it was made for', async () => {
    const clerk = await as(t, { mo: w.mo });
    const [kept] = (await attach(mo, 'ключ.pdf', PDF)).body.data;
    const url = await linkOf(clerk, kept.id);
    expect((await t.app.inject({ url })).statusCode).toBe(200);
    await t.deps.db
      .updateTable('session')
      .set({ ended_at: '2026-11-20T09:00:00Z' })
      .where('user_id', '=', clerk.userId)
      .execute();
    expect((await t.app.inject({ url })).statusCode).toBe(404);
    expect((await foreign.call(files.openAttachment, { params: { id: kept.id } })).status).toBe(404);
  });

  it('scans of a person need capability 1 and are logged when opened', async () => {
    const person = await newPerson(mo, w.po);
    const [kept] = (await attach(mo, 'паспорт.pdf', PDF, { type: 'profile', objectId: person.id })).body.data;
    expect((await po.call(files.openAttachment, { params: { id: kept.id } })).status).toBe(403);
    const lines = () =>
      t.deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'profile.open_file')
        .where('object_id', '=', person.id)
        .select('user_id')
        .execute();
    expect(await lines()).toEqual([]);
    expect((await mo.call(files.openAttachment, { params: { id: kept.id } })).status).toBe(200);
    expect(await lines()).toEqual([{ user_id: mo.userId }]);
  });

  describe('what nothing refers to', () => {
    const rows = async () =>
      (await t.deps.db.selectFrom('stored_file').orderBy('id').select(['id', 'name', 'unused_since']).execute()).filter(
        ({ name }) => name.startsWith('ничей'),
      );
    const night = (moment: string) => {
      t.setNow(moment);
      return forgetUnusedFiles(t.deps);
    };
    afterAll(() => t.setNow('2026-11-20T09:00:00.000Z'));

    it('is noted, kept for the days of grace and deleted on record; what is used again stays', async () => {
      const own = [];
      for (const name of ['ничей-1.pdf', 'ничей-2.pdf', 'ничей-3.pdf'])
        own.push((await attach(mo, name, PDF)).body.data[0].id as number);
      const files3 = await t.deps.db
        .selectFrom('attachment')
        .where('id', 'in', own)
        .orderBy('id')
        .selectAll()
        .execute();
      // Two lose what referred to them, as a replaced picture does; the third is still attached.
      await t.deps.db.deleteFrom('attachment').where('id', 'in', own.slice(0, 2)).execute();
      await night('2026-12-01T03:00:00.000Z');
      expect((await rows()).map(({ unused_since: since }) => since !== null)).toEqual([true, true, false]);
      const { id: _, ...back } = files3[1]!;
      await t.deps.db.insertInto('attachment').values(back).execute();
      await night('2026-12-20T03:00:00.000Z');
      expect((await rows()).map(({ unused_since: since }) => since !== null)).toEqual([true, false, false]);
      const stored = join(t.deps.settings.DATA_DIR, 'files');
      const key = await t.deps.db
        .selectFrom('stored_file')
        .where('id', '=', files3[0]!.file_id)
        .select('store_key')
        .executeTakeFirstOrThrow();
      expect(existsSync(join(stored, key.store_key))).toBe(true);
      await night('2027-01-02T03:00:00.000Z');
      expect((await rows()).map(({ name }) => name)).toEqual(['ничей-2.pdf', 'ничей-3.pdf']);
      expect(existsSync(join(stored, key.store_key))).toBe(false);
      const [line] = await t.deps.db
        .selectFrom('action_log')
        .where('verb', '=', 'admin.files_forget')
        .orderBy('id', 'desc')
        .select('text')
        .execute();
      expect(line!.text).toBe('Удалены файлы, на которые 30 дней ничто не ссылалось: 1');
    });

    it('is found for every column that can refer to a file', async () => {
      const { rows: columns } = await sql<{ name: string }>`select table_name || '.' || column_name as name
        from information_schema.columns where table_schema = 'public' and column_name like '%file\_id'`.execute(
        t.deps.db,
      );
      const { rows: keys } = await sql<{
        name: string;
      }>`select t.relname || '.' || a.attname as name from pg_constraint c
        join pg_class t on t.oid = c.conrelid join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
        where c.contype = 'f' and c.confrelid = 'stored_file'::regclass`.execute(t.deps.db);
      const known = new Set(keys.map(({ name }) => name));
      // A column that names a file and is no foreign key would let its file be deleted.
      expect(
        columns.map(({ name }) => name).filter((name) => !known.has(name) && !name.endsWith('profile_id')),
      ).toEqual([]);
    });
  });
});
