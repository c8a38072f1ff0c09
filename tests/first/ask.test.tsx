// What the first script asks for is what the console would have asked: the same question, so that the console need not ask.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import {
  CoreAdminContext,
  ListBase,
  localStorageStore,
  TestMemoryRouter,
  type DataProvider,
  type GetListParams,
} from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dataProvider } from '../../providers/dataProvider.ts';
import type { FirstPage, FirstRows } from '../../providers/firstPage.ts';
import { seedFirstRows, takeFirstAnswer } from '../../providers/firstPage.ts';
import { listQuery, type ListAsk } from '../../providers/listCall.ts';
import { storeToken } from '../../providers/session.ts';
import { firstList } from '../../resources/garages/firstList.ts';
import { firstAsk, storedParams } from '../../src/first/ask.ts';

beforeEach(() => localStorage.clear());

/** What the page of the list asks for at this address. */
async function consoleAsks(address: string): Promise<GetListParams> {
  const getList = vi.fn(async (_resource: string, _params: GetListParams) => ({ data: [{ id: 1 }], total: 500 }));
  render(
    <TestMemoryRouter initialEntries={[address]}>
      <CoreAdminContext
        dataProvider={{ getList } as unknown as DataProvider}
        store={localStorageStore('1', 'registry')}
        queryClient={new QueryClient()}
      >
        <ListBase
          resource={firstList.resource}
          perPage={firstList.perPage}
          sort={firstList.sort}
          storeKey={firstList.storeKey}
          filter={{}}
          disableAuthentication
        >
          <i />
        </ListBase>
      </CoreAdminContext>
    </TestMemoryRouter>,
  );
  await waitFor(() => expect(getList).toHaveBeenCalled());
  cleanup();
  return getList.mock.calls[0]![1];
}

const asAsked = ({ pagination, sort, filter }: ListAsk | GetListParams) => ({ pagination, sort, filter });

const filterOf = fc.dictionary(
  fc.constantFrom('nameFilter', 'poFilter', 'debt'),
  fc.constantFrom('иванов', 'a&b=c', true),
);
const params = fc
  .record(
    {
      filter: filterOf,
      page: fc.integer({ min: 1, max: 9 }),
      perPage: fc.constantFrom(25, 50, 100),
      order: fc.record({ sort: fc.constantFrom('place', 'owner'), order: fc.constantFrom('ASC', 'DESC') }),
    },
    { requiredKeys: [] },
  )
  .map(({ order, ...rest }) => ({ ...rest, ...order }));

describe('the question', () => {
  it('is that of the page, whatever stands in the address and whatever was left in the browser', async () => {
    await fc.assert(
      fc.asyncProperty(fc.option(params), fc.option(params), async (inAddress, stored) => {
        localStorage.clear();
        if (stored) localStorage.setItem(firstList.storedAs, JSON.stringify(stored));
        const { filter, ...rest } = inAddress ?? {};
        const pairs = Object.entries(rest).map(([name, value]) => [name, String(value)]);
        if (filter) pairs.push(['filter', JSON.stringify(filter)]);
        const query = new URLSearchParams(pairs).toString();
        const asked = await consoleAsks(`/${query && `?${query}`}`);
        expect(asAsked(firstAsk(query, storedParams())!)).toEqual(asAsked(asked));
      }),
      { numRuns: 60, seed: 5 },
    );
  });

  it('is not guessed where the section map stands, or where the address is not ours', () => {
    expect(firstAsk('?view=map', null)).toBeNull();
    expect(firstAsk('?page=1&page=2', null)).toBeNull();
    expect(firstAsk('?filter=5', null)).toBeNull();
  });

  it('survives a store that somebody broke', () => {
    localStorage.setItem(firstList.storedAs, '{broken');
    expect(firstAsk('', storedParams())).toEqual({
      pagination: { page: 1, perPage: 25 },
      sort: { field: 'place', order: 'ASC' },
      filter: {},
    });
  });
});

describe('the answer', () => {
  const ask = firstAsk('', null)!;
  const came = { data: [{ id: 5 }], total: 1, meta: { totals: undefined } };
  const left = (more: Partial<FirstRows> = {}) => {
    storeToken('one');
    const rows: FirstRows = {
      resource: firstList.resource,
      ask,
      token: 'one',
      at: Date.now(),
      answer: Promise.resolve(came),
      came,
      ...more,
    };
    window.firstPage = { checked: Promise.resolve(), rows } as FirstPage;
    return rows;
  };

  it('is taken once, for this very question', async () => {
    left();
    expect(await takeFirstAnswer('profiles', ask)).toBeNull();
    expect(await takeFirstAnswer('garages', { ...ask, filter: { debt: true } })).toBeNull();
    expect(await takeFirstAnswer('garages', ask)).toBe(came);
    expect(await takeFirstAnswer('garages', ask)).toBeNull();
  });

  it('is nobody else’s: another person, who signed in before it came too, asks by himself', async () => {
    left();
    storeToken('two');
    expect(await takeFirstAnswer('garages', ask)).toBeNull();
    let arrive: (answer: typeof came) => void = () => {};
    left({ answer: new Promise((resolve) => (arrive = resolve)) });
    const taken = takeFirstAnswer('garages', ask);
    storeToken('two');
    arrive(came);
    expect(await taken).toBeNull();
  });

  it('that is old is asked for anew', async () => {
    left({ at: Date.now() - 16_000 });
    expect(await takeFirstAnswer('garages', ask)).toBeNull();
  });

  it('stands in the cache where the list looks for it: nothing is asked, nothing is waited for', async () => {
    left();
    const client = new QueryClient({ defaultOptions: { queries: { staleTime: 15_000 } } });
    seedFirstRows(client);
    const getList = vi.fn();
    const seen: unknown[] = [];
    render(
      <TestMemoryRouter>
        <CoreAdminContext dataProvider={{ getList } as unknown as DataProvider} queryClient={client}>
          <ListBase
            resource={firstList.resource}
            perPage={firstList.perPage}
            sort={firstList.sort}
            storeKey={firstList.storeKey}
            filter={{}}
            disableAuthentication
            render={({ data, total }) => {
              seen.push([data, total]);
              return null;
            }}
          />
        </CoreAdminContext>
      </TestMemoryRouter>,
    );
    expect(seen[0]).toEqual([came.data, 1]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(getList).not.toHaveBeenCalled();
    expect(window.firstPage!.rows).toBeNull();
  });

  it('is what the data provider gives, without a call of its own', async () => {
    left();
    const { pagination, sort } = ask;
    const given = await dataProvider.getList('garages', {
      pagination,
      sort: { field: sort.field, order: 'ASC' },
      filter: {},
    });
    expect(given).toBe(came);
  });

  it('is asked for as the console asks', () => {
    expect(listQuery(ask)).toEqual({ sort: '["place","ASC"]', range: '[0,24]', filter: '{}' });
    expect(listQuery({ ...ask, pagination: { page: 3, perPage: 50 } }).range).toBe('[100,149]');
  });
});
