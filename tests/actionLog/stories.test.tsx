// «Как карточка стала такой» stands on the cards that the log speaks of, and leads to the lines of that very card.
import { render, screen } from '@testing-library/react';
import { CoreAdminContext, ResourceContextProvider, type DataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter, Route, Routes } from 'react-router';
import { expect, it, vi } from 'vitest';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { pages } from '../../contract/pages.ts';

const answers: Record<string, object> = {
  '/api/news/:id/': {
    id: 5,
    version: 1,
    title: 'Собрание',
    body: richFromPlain('Приходите'),
    audience: { all: true, places: [], roles: [] },
    files: [],
    is_read: true,
    may_edit: true,
    state: 'withdrawn',
    author: 'Иванов',
    source: 'Невское МО',
    published_at: '2026-11-20T09:00:00Z',
  },
};
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async ({ path }: { path: string }) => answers[path.replace(/\/?$/, '/')] ?? { data: [], documents: [] },
}));
vi.mock('../../providers/session.ts', async (original) => ({
  ...(await original<object>()),
  useActor: () => ({ userId: 1, capabilities: [1, 2], isSuperuser: 2 }),
}));
// What else stands on the card of a payment asks the server for itself.
vi.mock('../../resources/documents/LastPapers.tsx', () => ({ LastPapers: () => null }));
vi.mock('../../resources/documents/PaperTabs.tsx', () => ({
  PaperTabs: ({ children }: { children: ReactNode }) => children,
}));
vi.mock('../../resources/payments/Purpose.tsx', () => ({ ClosedNow: () => null }));
const { default: ReferenceEdit } = await import('../../resources/admin/references/ReferenceEdit.tsx');
const { Article } = await import('../../resources/news/Article.tsx');
const { default: OperationShow } = await import('../../resources/payments/OperationShow.tsx');

const operation = {
  id: 31,
  version: 1,
  document_id: 77,
  garage: { id: 3, section: 'А', number: '45', is_active: true },
  po: { id: 1, name: 'КАС № 12-3' },
  amount_kopecks: 450_000,
  balance_kopecks: 0,
  sign: 1,
  on_date: '2026-11-20',
  created_at: '2026-11-20T09:00:00Z',
  payer: null,
  user: null,
  payment_type: { id: 1, name: 'Наличные' },
  siblings: [],
  lines: [],
  relaid: null,
  edit_refusal: null,
  reverse_refusal: null,
};

function show(path: string, at: string, element: ReactNode, resource: string, record: object) {
  const dataProvider = {
    getOne: async () => ({ data: record }),
    getList: async () => ({ data: [], total: 0 }),
  } as unknown as DataProvider;
  render(
    <MemoryRouter initialEntries={[at]}>
      <CoreAdminContext dataProvider={dataProvider}>
        <ResourceContextProvider value={resource}>
          <Routes>
            <Route path={path} element={element} />
          </Routes>
        </ResourceContextProvider>
      </CoreAdminContext>
    </MemoryRouter>,
  );
}
const story = async () => (await screen.findByRole('link', { name: 'Как карточка стала такой' })).getAttribute('href');

it('a news leads to its lines', async () => {
  show('/news/:id', '/news/5', <Article id={5} isAlone />, 'news', {});
  expect(await story()).toBe(pages.story('news', 5));
});

it('a row of a reference list leads to its lines under its own type', async () => {
  const record = { id: 9, version: 1, since: '2026-01-01', percent: 16 };
  show('/admin/admin_key_rate/:id', '/admin/admin_key_rate/9', <ReferenceEdit />, 'key_rates', record);
  expect(await story()).toBe(pages.story('key_rate', 9));
});

it('a payment leads to the lines of its document, which the log names', async () => {
  show('/balance_operation/:id', '/balance_operation/31', <OperationShow />, 'balance_operations', operation);
  expect(await story()).toBe(pages.story('contribution', 77));
});
