// The page of the search: papers, mailings, news and instructions stand under people and garages; nobody is shown a stranger's.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'react-admin';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { news } from '../../contract/news.ts';
import { tutorials } from '../../contract/tutorials.ts';
import { dataProvider } from '../../providers/dataProvider.ts';
import SearchPage from '../../resources/search/SearchPage.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';
import { mailing, owner, sendAs } from '../notifications/kit.ts';

let t: TestApp;
let wire: Wire;
let mo: Caller;
let foreign: Caller;
let home: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  home = w.mo;
  mo = await as(t, { mo: w.mo });
  foreign = await as(t, { mo: w.foreignMo });
  const root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  const body = richFromPlain('Колокольня открыта');
  const told = { level: 'mo' as const, id: w.mo };
  const made = [
    await mo.call(news.create, {
      body: {
        title: 'Колокольня на ремонте',
        body,
        audience: { all: false, places: [told], roles: [] },
        is_pinned: false,
        asks_ack: false,
        publish: 'now',
      } as never,
    }),
    await root.call(tutorials.create, {
      body: {
        kind: 'article',
        title: 'Как звонить в колокол',
        lead: 'Колокольня и её часы',
        topic: 'start',
        length: '',
        body,
        pages: [],
        sort: 1,
        is_active: true,
        checked_on: null,
      } as never,
    }),
    await sendAs(mo, mailing([await owner(mo, w.po, { sms: true })], { title: 'Сбор у колокольни' })),
  ];
  expect(made.map(({ status }) => status)).toEqual([200, 200, 200]);
});
afterAll(() => t.close());
afterEach(cleanup);

function open(who: Caller, query: string) {
  wire.enter(who);
  render(
    <MemoryRouter initialEntries={[`/global_search?q=${encodeURIComponent(query)}`]}>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CoreAdminContext dataProvider={dataProvider}>
          <SearchPage />
        </CoreAdminContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const heading = (name: string) => screen.findByRole('heading', { name });

it('finds words of mailings, news and instructions, each with a way to it', async () => {
  open(mo, 'колокол');
  await heading('Рассылки · 1');
  await heading('Новости · 1');
  await heading('Инструкции · 1');
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(ways).toEqual([
    expect.stringMatching(/^\/informing_history\/\d+$/),
    expect.stringMatching(/^\/news\/\d+$/),
    expect.stringMatching(/^\/tutorials\/\d+$/),
  ]);
  expect(screen.queryByText('Ничего не найдено')).toBeNull();
});

it('the name of a ПО goes to the next line whole: it is not torn at its hyphen', async () => {
  const garage = await t.deps.db
    .selectFrom('garage')
    .innerJoin('po', 'po.id', 'garage.po_id')
    .select(['garage.account_no', 'po.name'])
    .executeTakeFirstOrThrow();
  open(mo, garage.account_no);
  expect((await screen.findByText(garage.name)).style.display).toBe('inline-block');
});

it('a stranger finds the common instruction alone', async () => {
  open(foreign, 'колокол');
  await heading('Инструкции · 1');
  expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1);
});

it('who sends no mailings is neither told of them nor that they failed', async () => {
  const asked = wire.asked.length;
  open(await as(t, { mo: home, capabilities: [2] }), 'колокол');
  await heading('Инструкции · 1');
  expect(screen.queryByText(/Рассылки/)).toBeNull();
  expect(wire.asked.slice(asked).filter(({ call }) => call.includes('/api/notifications/'))).toEqual([]);
});

it('says that nothing was found only when every list has answered', async () => {
  open(mo, 'небывалыйзвон');
  expect(await screen.findByText('Ничего не найдено')).toBeTruthy();
  expect(wire.asked.filter(({ call }) => /documents|notifications|news|tutorials/.test(call)).length).toBeGreaterThan(
    3,
  );
});

it('a piece in the middle of a phone is not searched, and the page says why', async () => {
  open(mo, '900 12-34');
  expect(await screen.findByText('Телефон ищется по четырём последним цифрам или целиком')).toBeTruthy();
});
