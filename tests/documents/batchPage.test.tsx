// The page of a batch: what was counted for other conditions is not printed under the present ones.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { planBatch } from '../../contract/documents/batches.ts';
import BatchPage from '../../resources/documents/BatchPage.tsx';
import { testApp, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { charge, ownedGarage, place, type Place } from './kit.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const { garage } = await ownedGarage(at);
  await charge(at, garage.id, 450_000);
  wire = wireTo(t);
  wire.enter(at.po);
});
afterAll(() => t.close());
afterEach(cleanup);

const show = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BatchPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );

it('the button waits until the batch is counted, at first and after each change of the conditions', async () => {
  const user = userEvent.setup();
  const first = wire.hold(planBatch);
  show();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Считаем…' }).disabled).toBe(true);
  first();
  const ready = await screen.findByRole<HTMLButtonElement>('button', { name: 'Напечатать 1' });
  expect(ready.disabled).toBe(false);
  const second = wire.hold(planBatch);
  await user.type(screen.getByLabelText(/Долг от/), '900000');
  const counting = await screen.findByRole<HTMLButtonElement>('button', { name: 'Считаем…' });
  expect(counting.disabled).toBe(true);
  expect(screen.getByRole('region', { name: 'Что войдёт' }).getAttribute('aria-busy')).toBe('true');
  second();
  const none = await screen.findByRole<HTMLButtonElement>('button', { name: /^Напечатать$/ });
  expect(none.disabled).toBe(true);
});

it('names that are declined by guess are told one by one, each with the way to its card', async () => {
  const { garage, person } = await ownedGarage(at, {
    lastName: 'Воробей',
    firstName: 'Любовь',
    fatherName: 'Петровна',
    passNum: '505052',
  });
  await charge(at, garage.id, 450_000);
  show();
  await screen.findByRole('button', { name: 'Напечатать 2' });
  expect(screen.queryByText(/Проверьте склонение/)).toBeNull();
  await userEvent.click(screen.getByRole('combobox', { name: /Что печатать/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Уведомления о задолженности' }));
  expect((await screen.findByText(/^Проверьте склонение/)).textContent).toMatch(/не уверена: 1\sимя\. Если не так/);
  const link = screen.getByRole('link', { name: 'Воробей Любовь Петровна' });
  expect(link.getAttribute('href')).toBe(`/profile_edit/${person.id}`);
  expect(link.parentElement!.textContent).toMatch(/: кому — Воробей Любови/);
});

it('sheets of people are counted as sheets, not as garages', async () => {
  await ownedGarage(at, { passNum: '505053' });
  const people = [await newPerson(at.mo, at.w.po), await newPerson(at.mo, at.w.po)];
  await newGarage(at.mo, at.w.po, { alreadyExistProfile: people.map(({ id }) => ({ profileId: id })) });
  show();
  await userEvent.click(screen.getByRole('combobox', { name: /Что печатать/ }));
  await userEvent.click(await screen.findByRole('option', { name: 'Согласия, по листу на человека' }));
  // Three garages of one owner each, one of two.
  const words = (await screen.findByText(/^Войдёт 5\sлистов$/)).parentElement!.textContent;
  expect(words).toMatch(/^Войдёт 5\sлистов по владельцам 4\sгаражей, по порядку: МО, ПО, секция, номер\.$/);
});
