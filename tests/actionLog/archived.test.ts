// Readers of the log when its oldest months have left it: what can't be answered is refused or told, nothing is silently less.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { actionLog, garageFormer, logKept } from '../../contract/actionLog.ts';
import { closingReview } from '../../contract/closing.ts';
import { exportAsOf, registerAsOf } from '../../contract/garages/asOf.ts';
import { garageHistory } from '../../contract/garages.ts';
import { heldData, incident, incidentFile } from '../../contract/instruments/personal.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import { userActions } from '../../contract/users.ts';
import { followLog, proveLogCounts } from '../../server/actionLog/counting.ts';
import { archiveFaults } from '../../server/actionLog/queries/archiveFaults.ts';
import { installInstructions } from '../../server/tutorials/installing.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { archiveThrough, oldLine } from '../kit/oldLog.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let admin: Caller;
let mo: Caller;
let garage: number;
let person: number;
/** The line of January that changed the number of the garage, and that of February. */
let changed: number[];
const GONE = '2019-02-01';

beforeAll(async () => {
  t = await testApp();
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  t.setNow('2018-12-10T09:00:00Z');
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  garage = (await newGarage(mo, w.po, { number: '7' })).id;
  person = (await newPerson(mo, w.po)).id;
  const place = { region: w.region, mo: w.mo, po: w.po };
  const object = { type: 'garage', id: garage };
  changed = [];
  for (const [month, number] of [
    ['01', '5'],
    ['02', '6'],
  ])
    changed.push(
      await oldLine(t, { at: `2019-${month}-10T09:00:00Z`, object, place, before: { number }, user: mo.userId }),
    );
  await oldLine(t, { at: '2019-01-11T09:00:00Z', verb: 'admin.tutorial' });
  await oldLine(t, {
    at: '2019-01-12T09:00:00Z',
    verb: 'profile.open',
    object: { type: 'profile', id: person },
    place,
  });
  await oldLine(t, {
    at: '2019-01-13T09:00:00Z',
    verb: 'balance_operation.period_close',
    object: { type: 'mo', id: w.mo },
    place,
  });
  // Noon in Moscow, a Monday.
  await oldLine(t, { at: '2019-01-14T09:10:00Z', verb: 'sign.login', place, user: mo.userId });
  await sql`update app_user set created_at = '2018-12-10T09:00:00Z'`.execute(t.deps.db);
  t.setNow('2024-06-15T09:00:00Z');
  admin = await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo });
});
afterAll(() => t.close());

const figures = async (filter: object, tab = 'garage'): Promise<StatReply> => {
  const { body, text, status } = await mo.call(statistics, {
    params: { tab: tab as 'all' },
    query: { filter: JSON.stringify(filter) },
  });
  expect(status, text).toBe(200);
  return body;
};
const lines = async (filter: object) => {
  const { body, headers } = await mo.call(actionLog.list, {
    query: { filter: { tab: 'all', ...filter }, range: '[0,999]', sort: '["at","DESC"]' },
  });
  return [body.length, Number(String(headers['content-range']).split('/')[1])];
};
const WINTER = { from: '2018-12-01', to: '2019-02-28' };
const winterOf = (reply: StatReply) =>
  reply.rows.filter(({ what }) => what === 'month').map(({ key, count }) => [key, count]);

describe('before anything has left', () => {
  it('nobody speaks of an archive', async () => {
    expect((await mo.call(logKept)).body).toEqual({ from: null });
    expect((await figures(WINTER)).gone).toBeNull();
    expect((await mo.call(garageHistory, { params: { id: garage } })).body.log_from).toBeNull();
    const { body } = await mo.call(registerAsOf, { query: { on: '2019-01-05', po: w.po } });
    expect(body.data[0].on.number).toBe('5');
  });
});

describe('after January 2019 has left', () => {
  let before: StatReply;
  it('(it leaves)', async () => {
    for (let turn = 0; turn < 5; turn += 1) await followLog(t.deps);
    before = await figures(WINTER);
    expect((await archiveThrough(t, admin, '2018-12-01')).status).toBe('done');
    expect((await archiveThrough(t, admin, '2019-01-01')).status).toBe('done');
    expect((await mo.call(logKept)).body).toEqual({ from: GONE });
  });

  it('figures are what they were and say which of their lines are gone', async () => {
    const { gone, ...now } = await figures(WINTER);
    expect(gone).toEqual({ before: GONE, isCounted: true });
    expect(winterOf(now as StatReply)).toEqual(winterOf(before));
    expect(now.users).toEqual(before.users.map((one) => ({ ...one, name: expect.any(String) })));
    expect(now.users.every(({ name }) => name)).toBe(true);
    expect((await figures({ from: GONE, to: '2019-02-28' })).gone).toBeNull();
    // A story is counted line by line: what is gone is not in it, which is told.
    const story = await figures({ ...WINTER, object: `garage:${garage}` });
    expect([story.gone, story.count.now]).toEqual([{ before: GONE, isCounted: false }, 1]);
    // So is what it is held against.
    expect((await figures({ from: '2019-03-01', to: '2019-04-30', object: `garage:${garage}` })).gone).toEqual({
      before: GONE,
      isCounted: false,
    });
  });

  it('sign-ins of a weekday and an hour are counted still, other work of them is not, which is told', async () => {
    const of = async (when: object, tab: string) => {
      const { count, gone } = await figures({ ...WINTER, ...when }, tab);
      return [count.now, gone];
    };
    for (const when of [{ weekday: 1 }, { hour: 12 }, { weekday: 1, hour: 12 }])
      expect(await of(when, 'sign')).toEqual([1, { before: GONE, isCounted: true }]);
    // A Thursday and a Sunday; the Thursday's line is the one that has left.
    expect(await of({ weekday: 4 }, 'garage')).toEqual([0, { before: GONE, isCounted: false }]);
    expect(await of({ weekday: 7, hour: 12 }, 'garage')).toEqual([1, { before: GONE, isCounted: false }]);
  });

  it('a list counts the lines that it can show', async () => {
    const [shown, total] = await lines({ to: '2019-12-31' });
    expect([shown, total]).toEqual([1, 1]);
    expect(await lines({ ...WINTER })).toEqual([1, 1]);
    expect(await lines({ from: '2018-12-01', to: '2019-01-31' })).toEqual([0, 0]);
  });

  it('a line that is gone is told as gone, one that never was is not found', async () => {
    const gone = await mo.call(actionLog.one, { params: { id: changed[0]! } });
    expect([gone.status, gone.body.message]).toEqual([404, 'Эта запись вынесена в архив журнала']);
    expect((await mo.call(actionLog.one, { params: { id: changed[1]! } })).status).toBe(200);
    expect((await mo.call(actionLog.one, { params: { id: 2_000_000_000 } })).body.message).toContain('не можем найти');
    const former = (line: number) => mo.call(garageFormer, { params: { id: garage, line } });
    expect((await former(changed[0]!)).body.message).toBe('Эта запись вынесена в архив журнала');
    expect((await former(changed[1]!)).body.data[0].former).toBe('6');
  });

  it('the register of a day before is refused, of the first kept day it is told', async () => {
    const asOf = (on: string, to?: string) => mo.call(registerAsOf, { query: { on, po: w.po, ...(to ? { to } : {}) } });
    expect((await asOf('2019-01-31')).body.errors.on).toBe(
      'Реестр известен с 01.02.2019: строки журнала до этого дня вынесены в архив',
    );
    expect((await asOf('2019-01-05', '2019-03-01')).status).toBe(422);
    expect((await mo.call(exportAsOf, { body: { on: '2019-01-31' } })).body.errors).toHaveProperty('on');
    expect((await asOf(GONE)).body.data[0].on.number).toBe('6');
  });

  it('histories and sheets say where they begin', async () => {
    const history = async (id: number) => (await mo.call(garageHistory, { params: { id } })).body.log_from;
    expect(await history(garage)).toBe(GONE);
    expect(await history((await newGarage(mo, w.po)).id)).toBeNull();
    expect((await admin.call(userActions, { params: { id: mo.userId }, query: {} })).body.log_from).toBeNull();
    const [old] = (await sql<{ id: number }>`select min(id) as id from app_user`.execute(t.deps.db)).rows;
    expect((await admin.call(userActions, { params: { id: old!.id }, query: {} })).body.log_from).toBe(GONE);
    expect((await mo.call(heldData, { params: { id: person }, body: {} })).body.log_from).toBe(GONE);
    const review = await mo.call(closingReview, { query: {} });
    expect([review.status, review.body.history_from, review.body.history]).toEqual([200, GONE, []]);
  });

  it('an incident that reaches before is told so, on the page and in its book', async () => {
    const ask = { from: '2019-01-31T20:59:00Z', to: '2024-06-15T09:00:00Z' };
    expect((await admin.call(incident, { body: ask })).body.log_from).toBe(GONE);
    expect((await admin.call(incident, { body: { ...ask, from: '2019-01-31T21:00:00Z' } })).body.log_from).toBeNull();
    expect((await admin.call(incidentFile, { body: ask })).status).toBe(200);
  });

  it('instructions that superusers removed do not come back', async () => {
    await sql`delete from tutorial`.execute(t.deps.db);
    await installInstructions(t.deps);
    expect(await t.deps.db.selectFrom('tutorial').select('id').execute()).toEqual([]);
  });

  it('the night finds no fault in what is gone, and counting anew loses none of it', async () => {
    const faults = async () =>
      (await sql<{ n: number }>`select log_count_faults()::int as n`.execute(t.deps.db)).rows[0]!.n;
    expect(await faults()).toBe(0);
    await sql`update log_day set lines = lines + 1 where day >= ${GONE}`.execute(t.deps.db);
    expect(await faults()).toBeGreaterThan(0);
    await proveLogCounts(t.deps);
    expect(await faults()).toBe(0);
    expect(winterOf(await figures(WINTER))).toEqual(winterOf(before));
    expect(await archiveFaults(t.deps)).toEqual([]);
  });
});
