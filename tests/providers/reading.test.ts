// The keys of cached answers: one call, one key; what is read anew with a room, with a call, with one of its answers.
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { garageDebt } from '../../contract/balance.ts';
import { garageMap } from '../../contract/garages.ts';
import { allEndpoints } from '../../contract/index.ts';
import { news, newsReaders } from '../../contract/news.ts';
import { reregistrationCounts, reregistrationStart } from '../../contract/reregistrations/steps.ts';
import { menuCounters } from '../../contract/session.ts';
import { pageStorage } from './browserGlobals.ts';

pageStorage();
const { http } = await import('../../providers/http.ts');
const { keyOf, readAnew, reading, rooms } = await import('../../providers/reading.ts');

describe('the key of an answer', () => {
  it('is the room, the call and what it is asked with, whatever wrote the id', () => {
    const key = ['garages', '/api/garages/:id/debt', { id: '5', query: { on: '2026-01-01' } }];
    expect(keyOf(garageDebt, { params: { id: 5 }, query: { on: '2026-01-01' } })).toEqual(key);
    expect(reading(garageDebt, { params: { id: 5 }, query: { on: '2026-01-01' }, stops: true }).queryKey).toEqual(key);
    expect(keyOf(garageDebt, { query: { on: '2026-01-01' }, params: { id: '5' }, quiet: false })).toEqual(key);
    expect(keyOf(garageDebt)).toEqual([...key.slice(0, 2), {}]);
  });

  it('of a card is that of react-admin', () => {
    expect(keyOf(news.one, { params: { id: 7 } })).toEqual(['news', 'getOne', { id: '7' }]);
    expect(keyOf(news.one)).toEqual(['news', 'getOne', {}]);
    expect(keyOf(newsReaders, { params: { id: 7 } })).not.toContain('getOne');
  });

  it('names the person or the place where the answer is theirs', () => {
    const [mine, other] = [keyOf(menuCounters, { as: [1, 3] }), keyOf(menuCounters, { as: [2, 3] })];
    expect(mine).not.toEqual(other);
    expect(mine.slice(0, 2)).toEqual(keyOf(menuCounters).slice(0, 2));
  });
});

describe('what is read anew', () => {
  let client: QueryClient;
  const kept = {
    map: keyOf(garageMap, { params: { po: 3 } }),
    debt: keyOf(garageDebt, { params: { id: 5 } }),
    debtThen: keyOf(garageDebt, { params: { id: 5 }, query: { on: '2026-01-01' } }),
    debtOfOther: keyOf(garageDebt, { params: { id: 6 } }),
    wizard: keyOf(reregistrationStart, { params: { id: 5 } }),
    counts: keyOf(reregistrationCounts, { as: [1, 2, 3] }),
    list: ['garages', 'getList', { filter: {} }],
  };
  beforeEach(() => {
    client = new QueryClient();
    for (const key of Object.values(kept)) client.setQueryData<unknown>([...key], { data: [] });
  });
  const anew = () =>
    Object.entries(kept)
      .filter(([, key]) => client.getQueryState([...key])?.isInvalidated)
      .map(([name]) => name);

  it('with a room: its lists, its calls and those that the agreement puts there', async () => {
    await readAnew(client, 'garages');
    expect(anew()).toEqual(['map', 'debt', 'debtThen', 'debtOfOther', 'list']);
  });

  it('with several rooms', async () => {
    await readAnew(client, 'reregistrations', 'menu');
    expect(anew()).toEqual(['counts']);
  });

  it('with a call, and with what it was asked about', async () => {
    await readAnew(client, keyOf(garageDebt, { params: { id: 5 } }));
    expect(anew()).toEqual(['debt', 'debtThen']);
    await readAnew(client, keyOf(garageDebt));
    expect(anew()).toEqual(['debt', 'debtThen', 'debtOfOther']);
  });

  it('with the lists of react-admin: what stands beside them', async () => {
    await client.invalidateQueries({ queryKey: ['garages', 'getList'] });
    expect(anew()).toEqual(['map', 'list']);
  });

  it('is never named by a word that no call lies under', () => {
    const known = new Set(allEndpoints.map((one) => String(keyOf(one)[0])));
    expect(rooms.filter((room) => !known.has(room))).toEqual([]);
    // A room that the agreement gives is that of other calls too, or the answer is kept apart from its own.
    const paths = new Set(allEndpoints.map(({ path }) => path.split('/')[2]));
    const given = allEndpoints.flatMap(({ room }) => (room ? [room.split('/')[0]!] : []));
    expect([...new Set(given)].filter((room) => !paths.has(room)).sort()).toEqual(apart);
  });
});

/** Not read anew with the room of their path: what a person writes stands on them. The menu is one call. */
const apart = ['duplicates', 'menu', 'name_cases', 'reregistration_start'];

describe('the question', () => {
  const asked: { quiet?: boolean; stoppable: boolean; url?: string }[] = [];
  beforeEach(() => {
    asked.length = 0;
    // A file before this one, in the same process, lost its connection: a question would wait for it.
    onlineManager.setOnline(true);
    http.defaults.adapter = async (config) => {
      asked.push({ quiet: config.quiet, stoppable: Boolean(config.signal), url: config.url });
      return { data: { data: [] }, status: 200, statusText: 'OK', headers: {}, config };
    };
  });
  const ask = (question: Parameters<QueryClient['fetchQuery']>[0]) => new QueryClient().fetchQuery(question);

  it('keeps a refusal with the page unless it is said otherwise', async () => {
    await ask(reading(garageDebt, { params: { id: 5 } }) as never);
    await ask(reading(garageDebt, { params: { id: 5 }, quiet: false }) as never);
    expect(asked).toEqual([
      { quiet: true, stoppable: false, url: '/api/garages/5/debt' },
      { quiet: undefined, stoppable: false, url: '/api/garages/5/debt' },
    ]);
  });

  it('is given up when nobody waits for it, where that was asked for', async () => {
    await ask(reading(garageDebt, { params: { id: 5 }, stops: true }) as never);
    expect(asked.map(({ stoppable }) => stoppable)).toEqual([true]);
  });
});
