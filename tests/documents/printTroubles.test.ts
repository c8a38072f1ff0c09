// What stops a paper between its number and its file: the number is told, the same call gives the same paper, nothing is left behind.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cancelDocument, documentCopy, documentDetail, documentFile } from '../../contract/documents.ts';
import { finishPapers } from '../../server/documents/writing/finishing.ts';
import { setFailHook } from '../../server/kernel/failPoints.ts';
import { noRoom } from '../../server/ports/files.ts';
import { PdfFault } from '../../server/ports/pdf/engine.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { ownedGarage, place, print, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  garage = (await ownedGarage(at)).garage.id;
});
afterAll(() => t.close());

const asked = (key?: string) => print(t, at.po, { document_type_id: 1, garage_id: garage }, key);
const rows = () => t.deps.db.selectFrom('document').orderBy('id').selectAll().execute();
const stateOf = async (id: number) => (await at.po.call(documentDetail, { params: { id } })).body.state;
/** What `work` is told while the engine does not make pages. */
async function withoutEngine<T>(how: () => Promise<never>, work: () => Promise<T>): Promise<T> {
  const { render } = t.deps.pdf;
  t.deps.pdf.render = how;
  return work().finally(() => {
    t.deps.pdf.render = render;
  });
}
/** Keys of the store that hold bytes. */
const held = new Set<string>();
beforeEach(() => {
  const { put, remove } = t.deps.files;
  t.deps.files.put = async (bytes) => {
    const stored = await put(bytes);
    held.add(stored.storeKey);
    return stored;
  };
  t.deps.files.remove = async (key) => {
    await remove(key);
    held.delete(key);
  };
  return () => Object.assign(t.deps.files, { put, remove });
});

describe.each([
  ['the worker dies', () => Promise.reject(new Error('the PDF worker ended'))],
  ['a paper takes too long', () => Promise.reject(new PdfFault('the paper took too long'))],
] as const)('%s', (_, how) => {
  it('the number is told, and the same call made again gives the same paper', async () => {
    const before = (await rows()).length;
    const key = crypto.randomUUID();
    const refused = await withoutEngine(how, () => asked(key));
    const [row, ...more] = (await rows()).slice(before);
    expect(more).toEqual([]);
    expect(refused.status).toBe(503);
    expect(refused.problem.message).toContain(`№ ${row!.number} ждёт в журнале`);
    expect(refused.problem.message).toMatch(/Номер занят.+Нажмите «Напечатать» ещё раз/);
    expect(row).toMatchObject({ state: 'printing', file_id: null });
    // It may be asked for again while the trouble lasts: it is the same trouble with the same paper.
    expect((await withoutEngine(how, () => asked(key))).problem.message).toContain(`№ ${row!.number}`);
    const again = await asked(key);
    expect([again.status, again.id, again.name]).toEqual([200, row!.id, expect.stringContaining('Справка')]);
    expect((await asked(key)).bytes).toEqual(again.bytes);
    expect((await rows()).length).toBe(before + 1);
    expect(await stateOf(row!.id)).toBe('valid');
    const other = await asked(crypto.randomUUID());
    expect(other.id).not.toBe(row!.id);
  });
});

it('two calls at once with one key take one number; the key is of one intention', async () => {
  const before = (await rows()).length;
  const key = crypto.randomUUID();
  const [one, two] = await Promise.all([asked(key), asked(key)]);
  expect([one.status, two.status, one.id]).toEqual([200, 200, two.id]);
  expect((await rows()).length).toBe(before + 1);
  const other = await print(t, at.po, { document_type_id: 14, garage_id: garage }, key);
  expect([other.status, other.problem.code]).toEqual([409, 'key_used']);
  expect((await asked('x')).status).toBe(422);
});

it('a store that fails the first time: the repeat gives the same paper', async () => {
  const { put } = t.deps.files;
  t.deps.files.put = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOSPC' })).catch(noRoom);
  const key = crypto.randomUUID();
  const refused = await asked(key);
  t.deps.files.put = put;
  expect([refused.status, refused.problem.message]).toEqual([507, expect.stringContaining('Номер занят')]);
  const row = (await rows()).at(-1)!;
  expect((await asked(key)).id).toBe(row.id);
});

describe('the night', () => {
  it('one paper that can not be made holds up none of the others, and is told', async () => {
    const left = [];
    for (let nth = 0; nth < 3; nth += 1) {
      await withoutEngine(() => Promise.reject(new Error('x')), asked);
      left.push((await rows()).at(-1)!);
    }
    const [bad] = left;
    await t.deps.db
      .updateTable('document')
      .set({ snapshot: Buffer.from('torn') })
      .where('id', '=', bad!.id)
      .execute();
    t.setNow('2026-11-21T00:05:00.000Z');
    await expect(finishPapers(t.deps)).rejects.toThrow(`Не сделаны файлы документов, 1: № ${bad!.number}`);
    t.setNow('2026-11-20T09:00:00.000Z');
    expect(await Promise.all(left.map(({ id }) => stateOf(id)))).toEqual(['printing', 'valid', 'valid']);
    await t.deps.db.updateTable('document').set({ snapshot: bad!.snapshot }).where('id', '=', bad!.id).execute();
  });
});

describe('bytes of what was not written', () => {
  it.each([
    ['a file', documentFile],
    ['a copy', documentCopy],
  ] as const)('%s: they are dropped', async (_, call) => {
    await withoutEngine(() => Promise.reject(new Error('x')), asked);
    const { id } = (await rows()).at(-1)!;
    const before = held.size;
    setFailHook((point) =>
      point === 'before commit' ? Promise.reject(new Error('the base is gone')) : Promise.resolve(),
    );
    const { status } = await at.po.call(call, { params: { id } });
    setFailHook(null);
    expect(status).toBe(500);
    expect(held.size).toBe(before);
    expect((await at.po.call(call, { params: { id } })).status).toBe(200);
    expect(held.size).toBe(before + 1);
  });
});

it('a paper that is cancelled while its copy is made has no copy that says nothing of it', async () => {
  const { id } = await asked();
  const before = held.size;
  const { render } = t.deps.pdf;
  t.deps.pdf.render = async (job) => {
    const bytes = await render(job);
    expect((await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Ошибка' } })).status).toBe(200);
    return bytes;
  };
  const { status, text } = await at.po.call(documentCopy, { params: { id } });
  t.deps.pdf.render = render;
  expect([status, text]).toEqual([422, expect.stringContaining('документ потерял силу')]);
  expect((await rows()).filter((row) => row.copy_of === id)).toEqual([]);
  expect(held.size).toBe(before);
});
