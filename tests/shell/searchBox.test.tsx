// The search box of the header: what is found while one types, what was open a moment ago, what is never asked by itself.
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { globalSearch } from '../../contract/search.ts';
import { rememberVisit } from '../../src/shell/navigationHistory.ts';
import { SearchBox } from '../../src/shell/SearchBox.tsx';
import { rememberedQueries, rememberQuery } from '../../src/shell/searchMemory.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let clerk: Caller;
/** Garages of Новиков and Назаров: the first is theirs together. */
let shared: number;
let nazarov: number;
const name = (lastName: string, firstName: string) => ({ lastName, firstName, fatherName: 'Иванович' });
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  clerk = await as(t, { po: w.po });
  nazarov = (await newPerson(mo, w.po, name('Назаров', 'Илья'))).id;
  const novikov = await newPerson(mo, w.po, name('Новиков', 'Борис'));
  const owners = [
    { profileId: novikov.id, isPrimary: true, share: '1/2' },
    { profileId: nazarov, share: '1/2' },
  ];
  shared = (await newGarage(mo, w.po, { section: 'Б', number: '9', alreadyExistProfile: owners })).id;
  const own = [{ profileId: nazarov, isPrimary: true }];
  for (const number of ['1', '2', '3', '4', '5', '6'])
    await newGarage(mo, w.po, { section: 'В', number, alreadyExistProfile: own });
});
afterAll(() => t.close());

const Where = () => {
  const { pathname, search, state } = useLocation();
  return <output data-state={JSON.stringify(state)}>{pathname + search}</output>;
};
function open() {
  render(
    <Console at="/">
      <SearchBox />
      <Where />
    </Console>,
  );
  return screen.getByRole('combobox', { name: 'Поиск' });
}
const user = userEvent.setup();
const asked = () => wire.queries(globalSearch).map(({ q }) => q);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  wire.enter(clerk);
  wire.asked.length = 0;
});
afterEach(cleanup);

it('shows what is found while one types, says who was meant, and leads to the card by keys', async () => {
  const box = open();
  await user.type(box, 'назаров');
  const option = await screen.findByRole('option', { name: /^Б 9 / });
  expect(option.textContent).toContain('Новиков Борис');
  expect(option.textContent).toContain('совладелец Назаров Илья');
  expect(screen.getByRole('option', { name: /Показать всё: 8/ })).toBeTruthy();
  const steps = screen.getAllByRole('option').indexOf(option) + 1;
  await user.keyboard('{ArrowDown}'.repeat(steps));
  await waitFor(() => expect(box.getAttribute('aria-activedescendant')).toBe(option.id));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(document.querySelector('output')!.textContent).toBe(`/garage/${shared}`));
  expect(asked()).toEqual(['назаров']);
});

it('of two drafts of one garage the one that was found by its number is opened', async () => {
  await sql`insert into reregistration (id, region_id, mo_id, po_id, garage_id, author_id, reason_id, status, date_request, on_date, last_event_at)
    overriding system value select draft, region_id, mo_id, po_id, garage.id, ${clerk.userId}, 1, 0, '2026-11-01', '2026-11-01', '2026-11-01'::timestamptz
    from garage, (values (7071), (7072)) as given(draft) where garage.id = ${shared}`.execute(t.deps.db);
  const box = open();
  await user.type(box, '7071');
  await user.click(await screen.findByRole('option', { name: /№ 7071/ }));
  const where = document.querySelector('output')!;
  await waitFor(() => expect(where.textContent).toBe(`/garage/${shared}/new_reregistration`));
  expect(where.dataset.state).toBe('{"id":7071}');
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
  expect(asked()).toEqual([]);
  vi.useRealTimers();
});

it('begins with the cards and queries of a moment ago; another person has none of these queries', async () => {
  rememberVisit(`/garage/${shared}`, '');
  rememberVisit(`/profile/${nazarov}`, '');
  rememberQuery(clerk.userId, 'наза');
  rememberQuery(clerk.userId, 'назаров');
  expect(rememberedQueries(clerk.userId)).toEqual(['назаров']);
  expect(rememberedQueries(clerk.userId + 1)).toEqual([]);
  const box = open();
  await user.click(box);
  for (const words of [/Б 9/, /Назаров Илья/, /^назаров/])
    expect(await screen.findByRole('option', { name: words })).toBeTruthy();
  await user.click(screen.getByRole('option', { name: /Назаров Илья/ }));
  expect(document.querySelector('output')!.textContent).toBe(`/profile/${nazarov}`);
});

it('remembers a query that has stood for a second and a half', async () => {
  const box = open();
  await user.type(box, 'новиков');
  await screen.findByRole('option', { name: /^Б 9/ });
  await waitFor(() => expect(rememberedQueries(clerk.userId)).toEqual(['новиков']));
});
