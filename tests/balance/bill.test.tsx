// The bill and the statement on a page: a day in the past, what paid what, struck entries, pages, filters, links by right.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  garageDebt,
  garageStatement,
  type DebtLine,
  type DebtReply,
  type StatementLine,
  type StatementReply,
} from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { storeToken } from '../../providers/session.ts';
import { BillBody } from '../../resources/balance/Bill.tsx';
import { BillLines } from '../../resources/balance/BillLines.tsx';
import { GarageMoney } from '../../resources/balance/GarageMoney.tsx';
import { statementText } from '../../resources/balance/statementRules.ts';

const asked: { path: string; query: Record<string, unknown> }[] = [];
const replies = new Map<AnyEndpoint, unknown>();
vi.mock('../../providers/http.ts', () => ({
  call: async (endpoint: AnyEndpoint, request: { query?: Record<string, unknown> } = {}) => {
    asked.push({ path: endpoint.path, query: request.query ?? {} });
    return replies.get(endpoint);
  },
}));

const nbsp = '\u00a0';
const part = (value: unknown) => btoa(JSON.stringify(value));
const signIn = (capabilities: number[]) =>
  storeToken(
    `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: 5, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities, exp: 4e9 })}.s`,
  );

beforeEach(() => {
  asked.length = 0;
  replies.clear();
  signIn([1, 2]);
});
afterEach(() => {
  cleanup();
  storeToken(null);
});

const charge = (more: Partial<DebtLine['charges'][number]> = {}) => ({
  id: 1,
  on_date: '2026-01-15',
  due_on: '2026-12-31',
  kopecks: 225_000,
  owed_kopecks: 225_000,
  comment: null,
  owner: 'Петров Иван Сергеевич',
  document_id: 40,
  ...more,
});
const member: DebtLine = {
  accrual_type_id: 1,
  accrual_type: 'Членский',
  year: 2026,
  accrued_kopecks: 225_000,
  paid_kopecks: 0,
  owed_kopecks: 225_000,
  charges: [charge({ comment: 'льгота 50 %' })],
  paid_by: [],
};
const gate: DebtLine = {
  ...member,
  accrual_type_id: 3,
  accrual_type: 'Целевой',
  year: 2025,
  accrued_kopecks: 500_000,
  paid_kopecks: 75_000,
  owed_kopecks: 425_000,
  charges: [charge({ id: 2, kopecks: 500_000, document_id: 41, comment: '«Ворота»' })],
  paid_by: [
    { id: 9, on_date: '2025-04-03', name: 'Касса', paper_no: '17', kopecks: 75_000, is_named: true, is_advance: false },
  ],
};
const penalty: DebtLine = {
  ...member,
  accrual_type_id: 11,
  accrual_type: 'Пени',
  year: 2025,
  accrued_kopecks: 21_250,
  owed_kopecks: 21_250,
  charges: [charge({ id: 3, kopecks: 21_250, comment: '50 дней × 0,1 % × 4 250,00' })],
};
const closed: DebtLine = {
  ...member,
  year: 2024,
  paid_kopecks: 225_000,
  owed_kopecks: 0,
  charges: [charge({ id: 4 })],
};
const bill: DebtReply = {
  on: '2026-11-20',
  balance_kopecks: -671_250,
  debt_kopecks: 671_250,
  advance_kopecks: 0,
  aside: [],
  former: [],
  lines: [closed, gate, member, penalty],
  advance: [],
  owners: [
    { id: 1, full_name: 'Смирнова Анна', is_present: false, owed_kopecks: 446_250 },
    { id: 2, full_name: 'Петров Иван', is_present: true, owed_kopecks: 225_000 },
  ],
};
/** Sums of a bill by its balance, where nothing is set aside. */
const stands = (balance: number) => ({
  balance_kopecks: balance,
  debt_kopecks: Math.max(0, -balance),
  advance_kopecks: Math.max(0, balance),
});
const mount = (element: React.ReactNode, address = '/garage/3/contributions') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        {element}
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const Where = () => <output aria-label="адрес">{useLocation().search}</output>;

describe('the small bill', () => {
  it('says what, how it arose, money; a rule, the sum', () => {
    mount(<BillLines lines={bill.lines} />);
    expect(screen.getAllByRole('row').map((row) => row.textContent)).toEqual([
      `Целевой 2025, «Ворота»начислено 5${nbsp}000,00, оплачено 750,004${nbsp}250,00${nbsp}₽`,
      `Членский 2026, льгота 50 %начислено 15.01.2026, не оплачено2${nbsp}250,00${nbsp}₽`,
      `Пени 202550 дней × 0,1 % × 4 250,00212,50${nbsp}₽`,
      `Итого к оплате6${nbsp}712,50${nbsp}₽`,
    ]);
  });
});

describe('the whole bill', () => {
  it('opens each line: charges with their document, payments with their way', async () => {
    mount(<BillBody garageId={1} bill={bill} />);
    expect(screen.getByText('Долг на 20.11.2026')).toBeTruthy();
    const gateLine = screen.getByRole('button', { name: /Целевой 2025/ });
    expect(gateLine.getAttribute('aria-expanded')).toBe('true');
    const item = gateLine.closest('li')!;
    expect(within(item).getByRole('link', { name: 'Начислено' }).getAttribute('href')).toBe('/contribution/41');
    expect(within(item).getByRole('link', { name: 'Касса' }).getAttribute('href')).toBe('/balance_operation/9');
    expect(item.textContent).toContain('плательщик назвал этот взнос');
    await userEvent.click(gateLine);
    expect(gateLine.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps what is paid folded, says whose debt it is and shows the same marks', async () => {
    mount(<BillBody garageId={1} bill={bill} />);
    expect(screen.queryByRole('list', { name: 'Оплачено' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Показать оплаченное: 1/ }));
    expect(screen.getByRole('list', { name: 'Оплачено' }).textContent).toContain('Членский 2024');
    expect(screen.getByText('Смирнова Анна').parentElement?.textContent).toContain('прежний владелец');
    expect(screen.getByText('2024').parentElement?.textContent).toBe('2024 оплачен');
    expect(screen.getByText('2025').parentElement?.textContent).toBe('2025 частично');
    expect(screen.getByText('2026').parentElement?.textContent).toBe('2026 не оплачен');
  });

  it('without the right to money has the same words and no links to documents', () => {
    signIn([1]);
    mount(<BillBody garageId={1} bill={bill} />);
    expect(screen.queryAllByRole('link', { name: /Начислено|Касса/ })).toEqual([]);
    expect(screen.getAllByText(/Начислено/).length).toBeGreaterThan(0);
  });

  it('names the payments of an advance', () => {
    const [paid] = gate.paid_by;
    mount(<BillBody garageId={1} bill={{ ...bill, ...stands(75_000), lines: [], advance: [paid!], owners: [] }} />);
    expect(screen.getByText('Аванс на 20.11.2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Касса' })).toBeTruthy();
  });
});

const line = (id: number, more: Partial<StatementLine> = {}): StatementLine => ({
  id,
  document_id: 40 + id,
  on_date: '2026-02-01',
  kind: 'accrual',
  is_payment: false,
  name: 'Членский',
  purpose: null,
  year: 2026,
  amount_kopecks: -1000,
  balance_kopecks: -1000 * id,
  paper_no: null,
  comment: null,
  owner: null,
  reversal_of: null,
  is_reversed: false,
  ...more,
});
const statement = (lines: StatementLine[]): StatementReply => ({
  from: null,
  to: '2026-11-20',
  opening_kopecks: 0,
  closing_kopecks: -1000,
  accrued_kopecks: 1000,
  paid_kopecks: 0,
  moved_kopecks: 0,
  lines,
  types: [{ id: 1, name: 'Членский' }],
  years: [2026, 2025],
});
const garage = {
  id: 3,
  number: '45',
  section: 'А',
  account_no: '1123000455',
  po: { id: 5, name: 'КАС № 12-3' },
  owners: [],
};
const open = (reply: StatementReply, address?: string) => {
  replies.set(garageDebt, bill);
  replies.set(garageStatement, reply);
  return mount(<GarageMoney garage={garage as unknown as GarageCard} />, address);
};

describe('the tab of a garage', () => {
  it('asks for the day and the filters of the address, and keeps what is chosen there', async () => {
    open(statement([line(1)]), '/garage/3/contributions?on=2025-12-31&year=2026&from=oops');
    await screen.findByRole('row', { name: /Начисление: Членский/ });
    expect(asked).toEqual([
      { path: garageDebt.path, query: { on: '2025-12-31' } },
      { path: garageStatement.path, query: { year: 2026 } },
    ]);
    expect(screen.getByText(/Показаны не все строки/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Сегодня' }));
    expect(screen.getByLabelText('адрес').textContent).not.toContain('on=');
    await userEvent.click(screen.getByRole('combobox', { name: 'Год' }));
    await userEvent.click(screen.getByRole('option', { name: '2025' }));
    expect(screen.getByLabelText('адрес').textContent).toContain('year=2025');
  });

  it('strikes what was undone and links every line to its paper', async () => {
    open(
      statement([
        line(1),
        line(2, {
          kind: 'payment',
          is_payment: true,
          name: 'Касса',
          amount_kopecks: 700,
          is_reversed: true,
          paper_no: '7',
        }),
        line(3, { kind: 'reversal', is_payment: true, name: 'Касса', amount_kopecks: -700, reversal_of: 2 }),
      ]),
    );
    const undone = await screen.findByRole('row', { name: /Оплата: Касса/ });
    expect([...undone.querySelectorAll('s')].map((one) => one.textContent)).toEqual(['Оплата: Касса', '7,00']);
    expect(undone.textContent).toContain('сторнировано');
    expect(screen.getByRole('row', { name: /Сторно: Касса/ }).textContent).toContain('−7,00');
    expect(screen.getByRole('link', { name: 'Начисление: Членский' }).getAttribute('href')).toBe('/contribution/41');
    expect(within(undone).getByRole('link').getAttribute('href')).toBe('/balance_operation/2');
  });

  it('shows the newest page of a long account first and walks back', async () => {
    open(statement(Array.from({ length: 120 }, (_, index) => line(index + 1, { comment: `№${index + 1}` }))));
    expect(await screen.findByText('101–120 из 120')).toBeTruthy();
    const onScreen = () =>
      [...document.querySelectorAll('table tr:not([class*=away], [class*=paperRow])')].map(
        (row) => row.querySelector('small, tr > th:first-child')?.textContent,
      );
    const balances = ['Итого за период', 'Остаток на конец'];
    expect([onScreen().length, onScreen()[1], onScreen().slice(-2)]).toEqual([1 + 20 + 2, '№101', balances]);
    // Paper has every line.
    expect(document.querySelectorAll('tbody tr:has(small)')).toHaveLength(120);
    await userEvent.click(screen.getByRole('button', { name: 'Предыдущая страница' }));
    expect([onScreen().length, onScreen()[1]]).toEqual([1 + 50, '№51']);
    await userEvent.click(screen.getByRole('button', { name: 'Предыдущая страница' }));
    expect(onScreen().slice(1, 3)).toEqual(['Остаток на начало', '№1']);
  });

  it('lines of one type have their own sum, no balances', async () => {
    const shown = [line(1), line(2, { kind: 'payment', is_payment: true, amount_kopecks: 100_000 })];
    open(statement(shown), '/garage/3/contributions?type=1');
    const sums = (await screen.findByRole('rowheader', { name: 'Итого по показанным строкам' })).closest('tr')!;
    const words = [...sums.querySelectorAll('[data-label]')].map((cell) => cell.textContent);
    expect(words).toEqual(['10,00', '1\u00a0000,00']);
    expect(screen.queryByRole('rowheader', { name: /Остаток/ })).toBeNull();
  });

  it.each([
    [-671_250, 'Почему такой долг?'],
    [100_000, 'Откуда аванс?'],
    [0, 'Почему долга нет?'],
  ])('a balance of %d is asked about: %s', async (balance, question) => {
    replies.set(garageDebt, { ...bill, ...stands(balance) });
    replies.set(garageStatement, statement([line(1)]));
    mount(<GarageMoney garage={garage as unknown as GarageCard} />);
    expect(await screen.findByRole('region', { name: question })).toBeTruthy();
  });

  it('a period without lines offers the whole time', async () => {
    open(statement([]), '/garage/3/contributions?from=2026-11-01');
    await userEvent.click(await screen.findByRole('button', { name: 'Показать за всё время' }));
    expect(screen.getByLabelText('адрес').textContent).toBe('');
  });

  it('prints the statement alone', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      expect(document.documentElement.dataset.paper).toBe('statement');
      window.dispatchEvent(new Event('afterprint'));
    });
    open(statement([line(1)]));
    await userEvent.click(await screen.findByRole('button', { name: 'Напечатать акт' }));
    expect(print).toHaveBeenCalledOnce();
    expect(document.documentElement.dataset.paper).toBeUndefined();
  });
});

describe('the statement as text', () => {
  it('is a table between two balances', () => {
    const text = statementText('Акт', statement([line(1, { comment: 'а\tб' })]));
    const rows = text.split('\n').map((row) => row.split('\t'));
    expect(rows[0]).toEqual(['Акт, по 20.11.2026']);
    expect(rows[3]).toEqual(['01.02.2026', 'Начисление: Членский', 'а б', '2026', '10,00', '', 'долг 10,00']);
    expect(rows.slice(1).every((row) => row.length === 7)).toBe(true);
    expect(rows.at(-1)?.[6]).toBe('долг 10,00');
  });
});
