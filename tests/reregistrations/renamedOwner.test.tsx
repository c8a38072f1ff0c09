// A change of a name where several own: nobody is chosen beforehand, one is, and only he is sent.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { reregistrations } from '../../contract/reregistrations.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import ReregistrationWizard from '../../resources/reregistrations/ReregistrationWizard.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
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

it('nobody is renamed until a person says who of the owners', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const second = garage.owners[1]!;
  const draft = await save(mo, form(garage.id, 12, { details: { newLastName: 'Новая' } }));
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
  const choice = within(await screen.findByRole('group', { name: /У кого меняется имя/ }));
  const chosen = () => choice.getAllByRole<HTMLInputElement>('radio').map((one) => one.checked);
  expect(chosen()).toEqual([false, false]);
  expect(screen.queryByLabelText(/Доля после/)).toBeNull();
  await userEvent.click(choice.getByRole('radio', { name: new RegExp(second.full_name) }));
  expect(chosen()).toEqual([false, true]);
  await userEvent.click(screen.getByRole('button', { name: 'Далее: бумаги' }));
  await screen.findByRole('button', { name: 'Далее: долг и сбор' });
  const { body } = await mo.call(reregistrations.one, { params: { id: draft.id } });
  expect(body.form.leaving).toEqual([second.id]);
});
