// The menu by rights, the guards of addresses, the kept history, one dialog at a time, the way back.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Actor } from '../../contract/kernel/scope.ts';
import { lastPerson, storeToken } from '../../providers/session.ts';
import { sha256 } from '../../providers/sha256.ts';
import { AppRoutes, loadAt } from '../../src/routes.tsx';
import { entriesFor } from '../../src/shell/menu.ts';
import { HISTORY_LENGTH, rememberVisit, visitOf } from '../../src/shell/navigationHistory.ts';
import { closeModal, openModal, useModal } from '../../widgets/modals.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  storeToken(null);
  closeModal();
});

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

describe('the menu', () => {
  const actor = (facts: Partial<Actor>): Actor => ({
    userId: 1,
    sessionId: 1,
    name: '',
    role: '',
    isSuperuser: 0,
    region: null,
    mo: null,
    po: null,
    capabilities: [],
    ...facts,
  });
  const labels = (who: Actor | null, place: 'desk' | 'phone' = 'desk') =>
    entriesFor(who, place).map((entry) => entry.label);
  const always = ['Гаражи', 'Люди', 'Переоформления', 'Документы', 'Новости', 'Инструкции'];

  it('without capabilities', () => {
    expect(labels(actor({ mo: 1 }))).toEqual(always);
  });
  it('with every capability, by level', () => {
    const all = ['Гаражи', 'Люди', 'Переоформления', 'Документы', 'Рассылки', 'Взносы', 'Новости', 'Инструкции'];
    expect(labels(actor({ mo: 1, capabilities: [1, 2, 3] }))).toEqual(all);
    expect(labels(actor({ po: 1, capabilities: [1, 2, 3] }))).toEqual(all);
    const region = actor({ region: 1, capabilities: [1, 2, 3] });
    expect(labels(region)).toEqual(all.map((label) => (label === 'Взносы' ? 'Долги' : label)));
    expect(labels(region, 'phone')).toContain('Долги');
    expect(entriesFor(region, 'desk').find((entry) => entry.label === 'Долги')!.to).toBe('/contributions/ageing');
    expect(labels(actor({ region: 1, capabilities: [1, 3] }))).not.toContain('Долги');
    expect(labels(actor({ capabilities: [1, 2, 3] }))).not.toContain('Долги');
  });
  it('on a phone, as the specification lists it', () => {
    expect(labels(actor({ mo: 1, capabilities: [1, 2, 3] }), 'phone')).toEqual([
      'Гаражи',
      'Люди',
      'Переоформления',
      'Документы',
      'Рассылки',
      'Новости',
      'Инструкции',
    ]);
  });
  it.each([
    ['/', 'Гаражи'],
    ['/archive', 'Гаражи'],
    ['/garage/5/contributions', 'Гаражи'],
    ['/profile_edit/5', 'Люди'],
    ['/reregistrations/applications', 'Переоформления'],
    ['/notifications/drafts', 'Рассылки'],
    ['/contributions/payments', 'Взносы'],
    ['/handovers', undefined],
    ['/handovers/5', undefined],
    ['/user', undefined],
    ['/garages-other', undefined],
  ])('%s lights %s', (path, label) => {
    const shown = entriesFor(actor({ mo: 1, capabilities: [1, 2, 3] }), 'desk');
    expect(shown.filter((entry) => entry.covers(path)).map((entry) => entry.label)).toEqual(label ? [label] : []);
  });
  it('a superuser at the handovers has none of his entries lit', () => {
    const shown = entriesFor(actor({ region: 1, isSuperuser: 2, capabilities: [1, 2, 3] }), 'desk');
    expect(shown.some((entry) => entry.label === 'Долги')).toBe(true);
    expect(shown.filter((entry) => entry.covers('/handovers')).map((entry) => entry.label)).toEqual([]);
  });
});

describe('addresses', () => {
  it('name the code of their page before anything is drawn', () => {
    // By what is imported there: pages themselves are not read here.
    const code = (path: string) => String(loadAt(path));
    expect(code('/')).toContain('GarageList');
    expect(code('/today')).toContain('TodayPage');
    expect(code('/garage/17')).toContain('GarageShow');
    expect(code('/statistics/user')).toContain('ActionLogPage');
    expect(code('/sign')).toContain('SignPage');
    for (const path of ['/garages/5', '/nothing/here']) expect(loadAt(path)).toBeUndefined();
  });

  async function arrive(path: string, claims: object | null) {
    storeToken(claims && token(claims));
    const router = createMemoryRouter([{ path: '*', element: <AppRoutes /> }], { initialEntries: [path] });
    // Pages themselves are not read here: only where the guards lead.
    await act(async () => void render(<RouterProvider router={router} />));
    return router.state.location;
  }
  const everything = { mo: 3 };
  it.each<[string, object | null, string]>([
    ['/news', null, '/sign'],
    ['/news', { mo: null }, '/sign'],
    ['/news', { mo: 3, capabilities: [] }, '/news'],
    ['/notifications', { mo: 3, capabilities: [1, 2] }, '/'],
    ['/notifications', everything, '/notifications'],
    ['/notifications/drafts', { po: 3, capabilities: [] }, '/'],
    ['/notifications/garages', { region: 1 }, '/notifications'],
    ['/notifications/profiles', { region: 1 }, '/notifications'],
    ['/notifications/profiles', { po: 1 }, '/notifications/profiles'],
    ['/contributions', { mo: 3, capabilities: [1, 3] }, '/'],
    ['/contributions/payments', everything, '/contributions/payments'],
    ['/balance_operation/5', { mo: 3, capabilities: [] }, '/'],
    ['/contribution_edit/5', everything, '/contribution_edit/5'],
    ['/garage/5/new_reregistration', { mo: 3, capabilities: [2, 3] }, '/'],
    ['/garage/5/new_reregistration', everything, '/garage/5/new_reregistration'],
    ['/garage_edit/5', { mo: 3, capabilities: [2, 3] }, '/'],
    ['/profile_edit/5', { mo: 3, capabilities: [] }, '/'],
    ['/create-garage', { po: 3 }, '/'],
    ['/create-garage', { mo: 3, capabilities: [2] }, '/'],
    ['/archive', { po: 3 }, '/'],
    ['/garage/5/contributions', { region: 1 }, '/garage/5'],
    ['/admin/instruments', everything, '/'],
    ['/admin/instruments', { mo: 3, is_superuser: 1 }, '/'],
    ['/admin/instruments', { mo: 3, is_superuser: 2 }, '/admin/instruments'],
    ['/admin/po/5', { region: 1 }, '/'],
    ['/statistics/sign', everything, '/statistics/sign'],
    ['/reregistration/abc', everything, '/'],
    ['/no-such-page', everything, '/'],
  ])('%s for %j → %s', async (path, claims, arrived) => {
    expect((await arrive(path, claims)).pathname).toBe(arrived);
  });

  it('the entrance knows where to return', async () => {
    const { state } = await arrive('/document/5?tab=2', null);
    expect(state).toEqual({ from: '/document/5?tab=2', of: lastPerson() });
  });
});

describe('the history', () => {
  const kept = () => JSON.parse(localStorage.getItem('navigation_history') ?? '[]') as unknown[];
  it('keeps a digest, a pattern, the numbers and the query', () => {
    expect(visitOf('/garage/45/contributions', '?q=А 45&page=2')).toEqual({
      path: sha256('/garage/45/contributions'),
      pattern: '/garage/:n/contributions',
      numbers: [45],
      query: encodeURIComponent('q=А 45&page=2'),
    });
    expect(visitOf('/garage/45a', '').numbers).toEqual([]);
  });
  it('keeps the last fifty', () => {
    for (let i = 1; i <= HISTORY_LENGTH + 10; i += 1) rememberVisit(`/garage/${i}`, '');
    expect(kept()).toHaveLength(HISTORY_LENGTH);
    expect(kept().at(0)).toMatchObject({ numbers: [11] });
    expect(kept().at(-1)).toMatchObject({ numbers: [60] });
  });
  it('a spoilt storage costs only the history', () => {
    localStorage.setItem('navigation_history', 'not json');
    expect(() => rememberVisit('/', '')).not.toThrow();
  });
});

it('only one dialog is open at a time', () => {
  function Open() {
    return <output>{useModal()?.name ?? 'none'}</output>;
  }
  render(<Open />);
  const name = () => screen.getByRole('status').textContent;
  act(() => openModal({ name: 'ask-question' }));
  act(() => openModal({ name: 'server-error-modal', status: 500 }));
  expect(name()).toBe('server-error-modal');
  act(() => closeModal());
  expect(name()).toBe('none');
});

describe('the dialog of a fault', () => {
  it.each([
    [404, 'К сожалению, мы не можем найти запрашиваемые данные.'],
    [500, 'К сожалению, на сервере произошла ошибка.'],
    [503, 'К сожалению, на сервере произошла ошибка.'],
  ])('%i says its words and leads back', async (status, text) => {
    const { QueryClient, QueryClientProvider } = await import('@tanstack/react-query');
    const { default: Modals } = await import('../../src/shell/modals/Modals.tsx');
    vi.stubGlobal('history', { state: { idx: 1 }, length: 2 });
    const router = createMemoryRouter(
      [{ path: '*', element: <Modals modal={{ name: 'server-error-modal', status }} /> }],
      {
        initialEntries: ['/profiles', '/garage/600'],
        initialIndex: 1,
      },
    );
    const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
    render(
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    expect(await screen.findByRole('heading', { name: `Ошибка ${status}` })).toBeTruthy();
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByText('Написать email')).toBeTruthy();
    const back = screen.getByRole('button', { name: 'Назад' });
    expect(document.activeElement).toBe(back);
    await act(async () => void fireEvent.click(back));
    expect(router.state.location.pathname).toBe('/profiles');
    vi.unstubAllGlobals();
  });
});
