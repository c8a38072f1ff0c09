// The moment of a line by two clocks: Moscow's, and that of its place where it shows another time.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { exportList } from '../../contract/exports.ts';
import { bothTimes, localTime } from '../../resources/actionLog/moments.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let far: Caller;
let near: Caller;
let region: Caller;
const AT = '2026-11-19T21:30:15Z';
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  await t.deps.db.updateTable('mo').set({ time_zone: 'Asia/Kamchatka' }).where('id', '=', w.mo).execute();
  for (const [mo, po] of [
    [w.mo, w.po],
    [w.siblingMo, w.cousinPo],
  ])
    await sql`insert into action_log (at, user_name, verb, region_id, mo_id, po_id, text)
      values (${AT}, 'Кто-то', 'news.create', ${w.region}, ${mo}, ${po}, 'Новость')`.execute(t.deps.db);
  [far, near, region] = [
    await as(t, { po: w.po }),
    await as(t, { mo: w.siblingMo }),
    await as(t, { region: w.region }),
  ];
});
afterAll(() => t.close());

const filter = { tab: 'all', verb: ['news.create'] };
const rowsOf = async (who: Caller): Promise<ActionRow[]> =>
  (await who.call(actionLog.list, { query: { filter } })).body;
const taken = async (who: Caller, columns = ['at', 'text']) => {
  const body = { format: 'csv' as const, columns, sort: ['at', 'ASC'] as never, filter };
  const { status, text } = await who.call(exportList, { params: { resource: 'action_log' }, body });
  expect(status, text).toBe(200);
  return text.replace('\ufeff', '').trimEnd().split('\r\n');
};

describe('a line', () => {
  it('tells the zone of its place, and both times where they differ', async () => {
    const [here] = await rowsOf(far);
    expect(here!.zone).toBe('Asia/Kamchatka');
    expect([localTime(here!), bothTimes(here!)]).toEqual(['09:30', '20.11.2026 00:30 МСК, на месте 20.11.2026 09:30']);
    const [there] = await rowsOf(near);
    expect([localTime(there!), bothTimes(there!)]).toEqual([null, '20.11.2026 00:30 МСК']);
    expect((await rowsOf(region)).map(({ zone }) => zone).toSorted()).toEqual(['Asia/Kamchatka', 'Europe/Moscow']);
  });

  it('says the date of the place where it is another day there', () => {
    expect(localTime({ at: '2026-11-20T09:00:00Z', zone: 'Asia/Kamchatka' })).toBe('21:00');
    expect(localTime({ at: '2026-11-20T14:00:00Z', zone: 'Asia/Kamchatka' })).toBe('21.11 02:00');
    // A zone of another name with the clock of Moscow is no other time.
    expect(localTime({ at: '2026-11-20T14:00:00Z', zone: 'Europe/Simferopol' })).toBeNull();
  });
});

describe('the file', () => {
  it('has the time of the place beside Moscow’s, for who sees a place of another clock', async () => {
    expect(await taken(far)).toEqual([
      'Время, МСК;Время на месте;Что сделано',
      '20.11.2026 00:30:15;20.11.2026 09:30:15;Новость',
    ]);
    expect((await taken(region)).toSorted()).toEqual([
      '20.11.2026 00:30:15;20.11.2026 09:30:15;Новость',
      '20.11.2026 00:30:15;;Новость',
      'Время, МСК;Время на месте;Что сделано',
    ]);
    expect(await taken(near)).toEqual(['Время, МСК;Что сделано', '20.11.2026 00:30:15;Новость']);
  });

  it('without a time has none', async () => {
    expect((await taken(far, ['text']))[0]).toBe('Что сделано');
  });
});
