// The pivot on screen: what a place may stand on, sums that add up both ways, and the operations behind every figure.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it, vi, type Mock } from 'vitest';
import { balanceOperations } from '../../contract/payments.ts';
import { moneyPivot, statistics, type StatReply } from '../../contract/statistics.ts';
import { Pivot } from '../../resources/statistics/Pivot.tsx';
import type { StatView } from '../../resources/statistics/statView.ts';
import { postLines, type TestLine } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

// Files of a table have tests of their own; here only the sums are looked at.
vi.mock('../../resources/statistics/TakeAway.tsx', () => ({ TakeAway: () => null }));

let t: TestApp;
let wire: Wire;
let w: World;
const days = { from: '2025-11-21', to: '2026-11-20' };

const line = (garage_id: number, kopecks: number, on_date: string, type = 1): TestLine => ({
  garage_id,
  sign: -1,
  amount_kopecks: kopecks,
  accrual_type_id: type,
  payment_type_id: null,
  period_year: Number(on_date.slice(0, 4)),
  on_date,
});

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const sibling = await as(t, { mo: w.siblingMo });
  const foreign = await as(t, { mo: w.foreignMo });
  const [own, other, cousin, far] = [
    await newGarage(mo, w.po),
    await newGarage(mo, w.siblingPo),
    await newGarage(sibling, w.cousinPo),
    await newGarage(foreign, w.foreignPo),
  ];
  await postLines(t, w, [
    line(own.id, 100_001, '2025-12-01'),
    line(own.id, 200_020, '2026-03-05', 2),
    line(other.id, 30_300, '2026-03-31'),
    // The day after the period, and another region.
    line(other.id, 5_000_000, '2026-11-21'),
  ]);
  await postLines(t, { ...w, mo: w.siblingMo, po: w.cousinPo }, [line(cousin.id, 4_004_000, '2026-11-20', 2)]);
  await postLines(t, { ...w, region: w.foreignRegion, mo: w.foreignMo, po: w.foreignPo }, [
    line(far.id, 7_000_000, '2026-03-05'),
  ]);
});
afterAll(() => t.close());
afterEach(cleanup);

async function open(who: Caller, view: StatView = days, empty?: string) {
  wire.enter(who);
  const reply = await who.call(statistics, { params: { tab: 'balance_operation' }, query: { filter: days } });
  const onOpen = vi.fn<(view: StatView) => void>();
  const onChange = vi.fn<(view: StatView) => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Pivot view={view} conditions={null} onChange={onChange} onOpen={onOpen} />
    </QueryClientProvider>,
  );
  await (empty ? screen.findByText(empty) : screen.findByRole('table'));
  return { onOpen, onChange, whole: (reply.body as StatReply).money!.charged.now };
}

const switchOf = (label: string) => within(screen.getByRole('group', { name: label }));
const choices = (label: string) =>
  switchOf(label)
    .getAllByRole('button')
    .map((one) => one.textContent);
const kopecks = (text: string | null) =>
  Math.round(Number((text ?? '').replaceAll(/[^\d,-]/g, '').replace(',', '.')) * 100);
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell'));

const settled = () =>
  waitFor(() => expect(screen.getByRole('region', { name: 'Сводная' }).getAttribute('aria-busy')).toBe('false'));

/** What lies behind an opened figure: the list of operations under the conditions that the page gave it. */
async function behind(who: Caller, view: StatView): Promise<number> {
  const { body } = await who.call(balanceOperations.list, {
    query: {
      range: '[0,999]',
      sort: '["on_date","DESC"]',
      filter: {
        dateFrom: view.from ?? days.from,
        dateTo: view.to ?? days.to,
        side: view.side,
        ...(view.mo ? { moFilter: view.mo } : {}),
        ...(view.po ? { poFilter: view.po } : {}),
        ...(view.type === undefined ? {} : { accrualTypeFilter: [view.type] }),
      },
    },
  });
  return (body as { amount_kopecks: number }[]).reduce((sum, row) => sum - row.amount_kopecks, 0);
}

/** Every figure on screen opens operations that add up to what it says. */
async function eachOpensItsSum(who: Caller, onOpen: Mock<(view: StatView) => void>, sums: number[][]) {
  for (const [nth, row] of cells().entries())
    for (const [at, cell] of row.entries()) {
      const figure = within(cell).queryByRole('button');
      if (!figure) continue;
      onOpen.mockClear();
      await userEvent.click(figure);
      expect(await behind(who, onOpen.mock.calls[0]![0]), figure.ariaLabel ?? '').toBe(sums[nth]![at]);
    }
}

const CUTS = ['Регион', 'МО', 'ПО', 'Виды'] as const;
const PERIODS = ['Месяцы', 'Кварталы', 'Годы', 'Виды'] as const;

it('a place stands on itself and on what is below it', async () => {
  await open(await as(t, { region: w.region }));
  expect(choices('Строки сводной')).toEqual(['Регион', 'МО', 'ПО', 'Виды']);
  cleanup();
  await open(await as(t, { mo: w.mo }));
  expect(choices('Строки сводной')).toEqual(['ПО', 'Виды']);
});

it.each([0, 2])('sums of a region add up both ways and are those of their operations (superuser: %i)', async (root) => {
  const who = await as(t, { region: w.region, isSuperuser: root });
  const { onOpen, whole } = await open(who);
  expect(whole).toBe(100_001 + 200_020 + 30_300 + 4_004_000);
  for (const rows of CUTS)
    for (const columns of PERIODS) {
      if (rows === columns) continue;
      await userEvent.click(switchOf('Столбцы сводной').getByText(columns));
      await userEvent.click(switchOf('Строки сводной').getByText(rows));
      await settled();
      const sums = cells().map((row) => row.map((cell) => kopecks(cell.textContent)));
      const body = sums.slice(0, -1);
      if (rows === 'Регион') expect(body).toHaveLength(1);
      const added = (list: number[]) => list.reduce((sum, one) => sum + one, 0);
      for (const row of sums) expect(added(row.slice(0, -1)), `${rows} × ${columns}`).toBe(row.at(-1));
      for (const [nth, last] of sums.at(-1)!.entries())
        expect(added(body.map((row) => row[nth]!)), `${rows} × ${columns}`).toBe(last);
      await eachOpensItsSum(who, onOpen, sums);
    }
});

it('places by periods are told by kinds too: all three add up, and each sum is that of its operations', async () => {
  const who = await as(t, { region: w.region });
  const { onOpen, whole } = await open(who);
  for (const rows of ['Регион', 'МО', 'ПО'])
    for (const columns of ['Месяцы', 'Годы']) {
      await userEvent.click(switchOf('Столбцы сводной').getByText(columns));
      await userEvent.click(switchOf('Строки сводной').getByText(rows));
      await settled();
      await userEvent.click(screen.getByRole('button', { name: 'Развернуть виды' }));
      const table = within(screen.getByRole('table')).getAllByRole('row').slice(1);
      const sums = cells().map((row) => row.map((cell) => kopecks(cell.textContent?.replace('—', '0') ?? '')));
      const isWhole = table.map((row) => within(row).queryByRole('button', { expanded: true }) !== null);
      const added = (list: number[][]) => sums[0]!.map((_, nth) => list.reduce((all, row) => all + row[nth]!, 0));
      const starts = isWhole.flatMap((is, nth) => (is ? [nth] : []));
      for (const [nth, start] of starts.entries())
        expect(added(sums.slice(start + 1, starts[nth + 1]))).toEqual(sums[start]);
      const last = starts.at(-1)!;
      expect(added(starts.slice(0, -1).map((start) => sums[start]!))).toEqual(sums[last]);
      expect(sums[last]!.at(-1)).toBe(whole);
      // Kinds of the whole are those of the rows.
      for (const [nth, row] of table.slice(last + 1).entries()) {
        const kind = row.querySelector('th')!.textContent;
        const same = sums.filter((_, at) => at < last && table[at]!.querySelector('th')!.textContent === kind);
        expect(added(same)).toEqual(sums[last + 1 + nth]);
      }
      await eachOpensItsSum(who, onOpen, sums);
    }
});

it('a row leads to the places below it, and kinds may be left out', async () => {
  const who = await as(t, { region: w.region });
  const { onChange } = await open(who);
  await userEvent.click(switchOf('Строки сводной').getByText('Регион'));
  await settled();
  await userEvent.click(screen.getByRole('button', { name: /: по МО$/ }));
  await userEvent.click(await screen.findByRole('button', { name: /^Ладожское МО.*: по ПО$/ }));
  expect(onChange).toHaveBeenCalledWith({ mo: [w.siblingMo] });
  await settled();
  expect(switchOf('Строки сводной').getByText('ПО').closest('button')!.getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('checkbox', { name: 'По видам' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Развернуть виды' })).toBeNull());
});

it('what is still on screen while the next pivot is on its way opens its own operations', async () => {
  const who = await as(t, { region: w.region });
  const { onOpen } = await open(who);
  await userEvent.click(switchOf('Строки сводной').getByText('МО'));
  await settled();
  const [figure] = screen.getAllByRole('button', { name: /^Ладожское МО.*, всего: / });
  const release = wire.hold(moneyPivot);
  await userEvent.click(switchOf('Строки сводной').getByText('ПО'));
  await userEvent.click(figure!);
  expect(onOpen).toHaveBeenCalledWith({ rows: 'lines', side: 'charged', mo: [w.siblingMo] });
  release();
  await settled();
});

it('says which side has nothing: payments may be there though nobody charged', async () => {
  const who = await as(t, { po: w.siblingPo });
  const { onOpen } = await open(who, { ...days, side: 'paid' }, 'За период не платили');
  expect(onOpen).not.toHaveBeenCalled();
});
