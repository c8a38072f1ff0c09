// The action log: who sees which lines, filters, changes in words, pages by key, nothing can be unsaid.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as c from '../../contract/actionLog.ts';
import { garages } from '../../contract/garages.ts';
import { profiles } from '../../contract/profiles.ts';
import { exportList } from '../../contract/exports.ts';
import { keysetMemory } from '../../providers/keyset.ts';
import { changesOf } from '../../server/actionLog/rules.ts';
import { maskText } from '../../server/kernel/masking.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { garageBody, newGarage, newPerson, personBody } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { account, Browser } from '../session/people.ts';

let t: TestApp;
let w: World;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
});
afterAll(() => t.close());

const log = (who: Caller, filter: Partial<c.LogFilter>, more: object = {}) =>
  who.call(c.actionLog.list, { query: { filter, sort: '["at","DESC"]', range: '[0,999]', ...more } });
const ids = async (who: Caller, filter: Partial<c.LogFilter>): Promise<number[]> =>
  (await log(who, filter)).body.map((row: c.ActionRow) => row.id);

describe('the device', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
  it('is told in words, kept with the line, by its list and its file; a line without words says so', async () => {
    const chief = await as(t, { mo: w.mo });
    const done = await newGarage(chief, w.po);
    const write = await chief.call(garages.create, {
      body: garageBody(w.po),
      headers: { 'user-agent': agent },
    });
    expect(write.status, write.text).toBe(200);
    const who = await as(t, { mo: w.mo });
    const rows = (await log(who, { tab: 'garage' })).body as c.ActionRow[];
    const deviceOf = (id: number) => rows.find((row) => row.object?.id === id)!.device;
    expect(deviceOf(write.body.id)).toBe('Chrome 131, Windows · ffffffffffff');
    expect(deviceOf(done.id)).toBe('Браузер не записан · ffffffffffff');
    const file = await who.call(exportList, {
      params: { resource: 'action_log' },
      body: { format: 'csv', columns: ['device'], filter: { tab: 'garage' }, sort: ['at', 'DESC'] },
    });
    expect(file.text.trimEnd().split('\r\n').slice(0, 3)).toEqual([
      '\ufeffУстройство',
      'Chrome 131, Windows · ffffffffffff',
      'Браузер не записан · ffffffffffff',
    ]);
  });
});

describe('who sees what', () => {
  it('a line is seen by its ПО, МО and region, whoever wrote it and whatever he knew of the place', async () => {
    const chief = await as(t, { mo: w.mo });
    const garage = await newGarage(chief, w.po);
    const sees = async (person: Parameters<typeof as>[1]) => {
      const reply = await log(await as(t, person), { tab: 'garage' });
      return reply.body.some((row: c.ActionRow) => row.object?.id === garage.id);
    };
    for (const person of [{ po: w.po }, { mo: w.mo, capabilities: [] }, { region: w.region }])
      expect(await sees(person)).toBe(true);
    for (const person of [{ po: w.siblingPo }, { mo: w.siblingMo }, { region: w.foreignRegion }])
      expect(await sees(person)).toBe(false);
    const line = (await log(chief, { tab: 'garage' })).body.find((row: c.ActionRow) => row.object?.id === garage.id);
    expect(line).toMatchObject({
      po: 'КАС № 12-3',
      mo: expect.stringContaining('Невское'),
      region: expect.stringContaining('Северный'),
    });
    const one = (who: Caller) => who.call(c.actionLog.one, { params: { id: line.id } });
    expect((await one(chief)).body.id).toBe(line.id);
    // Foreign and absent answer alike.
    const stranger = await as(t, { po: w.foreignPo });
    const absent = await stranger.call(c.actionLog.one, { params: { id: 2_000_000 } });
    expect([(await one(stranger)).status, (await one(stranger)).body]).toEqual([404, absent.body]);
  });

  it('a failed sign-in stands where the person works; an МО official’s doings reach his region', async () => {
    const who = await account(t, { rights: [{ po_id: w.cousinPo }] });
    await new Browser(t, 'x').signIn(who.email, 'wrong-password-1');
    const region = await as(t, { region: w.region });
    const lines = (await log(region, { tab: 'sign', verb: ['sign.failed'] })).body as c.ActionRow[];
    expect(lines.find((row) => row.object?.id === who.id)).toMatchObject({ po: expect.stringContaining('КАС № 2') });
  });

  it('the story of one object: its lines of every tab, in the own place alone', async () => {
    const chief = await as(t, { mo: w.mo });
    const garage = await newGarage(chief, w.po);
    const other = await newGarage(chief, w.po);
    const story = async (who: Caller, id: number) =>
      (await log(who, { tab: 'all', object: `garage:${id}` })).body.map((row: c.ActionRow) => row.object?.id);
    expect(await story(chief, garage.id)).toEqual([garage.id]);
    expect(await story(chief, other.id)).toEqual([other.id]);
    expect(await story(await as(t, { po: w.siblingPo }), garage.id)).toEqual([]);
    expect((await log(chief, { tab: 'all', object: 'garage:x' })).status).toBe(400);
  });

  it('everywhere is for superusers; to anybody else it changes nothing', async () => {
    const root = await as(t, { region: w.foreignRegion, isSuperuser: 2, role: 'superuser' });
    const po = await as(t, { po: w.siblingPo });
    expect(await ids(root, { tab: 'garage' })).toEqual([]);
    expect((await ids(root, { tab: 'garage', everywhere: true })).length).toBeGreaterThan(0);
    expect(await ids(po, { tab: 'garage', everywhere: true })).toEqual(await ids(po, { tab: 'garage' }));
  });

  it('refreshed tokens and kept habits are no actions', async () => {
    const who = await account(t, { rights: [{ mo_id: w.mo }] });
    const browser = new Browser(t, 'r');
    await browser.signIn(who.email);
    await browser.refresh();
    const verbs = (await log(await as(t, { mo: w.mo }), { tab: 'sign', user: [who.id] })).body.map(
      (row: c.ActionRow) => row.verb,
    );
    expect(verbs).toEqual(['sign.login']);
  });

  it('people to choose from are those of the scope', async () => {
    const mine = await account(t, { rights: [{ po_id: w.po }] });
    const foreign = await account(t, { rights: [{ po_id: w.foreignPo }] });
    const names = async (person: Parameters<typeof as>[1], query: object = {}) =>
      (await (await as(t, person)).call(c.logUsers, { query: query as never })).body.data.map(
        (one: { id: number }) => one.id,
      );
    expect(await names({ mo: w.mo })).toContain(mine.id);
    expect(await names({ mo: w.mo })).not.toContain(foreign.id);
    expect(await names({ mo: w.mo }, { ids: `${mine.id},${foreign.id}` })).toEqual([mine.id]);
    expect(await names({ po: w.siblingPo }, { q: 'марина' })).toEqual([]);
  });
});

describe('filters and pages', () => {
  let mo: Caller;
  let place: World;
  beforeAll(async () => {
    place = await world(t.deps.db);
    mo = await as(t, { mo: place.mo });
    await sql`insert into action_log (at, user_id, user_name, verb, text, po_id)
      select timestamptz '2026-01-01 00:00+03' + (n / 2) * interval '1 hour', case when n % 3 = 0 then ${mo.userId}::int end, 'Автор', case when n % 5 = 0 then 'comment.delete' else 'comment.add' end, 'Строка ' || n,
        case when n % 2 = 0 then ${place.po}::int else ${place.siblingPo}::int end
      from generate_series(0, 239) as n`.execute(t.deps.db);
  });

  it('by day, ПО, person and action', async () => {
    expect(await ids(mo, { tab: 'comment' })).toHaveLength(240);
    expect(await ids(mo, { tab: 'comment', from: '2026-01-02', to: '2026-01-02' })).toHaveLength(48);
    expect(await ids(mo, { tab: 'comment', from: '2026-01-05' })).toHaveLength(48);
    expect(await ids(mo, { tab: 'comment', po: [place.po] })).toHaveLength(120);
    expect(await ids(mo, { tab: 'comment', po: [w.po] })).toEqual([]);
    expect(await ids(mo, { tab: 'comment', user: [mo.userId] })).toHaveLength(80);
    expect(await ids(mo, { tab: 'comment', verb: ['comment.delete'] })).toHaveLength(48);
  });

  it.each([
    ['DESC', undefined],
    ['ASC', undefined],
    // Each action is walked by itself: together they are the same pages.
    ['DESC', ['comment.delete', 'comment.add', 'comment.delete', 'comment.edit']],
    ['ASC', ['comment.add', 'comment.delete']],
  ])('pages by key give every line once and in order, %s, actions %j', async (direction, verb) => {
    const all = (await log(mo, { tab: 'comment' }, { sort: JSON.stringify(['at', direction]) })).body.map(
      (row: c.ActionRow) => row.id,
    );
    const walked: number[] = [];
    for (let after: number | undefined; ;) {
      const page = await log(
        mo,
        { tab: 'comment', ...(verb && { verb }), ...(after ? { after } : {}) },
        { range: '[0,24]', sort: JSON.stringify(['at', direction]) },
      );
      const got = page.body.map((row: c.ActionRow) => row.id);
      walked.push(...got);
      if (got.length < 25) break;
      after = got.at(-1);
    }
    expect(walked).toEqual(all);
    expect(new Set(walked).size).toBe(240);
  });

  it('the console remembers where it has walked to', () => {
    const memory = keysetMemory();
    const page = (first: number, key = 'a') => ({ key, first, perPage: 2 });
    expect(memory.find(page(2))).toBeNull();
    memory.keep(page(0), [9, 8], 5);
    expect(memory.find(page(2))).toEqual({ after: 8, total: 5 });
    expect(memory.find(page(2, 'b'))).toBeNull();
    memory.keep(page(2), [7, 6], 5);
    expect([memory.find(page(4)), memory.find(page(0))]).toEqual([{ after: 6, total: 5 }, null]);
    memory.keep(page(4), [5], 5);
    expect(memory.find(page(6))).toBeNull();
    // The first page again: lines may have been added.
    memory.keep(page(0), [11, 10], 7);
    expect([memory.find(page(2)), memory.find(page(4))]).toEqual([{ after: 10, total: 7 }, null]);
  });

  it('nonsense is told, not a fault', async () => {
    for (const filter of [{ tab: 'everything' }, { tab: 'sign', from: '2026-13-01' }, { tab: 'sign', user: ['x'] }])
      expect((await log(mo, filter as never)).status).toBe(400);
    expect((await log(mo, { tab: 'comment', after: 2_000_000_000 })).body).toEqual([]);
  });
});

describe('what a line says', () => {
  it('fields by name, before and after in words', async () => {
    const chief = await as(t, { mo: w.mo });
    const person = await newPerson(chief, w.po);
    const card = (await chief.call(profiles.one, { params: { id: person.id } })).body;
    const changed = await chief.call(profiles.update, {
      params: { id: person.id },
      body: {
        ...personBody(),
        lastName: 'Переименов',
        phoneNumberList: ['+79001112233'],
        privilege: { value: 12 },
        version: card.version,
      } as never,
    });
    expect(changed.status).toBe(200);
    const find = async (who: Caller, verb = 'profile.update') =>
      ((await log(who, { tab: 'profile', verb: [verb] })).body as c.ActionRow[]).find(
        (row) => row.object?.id === person.id,
      )!;
    const wordsOf = (row: c.ActionRow) =>
      Object.fromEntries(row.changes.map((change) => [change.field, [change.before, change.after]]));
    const line = await find(chief);
    expect(wordsOf(line)['Фамилия']![1]).toBe('Переименов');
    expect(JSON.stringify(line)).not.toContain('79001112233');
    // A privilege and a status are actions of their own: they are looked for by themselves.
    const privilege = await find(chief, 'profile.privilege');
    expect(wordsOf(privilege)).toEqual({ Льгота: ['Нет', 'Пенсионер'] });
    expect(privilege.text).toBe('Изменены: льгота');
    expect(wordsOf(line)['Льгота']).toBeUndefined();
    expect(await find(chief, 'profile.voa_status')).toBeUndefined();
    const reader = await find(await as(t, { mo: w.mo, capabilities: [] }), 'profile.privilege');
    expect(reader.changes.find((change) => change.field === 'Льгота')).toMatchObject({
      before: 'нет',
      after: 'льгота',
    });
  });

  it.each([
    ['Телефон +79001234567 и 8 (900) 123-45-67', 'Телефон +7 *** ***-45-67 и +7 *** ***-45-67'],
    ['паспорт 4012 123456', 'паспорт 40** ***456'],
    ['m.sokolova@example.ru', 'm***@example.ru'],
    ['ЛС 1123000455, 12 500,00 ₽', 'ЛС 1123000455, 12 500,00 ₽'],
    ['Гараж А, 45', 'Гараж А, 45'],
  ])('%s', (text, shown) => expect(maskText(text)).toBe(shown));

  it('whom a look showed is not told by number; no half of a phone stays open where a long text is cut', () => {
    expect(changesOf(null, { people: [1, 2] }, {}, true)).toEqual([]);
    const [long] = changesOf(null, { comment: `${'я'.repeat(295)} +79211234567` }, {}, true);
    expect(long!.after).toBe(`${'я'.repeat(295)} +7 *`);
  });

  it('dates, sums, yes and no, lists and nothing', () => {
    const before = {
      date_of_construction: '1999-05-01',
      balance_kopecks: -450000,
      is_active: true,
      share: null,
      same: 1,
    };
    const after = { date_of_construction: null, balance_kopecks: 0, is_active: false, share: ['1/2', '1/2'], same: 1 };
    expect(changesOf(before, after, {}, true)).toEqual([
      { field: 'Дата постройки', before: '01.05.1999', after: '—' },
      { field: 'Остаток', before: '−4\u00a0500,00\u00a0₽', after: '0,00\u00a0₽' },
      { field: 'Работает', before: 'да', after: 'нет' },
      { field: 'Доля', before: '—', after: '1/2, 1/2' },
    ]);
    expect(changesOf('старый текст', 'новый текст', {}, true)).toEqual([
      { field: 'Запись', before: 'старый текст', after: 'новый текст' },
    ]);
    expect(changesOf(null, undefined, {}, true)).toEqual([]);
    // Numbers of lists are told by the names they had; what is not there any more, by its number.
    const types = { accrual_type: new Map([[3, 'Аренда земли']]) };
    expect(changesOf({ accrual_type_id: 3 }, { accrual_type_id: 9 }, types, true)).toMatchObject([
      { before: 'Аренда земли', after: '№ 9' },
    ]);
  });
});

describe('nothing is unsaid', () => {
  it('the database refuses to change, delete or empty the log', async () => {
    const chief = await as(t, { mo: w.mo });
    await newGarage(chief, w.po);
    for (const attempt of [
      sql`update action_log set text = 'x' where id = (select max(id) from action_log)`,
      sql`delete from action_log`,
      sql`truncate action_log cascade`,
    ])
      await expect(attempt.execute(t.deps.db)).rejects.toThrow('never changed or deleted');
  });

  it('taking the log away is a line of the log', async () => {
    const chief = await as(t, { mo: w.mo });
    const [garage] = (await chief.call(garages.list)).body;
    const reply = await chief.call(exportList, {
      params: { resource: 'action_log' },
      body: {
        format: 'csv',
        columns: ['at', 'user', 'action', 'text', 'object', 'mo', 'po'],
        sort: ['at', 'DESC'],
        filter: { tab: 'garage' },
      },
    });
    expect(reply.status).toBe(200);
    const rows = reply.text.trimEnd().split('\r\n');
    expect(rows[0]).toBe('\ufeffВремя, МСК;Пользователь;Действие;Что сделано;Над чем;МО;ПО');
    expect(rows).toHaveLength((await ids(chief, { tab: 'garage' })).length + 1);
    expect(rows[1]).toMatch(/^20\.11\.2026 12:00:00;Чиновников\d+ П\. И\.;создан;/);
    const [line] = (await log(chief, { tab: 'copy' })).body as c.ActionRow[];
    expect([line!.verb, line!.text]).toEqual(['copy.export', expect.stringContaining('Журнал действий')]);
    expect(garage).toBeTruthy();
  });
});
