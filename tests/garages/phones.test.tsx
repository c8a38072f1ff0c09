// Phones of the list of garages: those of the page at once, a list to call by with its reason; both stand in the log.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, ListContextProvider, useList } from 'react-admin';
import { sql } from 'kysely';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { garages, type GarageRow } from '../../contract/garages.ts';
import PhonesMenu from '../../resources/garages/PhonesMenu.tsx';
import { PhoneCell } from '../../resources/profiles/PhoneCell.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let keeper: Caller;
beforeAll(async () => {
  t = await testApp();
  // Readers and people of other files in this process have the first numbers: what a tab was shown is remembered by them.
  await sql`alter sequence app_user_id_seq restart with 7001`.execute(t.deps.db);
  wire = wireTo(t);
  w = await world(t.deps.db);
  keeper = await as(t, { po: w.po });
  const mo = await as(t, { mo: w.mo });
  for (const phone of ['+79217776501', '+79217776502']) {
    const { id } = await newPerson(mo, w.po, { phoneNumberList: [phone] });
    await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: id }] });
  }
  window.URL.createObjectURL = () => 'blob:x';
  window.URL.revokeObjectURL = () => undefined;
});
afterAll(() => t.close());
afterEach(cleanup);

async function open(who: Caller) {
  wire.enter(who);
  wire.asked.length = 0;
  const rows: GarageRow[] = (await who.call(garages.list, {})).body;
  function Page() {
    const list = useList({ data: rows, resource: 'garages', sort: { field: 'place', order: 'ASC' } });
    return (
      <ListContextProvider value={list}>
        <PhonesMenu />
        {rows.map((row) => (
          <PhoneCell key={row.id} profileId={row.owners[0]?.id} masked={row.phone ? [row.phone] : []} />
        ))}
      </ListContextProvider>
    );
  }
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <CoreAdminContext>
          <Page />
        </CoreAdminContext>
      </QueryClientProvider>
    </MemoryRouter>,
  );
}
const lastLine = async () =>
  (await t.deps.db.selectFrom('action_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()).text;

it('shows the phones of the page by one call and one line of the log', async () => {
  const user = userEvent.setup();
  await open(keeper);
  expect(screen.getByText('+7 *** ***-65-01')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Телефоны' }));
  await user.click(await screen.findByText('Показать телефоны'));
  expect(await screen.findByText(/921.*777-65-01/)).toBeTruthy();
  expect(screen.getByText(/921.*777-65-02/)).toBeTruthy();
  expect(wire.asked.map(({ call }) => call)).toEqual(['POST /api/profiles/reveal_phones/']);
  expect(await lastLine()).toMatch(/телефон/i);
  // The right is taken away: what was shown is covered at once.
  const poorer = await as(t, { mo: w.mo, capabilities: [2], same: keeper });
  act(() => wire.enter(poorer));
  expect(screen.getByText('+7 *** ***-65-01')).toBeTruthy();
  expect(screen.queryByText(/777-65-0/)).toBeNull();
});

it('a list to call by asks for its reason once a day and carries whole phones', async () => {
  const user = userEvent.setup();
  await open(keeper);
  const start = async () => {
    await user.click(screen.getByRole('button', { name: 'Телефоны' }));
    await user.click(await screen.findByText('Список для обзвона'));
  };
  await start();
  await user.type(await screen.findByLabelText(/Для чего/), 'Собрание 5 декабря');
  await user.click(screen.getByRole('button', { name: 'Выгрузить' }));
  await expect.poll(() => wire.asked.length).toBe(1);
  expect(wire.asked[0]).toMatchObject({
    call: 'POST /api/export/garages',
    body: { phonesReason: 'Собрание 5 декабря', columns: ['plate', 'po', 'owner', 'phone', 'debt', 'last_payment'] },
  });
  await expect.poll(() => screen.queryByRole('dialog')).toBe(null);
  expect(await lastLine()).toBe('Выгрузка «Гаражи» с телефонами целиком: строк 2. Для чего: Собрание 5 декабря');
  await start();
  await expect.poll(() => wire.asked.length).toBe(2);
  expect(wire.asked[1]!.body).toMatchObject({ phonesReason: 'Собрание 5 декабря' });
});

it('is not offered to those who do not keep the register', async () => {
  await open(await as(t, { po: w.po, capabilities: [] }));
  expect(screen.queryByRole('button', { name: 'Телефоны' })).toBe(null);
});
