// The full register under a password: who may, what is inside, what others can't open, that the password is forgotten.
import { BlobWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelDocument } from '../../contract/documents.ts';
import { largestArchive, packFullRegister } from '../../contract/exports.ts';
import { packJob } from '../../server/exports/pack.ts';
import { pathIn } from '../../server/exports/rules/packed.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { attach } from '../kit/attach.ts';
import { newPerson } from '../kit/rows.ts';
import { charge, day, ownedGarage, place, print, textOf, type Place } from '../documents/kit.ts';
import { backupOfficial } from './kit.ts';

const PASSWORD = 'длинный-пароль-от-файла';
const PDF = Buffer.from('%PDF-1.4\nскан\n%%EOF');

let t: TestApp;
let at: Place;
let paper: Awaited<ReturnType<typeof print>>;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  // The queue is not running here: a test does the job itself.
  t.deps.jobs.enqueue = async () => crypto.randomUUID();
  at = await place(t);
  const { w } = at;
  await t.deps.db.updateTable('mo').set({ backup_allowed: true }).where('id', '=', w.mo).execute();
  const owned = await ownedGarage(at, { lastName: 'Сканов' });
  const { person } = owned;
  garage = owned.garage.id;
  await charge(at, garage, 100_00);
  paper = await print(t, at.po, {
    document_type_id: 16,
    garage_id: garage,
    start_date: day,
    end_date: day,
  });
  expect(paper.status, JSON.stringify(paper.problem)).toBe(200);
  for (const [type, objectId] of [
    ['garage', garage],
    ['profile', person.id],
  ] as const)
    for (const name of ['скан: лист.pdf', 'скан: лист.pdf'])
      expect((await attach(t, at.mo, { type, objectId }, name, PDF)).status).toBe(200);
  const stranger = await as(t, { mo: w.foreignMo });
  const foreign = await newPerson(stranger, w.foreignPo, { lastName: 'Чужаков' });
  await attach(t, stranger, { type: 'profile', objectId: foreign.id }, 'чужой.pdf', PDF);
});
afterAll(() => t.close());

const official = () => backupOfficial(t, at.w.mo, [1, 2]);
async function ordered(what: string, password = PASSWORD) {
  const one = await official();
  await one.confirm();
  const reply = await one.browser.call(packFullRegister, { what, password });
  return { ...one, reply, jobId: (reply.body as { job_id: number }).job_id };
}
async function made(jobId: number) {
  await runJob(t.deps, packJob, { jobId });
  const job = await t.deps.db
    .selectFrom('background_job')
    .where('id', '=', jobId)
    .selectAll()
    .executeTakeFirstOrThrow();
  const file = await t.deps.db
    .selectFrom('stored_file')
    .where('id', '=', job.file_id)
    .selectAll()
    .executeTakeFirstOrThrow();
  return { job, file, bytes: new Uint8Array(await buffer(t.deps.files.get(file.store_key))) };
}
const open = (bytes: Uint8Array, password?: string) =>
  new ZipReader(new Uint8ArrayReader(bytes), { ...(password && { password }), useWebWorkers: false });
const contentOf = async (entry: FileEntry) =>
  new Uint8Array(await (await entry.getData(new BlobWriter())).arrayBuffer());

describe('who may', () => {
  it('whoever may take the plain copy, after his password, with a password that holds', async () => {
    const one = await official();
    const asked = { what: 'book', password: PASSWORD };
    expect((await one.browser.call(packFullRegister, asked)).status).toBe(403);
    await one.confirm();
    expect((await one.browser.call(packFullRegister, { ...asked, password: 'короткий' })).body.errors).toEqual({
      password: 'Не короче 12 знаков',
    });
    expect((await one.browser.call(packFullRegister, asked)).status).toBe(200);
    // Once for each time the own password was given.
    expect((await one.browser.call(packFullRegister, asked)).status).toBe(403);
    for (const person of [{ region: at.w.region }, { po: at.w.po }])
      expect((await (await as(t, person)).call(packFullRegister, { body: asked as never })).status).toBe(403);
  });

  it('a password just given is no right: who does not keep the register is refused', async () => {
    const { browser, confirm } = await backupOfficial(t, at.w.mo, [2, 3]);
    expect((await confirm()).body.valid).toBe(true);
    const { status, body } = await browser.call(packFullRegister, { what: 'book', password: PASSWORD });
    expect([status, body]).toEqual([403, { message: 'Нужно право «Ведение реестра»' }]);
  });

  it('a permission taken back while it waited stops it, in words; the password is forgotten all the same', async () => {
    const { jobId } = await ordered('book');
    const set = (allowed: boolean) =>
      t.deps.db.updateTable('mo').set({ backup_allowed: allowed }).where('id', '=', at.w.mo).execute();
    await set(false);
    await runJob(t.deps, packJob, { jobId });
    await set(true);
    const job = await t.deps.db
      .selectFrom('background_job')
      .where('id', '=', jobId)
      .select(['status', 'failure', 'payload'])
      .executeTakeFirstOrThrow();
    expect(job).toEqual({
      status: 'failed',
      failure: 'Резервная копия реестра для этого МО не разрешена',
      payload: {},
    });
  });
});

describe('a book under a password', () => {
  it('opens with it alone, has the sheets of the plain copy; the password is nowhere', async () => {
    const { jobId, who, take, confirm } = await ordered('book');
    const waiting = await t.deps.db
      .selectFrom('background_job')
      .where('id', '=', jobId)
      .select('payload')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(waiting.payload)).not.toContain(PASSWORD);
    const { job, bytes, file } = await made(jobId);
    expect([job.status, job.payload]).toEqual(['done', {}]);
    expect(file.name).toMatch(/^Полный реестр .+ 2026-11-20\.xlsx$/);
    await expect(readXlsx(bytes)).rejects.toThrow();
    const { sheets } = await readXlsx(bytes, { password: PASSWORD });
    await confirm();
    const plain = await readXlsx(new Uint8Array((await take()).rawPayload));
    expect(sheets.map(({ name, rows }) => [name, rows.length])).toEqual(
      plain.sheets.map(({ name, rows }) => [name, rows.length]),
    );
    const lines = await t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'copy.backup')
      .where('user_id', '=', who.id)
      .orderBy('id')
      .select(['text', 'after'])
      .execute();
    expect(lines[1]!.after).toMatchObject({ file: file.name });
    expect(lines.map(({ text }) => text)).toEqual([
      expect.stringContaining('Книга Excel под паролем'),
      'Резервная копия реестра собрана. Откроется в Excel после пароля',
      expect.stringMatching(/^Резервная копия реестра: ПО \d/),
    ]);
  });
});

describe('an archive', () => {
  it('has the book, every paper and scan of the place once, byte for byte, and an inventory; nothing of others', async () => {
    const { jobId } = await ordered('archive');
    const { bytes, job } = await made(jobId);
    const entries = (await open(bytes, PASSWORD).getEntries()) as FileEntry[];
    expect(entries.every((entry) => entry.encrypted)).toBe(true);
    const paths = entries.map(({ filename }) => filename);
    expect(paths[0]).toBe('Полный реестр.xlsx');
    expect(paths.at(-1)).toBe('Опись.xlsx');
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
    expect(paths.filter((path) => path.startsWith('Гаражи/')).map((path) => path.split('/').at(-1))).toEqual([
      'скан лист.pdf',
      'скан лист (2).pdf',
    ]);
    expect(paths.filter((path) => path.startsWith('Люди/Сканов'))).toHaveLength(2);
    expect(paths.join()).not.toContain('Чужаков');
    const printed = entries.find(({ filename }) => filename.startsWith('Бумаги/'))!;
    expect(Buffer.from(await contentOf(printed)).equals(Buffer.from(paper.bytes))).toBe(true);
    const scan = entries.find(({ filename }) => filename.startsWith('Гаражи/'))!;
    expect(Buffer.from(await contentOf(scan)).equals(PDF)).toBe(true);
    const inventory = (await readXlsx(await contentOf(entries.at(-1)!))).sheets[0]!.rows.slice(1);
    expect(inventory.map(([path]) => String(path)).toSorted()).toEqual(paths.slice(1, -1).toSorted());
    expect(new Set(inventory.map(([, state]) => state))).toEqual(new Set(['в архиве']));
    expect(job.summary).toBe(`Файлов в архиве: ${paths.length - 2}. Откроется в 7-Zip`);
    const [closed] = (await open(bytes, 'не-тот-пароль-1').getEntries()) as FileEntry[];
    await expect(contentOf(closed!)).rejects.toThrow();
  });

  it('makes a paper that was not kept yet, and says why one can not be made any more', async () => {
    const [unkept, destroyed] = [
      await print(t, at.po, { document_type_id: 16, garage_id: garage, start_date: day, end_date: day }),
      await print(t, at.po, { document_type_id: 16, garage_id: garage, start_date: day, end_date: day }),
    ];
    const forget = (id: number, what: object) =>
      t.deps.db
        .updateTable('document')
        .set({ file_id: null, ...what })
        .where('id', '=', id)
        .execute();
    await forget(unkept.id, {});
    await forget(destroyed.id, { snapshot: null });
    const { bytes } = await made((await ordered('archive')).jobId);
    const entries = (await open(bytes, PASSWORD).getEntries()) as FileEntry[];
    const inventory = (await readXlsx(await contentOf(entries.at(-1)!))).sheets[0]!.rows;
    expect(inventory.filter(([, state]) => state === 'Данные этого документа уничтожены по акту')).toHaveLength(1);
    const again = entries.filter(({ filename }) => filename.startsWith('Бумаги/'));
    // Whoever unpacks it opens each by its ending.
    expect(again.map(({ filename }) => filename.slice(-4))).toEqual(again.map(() => '.pdf'));
    const contents = await Promise.all(again.map(contentOf));
    expect(contents.some((one) => Buffer.from(one).equals(Buffer.from(unkept.bytes)))).toBe(true);
  });

  it('says of a paper without force that it has none: by its name, in the inventory, across its pages', async () => {
    const asked = { document_type_id: 16, garage_id: garage, start_date: day, end_date: day };
    const [cancelled, replaced] = [await print(t, at.po, asked), await print(t, at.po, asked)];
    const end = async (id: number, body: object) => {
      const reply = await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Ошибка в тексте', ...body } });
      expect(reply.status, reply.text).toBe(200);
    };
    // The signed sheet of the first was brought back: it is that sheet, whatever became of the paper.
    const brought = await t.deps.db.selectFrom('attachment').select('file_id').executeTakeFirstOrThrow();
    await t.deps.db
      .updateTable('document')
      .set({ scan_file_id: brought.file_id })
      .where('id', '=', cancelled.id)
      .execute();
    await end(cancelled.id, {});
    await end(replaced.id, { replaced_by: paper.id });
    const { bytes } = await made((await ordered('archive')).jobId);
    const entries = (await open(bytes, PASSWORD).getEntries()) as FileEntry[];
    const inventory = (await readXlsx(await contentOf(entries.at(-1)!))).sheets[0]!.rows;
    const papers = entries.filter(({ filename }) => filename.startsWith('Бумаги/'));
    for (const [of, state, across] of [
      [cancelled, /аннулирован/, 'АННУЛИРОВАН'],
      [replaced, /заменён на № \d+-16[ /]/, 'ЗАМЕНЁН'],
    ] as const) {
      const [one, ...others] = papers.filter(({ filename }) => state.test(filename));
      expect(others).toEqual([]);
      const told = inventory.filter(([path, said]) => String(path).startsWith('Бумаги/') && state.test(String(said)));
      expect(told).toHaveLength(1);
      const inside = await contentOf(one!);
      expect(Buffer.from(inside).equals(Buffer.from(of.bytes))).toBe(false);
      expect(await textOf(inside)).toContain(across);
    }
    const [signed, ...more] = entries.filter(({ filename }) => filename.startsWith('Подписанные бумаги/'));
    expect([more, signed!.filename]).toEqual([[], expect.stringContaining('аннулирован')]);
    expect(Buffer.from(await contentOf(signed!)).equals(PDF)).toBe(true);
    expect(inventory.find(([path]) => path === signed!.filename)![1]).toBe('в архиве; аннулирован');
    await t.deps.db.deleteFrom('document').where('id', 'in', [cancelled.id, replaced.id]).execute();
  });

  it('of more than can be carried away is refused at once, in words; the password given still takes the book', async () => {
    const { id, size_bytes: size } = await t.deps.db
      .selectFrom('stored_file as f')
      .innerJoin('document as d', 'd.file_id', 'f.id')
      .where('d.id', '=', paper.id)
      .select(['f.id', 'f.size_bytes'])
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ bytes: number }>`select sum(f.size_bytes)::int as bytes from stored_file f
      where f.id in (select file_id from document where mo_id = ${at.w.mo} union all
        select file_id from attachment where mo_id = ${at.w.mo} and deleted_at is null)`.execute(t.deps.db);
    const say = (bytes: number) =>
      t.deps.db.updateTable('stored_file').set({ size_bytes: bytes }).where('id', '=', id).execute();
    const whole = Number(size) + largestArchive - rows[0]!.bytes;
    await say(whole);
    expect((await ordered('archive')).reply.status).toBe(200);
    await say(whole + 1);
    const { browser, reply } = await ordered('archive');
    const book = await browser.call(packFullRegister, { what: 'book', password: PASSWORD });
    await say(Number(size));
    expect([reply.status, reply.body.errors]).toEqual([
      422,
      {
        what: 'Бумаг и сканов 1\u00a0501 МБ, в архив помещается 1\u00a0500. Возьмите книгу, а файлы попросите у администратора',
      },
    ]);
    expect(book.status).toBe(200);
  });

  it('names what is not in the store any more instead of leaving it out in silence', async () => {
    const { store_key: key } = await t.deps.db
      .selectFrom('document as d')
      .innerJoin('stored_file as f', 'f.id', 'd.file_id')
      .where('d.id', '=', paper.id)
      .select('f.store_key')
      .executeTakeFirstOrThrow();
    await t.deps.files.remove(key);
    const { jobId } = await ordered('archive');
    const { bytes, job } = await made(jobId);
    const entries = (await open(bytes, PASSWORD).getEntries()) as FileEntry[];
    const inventory = (await readXlsx(await contentOf(entries.at(-1)!))).sheets[0]!.rows;
    expect(inventory.filter(([, state]) => state === 'файла нет в хранилище: скажите администратору')).toHaveLength(1);
    const absent = inventory.slice(1).filter(([, state]) => state !== 'в архиве').length;
    expect(job.summary).toContain(`не вошло: ${absent}, они названы в описи`);
  });
});

it('paths unpack on every system, each once', () => {
  const taken = new Set<string>();
  expect(pathIn(['Люди', 'Иванов: "А/Б"'], 'паспорт?.PDF', 'x.pdf', taken)).toBe('Люди/Иванов А Б/паспорт.pdf');
  expect(pathIn(['люди', 'иванов а б'], 'ПАСПОРТ', 'y.PDF', taken)).toBe('люди/иванов а б/ПАСПОРТ (2).pdf');
  expect(pathIn(['..'], '...', null, taken)).toBe('Без названия/Без названия');
  expect(pathIn([], 'а'.repeat(300), 'б.jpg', taken)).toHaveLength(104);
});
