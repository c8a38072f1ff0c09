// The list of re-registrations: an address that names states shows just these.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { Route, Routes, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listWith, pages } from '../../contract/pages.ts';
import { OPEN } from '../../contract/reregistrations.ts';
import { productRouter } from '../../providers/routerProvider.tsx';
import ReregistrationList from '../../resources/reregistrations/ReregistrationList.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let mo: Caller;
/** Number of the case of each state: no other number of a row looks like it. */
const numberOf = (status: number) => 9000 + status;
const states = [1, 2, 3, 6];
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  wire = wireTo(t);
  // One case of each state; the application has not moved for long.
  for (const status of states) {
    const garage = await newGarage(mo, w.po);
    await sql`insert into reregistration
      (id, region_id, mo_id, po_id, garage_id, author_id, reason_id, status, date_request, on_date, last_event_at)
      overriding system value select ${numberOf(status)}::int, region_id, mo_id, po_id, id, ${mo.userId}, 1, ${status}, '2026-11-01', '2026-11-01',
        ${status === 1 ? '2026-11-01' : '2026-11-19'}::timestamptz from garage where id = ${garage.id}`.execute(
      t.deps.db,
    );
  }
});
afterAll(() => t.close());
afterEach(cleanup);

const Address = () => {
  const { pathname, search, state } = useLocation();
  return <output data-state={JSON.stringify(state)}>{pathname + search}</output>;
};
function open(address: string) {
  wire.enter(mo);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at={address} queryClient={queryClient} routerProvider={productRouter({})}>
      <Routes>
        <Route path={pages.reregistrations} element={<ReregistrationList />} />
        <Route path={pages.applications} element={<ReregistrationList />} />
      </Routes>
      <Address />
    </Console>,
  );
}
const chosen = () => screen.getByRole('tab', { selected: true }).textContent;
const shown = () =>
  states.filter((status) => screen.queryByRole('row', { name: new RegExp(String(numberOf(status))) }));

it.each([
  [{ status: 3 }, 'Завершённые', [3]],
  [{ status: OPEN }, 'Открытые', [1, 2, 6]],
  [{ status: [0, 1, 2, 3, 4, 5, 6] }, 'Все', [1, 2, 3, 6]],
  [{}, 'В работе', [2]],
])('an address with %j opens «%s»', async (filter, tab, wanted) => {
  open(listWith(pages.reregistrations, filter));
  await expect.poll(shown).toEqual(wanted);
  expect(chosen()).toContain(tab);
});

it('a chosen tab stands in the address: a copied one shows the same', async () => {
  open(pages.reregistrations);
  await expect.poll(shown).toEqual([2]);
  await userEvent.click(screen.getByRole('tab', { name: /Завершённые/ }));
  await expect.poll(shown).toEqual([3]);
  const address = screen.getByRole('status').textContent!;
  cleanup();
  open(address);
  await expect.poll(shown).toEqual([3]);
});

it('of two drafts of one garage the one that is pressed is opened', async () => {
  const garage = await newGarage(mo, w.po);
  for (const id of [9010, 9011])
    await sql`insert into reregistration
      (id, region_id, mo_id, po_id, garage_id, author_id, reason_id, status, date_request, on_date, last_event_at)
      overriding system value select ${id}::int, region_id, mo_id, po_id, id, ${mo.userId}, 1, 0, '2026-11-01', '2026-11-01',
        '2026-11-19'::timestamptz from garage where id = ${garage.id}`.execute(t.deps.db);
  open(listWith(pages.reregistrations, { status: 0 }));
  await userEvent.click(await screen.findByRole('row', { name: /9010/ }));
  const address = screen.getByRole('status');
  await expect.poll(() => address.textContent).toBe(pages.newReregistration(garage.id));
  expect(JSON.parse(address.dataset.state!)).toEqual({ id: 9010 });
});
