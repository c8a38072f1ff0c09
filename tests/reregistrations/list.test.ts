// The list of cases: what is shown unasked, each condition alone, counts, whose it is; the search box, files and views over it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { exportList } from '../../contract/exports.ts';
import { saveView, savedViews } from '../../contract/habits.ts';
import { reregistrations, type ReregistrationCard, type ReregistrationRow } from '../../contract/reregistrations.ts';
import { reregistrationCounts } from '../../contract/reregistrations/steps.ts';
import { globalSearch } from '../../contract/search.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';
import { charge, form, inWork, move, ownedGarage, save, tariff } from './kit.ts';

let t: TestApp;
let w: World;
let mo: Caller;
let po: Caller;
/** A case of every state, the names of the world in its keys. */
const cases: Record<string, ReregistrationCard> = {};
let buyer: Awaited<ReturnType<typeof newPerson>>;

const ids = (...names: string[]) => names.map((name) => cases[name]!.id).sort((a, b) => a - b);
const rows = async (filter: object | null, who = mo): Promise<ReregistrationRow[]> => {
  const query = filter ? { filter: JSON.stringify(filter), range: '[0,99]' } : { range: '[0,99]' };
  const reply = await who.call(reregistrations.list, { query: query as never });
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const found = async (filter: object | null, who = mo) =>
  (await rows(filter, who)).map(({ id }) => id).sort((a, b) => a - b);

beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  for (const group of ['full', 'relative'] as const) await tariff(t, group, 300_000);
  buyer = await newPerson(mo, w.po, { lastName: 'Покупательский' });
  const one = async (place: number, reason = 1, more: object = {}) =>
    form((await ownedGarage(mo, place)).id, reason, {
      newOwner: [{ profileId: (await newPerson(mo, place)).id }],
      ...more,
    });
  const applied = async (body: ReturnType<typeof form>) => save(mo, { ...body, apply: true } as never);
  cases.idle = await applied(await one(w.po, 1, { dateRequest: '2026-11-09', date: '2026-11-09' }));
  await t.deps.db
    .updateTable('reregistration')
    .set({ last_event_at: '2026-11-10T09:00:00.000Z' })
    .where('id', '=', cases.idle.id)
    .execute();
  cases.draft = await save(mo, await one(w.po));
  cases.applied = await applied(await one(w.siblingPo));
  const work = await one(w.po, 1, { newOwner: [{ profileId: buyer.id }], dateRequest: '2026-11-15' });
  cases.work = await inWork(mo, work);
  await charge(mo, work.garage, 700_000);
  cases.ready = await inWork(mo, await one(w.siblingPo, 11));
  cases.returned = (await move(mo, await applied(await one(w.po)), 'return', { comment: 'Нет акта' })).body;
  cases.refused = (await move(mo, await applied(await one(w.po)), 'refuse', { comment: 'Нет акта' })).body;
  cases.done = (await move(mo, await inWork(mo, await one(w.po)), 'complete')).body;
  cases.annulled = (
    await move(mo, (await move(mo, await inWork(mo, await one(w.po)), 'complete')).body, 'annul', {
      comment: 'Ошиблись',
    })
  ).body;
});
afterAll(() => t.close());

it('a debt stops a case when it is meant by it: of who leaves, from before the day of the change', async () => {
  const place = await world(t.deps.db);
  const chief = await as(t, { mo: place.mo });
  const made: number[] = [];
  const one = async (owners: number, reason: number, more: (ids: number[]) => object) => {
    const garage = await ownedGarage(chief, place.po, owners);
    const { rows: own } = await sql<{
      id: number;
    }>`select id from ownership where garage_id = ${garage.id} order by is_primary desc, id`.execute(t.deps.db);
    const heir = [{ profileId: (await newPerson(chief, place.po)).id }];
    const ids = own.map(({ id }) => id);
    const body = form(garage.id, reason, { newOwner: heir, ...more(ids) });
    made.push((await inWork(chief, body)).id);
    await charge(chief, garage.id, 450_000);
  };
  await one(1, 1, () => ({}));
  await one(2, 1, ([first]) => ({ leaving: [first] }));
  await one(2, 1, ([, second]) => ({ leaving: [second] }));
  await one(1, 3, () => ({ date: '2026-10-15' }));
  const listed = await rows({}, chief);
  const told = made.map((id) => listed.find((row) => row.id === id)!.debt_kopecks);
  for (const [nth, id] of made.entries()) {
    const card = (await chief.call(reregistrations.one, { params: { id } })).body;
    expect([nth, told[nth]]).toEqual([nth, card.preview.debt_kopecks]);
  }
  expect(told).toEqual([450_000, 450_000, 0, 0]);
  // A reason that asks for no debt, and a case that is over: their garages owe, the cases mean nothing of it.
  await one(1, 11, () => ({}));
  const refused = (await chief.call(reregistrations.one, { params: { id: made[0]! } })).body;
  expect((await move(chief, refused, 'refuse', { comment: 'Нет акта' })).status).toBe(200);
  for (const filter of [{}, { any: true }, { status: 4 }]) {
    const list = await chief.call(reregistrations.list, { query: { filter, range: [0, 99] } as never });
    const sum = list.body.reduce((total: number, row: { debt_kopecks: number }) => total + row.debt_kopecks, 0);
    const totals = JSON.parse(String(list.headers['x-totals'])) as { debt_kopecks: number };
    expect([filter, totals.debt_kopecks]).toEqual([filter, sum]);
  }
});

describe('the list', () => {
  it('shows what is in work unasked; each state alone; a draft to its author', async () => {
    expect(await found(null)).toEqual(ids('work', 'ready'));
    expect(await found({ status: [1, 6] })).toEqual(ids('idle', 'applied', 'returned'));
    expect(await found({ status: 0 })).toEqual(ids('draft'));
    expect(await found({ status: 0 }, await as(t, { mo: w.mo }))).toEqual([]);
    expect(await found({ any: true })).toEqual(ids(...Object.keys(cases)));
    expect(await found({ any: true }, await as(t, { mo: w.siblingMo }))).toEqual([]);
    expect(await found({ any: true }, await as(t, { region: w.foreignRegion }))).toEqual([]);
  });

  it('keeps each condition: МО, ПО, section, reason, days, without movement, words', async () => {
    const garage = cases.work!.garage;
    const all = { status: [1, 2, 6] };
    const open = ids('idle', 'applied', 'work', 'ready', 'returned');
    expect(await found({ ...all, moFilter: [w.mo] })).toEqual(open);
    expect(await found({ ...all, moFilter: [w.siblingMo] })).toEqual([]);
    for (const key of ['poList', 'poFilter'])
      expect(await found({ ...all, [key]: [w.siblingPo] })).toEqual(ids('applied', 'ready'));
    for (const key of ['sectionList', 'sectionFilter']) {
      expect(await found({ ...all, [key]: [garage.section] })).toEqual(open);
      expect(await found({ ...all, [key]: ['Я'] })).toEqual([]);
    }
    expect(await found({ ...all, reason: [11] })).toEqual(ids('ready'));
    expect(await found({ ...all, dateFrom: '2026-11-15', dateTo: '2026-11-19' })).toEqual(ids('work'));
    expect(await found({ ...all, idle: true })).toEqual(ids('idle'));
    expect(await found({ ...all, q: 'покупательский' })).toEqual(ids('work'));
    expect(await found({ ...all, q: String(cases.work!.id) })).toContain(cases.work!.id);
    expect(await found({ ...all, q: cases.work!.garage.account_no })).toEqual(ids('work'));
    expect(await found({ garage: garage.id })).toEqual(ids('work'));
  });

  it('puts what waits for the reader first and says what stops each case, days, the term', async () => {
    const [first, second] = await rows(null);
    expect([first!.id, second!.id]).toEqual([...ids('work', 'ready')]);
    expect(first).toMatchObject({ turn: 'mo', missing_paper: null, debt_kopecks: 700_000, days: 5, days_left: 25 });
    expect(second).toMatchObject({ turn: 'mo', debt_kopecks: 0, reason: 11 });
    const [old] = await rows({ status: 1, idle: true });
    expect(old).toMatchObject({ days: 11, idle_days: 10, turn: 'mo', days_left: 19 });
    const [back] = await rows({ status: 6 }, po);
    expect(back).toMatchObject({ turn: 'po', missing_paper: 'Договор купли-продажи' });
  });

  it('counts every state for the tabs, what stands still, the usual term', async () => {
    const { body } = await mo.call(reregistrationCounts);
    expect(body).toEqual({
      by_status: { 0: 1, 1: 2, 2: 2, 3: 1, 4: 1, 5: 1, 6: 1 },
      idle: 1,
      usual_days: 0,
    });
    const other = (await po.call(reregistrationCounts)).body;
    expect(other.by_status).toEqual({ 1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1 });
  });

  it('a case whose term is over is closed by the МО, not before', async () => {
    const card = await inWork(
      mo,
      form((await ownedGarage(mo, w.po)).id, 1, {
        newOwner: [{ profileId: (await newPerson(mo, w.po)).id }],
        dateRequest: '2026-10-21',
      }),
    );
    expect(card.days_left).toBe(0);
    expect((await move(mo, card, 'lapse')).text).toContain('Срок ещё не истёк');
    await t.deps.db
      .updateTable('reregistration')
      .set({ date_request: '2026-10-20' })
      .where('id', '=', card.id)
      .execute();
    const now = (await mo.call(reregistrations.one, { params: { id: card.id } })).body;
    expect(now.days_left).toBe(-1);
    const over = await move(mo, now, 'lapse');
    expect([over.body.status, over.body.closing], over.text).toEqual([4, 'lapsed']);
  });
});

describe('elsewhere', () => {
  const search = async (q: string, who = mo) => (await who.call(globalSearch, { query: { q } })).body.reregistrations;

  it('the search box finds cases by a name of either side, a garage, a number; drafts of others and foreign places never', async () => {
    const card = cases.work!;
    expect(await search('Покупательский')).toMatchObject({
      total: 1,
      items: [{ id: card.id, status: 2, garage: { id: card.garage.id }, new_owners: [buyer.full_name] }],
    });
    const seller = card.owners[0]!.full_name.split(' ')[0]!;
    expect((await search(seller)).items.map(({ id }: { id: number }) => id)).toContain(card.id);
    const foreign = await as(t, { mo: w.foreignMo });
    expect((await search('Покупательский', foreign)).total).toBe(0);
    const draft = cases.draft!;
    const of = async (who: Caller) =>
      (await search(draft.owners[0]!.full_name.split(' ')[0]!, who)).items.map(({ id }: { id: number }) => id);
    expect(await of(mo)).toContain(draft.id);
    expect(await of(await as(t, { mo: w.mo }))).not.toContain(draft.id);
  });

  it('is taken away as it stands on the screen', async () => {
    const columns = [
      'number',
      'date_request',
      'plate',
      'owners',
      'new_owners',
      'reason',
      'status',
      'days',
      'idle',
      'po',
    ];
    const file = await mo.call(exportList, {
      params: { resource: 'reregistrations' },
      body: { format: 'csv', columns, sort: ['id', 'ASC'], filter: { status: 2, reason: [1] } },
    });
    expect(file.status, file.text).toBe(200);
    const [head, ...lines] = file.text
      .replace('\ufeff', '')
      .trimEnd()
      .split('\r\n')
      .filter((line) => line.includes(';'));
    expect(head).toContain('№');
    expect(lines.filter((line) => line.startsWith(`${cases.work!.id};`))).toHaveLength(1);
    expect(lines.join('\n')).toContain(buyer.full_name);
    expect(lines.join('\n')).not.toContain(`${cases.ready!.id};20`);
  });

  it('has views of its own, by person', async () => {
    const state = { filter: { reason: [1], idle: true }, sort: ['turn', 'ASC'], columns: ['number'] };
    const saved = await mo.call(saveView, {
      params: { resource: 'reregistrations' },
      body: { name: 'Стоят', state },
    });
    expect(saved.body.data).toMatchObject([{ name: 'Стоят', state }]);
    expect((await po.call(savedViews, { params: { resource: 'reregistrations' } })).body.data).toEqual([]);
  });
});
