// The search box of the header: what is found while one types, what was open a moment ago, what is never asked by itself.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore, type DataProvider } from 'react-admin';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { globalSearch, type SearchAnswer } from '../../contract/search.ts';
import type { CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { rememberVisit } from '../../src/shell/navigationHistory.ts';
import { SearchBox } from '../../src/shell/SearchBox.tsx';
import { rememberedQueries, rememberQuery } from '../../src/shell/searchMemory.ts';

const asked: string[] = [];
const none = { total: 0, items: [] };
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { query }: CallOptions<AnyEndpoint> = {}) => {
    if (endpoint !== globalSearch) return { data: [] };
    const { q } = query as { q: string };
    asked.push(q);
    return {
      query: q,
      corrected: null,
      profiles: none,
      reregistrations: none,
      garages: {
        total: 7,
        items: [
          {
            id: 31,
            section: 'Б',
            number: '9',
            po_name: 'КАС № 12-3',
            is_active: true,
            account_no: '1011000013',
            owner: 'Новиков Борис Иванович',
            co_owner: 'Назаров Илья',
            balance_kopecks: 0,
            aside_kopecks: 0,
            former_kopecks: 0,
            restrictions: [],
          },
        ],
      },
    } satisfies SearchAnswer;
  },
}));

const cards: Record<string, object> = {
  garages: { id: 5, section: 'А', number: '45', po: { id: 1, name: 'КАС № 12-3' } },
  profiles: { id: 8, full_name: 'Назаров Илья' },
};
const dataProvider = {
  getMany: async (resource: string) => ({ data: [cards[resource]] }),
} as unknown as DataProvider;

const Where = () => {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
};
function open() {
  render(
    <MemoryRouter initialEntries={['/']}>
      <CoreAdminContext dataProvider={dataProvider} store={memoryStore()} queryClient={createQueryClient()}>
        <SearchBox />
        <Where />
      </CoreAdminContext>
    </MemoryRouter>,
  );
  return screen.getByRole('combobox', { name: 'Поиск' });
}
const user = userEvent.setup();

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  asked.length = 0;
});
afterEach(cleanup);

it('shows what is found while one types, says who was meant, and leads to the card by keys', async () => {
  const box = open();
  await user.type(box, 'назаров');
  const option = await screen.findByRole('option', { name: /Б 9/ }, { timeout: 4000 });
  expect(option.textContent).toContain('совладелец Назаров Илья');
  expect(screen.getByRole('option', { name: /Показать всё: 7/ })).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBe(option.id));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.querySelector('output')!.textContent).toBe('/garage/31'));
  expect(asked).toEqual(['назаров']);
});

it('Enter with nothing chosen asks for everything', async () => {
  const box = open();
  await user.type(box, 'иванов{Enter}');
  expect(document.querySelector('output')!.textContent).toMatch(/^\/global_search\?q=/);
});

it('a whole phone or passport is never asked while it is typed: who looks for them is written down', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const box = open();
  fireEvent.change(box, { target: { value: '+7 921 123-33-41' } });
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual([]);
  vi.useRealTimers();
});

it('begins with the cards and queries of a moment ago; another person has none of these queries', async () => {
  rememberVisit('/garage/5', '');
  rememberVisit('/profile/8', '');
  rememberQuery(0, 'наза');
  rememberQuery(0, 'назаров');
  expect(rememberedQueries(0)).toEqual(['назаров']);
  expect(rememberedQueries(1)).toEqual([]);
  const box = open();
  await user.click(box);
  for (const name of [/А 45/, /Назаров Илья/, /^назаров/])
    expect(await screen.findByRole('option', { name }, { timeout: 4000 })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: /Назаров Илья/ }));
  expect(document.querySelector('output')!.textContent).toBe('/profile/8');
});

it('remembers a query that has stood for a second and a half', async () => {
  const box = open();
  await user.type(box, 'сорокин');
  await screen.findByRole('option', { name: /Б 9/ }, { timeout: 4000 });
  await waitFor(() => expect(rememberedQueries(0)).toEqual(['сорокин']), { timeout: 4000 });
});
