// The page of debt ages: the table twin of the chart, what an age opens, ПО, the address, levels.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { debtAgeing, debtAgeingGarages } from '../../contract/balance.ts';
import AgeingPage from '../../resources/balance/AgeingPage.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { postLines, type TestLine } from './posting.ts';

// The picture needs a browser's layout; journeys look at it.
vi.mock('../../resources/balance/AgeingChart.tsx', () => ({ default: () => null }));

const nbsp = '\u00a0';
let t: TestApp;
let wire: Wire;
let w: World;
/** A place with more old debts than a page holds, and one without any. */
let crowded: World;
let free: World;
const OLD_DEBTS = 52;

const owe = (garage_id: number, on_date: string): TestLine => ({
  garage_id,
  sign: -1,
  amount_kopecks: 450_000,
  accrual_type_id: 1,
  payment_type_id: null,
  period_year: Number(on_date.slice(0, 4)),
  on_date,
});

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  [w, crowded, free] = [await world(t.deps.db), await world(t.deps.db), await world(t.deps.db)];
  const mo = await as(t, { mo: w.mo });
  const owner = await newPerson(mo, w.po, { lastName: 'Петров' });
  const owned = await newGarage(mo, w.po, { number: '1', alreadyExistProfile: [{ profileId: owner.id }] });
  const [fresh, ownerless, old] = [
    await newGarage(mo, w.po),
    await newGarage(mo, w.siblingPo, { number: '2' }),
    await newGarage(mo, w.siblingPo),
  ];
  await postLines(t, w, [
    owe(owned.id, '2026-02-01'),
    owe(fresh.id, '2026-11-01'),
    owe(ownerless.id, '2026-02-01'),
    owe(old.id, '2024-02-01'),
  ]);
  const other = await as(t, { mo: crowded.mo });
  const many: TestLine[] = [];
  for (let nth = 0; nth < OLD_DEBTS; nth += 1) many.push(owe((await newGarage(other, crowded.po)).id, '2024-02-01'));
  await postLines(t, crowded, many);
});
afterAll(() => t.close());
beforeEach(async () => {
  wire.enter(await as(t, { mo: w.mo, capabilities: [2] }));
  wire.asked.length = 0;
});
// Browsers answer a scroll with a promise; it must not become the clean-up of an effect.
window.HTMLElement.prototype.scrollIntoView = (() => Promise.resolve()) as unknown as () => void;
afterEach(cleanup);
const Where = () => <output aria-label="адрес">{useLocation().search}</output>;
const open = (search = '') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[`/contributions/ageing${search}`]}>
        <AgeingPage />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const address = () => screen.getByLabelText('адрес').textContent;

describe('ages of debts', () => {
  it('are said in a table with their share; an age without garages opens nothing', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Возраст долга' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent)
        .slice(1),
    ).toEqual([
      `до 30 дней14${nbsp}500,00${nbsp}₽25,0 %`,
      `31–90 дней00,00${nbsp}₽0,0 %`,
      `91–365 дней29${nbsp}000,00${nbsp}₽50,0 %`,
      `больше года14${nbsp}500,00${nbsp}₽25,0 %`,
    ]);
    expect(within(table).getByRole('button', { name: '31–90 дней' }).hasAttribute('disabled')).toBe(true);
  });

  it('open their garages by pages, and close again', async () => {
    wire.enter(await as(t, { mo: crowded.mo, capabilities: [2] }));
    open();
    const age = await screen.findByRole('button', { name: 'больше года' });
    await userEvent.click(age);
    expect(address()).toBe('?age=366%2B');
    expect(await screen.findByText(`1–50 из ${OLD_DEBTS}`)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(await screen.findByText(`51–${OLD_DEBTS} из ${OLD_DEBTS}`)).toBeTruthy();
    await userEvent.click(age);
    expect(address()).toBe('');
  });

  it('by ПО: a sum opens the garages of that ПО and age', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^КАС № 12-10, больше года/ }));
    expect(address()).toBe(`?po=${w.siblingPo}&age=366%2B`);
    await expect.poll(() => wire.asked.map(({ call }) => call)).toContain(`GET ${debtAgeing.path}?po=${w.siblingPo}`);
  });

  it('several ПО are chosen at once and kept in the address; an opened age is of them all', async () => {
    open(`?po=${w.po},${w.siblingPo}`);
    await userEvent.click(await screen.findByRole('button', { name: '91–365 дней' }));
    const calls = () => wire.asked.map(({ call }) => call);
    await expect.poll(() => wire.queries(debtAgeing)[0]).toEqual({ po: `${w.po},${w.siblingPo}` });
    await expect.poll(() => calls().filter((one) => one.includes('/garages/'))).toHaveLength(1);
    expect(new URLSearchParams(address()!).get('po')).toBe(`${w.po},${w.siblingPo}`);
    expect(wire.queries(debtAgeingGarages)[0]).toMatchObject({ age: '91-365', po: `${w.po},${w.siblingPo}` });
    for (const name of ['КАС № 12-3', 'КАС № 12-10'])
      expect(screen.getByRole('button', { name: `Убрать «${name}»` })).toBeTruthy();
  });

  it('the largest debtors are plates with owners and days', async () => {
    open();
    const plates = [...(await screen.findAllByRole('list'))[0]!.children] as HTMLElement[];
    const row = (plate: string) => plates.find((one) => within(one).queryByRole('link', { name: `Гараж ${plate}` }))!;
    expect(within(row('А, 1')).getByRole('link', { name: 'Гараж А, 1' }).getAttribute('href')).toMatch(
      /^\/garage\/\d+$/,
    );
    expect(row('А, 1').textContent).toContain('Петров');
    expect(row('А, 1').textContent).toContain(`с${nbsp}01.02.2026, 292${nbsp}дня`);
    expect(row('А, 2').textContent).toContain('владелец не указан');
  });

  it('nonsense in the address is left out; a debt-free place says so', async () => {
    wire.enter(await as(t, { mo: free.mo, capabilities: [2] }));
    open('?age=never&po=-5&page=zero');
    expect(await screen.findByText('Долгов нет')).toBeTruthy();
    expect(wire.asked.map(({ call }) => call)).toEqual([`GET ${debtAgeing.path}`]);
  });

  it.each<[string, () => Parameters<typeof as>[1], string[]]>([
    ['region', () => ({ region: w.region }), ['МО', 'ПО']],
    ['МО', () => ({ mo: w.mo }), ['ПО']],
    ['ПО', () => ({ po: w.po }), []],
  ])('%s narrows by what is under it', async (_, place, fields) => {
    wire.enter(await as(t, { ...place(), capabilities: [2] }));
    open();
    await screen.findByRole('table', { name: 'Возраст долга' });
    expect(['МО', 'ПО'].filter((name) => screen.queryByRole('combobox', { name }))).toEqual(fields);
  });
});
