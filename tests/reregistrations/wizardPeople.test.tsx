// People of a case in the wizard: a share that was cleared is said at its field, and of several owners nobody is renamed until one is chosen.
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
afterAll(() => t.close());
afterEach(cleanup);

/** The wizard of a draft at its people. */
async function openPeople(garage: number, draft: number) {
  wire.enter(mo);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[{ pathname: `/garage/${garage}/new_reregistration`, state: { id: draft } }]}>
        <Routes>
          <Route path="/garage/:id/new_reregistration" element={<ReregistrationWizard />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Далее: люди' }));
}

it('a cleared share is asked for at its field; cleared for all, they own together', async () => {
  const garage = await ownedGarage(mo, w.po, 3);
  const [leaves, first, second] = garage.owners;
  const newOwner = [{ profileId: (await newPerson(mo, w.po)).id }];
  const draft = await save(mo, form(garage.id, 1, { newOwner, leaving: [leaves!.id] }));
  await openPeople(garage.id, draft.id);
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

it('nobody is renamed until a person says who of the owners', async () => {
  const garage = await ownedGarage(mo, w.po, 2);
  const second = garage.owners[1]!;
  const draft = await save(mo, form(garage.id, 12, { details: { newLastName: 'Новая' } }));
  await openPeople(garage.id, draft.id);
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
