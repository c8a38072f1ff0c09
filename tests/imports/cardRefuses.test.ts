// What the card of an owner refuses a load refuses too: the row is loaded without it, the text waits beside the garage.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as c from '../../contract/imports.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world } from '../kit/world.ts';
import { bring, load, type SheetRows } from './kit.ts';

let t: TestApp;
let root: Caller;
let chief: Caller;
let po: number;
beforeAll(async () => {
  t = await testApp();
});
beforeEach(async () => {
  const w = await world(t.deps.db);
  po = w.po;
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  chief = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const people = async () =>
  (
    await sql<Record<string, unknown>>`select p.id, p.kind, p.full_name, p.inn, p.privilege_id, g.id as garage
      from garage g left join ownership o on o.garage_id = g.id left join profile p on p.id = o.profile_id
      where g.po_id = ${po} order by g.id, o.id`.execute(t.deps.db)
  ).rows;
const rowsOf = async (id: number, query: object = {}) =>
  (await root.call(c.importRows, { params: { id }, query: query as never })).body.data as c.PreviewRow[];
const waiting = async (garage: unknown) =>
  (await chief.call(c.revealAttention, { params: { id: garage as number } })).body.data.map(
    (one: { text: string }) => one.text,
  );

describe('a privilege that tells of health', () => {
  const titles = ['№ гаража', 'ФИО', 'Дата рождения', 'Льгота', '№ удостоверения', 'Член ВОА с'];
  const sheets: SheetRows = {
    Лист: [
      titles,
      [1, 'Первов Иван Ильич', '01.02.1960', 'Инвалид II гр.', 'МСЭ 12345', null],
      [2, 'Второв Иван Ильич', '01.02.1961', 'Инвалид II гр.', 'МСЭ 12346', '01.02.1990'],
      [3, 'Третьев Иван Ильич', '01.02.1962', 'Ветеран труда', 'В 12347', null],
    ],
  };

  it('of whom is no member and gave no written consent is not stored; it is told and its text is kept', async () => {
    const batch = await bring(t, root, po, sheets);
    expect(batch.kinds).toContainEqual({ kind: 'privilege_unconsented', count: 1, done: 0 });
    const told = await rowsOf(batch.id, { kind: 'privilege_unconsented' });
    expect(told.map(({ row, issues, read }) => [row, issues.map((one) => one.message), read.privilege])).toEqual([
      [
        2,
        [
          'Льгота «Инвалид II гр.» не записана, текст сохранён в строке: нужно письменное согласие на обработку сведений о здоровье',
        ],
        undefined,
      ],
    ]);
    expect((await rowsOf(batch.id)).map((row) => row.issues.length)).toEqual([1, 0, 0]);
    await load(t, root, po, sheets);
    const stored = await people();
    expect(stored.map((row) => row.privilege_id)).toEqual([0, 4, 8]);
    expect(await waiting(stored[0]!.garage)).toEqual(['Инвалид II гр.', 'МСЭ 12345']);
    expect(await waiting(stored[1]!.garage)).toEqual([]);
    // The same file again has nothing to say.
    expect((await bring(t, root, po, sheets)).plan).toMatchObject({ same: 3, update: 0, differs: 0 });
  });

  it('is taken once he has consented in writing', async () => {
    await load(t, root, po, { Лист: [titles, [1, 'Первов Иван Ильич', '01.02.1960']] });
    const [{ id }] = (await people()) as [{ id: number }];
    await t.deps.db.insertInto('consent').values({ profile_id: id, kind: 'health', signed_at: '2026-11-01' }).execute();
    await load(t, root, po, sheets);
    expect((await people())[0]!.privilege_id).toBe(4);
  });
});

describe('an organisation', () => {
  const titles = ['№ гаража', 'ФИО', 'Телефон', 'Долг'];

  it('without an ИНН or with a wrong one gets no card; its garage is loaded, its texts are kept', async () => {
    const sheets: SheetRows = {
      Лист: [
        titles,
        [1, 'ООО «Лютик»', '89001110020', 500],
        [2, 'ООО «Мак», ИНН 7801234567', null, 0],
        [3, 'ООО «Ромашка», ИНН 7801234564', null, 0],
        [4, 'ООО «Ромашка»', null, 0],
      ],
    };
    const batch = await bring(t, root, po, sheets);
    expect((await rowsOf(batch.id)).map((row) => [row.owners, row.issues.map((one) => one.code)])).toEqual([
      ['', ['owner_is_organisation', 'inn_missing']],
      ['', ['owner_is_organisation', 'inn_wrong', 'inn_missing']],
      ['ООО «Ромашка» (ИНН 7801234564)', ['owner_is_organisation']],
      ['ООО «Ромашка» (ИНН 7801234564)', ['owner_is_organisation']],
    ]);
    await load(t, root, po, sheets);
    const stored = await people();
    expect(stored.map((row) => [row.full_name, row.inn])).toEqual([
      [null, null],
      [null, null],
      ['ООО «Ромашка»', '7801234564'],
      ['ООО «Ромашка»', '7801234564'],
    ]);
    expect(await waiting(stored[0]!.garage)).toEqual(['ООО «Лютик»', '89001110020']);
    expect(await waiting(stored[1]!.garage)).toEqual(['ООО «Мак», ИНН 7801234567']);
    expect((await bring(t, root, po, sheets)).plan).toMatchObject({ same: 4, update: 0, conflict: 0 });
  });

  it('of one ИНН is one card, however it is spelt; of another ИНН it is another', async () => {
    await load(t, root, po, { Лист: [titles, [1, 'ООО «Ромашка», ИНН 7801234564', null, 0]] });
    const sheets: SheetRows = {
      Лист: [
        titles,
        [1, 'ООО Ромашка Плюс, ИНН 7801234564', null, 0],
        [2, 'ООО Ромашка Плюс, ИНН 7801234564', null, 0],
        [3, 'ООО «Ромашка», ИНН 7707083893', null, 0],
      ],
    };
    const batch = await bring(t, root, po, sheets);
    expect(batch.plan).toMatchObject({ create: 2, same: 1, conflict: 0 });
    await load(t, root, po, sheets);
    const stored = await people();
    expect(stored.map((row) => row.inn)).toEqual(['7801234564', '7801234564', '7707083893']);
    expect(stored[0]!.id).toBe(stored[1]!.id);
  });
});
