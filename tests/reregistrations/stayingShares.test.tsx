// The share of a co-owner who stays, cleared in the wizard: it is said at its field, and no share of anybody is silently kept.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { reregistrations } from '../../contract/reregistrations.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import ReregistrationWizard from '../../resources/reregistrations/ReregistrationWizard.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { form, ownedGarage, save } from './kit.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
});
afterAll(async () => {
  wire.cut();
  await t.close();
});
afterEach(cleanup);

it('a cleared share is asked for at its field; cleared for all, they own together', async () => {
  const garage = await ownedGarage(mo, w.po, 3);
  const [leaves, first, second] = garage.owners;
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const draft = await save(mo, form(garage.id, 1, { newOwner, leaving: [leaves!.id] }));
  wire.enter(mo);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: `/garage/${garage.id}/new_reregistration`, state: { id: draft.id } }]}>
        <Routes>
          <Route path="/garage/:id/new_reregistration" element={<ReregistrationWizard />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Далее: люди' }));
  const people = within(await screen.findByRole('region', { name: 'Кто выбывает' }));
  await userEvent.clear(people.getByLabelText(`Доля после: ${first!.full_name}`));
  const said = `${first!.full_name} остаётся: впишите его долю или очистите доли у всех`;
  expect(await people.findByText(said)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Далее: бумаги' }));
  await screen.findByRole('button', { name: 'Далее: долг и сбор' });
  const kept = async () => (await mo.call(reregistrations.one, { params: { id: draft.id } })).body;
  expect((await kept()).form.shares).toEqual({ [first!.id]: null });
  const sent = { ...form(garage.id, 1, { newOwner, leaving: [leaves!.id] }), version: (await kept()).version };
  const reply = await mo.call(reregistrations.update, {
    params: { id: draft.id },
    body: { ...sent, shares: { [first!.id]: null }, apply: true } as never,
  });
  expect([reply.status, reply.body.errors]).toEqual([422, { [`shares.${first!.id}`]: said }]);
  const shares = { [first!.id]: null, [second!.id]: null };
  const together = await mo.call(reregistrations.update, {
    params: { id: draft.id },
    body: {
      ...sent,
      newOwner: [...newOwner, { profileId: (await newPerson(mo, w.po)).id }],
      shares,
      apply: true,
    } as never,
  });
  expect([together.status, together.body.status]).toEqual([200, 1]);
});
