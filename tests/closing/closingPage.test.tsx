// Closing on screen: what is undone, the question before closing, rights in words.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, type DataProvider } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  closePeriod,
  closingReadiness,
  closingReview,
  openPeriod,
  type ClosingReview,
  type PoReadiness,
} from '../../contract/closing.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { HttpError, type CallOptions } from '../../providers/http.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { storeToken } from '../../providers/session.ts';
import ClosingPage from '../../resources/closing/ClosingPage.tsx';

const part = (value: unknown) => btoa(JSON.stringify(value));
const token = (claims: object) =>
  `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [1, 2, 3], exp: 4e9, ...claims })}.s`;

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
  former_kopecks: 0,
  unfounded: { penalties: 0, garages: 0, amount_kopecks: 0 },
  faults: [],
  faults_total: 0,
  history: [],
};

const readiness: PoReadiness[] = [
  {
    po: { id: 5, name: 'КАС № 12-3' },
    garages: 40,
    uncharged: 7,
    open_statement_rows: 0,
    open_cash_days: 0,
    open_cases: 0,
    unsigned_papers: 4,
    debtors: 2,
    debt_kopecks: 450_000,
  },
  {
    po: { id: 6, name: 'КАС № 2' },
    garages: 10,
    uncharged: 0,
    open_statement_rows: 0,
    open_cash_days: 0,
    open_cases: 0,
    unsigned_papers: 0,
    debtors: 0,
    debt_kopecks: 0,
  },
];

let sent: { endpoint: AnyEndpoint; body: Record<string, unknown> }[];
let refusal: Error | null;
let books: ClosingReview;

vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<object>()),
  call: async (endpoint: AnyEndpoint, { body }: CallOptions<AnyEndpoint> = {}) => {
    const given = (body ?? {}) as Record<string, unknown>;
    if (endpoint === closingReview) return books;
    if (endpoint === closingReadiness) return { data: readiness, backup_at: null };
    sent.push({ endpoint, body: given });
    if (refusal) {
      const error = refusal;
      refusal = null;
      throw error;
    }
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

  it('says of each ПО what is left to do, and what is ready', async () => {
    show(<ClosingPage />);
    const busy = (await screen.findByText('КАС № 12-3')).closest('li')!;
    expect(busy.textContent).toContain('без членского взноса за 2025: 7');
    expect(within(busy).getByText('Есть дела')).toBeTruthy();
    expect(busy.textContent).toContain('Закрытию не мешает');
    const ready = screen.getByText('КАС № 2').closest('li')!;
    expect(within(ready).getByText('Готово')).toBeTruthy();
    expect(screen.getByText(/Проверенной копии установки ещё нет/)).toBeTruthy();
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
