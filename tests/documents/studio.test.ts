// The studio of papers: drafts, a look on a record, taking effect, versions of regions, levels, texts that try to be code.
import { newGarage, newPerson } from '../kit/rows.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentTypeInfo } from '../../contract/documents.ts';
import { documentKinds } from '../../contract/documents/kinds.ts';
import * as studio from '../../contract/documents/studio.ts';
import { SUPPORT } from '../../contract/kernel/scope.ts';
import type { RichBlock, RichText } from '../../contract/kernel/richTextFold.ts';
import { richLines } from '../../server/documents/paper/richLines.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { charge, day, ownedGarage, place, print, textOf, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let root: Caller;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  root = await as(t, { region: at.w.region, isSuperuser: 2, role: 'superuser' });
  garage = (await ownedGarage(at)).garage.id;
  await charge(at, garage, 1000);
});
afterAll(() => t.close());

const open = async (id: number, region?: number): Promise<studio.Studio> =>
  (await root.call(studio.templateStudio, { params: { id }, query: { region } as never })).body;
const save = (id: number, body: RichText, version: number | null, region: number | null = null, who = root) =>
  who.call(studio.saveTemplate, { params: { id }, body: { region, body, version } });
const enact = (id: number, version: number, region: number | null = null) =>
  root.call(studio.enactTemplate, { params: { id }, body: { region, version } });
const look = (id: number, body: RichText, about: object = { garage_id: garage }) =>
  root.call(studio.previewTemplate, { params: { id }, body: { body, ...about } });
const printed = async (id: number, more: object = {}) =>
  textOf((await print(t, at.po, { document_type_id: id, garage_id: garage, ...more })).bytes);

describe('a text by version', () => {
  it('the text of the program is version 0 and is edited first', async () => {
    const found = await open(1);
    expect(found.versions).toMatchObject([{ nth: 0, state: 'in_force', papers: 0 }]);
    expect(found.draft).toBeNull();
    expect(JSON.stringify(found.body)).toContain('ФИОкому');
    expect(found.variables.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['ФИОкому', 'Долг', 'ЧленВОАиВладелец']),
    );
  });

  it('a draft changes nothing that is printed until it takes effect; papers say of which version they are', async () => {
    await printed(1);
    const saved = await save(1, richLines('# СПРАВКА НОВАЯ\nДана {ФИОкому}.\n?Льгота Льгота: {Льгота}.'), null);
    expect(saved.body).toMatchObject({ draft: { nth: 1, version: 1 } });
    expect(await printed(1)).not.toContain('СПРАВКА НОВАЯ');
    expect((await enact(1, 1)).status).toBe(200);
    const text = await printed(1);
    expect(text).toContain('СПРАВКА НОВАЯ');
    expect(text).toContain('Дана Петрову Ивану Сергеевичу.');
    expect(text).not.toContain('Льгота');
    const { versions } = await open(1);
    expect(versions.map(({ nth, state, papers }) => [nth, state, papers])).toEqual([
      [1, 'in_force', 1],
      [0, 'past', 2],
    ]);
  });

  it('a version comes back as a draft, and the text before it is kept', async () => {
    const back = await root.call(studio.restoreTemplate, {
      params: { id: 1 },
      body: { region: null, nth: 0, version: null },
    });
    expect(back.body.draft).toMatchObject({ nth: 2 });
    expect((await enact(1, back.body.draft.version)).status).toBe(200);
    expect(await printed(1)).toContain('по месту требования');
    const old = await root.call(studio.templateVersion, { params: { id: 1 }, body: { region: null, nth: 1 } });
    expect(JSON.stringify(old.body.body)).toContain('СПРАВКА НОВАЯ');
  });

  it('of two who save the second is told', async () => {
    await save(3, richLines('Один'), null);
    const second = await save(3, richLines('Два'), null);
    expect([second.status, second.body.code]).toEqual([409, 'stale']);
  });

  it('a region has a text of its own, others keep the common one', async () => {
    const draft = await save(2, richLines('# СПРАВКА РЕГИОНА\nДана {ФИОкому}.'), null, at.w.region);
    expect((await enact(2, draft.body.draft.version, at.w.region)).status).toBe(200);
    expect((await open(2)).versions).toHaveLength(1);
    expect((await open(2)).regions).toContainEqual(expect.objectContaining({ id: at.w.region, has_text: true }));
    const refused = await print(t, at.po, { document_type_id: 2, garage_id: garage, start_date: day, end_date: day });
    expect(refused.problem.errors.form).toContain('долг');
  });
});

describe('a look on a record', () => {
  it('names what is unknown with the likely one, what is empty, and draws a trial', async () => {
    const { body } = await look(1, richLines('Построен в {ГодПосторйки}. Льгота {Льгота}. {ФИО}'));
    expect(body.unknown).toEqual([{ key: 'ГодПосторйки', likely: 'ГодПостройки' }]);
    expect(body.empty).toEqual(['Льгота']);
    expect(body.values['ФИО']).toBe('Петров Иван Сергеевич');
    expect(body.picture).toMatch(/^<svg/);
    expect(body.picture).not.toMatch(/<script|<foreignObject|href="http/);
    expect(await t.deps.db.selectFrom('document').where('number', '=', '…').select('id').execute()).toEqual([]);
  });

  it('says in words that the record would be refused', async () => {
    const { body } = await look(2, richLines('Долга нет'));
    expect(body.refusal).toContain('есть долг');
  });

  it('records of the place are offered', async () => {
    const { body } = await root.call(studio.templateRecords, { params: { id: 1 }, query: { q: 'петров' } });
    expect(body.data).toEqual([expect.objectContaining({ context: 'garage', id: garage })]);
  });

  it('a trial run counts empty and refused ones over the place', async () => {
    const { body } = await root.call(studio.tryTemplate, {
      params: { id: 1 },
      body: { body: richLines('{ФИО} {Льгота}') },
    });
    expect(body).toMatchObject({ checked: 1, total: 1, empty: [{ key: 'Льгота', records: 1 }], long: [] });
  });
});

describe('bad texts', () => {
  const text = (value: string): RichText => ({
    v: 1,
    doc: [{ type: 'paragraph', content: [{ type: 'text', text: value }] }],
  });

  it('with an unknown variable does not take effect', async () => {
    const draft = await save(4, richLines('{Погода}'), null);
    const refused = await enact(4, draft.body.draft.version);
    expect([refused.status, refused.body.errors.body]).toEqual([422, 'Нет переменной «Погода»']);
  });

  it.each([
    '#read("/etc/passwd")',
    '#include "/etc/passwd"',
    '#import "@preview/cetz:0.2.2"',
    '#image("http://evil.example/x.png")',
    '#{ while true {} }',
    '$ x $',
    '\\u{0}"]; #panic()',
  ])('%s is printed as it is written', async (words) => {
    const { status, body } = await look(1, text(words));
    expect(status).toBe(200);
    expect(body.picture).toMatch(/^<svg/);
  });

  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty'])(
    '{%s}, a name that every object has, is unknown like any other',
    async (key) => {
      const body = richLines(`Дана {${key}}. {ФИО}\n[[${key}]]\n?${key} {ФИО}`);
      const looked = await look(1, body);
      expect([looked.status, looked.body.unknown], looked.text).toEqual([200, [{ key, likely: null }]]);
      expect(looked.body.picture).toMatch(/^<svg/);
    },
  );

  it('of 5 MB, empty, of an unknown node', async () => {
    const huge = await save(5, text('а'.repeat(2_500_000)), null);
    expect([huge.status, huge.body.message]).toEqual([413, expect.stringMatching(/[а-яё]/)]);
    expect((await save(5, text('а'.repeat(100_001)), null)).status).toBe(422);
    expect((await save(5, { v: 1, doc: [] }, null)).status).toBe(422);
    expect((await save(5, { v: 1, doc: [{ type: 'script' } as unknown as RichBlock] }, null)).status).toBe(422);
    expect((await open(5)).draft).toBeNull();
  });

  it('letters that the font lacks are named', async () => {
    const { body } = await look(1, text('漢'));
    expect([body.picture, body.refusal]).toEqual([null, 'Этих знаков нет в шрифте документов: 漢']);
  });
});

describe('kinds that people make', () => {
  const kind = {
    name: 'Пропуск на территорию',
    sort: 50,
    is_po_specific: true,
    is_manual_numerated: false,
    date_mode: null,
    warns_of_repeat: false,
    is_personal: false,
    is_active: true,
    contexts: ['garage' as const],
    levels: ['po' as const],
  };
  let id: number;
  it('are printed in the common frame at their levels, and nowhere else', async () => {
    const made = await root.call(documentKinds.create, { body: kind });
    expect(made.status).toBe(200);
    id = made.body.id;
    const draft = await save(id, richLines('# ПРОПУСК\nВыдан {ФИОкому}, гараж {ГаражПолностью}.'), null);
    await enact(id, draft.body.draft.version);
    const text = await printed(id);
    expect(text).toContain('ПРОПУСК');
    expect(text).toContain('Председатель ПО');
    const asked = { document_type_id: id, garage_id: garage, specific_po: at.w.po };
    const refused = await print(t, at.mo, asked);
    expect([refused.status, refused.problem.message]).toEqual([403, 'Этот вид печатает ПО']);
    // Support sees more pages than others; the levels of a kind hold for it.
    const support = await as(t, { mo: at.w.mo, isSuperuser: SUPPORT });
    expect((await print(t, support, asked)).status).toBe(403);
    const { body } = await at.mo.call(documentTypeInfo, { body: { garage_id: garage, document_types: [id] } });
    expect(body.data[0].refusal).toBe('Этот вид печатает ПО');
  });

  it('keep where they are printed once they were', async () => {
    const row = (await root.call(documentKinds.one, { params: { id } })).body;
    const moved = await root.call(documentKinds.update, { params: { id }, body: { ...row, contexts: ['profile'] } });
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['contexts']]);
    const bare = await root.call(documentKinds.create, { body: { ...kind, name: 'Ещё', levels: [], contexts: [] } });
    expect(Object.keys(bare.body.errors).sort()).toEqual(['contexts', 'levels']);
  });

  it('only a superuser comes here', async () => {
    for (const who of [at.mo, at.po])
      expect((await who.call(studio.templateStudio, { params: { id: 1 } })).status).toBe(403);
    expect((await save(1, richLines('x'), null, null, at.mo)).status).toBe(403);
  });
});

it('a trial on somebody of a personal kind is told in the log once a day; of another kind it is not', async () => {
  const found = await open(14);
  const lines = () =>
    t.deps.db
      .selectFrom('action_log')
      .where('verb', '=', 'reference.open')
      .where('user_id', '=', root.userId)
      .where('text', 'like', '%мастерской%')
      .select(['object_type', 'object_id'])
      .execute();
  expect((await look(2, (await open(2)).body)).status).toBe(200);
  const before = await lines();
  expect((await look(14, found.body)).status).toBe(200);
  expect((await look(14, found.body)).status).toBe(200);
  expect((await lines()).slice(before.length)).toEqual([{ object_type: 'garage', object_id: garage }]);
});

it('a paper that another ПО printed of the same person is not told in the print window; his МО knows both', async () => {
  const person = await newPerson(at.mo, at.w.po);
  await newGarage(at.mo, at.w.siblingPo, { alreadyExistProfile: [{ profileId: person.id }], ownedSince: '2020-01-01' });
  const other = await as(t, { po: at.w.siblingPo });
  const printedAt = await print(t, at.po, { document_type_id: 10, profile_id: person.id });
  expect(printedAt.status, JSON.stringify(printedAt.problem)).toBe(200);
  const told = async (who: typeof other) =>
    (await who.call(documentTypeInfo, { body: { document_types: [10], profile_id: person.id } as never })).body.data[0]
      .printed?.id ?? null;
  expect(await told(at.po)).toBe(printedAt.id);
  expect(await told(at.mo)).toBe(printedAt.id);
  expect(await told(other)).toBeNull();
});
