// A ПО of the money page opened in place: because of whom its debt moved, the map of its sections, keys.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { pages } from '../../contract/pages.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import { FigureTable } from '../../resources/statistics/FigureTable.tsx';
import { chargeLine, postLines } from '../balance/posting.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let w: World;
const days = { from: '2026-11-01', to: '2026-11-20' };

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const own = await newGarage(mo, w.po);
  await newGarage(mo, w.siblingPo);
  await postLines(t, w, [chargeLine(own.id, '2026-11-05', 50_000)]);
  const reply = await mo.call(statistics, { params: { tab: 'balance_operation' }, query: { filter: days } });
  wire.enter(mo);
  figures = reply.body;
});
let figures: StatReply;
afterAll(() => t.close());
afterEach(cleanup);

it('says because of whom and leads to the map; → opens, ← folds, ↑ ↓ walk the rows', async () => {
  const onOpen = vi.fn();
  render(
    <Console>
      <FigureTable reply={figures} cut="po" view={days} onOpen={onOpen} />
    </Console>,
  );
  const rows = screen.getAllByRole('button', { expanded: false }).filter((one) => one.hasAttribute('aria-expanded'));
  expect(rows).toHaveLength(2);
  rows[0]!.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByText(/^Из-за кого/)).toBeTruthy();
  const map = () => screen.getByRole('link', { name: 'Шахматка' }).getAttribute('href');
  expect(map()).toBe(pages.garageMap(w.po));
  // Where the row has no room for its other figures they stand here.
  await userEvent.click(screen.getByText('Начислено').closest('div')!.querySelector('button')!);
  expect(onOpen).toHaveBeenLastCalledWith({ po: [w.po], rows: 'lines', side: 'charged' });
  await userEvent.click(screen.getByText('Должников', { selector: 'dt' }).closest('div')!.querySelector('button')!);
  expect(onOpen).toHaveBeenLastCalledWith({ rows: 'debtors', who: 'owing', po: [w.po] });
  rows[0]!.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.queryByText(/^Из-за кого/)).toBeNull();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(rows[1]);
  await userEvent.keyboard('{ArrowRight}');
  // Nothing moved there: its map is one step away all the same.
  expect(await screen.findByText('Ни у одного гаража долг не изменился.')).toBeTruthy();
  expect(map()).toBe(pages.garageMap(w.siblingPo));
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(rows[0]);
});
