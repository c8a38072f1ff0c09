// Penalties and closing on screen: the button carries the sum of the preview, a second press is the same intention, rights in words.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'ra-core';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { accrualDefaults } from '../../contract/accruals.ts';
import { closePeriod, closingReview, openPeriod, type ClosingReview } from '../../contract/closing.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { postPenalties, previewPenalties, type PenaltyPreview } from '../../contract/penalties.ts';
import { HttpError, type CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import { BooksMenu } from '../../resources/contributions/books/BooksMenu.tsx';
import ClosingPage from '../../resources/contributions/books/ClosingPage.tsx';
import PenaltiesPage from '../../resources/contributions/books/PenaltiesPage.tsx';

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

const garage = (id: number, sum: number) => ({
  garage: { id, section: 'А', number: String(id), po_name: 'КАС № 2', is_active: true },
  owner: 'Иванов Иван',
  principal_kopecks: 450_000,
  days: 45,
  charged_before_kopecks: 0,
  is_capped: false,
  sum_kopecks: sum,
  entries: [
    {
      accrual_type: 'Членский годовой взнос',
      year: 2025,
      principal_kopecks: 450_000,
      from: '2026-01-01',
      to: '2026-02-14',
      days: 45,
      charged_before_kopecks: 0,
      cap_kopecks: 450_000,
      is_capped: false,
      sum_kopecks: sum,
    },
  ],
});
const preview = (excluded: readonly number[]): PenaltyPreview => {
  const rows = [garage(1, 20_250), garage(2, 20_250)].filter((row) => !excluded.includes(row.garage.id));
  const sum = rows.length * 20_250;
  return {
    garages: rows.length,
    sum_kopecks: sum,
    principal_kopecks: rows.length * 450_000,
    capped: 0,
    pos: [
      { po: { id: 1, name: 'КАС № 2' }, settings: '0,1 % в день', note: null, garages: rows.length, sum_kopecks: sum },
    ],
    rows,
    rows_total: rows.length,
  };
};
const review: ClosingReview = {
  mo: { id: 2, name: 'Невское МО' },
  closed_until: null,
  until: '2025-12-31',
  problem: null,
  documents: 20,
  lines: 1515,
  charged_kopecks: 900_000,
  paid_kopecks: 500_000,
  debt_kopecks: 450_000,
  advance_kopecks: 0,
  debtors: 1,
  open_statement_rows: 3,
  open_cash_days: 0,
  faults: [],
  faults_total: 0,
  history: [],
};

let sent: { endpoint: AnyEndpoint; body: Record<string, unknown> }[];
let refusal: Error | null;
let books: ClosingReview;

vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { body }: CallOptions<AnyEndpoint> = {}) => {
    const given = (body ?? {}) as Record<string, unknown>;
    if (endpoint === accrualDefaults) return { year: 2025, today: '2026-02-14', mo: null, period_closed_until: null };
    if (endpoint === previewPenalties) return preview(given.excludedGarages as number[]);
    if (endpoint === closingReview) return books;
    sent.push({ endpoint, body: given });
    if (refusal) {
      const error = refusal;
      refusal = null;
      throw error;
    }
    if (endpoint === postPenalties)
      return { contribution: 5, job: null, garages: 2, amount_kopecks: 40_500, isRepeat: false };
    if (endpoint === closePeriod)
      books = { ...books, closed_until: '2025-12-31', problem: 'Период уже закрыт до этой даты' };
    if (endpoint === openPeriod) books = { ...books, closed_until: null, problem: null };
    return books;
  },
}));

beforeEach(() => {
  sent = [];
  refusal = null;
  books = review;
  storeToken(token({ mo: 2 }));
});
afterEach(() => {
  cleanup();
  storeToken(null);
});

const show = (page: ReactNode) =>
  render(
    <MemoryRouter>
      <CoreAdminContext queryClient={createQueryClient()} dataProvider={{} as DataProvider}>
        {page}
      </CoreAdminContext>
    </MemoryRouter>,
  );

describe('penalties', () => {
  const button = (words: RegExp) => screen.findByRole('button', { name: words });

  it('the button carries what is seen and sends it; the answer leads to the document', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    const post = await button(/Начислить пени: 2\s?гаража, 405,00/);
    expect(screen.getByRole('link', { name: 'Гараж А, 1' }).getAttribute('href')).toBe('/garage/1');
    await person.click(post);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.body).toMatchObject({ date: '2026-02-14', expected: { garages: 2, amount_kopecks: 40_500 } });
    expect(await screen.findByText(/Начислено: 2\s?гаража/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Открыть' }).getAttribute('href')).toBe('/contribution/5');
  });

  it('a garage is left out and put back; the sum follows', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    await button(/2\s?гаража/);
    await person.click(screen.getByRole('button', { name: 'Не начислять: Гараж А 1' }));
    expect(await button(/Начислить пени: 1\s?гараж, 202,50/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(await button(/2\s?гаража/)).toBeTruthy();
  });

  it('a refusal is told and the same intention keeps its key', async () => {
    const person = userEvent.setup();
    show(<PenaltiesPage />);
    refusal = new HttpError(0, { message: 'Нет связи' });
    await person.click(await button(/2\s?гаража/));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('Нет связи'));
    await waitFor(async () => expect((await button(/2\s?гаража/)).hasAttribute('disabled')).toBe(false));
    await person.click(await button(/2\s?гаража/));
    await screen.findByText(/Начислено/);
    expect(sent.map((one) => one.body.idempotencyKey)[0]).toBe(sent[1]!.body.idempotencyKey);
  });
});

describe('closing', () => {
  it('shows numbers and what is undone, closes after a question', async () => {
    const person = userEvent.setup();
    show(<ClosingPage />);
    expect(await screen.findByText('открыто всё')).toBeTruthy();
    expect(
      screen.getByRole('link', { name: 'Не разнесено строк банковских выписок' }).closest('li')!.textContent,
    ).toContain(': 3');
    await person.click(screen.getByRole('button', { name: 'Закрыть до 31.12.2025' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toMatch(/Записей: 1\s515/);
    await person.click(within(dialog).getByRole('button', { name: 'Закрыть период' }));
    expect(await screen.findByText('закрыто до 31.12.2025')).toBeTruthy();
    expect(sent).toEqual([{ endpoint: closePeriod, body: { until: '2025-12-31', was: null } }]);
    expect(screen.getByRole('button', { name: 'Открыть период' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Открыть период' }).title).toBe('Доступно только суперпользователю');
  });

  it('a ПО looks and is told who closes', async () => {
    storeToken(token({ po: 3 }));
    show(<ClosingPage />);
    expect(await screen.findByText('Доступно на уровне МО')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Закрыть до/ })).toHaveProperty('disabled', true);
  });

  it('a superuser opens with a reason; a refusal stays in the dialog', async () => {
    const person = userEvent.setup();
    storeToken(token({ mo: 2, is_superuser: 2 }));
    books = { ...review, closed_until: '2025-12-31', problem: 'Период уже закрыт до этой даты' };
    show(<ClosingPage />);
    await person.click(await screen.findByRole('button', { name: 'Открыть период' }));
    const dialog = await screen.findByRole('dialog');
    refusal = new HttpError(422, {
      message: 'Укажите причину',
      errors: { reason: 'Укажите причину' },
    });
    await person.click(within(dialog).getByRole('button', { name: 'Открыть' }));
    expect(await within(dialog).findByText('Укажите причину')).toBeTruthy();
    await person.type(within(dialog).getByLabelText(/Причина/), 'Ревизия');
    await person.click(within(dialog).getByRole('button', { name: 'Открыть' }));
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]!.body).toEqual({ until: null, was: '2025-12-31', reason: 'Ревизия' });
  });
});

describe('«Ещё»', () => {
  it('is the menu of the whole section; without the right it says which one is missing', async () => {
    const person = userEvent.setup();
    storeToken(token({ mo: 2, capabilities: [1] }));
    show(<BooksMenu />);
    await person.click(screen.getByRole('button', { name: 'Ещё' }));
    const items = await screen.findAllByRole('menuitem');
    const [day, ...others] = items;
    expect(day!.textContent).toBe('Касса за день');
    expect(day!.getAttribute('aria-disabled')).toBeNull();
    expect(others.map((item) => item.textContent)).toEqual(
      [
        'Из выписки банка',
        'Возврат аванса',
        'Зачёт между гаражами',
        'Списание долга',
        'Корректировка',
        'Начислить пени',
        'Закрытие периода',
      ].map((name) => `${name}Нужно право «Взносы и баланс»`),
    );
    for (const item of others) expect(item.getAttribute('aria-disabled')).toBe('true');
  });
});
