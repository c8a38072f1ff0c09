// Kinds of papers: superusers change them, the print dialog follows, what a paper can't do without stays.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo, documentTypeList, type DocumentTypeInfo } from '../../contract/documents.ts';
import { documentKinds, type DocumentKindRow } from '../../contract/documents/kinds.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { day, ownedGarage, place, print, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let root: Caller;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
  garage = (await ownedGarage(at)).garage.id;
});
afterAll(() => t.close());

const kindOf = async (id: number): Promise<DocumentKindRow> =>
  (await root.call(documentKinds.one, { params: { id } })).body;
const change = async (id: number, changes: object, who = root) =>
  who.call(documentKinds.update, { params: { id }, body: { ...(await kindOf(id)), ...changes } as never });
const infoOf = async (id: number): Promise<DocumentTypeInfo | undefined> =>
  (await at.po.call(documentTypeInfo, { body: { garage_id: garage, document_types: [id] } })).body.data[0];

describe('kinds of papers', () => {
  it('are listed with what they ask and where they are printed', async () => {
    const { body } = await root.call(documentKinds.list, { query: { sort: ['sort', 'ASC'], range: [0, 99] } });
    expect(body).toHaveLength(18);
    expect(body[5]).toMatchObject({ id: 6, contexts: ['contribution', 'garage'], is_active: true, is_used: false });
    const found = await root.call(documentKinds.list, { query: { filter: { q: 'судебн' }, range: [0, 99] } });
    expect(found.body.map((row: DocumentKindRow) => row.id)).toEqual([17]);
  });

  it('a change is logged, the dialog and the print follow it', async () => {
    const saved = await change(1, { name: 'Справка члена ВОА', date_mode: 'day', is_manual_numerated: true });
    expect(saved.body).toMatchObject({ name: 'Справка члена ВОА', version: 2 });
    expect(await infoOf(1)).toMatchObject({
      document_type: 'Справка члена ВОА',
      is_manual_numerated: true,
      is_date_specific: true,
    });
    const bare = await print(t, at.po, { document_type_id: 1, garage_id: garage });
    expect(Object.keys(bare.problem.errors)).toEqual(['number', 'start_date', 'end_date']);
    const asked = { document_type_id: 1, garage_id: garage, number: '5', start_date: day, end_date: day };
    expect((await print(t, at.po, asked)).name).toContain('Справка члена ВОА № 5');
    const line = await t.deps.db
      .selectFrom('action_log')
      .where('object_type', '=', 'document_type')
      .where('object_id', '=', 1)
      .select(['verb', 'text', 'before', 'after'])
      .executeTakeFirstOrThrow();
    expect(line.verb).toBe('admin.reference_update');
    expect(line.text).toContain('Справка о членстве и владении');
    expect(line.after).toMatchObject({ is_manual_numerated: true, date_mode: 'day' });
    expect(await kindOf(1)).toMatchObject({ is_used: true });
  });

  it('one that is out of use is neither offered nor printed', async () => {
    await change(4, { is_active: false });
    expect(await infoOf(4)).toBeUndefined();
    const names = (await at.po.call(documentTypeList)).body.data.map((kind: { id: number }) => kind.id);
    expect(names).not.toContain(4);
    const refused = await print(t, at.po, {
      document_type_id: 4,
      garage_id: garage,
      start_date: day,
      end_date: day,
    });
    expect([refused.status, refused.problem.errors.document_type_id]).toEqual([422, 'Такого вида документа нет']);
  });

  it('access that is narrowed closes the paper to those who only look', async () => {
    await change(2, { is_personal: true });
    const asked = { document_type_id: 2, garage_id: garage, start_date: day, end_date: day };
    expect((await print(t, at.reader, asked)).status).toBe(403);
    expect((await print(t, at.po, asked)).status).toBe(200);
  });
});

describe('what is refused', () => {
  const wrong: [number, object, string, RegExp][] = [
    [11, { is_personal: false }, 'is_personal', /без права «Ведение реестра»/],
    [8, { date_mode: null }, 'date_mode', /за период/],
    [3, { name: ' ' }, 'name', /Заполните поле/],
    [3, { name: 'акт сверки' }, 'name', /уже есть/],
    [3, { sort: 1.5 }, 'sort', /целое число/],
  ];
  it.each(wrong)('%i with %o', async (id, changes, field, text) => {
    const before = await kindOf(id);
    const { status, body } = await change(id, changes);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
    expect(body.errors[field]).toMatch(text);
    expect(await kindOf(id)).toEqual(before);
  });

  it('a stale save, an absent kind, anybody but a superuser', async () => {
    const stale = await change(13, { sort: 90, version: 7 });
    expect([stale.status, stale.body.code]).toEqual([409, 'stale']);
    expect((await root.call(documentKinds.one, { params: { id: 99_999 } })).status).toBe(404);
    for (const who of [at.mo, at.po]) {
      expect((await who.call(documentKinds.list)).status).toBe(403);
      expect((await change(13, { sort: 90 }, who)).status).toBe(403);
    }
  });
});
