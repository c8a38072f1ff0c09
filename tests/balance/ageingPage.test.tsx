// The page of debt ages: the table twin of the chart, what an age opens, ПО, the address, levels.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { debtAgeing, debtAgeingGarages, type AgeingReply, type Debtor } from '../../contract/balance.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { storeToken } from '../../providers/session.ts';
import AgeingPage from '../../resources/balance/AgeingPage.tsx';

const asked: { path: string; query: unknown }[] = [];
const replies = new Map<AnyEndpoint, unknown>();
vi.mock('../../providers/http.ts', () => ({
  call: async (endpoint: AnyEndpoint, request: { query?: unknown } = {}) => {
    asked.push({ path: endpoint.path, query: request.query });
    return replies.get(endpoint);
  },
}));
// The picture needs a browser's layout; journeys look at it.
vi.mock('../../resources/balance/AgeingChart.tsx', () => ({ default: () => null }));

const nbsp = '\u00a0';
const part = (value: unknown) => btoa(JSON.stringify(value));
const signIn = (place: object) =>
  storeToken(
    `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [2], exp: 4e9, ...place })}.s`,
  );
const debtor = (id: number, more: Partial<Debtor> = {}): Debtor => ({
  id,
  section: 'А',
  number: String(id),
  is_active: true,
  account_no: '1123000455',
  po: { id: 5, name: 'КАС № 12-3' },
  owners: [{ id: 90 + id, full_name: 'Петров Иван' }],
  debt_kopecks: 450_000,
  since: '2026-02-01',
  days: 292,
  age: '91-365',
  ...more,
});
const ages = (garages: [number, number, number, number]) =>
  (['0-30', '31-90', '91-365', '366+'] as const).map((age, index) => ({
    age,
    garages: garages[index]!,
    debt_kopecks: garages[index]! * 450_000,
  }));
const picture: AgeingReply = {
  on: '2026-11-20',
  ages: ages([1, 0, 2, 1]),
  by_po: [
    { po: { id: 5, name: 'КАС № 12-3' }, mo: { id: 2, name: 'Невское МО' }, ages: ages([1, 0, 1, 0]) },
    { po: { id: 6, name: 'КАС № 12-10' }, mo: { id: 2, name: 'Невское МО' }, ages: ages([0, 0, 1, 1]) },
  ],
  top: [debtor(1), debtor(2, { owners: [] })],
};

beforeEach(() => {
  asked.length = 0;
  replies.set(debtAgeing, picture);
  replies.set(debtAgeingGarages, { total: 120, debt_kopecks: 900_000, data: [debtor(1)] });
  signIn({ mo: 2 });
});
// Browsers answer a scroll with a promise; it must not become the clean-up of an effect.
window.HTMLElement.prototype.scrollIntoView = (() => Promise.resolve()) as unknown as () => void;
afterEach(() => {
  cleanup();
  storeToken(null);
});
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
    open();
    const age = await screen.findByRole('button', { name: 'больше года' });
    await userEvent.click(age);
    expect(address()).toBe('?age=366%2B');
    expect(await screen.findByText('1–50 из 120')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Следующая страница' }));
    expect(asked.at(-1)).toEqual({ path: debtAgeingGarages.path, query: { age: '366+', page: 2, per_page: 50 } });
    await userEvent.click(age);
    expect(address()).toBe('');
  });

  it('by ПО: a sum opens the garages of that ПО and age', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^КАС № 12-10, больше года/ }));
    expect(address()).toBe('?po=6&age=366%2B');
    expect(asked).toContainEqual({ path: debtAgeing.path, query: { po: 6 } });
  });

  it('the largest debtors are plates with owners and days', async () => {
    open();
    const [first, second] = (await screen.findAllByRole('list'))[0]!.children;
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'Гараж А, 1' })
        .getAttribute('href'),
    ).toBe('/garage/1');
    expect(first!.textContent).toContain(`с${nbsp}01.02.2026, 292${nbsp}дня`);
    expect(second!.textContent).toContain('владелец не указан');
  });

  it('nonsense in the address is left out; a debt-free place says so', async () => {
    replies.set(debtAgeing, { ...picture, ages: ages([0, 0, 0, 0]), by_po: [], top: [] });
    open('?age=never&po=-5&page=zero');
    expect(await screen.findByText('Долгов нет')).toBeTruthy();
    expect(asked).toEqual([{ path: debtAgeing.path, query: {} }]);
  });

  it.each<[object, string[]]>([
    [{ region: 1 }, ['МО', 'ПО']],
    [{ mo: 2 }, ['ПО']],
    [{ po: 5 }, []],
  ])('%j narrows by %j', async (place, fields) => {
    signIn(place);
    open();
    await screen.findByRole('table', { name: 'Возраст долга' });
    expect(['МО', 'ПО'].filter((name) => screen.queryByRole('combobox', { name }))).toEqual(fields);
  });
});
