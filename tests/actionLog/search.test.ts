// The log searched by a few words: who did it, over whom, over which garage or paper, where; figures tell of the same lines.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { statistics } from '../../contract/statistics.ts';
import { act, type LogEntry } from '../../server/kernel/act.ts';
import { workCtx } from '../../server/kernel/ctx.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import type { World } from '../kit/world.ts';
import { ownedGarage, place, print, day } from '../documents/kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
let foreign: Caller;
let garage: number;
let paper: string;

beforeAll(async () => {
  t = await testApp();
  const at = await place(t);
  ({ w, mo, po } = at);
  foreign = await as(t, { mo: w.foreignMo });
  const person = await newPerson(mo, w.po, { lastName: 'Ёлкин-Редкий', firstName: 'Аркадий' });
  const here = { region_id: w.region, mo_id: w.mo, po_id: w.po };
  garage = (await newGarage(mo, w.po, { section: 'Щ', number: '9071' })).id;
  const ctx = workCtx(t.deps, { userId: po.userId, name: 'Проба' });
  const say = (entry: LogEntry) => act(ctx, 'news.create', ({ log }) => log({ place: here, ...entry }));
  await say({ object: { type: 'profile', id: person.id, name: 'Ёлкин' }, text: 'о человеке' });
  await say({ object: { type: 'garage', id: garage, name: '9071' }, text: 'о гараже' });
  await say({ object: { type: 'reregistration', id: 7_654_321 }, text: 'о переоформлении' });
  await say({ text: 'Звонили по +7 921 555-44-33' });
  await t.deps.db.updateTable('app_user').set({ last_name: 'Хранителев' }).where('id', '=', po.userId).execute();
  await t.deps.db.updateTable('po').set({ name: 'КАС «Заветный»' }).where('id', '=', w.siblingPo).execute();
  await say({ place: { ...here, po_id: w.siblingPo }, text: 'о соседях' });
  const other = workCtx(t.deps, { userId: mo.userId, name: 'Другой' });
  await act(other, 'news.create', ({ log }) => log({ place: here, text: 'работа другого' }));
  const owned = await ownedGarage(at, { passNum: '777001' });
  await print(t, at.po, { document_type_id: 1, garage_id: owned.garage.id, start_date: day, end_date: day } as never);
  paper = (await t.deps.db.selectFrom('document').orderBy('id', 'desc').select('number').executeTakeFirstOrThrow())
    .number;
});
afterAll(() => t.close());

const found = async (q: string, who = mo, more: object = {}): Promise<string[]> => {
  const query = { filter: { tab: 'all', q, ...more }, range: '[0,999]' };
  const { body, status, text, headers } = await who.call(actionLog.list, { query });
  expect(status, text).toBe(200);
  // The page says that there are as many as it found.
  expect(Number(String(headers['content-range']).split('/')[1]), q).toBe(body.length);
  return (body as ActionRow[]).map((row) => row.text);
};

describe('finds lines', () => {
  it.each([
    ['елкин', ['о человеке']],
    ['аркадий редкий', ['о человеке']],
    ['щ 9071', ['о гараже']],
    ['Щ-9071', ['о гараже']],
    ['9071', ['о гараже']],
    ['№ 7654321', ['о переоформлении']],
    ['заветный', ['о соседях']],
    ['такого-нет', []],
  ])('by «%s»', async (q, texts) => {
    expect((await found(q)).filter((text) => text.startsWith('о '))).toEqual(texts);
  });

  it('by the name of who did it, beside other conditions', async () => {
    expect((await found('хранителев', mo, { verb: ['news.create'] })).toSorted()).toEqual([
      'Звонили по +7 *** ***-44-33',
      'о гараже',
      'о переоформлении',
      'о соседях',
      'о человеке',
    ]);
  });

  it('by the number of a paper and by a part of it', async () => {
    for (const q of [paper, paper.slice(0, -3)]) expect((await found(q)).join()).toContain(`№ ${paper}`);
  });
});

it('tells nothing of what is masked, nor of other places', async () => {
  for (const q of ['9215554433', '555-44-33']) expect(await found(q)).toEqual([]);
  // Three figures may stand in some number made by chance: the call itself is not found by them.
  expect((await found('921')).filter((text) => text.startsWith('Звонили'))).toEqual([]);
  for (const q of ['елкин', '9071', 'заветный', 'хранителев', paper]) expect(await found(q, foreign)).toEqual([]);
});

it('a phone that somebody wrote into a name is not told digit by digit to those who do not keep the register', async () => {
  await newPerson(mo, w.po, { lastName: 'Записной 89217008090' });
  const reader = await as(t, { mo: w.mo, capabilities: [2, 3] });
  expect(await found('записной', reader)).not.toEqual([]);
  expect(await found('89217008090', mo)).not.toEqual([]);
  for (const q of ['8921700', '89217008090', 'записной 8921']) expect(await found(q, reader), q).toEqual([]);
});

it('marks of patterns are letters like others', async () => {
  for (const q of ['%', '_', '\\', "'; drop"])
    expect((await found(q)).filter((text) => text.startsWith('о '))).toEqual([]);
});

it('figures of the tab are of the lines found', async () => {
  const query = { filter: { q: 'хранителев', verb: ['news.create'], from: '2026-11-01' }, against: 'before' as const };
  const { body } = await mo.call(statistics, { params: { tab: 'all' }, query } as never);
  expect(body.count.now).toBe(5);
  const { q: _q, ...rest } = query.filter;
  const whole = await mo.call(statistics, { params: { tab: 'all' }, query: { ...query, filter: rest } } as never);
  expect(whole.body.count.now).toBe(6);
});

it('a superuser who looks everywhere finds what stands at other places too', async () => {
  const root = await as(t, { mo: w.foreignMo, isSuperuser: 2, role: 'superuser' });
  expect(await found('Щ 9071', root)).toEqual([]);
  expect(await found('Щ 9071', root, { everywhere: true })).toEqual(await found('Щ 9071'));
  expect(await found('елкин', root, { everywhere: true })).toContain('о человеке');
  expect(await found('Щ 9071', foreign, { everywhere: true })).toEqual([]);
});
