// «Как карточка стала такой» stands on the cards that the log speaks of, and leads to the lines of that very card.
import { cleanup, render, screen } from '@testing-library/react';
import { ResourceContextProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { richFromPlain } from '../../contract/kernel/richTextFold.ts';
import { news } from '../../contract/news.ts';
import { pages } from '../../contract/pages.ts';
import ReferenceEdit from '../../resources/admin/references/ReferenceEdit.tsx';
import { Article } from '../../resources/news/Article.tsx';
import OperationShow from '../../resources/payments/OperationShow.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { pay } from '../payments/desk.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let root: Caller;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  root = await as(t, { region: w.region, isSuperuser: 2, role: 'superuser' });
  mo = await as(t, { mo: w.mo, role: 'mo_head' });
});
afterEach(cleanup);
afterAll(() => t.close());

function show(who: Caller, path: string, at: string, element: ReactNode, resource: string) {
  wire.enter(who);
  render(
    <Console at={at}>
      <ResourceContextProvider value={resource}>
        <Routes>
          <Route path={path} element={element} />
        </Routes>
      </ResourceContextProvider>
    </Console>,
  );
}
const story = async () => (await screen.findByRole('link', { name: 'Как карточка стала такой' })).getAttribute('href');

it('a news leads to its lines', async () => {
  const body = {
    title: 'Собрание',
    body: richFromPlain('Приходите'),
    audience: { all: false, places: [{ level: 'mo' as const, id: w.mo }], roles: [] },
    is_pinned: false,
    asks_ack: false,
    publish: 'now',
  };
  const made = await mo.call(news.create, { body });
  expect(made.status, made.text).toBe(200);
  show(mo, '/news/:id', `/news/${made.body.id}`, <Article id={made.body.id} isAlone />, 'news');
  expect(await story()).toBe(pages.story('news', made.body.id));
});

it('a row of a reference list leads to its lines under its own type', async () => {
  show(root, '/admin/admin_key_rate/:id', '/admin/admin_key_rate/2', <ReferenceEdit />, 'key_rates');
  expect(await story()).toBe(pages.story('key_rate', 2));
});

it('a payment leads to the lines of its document, which the log names', async () => {
  const { id } = await newGarage(mo, w.po);
  const { body } = await pay(mo, id, 450_000);
  const line = body.lines[0].id as number;
  show(mo, '/balance_operation/:id', `/balance_operation/${line}`, <OperationShow />, 'balance_operations');
  expect(await story()).toBe(pages.story('contribution', body.contribution));
});
