// The bill and the statement on a page: a day in the past, what paid what, struck entries, pages, filters, links by right.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { garageDebt, garageStatement, type DebtReply, type StatementReply } from '../../contract/balance.ts';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { reverseOperation, takePayment } from '../../contract/payments.ts';
import { BillBody } from '../../resources/balance/Bill.tsx';
import { BillLines } from '../../resources/balance/BillLines.tsx';
import { GarageMoney } from '../../resources/balance/GarageMoney.tsx';
import { statementText } from '../../resources/balance/statementRules.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { chargeLine, postLines, type TestLine } from './posting.ts';

const nbsp = '\u00a0';
let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let clerk: Caller;
/** Owes for 2025 and 2026 after one that was paid; the former owner left most of it. */
let indebted: GarageCard;
let bill: DebtReply;

/** A garage with these charges, each its own document, in the order given. */
async function charged(...lines: Omit<TestLine, 'garage_id'>[]): Promise<GarageCard> {
  const { id } = await newGarage(mo, w.po);
  for (const line of lines) await postLines(t, w, [{ ...line, garage_id: id } as TestLine]);
  return cardOf(id);
}
const yearly = (on_date: string, kopecks: number, more: Partial<TestLine> = {}) => {
  const { garage_id: _, ...line } = chargeLine(0, on_date, kopecks, more);
  return line;
};
const cardOf = async (id: number): Promise<GarageCard> => (await clerk.call(garages.one, { params: { id } })).body;
/** Takes cash; answers the document and its line. */
async function pay(
  garage: number,
  amount: number,
  date: string,
  more: { paperNo?: string; accrualType?: number; year?: number } = {},
) {
  const { paperNo = null, accrualType = null, year = null } = more;
  const body = { idempotencyKey: crypto.randomUUID(), date, paperNo, lines: [{ garage, amount, accrualType, year }] };
  const { status, text, body: made } = await clerk.call(takePayment, { body });
  expect(status, text).toBe(200);
  return { document: made.contribution as number, line: made.lines[0].id as number };
}
const debtOf = async (id: number): Promise<DebtReply> => (await clerk.call(garageDebt, { params: { id } })).body;
const statementOf = async (id: number): Promise<StatementReply> =>
  (await clerk.call(garageStatement, { params: { id } })).body;

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  clerk = await as(t, { po: w.po, capabilities: [1, 2] });
  const former = await newPerson(mo, w.po, { lastName: 'Смирнова', firstName: 'Анна', fatherName: '' });
  const present = await newPerson(mo, w.po, { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' });
  const { id } = await newGarage(mo, w.po, {
    alreadyExistProfile: [{ profileId: present.id, isPrimary: true }],
    ownedSince: '2025-06-01',
  });
  const owed = (on_date: string, kopecks: number, owner_id: number, more: Partial<TestLine> = {}) =>
    postLines(t, w, [chargeLine(id, on_date, kopecks, { owner_id, ...more })]);
  await owed('2024-01-15', 225_000, former.id);
  await pay(id, 225_000, '2024-03-01');
  await owed('2025-01-15', 500_000, former.id, { accrual_type_id: 3, comment: '«Ворота»' });
  await pay(id, 75_000, '2025-04-03', { paperNo: '17', accrualType: 3, year: 2025 });
  await owed('2026-01-15', 225_000, present.id, { comment: 'льгота 50 %' });
  const penalty = { accrual_type_id: 11, period_year: 2025, comment: '50 дней × 0,1 % × 4 250,00' };
  await owed('2026-02-20', 21_250, former.id, penalty);
  indebted = await cardOf(id);
  bill = await debtOf(id);
});
afterAll(() => t.close());
beforeEach(() => {
  wire.enter(clerk);
  wire.asked.length = 0;
});
afterEach(cleanup);

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
      `Членский годовой взнос 2026, льгота 50 %начислено 15.01.2026, не оплачено2${nbsp}250,00${nbsp}₽`,
      `Пени 202550 дней × 0,1 % × 4 250,00212,50${nbsp}₽`,
      `Итого к оплате6${nbsp}712,50${nbsp}₽`,
    ]);
  });
});

describe('the whole bill', () => {
  it('opens each line: charges with their document, payments with their way', async () => {
    mount(<BillBody garageId={indebted.id} bill={bill} />);
    expect(screen.getByText('Долг на 20.11.2026')).toBeTruthy();
    const gateLine = screen.getByRole('button', { name: /Целевой 2025/ });
    expect(gateLine.getAttribute('aria-expanded')).toBe('true');
    const item = gateLine.closest('li')!;
    const [gate] = bill.lines.filter(({ accrual_type_id }) => accrual_type_id === 3);
    expect(within(item).getByRole('link', { name: 'Начислено' }).getAttribute('href')).toBe(
      `/contribution/${gate!.charges[0]!.document_id}`,
    );
    expect(within(item).getByRole('link', { name: 'Касса' }).getAttribute('href')).toBe(
      `/balance_operation/${gate!.paid_by[0]!.id}`,
    );
    expect(item.textContent).toContain('плательщик назвал этот взнос');
    await userEvent.click(gateLine);
    expect(gateLine.getAttribute('aria-expanded')).toBe('false');
  });

  it('keeps what is paid folded, says whose debt it is and shows the same marks', async () => {
    mount(<BillBody garageId={indebted.id} bill={bill} />);
    expect(screen.queryByRole('list', { name: 'Оплачено' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /Показать оплаченное: 1/ }));
    expect(screen.getByRole('list', { name: 'Оплачено' }).textContent).toContain('Членский годовой взнос 2024');
    const shares = screen.getAllByText('Смирнова Анна').map((name) => name.parentElement?.textContent);
    expect(shares).toContainEqual(expect.stringContaining('прежний владелец'));
    expect(screen.getByText('2024').parentElement?.textContent).toBe('2024 оплачен');
    expect(screen.getByText('2025').parentElement?.textContent).toBe('2025 частично');
    expect(screen.getByText('2026').parentElement?.textContent).toBe('2026 не оплачен');
  });

  it('without the right to money has the same words and no links to documents', async () => {
    wire.enter(await as(t, { po: w.po, capabilities: [1] }));
    mount(<BillBody garageId={indebted.id} bill={bill} />);
    expect(screen.queryAllByRole('link', { name: /Начислено|Касса/ })).toEqual([]);
    expect(screen.getAllByText(/Начислено/).length).toBeGreaterThan(0);
  });

  it('names the payments of an advance', async () => {
    const { id } = await charged();
    await pay(id, 75_000, '2026-02-01');
    mount(<BillBody garageId={id} bill={await debtOf(id)} />);
    expect(screen.getByText('Аванс на 20.11.2026')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Касса' })).toBeTruthy();
  });
});

const open = (garage: GarageCard, search = '') =>
  mount(<GarageMoney garage={garage} />, `/garage/${garage.id}/contributions${search}`);

describe('the tab of a garage', () => {
  it('asks for the day and the filters of the address, and keeps what is chosen there', async () => {
    open(indebted, '?on=2025-12-31&year=2026&from=oops');
    await screen.findByRole('row', { name: /Начисление: Членский/ });
    expect(wire.queries(garageDebt)).toEqual([{ on: '2025-12-31' }]);
    expect(wire.queries(garageStatement)).toEqual([{ year: '2026' }]);
    expect(screen.getByText(/Показаны не все строки/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Сегодня' }));
    expect(screen.getByLabelText('адрес').textContent).not.toContain('on=');
    await userEvent.click(screen.getByRole('combobox', { name: 'Год' }));
    await userEvent.click(screen.getByRole('option', { name: '2025' }));
    expect(screen.getByLabelText('адрес').textContent).toContain('year=2025');
  });

  it('strikes what was undone and links every line to its paper', async () => {
    const garage = await charged(yearly('2026-02-01', 1000));
    const { line } = await pay(garage.id, 700, '2026-02-02', { paperNo: '7' });
    const undo = { idempotencyKey: crypto.randomUUID(), date: '2026-02-03', whole: true };
    const undoing = await clerk.call(reverseOperation, { params: { id: line }, body: undo });
    expect(undoing.status, undoing.text).toBe(200);
    open(garage);
    const undone = await screen.findByRole('row', { name: /Оплата: Касса/ });
    expect([...undone.querySelectorAll('s')].map((one) => one.textContent)).toEqual(['Оплата: Касса', '7,00']);
    expect(undone.textContent).toContain('сторнировано');
    expect(screen.getByRole('row', { name: /Сторно: Касса/ }).textContent).toContain('−7,00');
    const charge = (await debtOf(garage.id)).lines[0]!.charges[0]!;
    expect(screen.getByRole('link', { name: /^Начисление: Членский/ }).getAttribute('href')).toBe(
      `/contribution/${charge.document_id}`,
    );
    expect(within(undone).getByRole('link').getAttribute('href')).toBe(`/balance_operation/${line}`);
  });

  it('shows the newest page of a long account first and walks back', async () => {
    const { id } = await newGarage(mo, w.po);
    const many = Array.from({ length: 120 }, (_, nth) =>
      chargeLine(id, '2026-02-01', 1000, { comment: `№${nth + 1}` }),
    );
    await postLines(t, w, many);
    open(await cardOf(id));
    expect(await screen.findByText('101–120 из 120')).toBeTruthy();
    const onScreen = () =>
      [...document.querySelectorAll('table tr:not([class*=away], [class*=paperRow])')].map(
        (row) => row.querySelector('small, tr > th:first-child')?.textContent,
      );
    const balances = ['Итого за период', 'Остаток на конец'];
    const statement = () => onScreen().slice(onScreen().findIndex((words) => words === 'Дата'));
    expect([statement().length, statement()[1], statement().slice(-2)]).toEqual([1 + 20 + 2, '№101', balances]);
    // Paper has every line.
    expect(document.querySelectorAll('tbody tr:has(small)')).toHaveLength(120);
    await userEvent.click(screen.getByRole('button', { name: 'Предыдущая страница' }));
    expect([statement().length, statement()[1]]).toEqual([1 + 50, '№51']);
    await userEvent.click(screen.getByRole('button', { name: 'Предыдущая страница' }));
    expect(statement().slice(1, 3)).toEqual(['Остаток на начало', '№1']);
  });

  it('lines of one type have their own sum, no balances', async () => {
    const garage = await charged(yearly('2026-02-01', 1000), yearly('2026-02-01', 5000, { accrual_type_id: 5 }));
    await pay(garage.id, 100_000, '2026-02-02', { accrualType: 1, year: 2026 });
    open(garage, '?type=1');
    const sums = (await screen.findByRole('rowheader', { name: 'Итого по показанным строкам' })).closest('tr')!;
    const words = [...sums.querySelectorAll('[data-label]')].map((cell) => cell.textContent);
    expect(words).toEqual(['10,00', '1\u00a0000,00']);
    expect(screen.queryByRole('rowheader', { name: /Остаток/ })).toBeNull();
  });

  it.each([
    [[225_000, 0], 'Почему такой долг?'],
    [[225_000, 325_000], 'Откуда аванс?'],
    [[225_000, 225_000], 'Почему долга нет?'],
  ] as const)('charged and paid %j: %s', async ([owed, paid], question) => {
    const garage = await charged(yearly('2026-02-01', owed));
    if (paid) await pay(garage.id, paid, '2026-02-02');
    open(garage);
    expect(await screen.findByRole('region', { name: question })).toBeTruthy();
  });

  it('a period without lines offers the whole time', async () => {
    open(indebted, '?from=2026-11-01');
    await userEvent.click(await screen.findByRole('button', { name: 'Показать за всё время' }));
    expect(screen.getByLabelText('адрес').textContent).toBe('');
  });

  it('prints the statement alone', async () => {
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      expect(document.documentElement.dataset.paper).toBe('statement');
      window.dispatchEvent(new Event('afterprint'));
    });
    open(indebted);
    await userEvent.click(await screen.findByRole('button', { name: 'Напечатать акт' }));
    expect(print).toHaveBeenCalledOnce();
    expect(document.documentElement.dataset.paper).toBeUndefined();
  });
});

describe('the statement as text', () => {
  it('is a table between two balances', async () => {
    const garage = await charged(yearly('2026-02-01', 1000, { comment: 'а\tб' }));
    const text = statementText('Акт', await statementOf(garage.id));
    const rows = text.split('\n').map((row) => row.split('\t'));
    expect(rows[0]).toEqual(['Акт, по 20.11.2026']);
    const line = ['01.02.2026', 'Начисление: Членский годовой взнос', 'а б', '2026', '10,00', '', 'долг 10,00'];
    expect(rows[3]).toEqual(line);
    expect(rows.slice(1).every((row) => row.length === 7)).toBe(true);
    expect(rows.at(-1)?.[6]).toBe('долг 10,00');
  });
});
