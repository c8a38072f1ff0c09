// What is kept of a paper: its bytes, its file, its copies, its end; and what the public check says of it.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cancelDocument,
  documentCopy,
  documentDetail,
  documentFile,
  documents,
  documentTypeInfo,
} from '../../contract/documents.ts';
import { asCopy } from '../../server/documents/paper/frame.ts';
import { openSnapshot } from '../../server/documents/writing/snapshots.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { charge, day, ownedGarage, pagesOf, pay, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let garage: number;
let debtor: number;

beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://reestr.example.ru' });
  at = await place(t);
  garage = (await ownedGarage(at)).garage.id;
  await charge(at, garage, 450_000);
  await pay(at, garage, 450_000);
  debtor = (
    await ownedGarage(at, { lastName: 'Кузнецова', firstName: 'Анна', fatherName: 'Павловна', passNum: '654321' })
  ).garage.id;
  await charge(at, debtor, 671_250);
});
afterAll(() => t.close());

const one = { start_date: day, end_date: day };
const period = { start_date: '2026-01-01', end_date: day };

describe('what is kept', () => {
  it('the same snapshot gives the same bytes; a paper that was not finished is finished when it is opened', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one });
    const row = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const { source, at: moment } = openSnapshot(t.deps.secrets, row.snapshot!, row.number);
    const again = await t.deps.pdf.render({ source, isKept: true, at: moment });
    expect(Buffer.compare(again, bytes)).toBe(0);
    expect(asCopy(source)).not.toBe(source);
    // The row has the number: its snapshot is packed and does not repeat it; one kept before it was is read as it is.
    expect(row.snapshot!.length).toBeLessThan(Buffer.byteLength(source) / 2);
    const before = t.deps.secrets.seal(JSON.stringify({ source, files: {}, at: moment }));
    expect(openSnapshot(t.deps.secrets, before, row.number)).toEqual({ source, files: {}, at: moment });
    // As a process leaves it that dies between the number and the file.
    await t.deps.db
      .updateTable('document')
      .set({ state: 'printing', file_id: null, sha256: null })
      .where('id', '=', id)
      .execute();
    expect((await at.po.call(documentFile, { params: { id } })).status).toBe(200);
    const after = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect([after.state, after.sha256]).toEqual(['valid', row.sha256]);
  });

  it('two who finish the same paper at once keep one file of it, and leave no row of the other', async () => {
    const { id } = await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one });
    await t.deps.db
      .updateTable('document')
      .set({ state: 'printing', file_id: null, sha256: null })
      .where('id', '=', id)
      .execute();
    const files = async () => (await t.deps.db.selectFrom('stored_file').select('id').execute()).length;
    const before = await files();
    const both = await Promise.all([1, 2].map(() => at.po.call(documentFile, { params: { id } })));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await files()).toBe(before + 1);
    const { file_id, state } = await t.deps.db
      .selectFrom('document')
      .where('id', '=', id)
      .select(['file_id', 'state'])
      .executeTakeFirstOrThrow();
    expect([file_id !== null, state]).toEqual([true, 'valid']);
  });

  it('one that has lost its force is shown with the word across, its original stays under its hash', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Опечатка' } });
    const shown = await t.app.inject({
      method: 'POST',
      url: documentFile.path.replace(':id', String(id)),
      headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    });
    expect(await textOf(new Uint8Array(shown.rawPayload))).toContain('АННУЛИРОВАН');
    expect(await textOf(bytes)).not.toContain('АННУЛИРОВАН');
    const row = await t.deps.db.selectFrom('document').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('a copy says «КОПИЯ» with a line for who attests it, stands beside its original under the same number', async () => {
    const { id, bytes } = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    const reply = await t.app.inject({
      method: 'POST',
      url: documentCopy.path.replace(':id', String(id)),
      headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
    });
    expect(await textOf(new Uint8Array(reply.rawPayload))).toMatch(
      /Копия верна: .* г\. КОПИЯ\s*должность подпись, фамилия дата/,
    );
    expect(await textOf(bytes)).not.toMatch(/Копия верна|КОПИЯ/);
    const { body } = await at.po.call(documents.list, {
      query: { filter: { garage }, sort: ['printed_at', 'DESC'], range: [0, 1] },
    });
    expect(body[0]).toMatchObject({ is_copy: true, number: body[1].number });
    expect(body[1]).toMatchObject({ id, is_copy: false });
  });

  it('copies of a paper without force say so on every sheet beside «КОПИЯ»: given out before its end and after it', async () => {
    const ask = (of: { path: string }, id: number) =>
      t.app.inject({
        method: 'POST',
        url: of.path.replace(':id', String(id)),
        headers: { authorization: `Bearer ${at.po.token}`, 'x-fingerprint': 'f'.repeat(64) },
      });
    // An application of two sheets.
    const court = {
      court: null,
      court_address: null,
      notified_how: null,
      circumstances: 'Должник взносов не вносит. '.repeat(110),
    };
    const asked = { document_type_id: 17, garage_id: debtor, ...period, court };
    for (const [state, word] of [
      ['cancelled', 'АННУЛИРОВАН'],
      ['replaced', 'ЗАМЕНЁН'],
    ] as const) {
      const [{ id }, other] = [await print(t, at.po, asked), await print(t, at.po, asked)];
      const early = Number((await ask(documentCopy, id)).headers['x-document-id']);
      const body = { reason: 'Опечатка', replaced_by: state === 'replaced' ? other.id : null };
      await at.po.call(cancelDocument, { params: { id }, body });
      const late = await ask(documentCopy, id);
      expect(late.statusCode, late.body).toBe(200);
      const instead = `ЗАМЕНЁНна № ${(await at.po.call(documentDetail, { params: { id: other.id } })).body.number} от `;
      for (const pdf of [late, await ask(documentFile, early)]) {
        const sheets = await pagesOf(new Uint8Array(pdf.rawPayload));
        expect(sheets.length).toBeGreaterThan(1);
        for (const sheet of sheets) {
          expect(sheet).toContain('КОПИЯ');
          expect(sheet).toContain(state === 'replaced' ? instead : word);
        }
      }
      const copy = Number(late.headers['x-document-id']);
      const card = (await at.po.call(documentDetail, { params: { id: copy } })).body;
      expect(card).toMatchObject({ state, copy_of: id, cancel_reason: 'Опечатка' });
      const logged = await t.deps.db
        .selectFrom('action_log')
        .where('object_type', '=', 'document')
        .where('object_id', '=', id)
        .orderBy('id', 'desc')
        .select('text')
        .execute();
      expect(logged[0]!.text).toMatch(/^Выдана копия документа без силы «/);
    }
  });

  it('a paper is replaced by a valid one of its kind and nothing else', async () => {
    const paper = async (document_type_id: number) =>
      (await print(t, at.po, { document_type_id, garage_id: garage })).id;
    const [old, fresh, void_] = [await paper(1), await paper(1), await paper(1)];
    const ofOtherKind = (await print(t, at.po, { document_type_id: 4, garage_id: garage, ...one })).id;
    await at.po.call(cancelDocument, { params: { id: void_ }, body: { reason: 'Опечатка' } });
    const cancel = (replaced_by: number | null) =>
      at.po.call(cancelDocument, { params: { id: old }, body: { reason: 'Напечатан заново', replaced_by } });
    for (const wrong of [old, void_, ofOtherKind, 9_999_999]) {
      const refused = await cancel(wrong);
      expect([wrong, refused.status, refused.body.errors]).toEqual([
        wrong,
        422,
        { replaced_by: 'Выберите действующий документ того же вида' },
      ]);
    }
    const row = () => t.deps.db.selectFrom('document').where('id', '=', old).select('state').executeTakeFirstOrThrow();
    expect((await row()).state).toBe('valid');
    const done = await cancel(fresh);
    expect([done.status, done.body.replaced_by?.id ?? done.body.replaced_by]).toEqual([200, fresh]);
  });

  it('a cancelled paper keeps its number and reason, its copy says so', async () => {
    const { id } = await print(t, at.po, { document_type_id: 3, garage_id: garage, number: '900', ...one });
    const info = await at.po.call(documentTypeInfo, { body: { garage_id: garage, document_types: [3] } });
    expect(info.body.data[0]).toMatchObject({ is_already_printed: true, number: '900', next_number: '901' });
    const { body } = await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Ошибка в сумме' } });
    expect(body).toMatchObject({ state: 'cancelled', cancel_reason: 'Ошибка в сумме', number: '900' });
    expect((await at.po.call(documentCopy, { params: { id } })).status).toBe(200);
    expect((await at.po.call(cancelDocument, { params: { id }, body: { reason: 'ещё' } })).status).toBe(422);
    // Its number is free for the paper that is right.
    expect((await print(t, at.po, { document_type_id: 3, garage_id: garage, number: '900', ...one })).status).toBe(200);
  });
});

describe('the public check', () => {
  const ask = async (url: string) => t.app.inject({ method: 'GET', url });

  it('says number, date, kind, ПО and state, nothing personal; what is cancelled says so', async () => {
    const { id } = await print(t, at.po, { document_type_id: 14, garage_id: garage });
    const { body } = await at.po.call(documentDetail, { params: { id } });
    const url = new URL(body.check_url).pathname;
    const valid = await ask(url);
    expect([valid.statusCode, valid.headers['set-cookie']]).toEqual([200, undefined]);
    for (const part of ['Действителен', body.number, '20.11.2026', 'Учётная карточка', 'КАС № 12-3'])
      expect(valid.payload).toContain(part);
    expect(valid.payload).toContain('Сверьте номер, дату и вид с бумагой в руках');
    expect(valid.payload).not.toMatch(/Петров|9999|4 500/);
    // The ПО alone: where it stands in the society is nobody's business here.
    const { mo_name: mo, region_name: region } = body;
    expect([mo, region].filter((name) => valid.payload.includes(name))).toEqual([]);
    expect(valid.payload.length).toBeLessThan(30_000);
    await at.po.call(cancelDocument, { params: { id }, body: { reason: 'Петров просил' } });
    const cancelled = await ask(url);
    expect(cancelled.payload).toContain('Аннулирован');
    expect(cancelled.payload).not.toContain('Петров');
  });

  it('a file is told by its hash: the paper, its copy, and no file with one byte changed', async () => {
    const made = await print(t, at.po, { document_type_id: 14, garage_id: garage });
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    const ours = await ask(`/d/file/${hash(made.bytes)}`);
    expect(ours.statusCode).toBe(200);
    expect(ours.payload).toContain('Действителен');
    expect(ours.payload).not.toMatch(/Петров|9999/);
    await at.po.call(documentCopy, { params: { id: made.id } });
    const copy = await t.deps.db
      .selectFrom('document')
      .where('copy_of', '=', made.id)
      .select('sha256')
      .executeTakeFirstOrThrow();
    expect((await ask(`/d/file/${copy.sha256}`)).payload).toContain(', копия');
    const changed = made.bytes.slice();
    changed[changed.length - 10]! ^= 1;
    for (const other of [hash(changed), 'x', '0'.repeat(64)]) {
      const foreign = await ask(`/d/file/${other}`);
      expect([foreign.statusCode, foreign.payload.includes('не выдавали')]).toEqual([404, true]);
    }
  });

  it('the one script of the page is the one its policy names', async () => {
    const { payload, headers } = await ask('/d/0000-0000-0001');
    const scripts = [...payload.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text]) => text!);
    expect(scripts).toHaveLength(1);
    const named = createHash('sha256').update(scripts[0]!).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'sha256-${named}'`);
  });

  it('a guessed code is not found, and guessing is slow', async () => {
    const guessed = await ask('/d/0000-0000-0000');
    expect(guessed.statusCode).toBe(404);
    expect(guessed.payload).toContain('Не найден');
    const many = await Promise.all(Array.from({ length: 40 }, () => ask('/d/1111-1111-1111')));
    expect(many.some((reply) => reply.statusCode === 429)).toBe(true);
  });
});
