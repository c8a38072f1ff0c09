// What a tab of the journal opens on: its figures; «Операции» shows its lines, the timeline of everything is lines.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import ActionLogPage from '../../resources/actionLog/ActionLogPage.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  await newGarage(mo, w.po);
});
afterEach(cleanup);
afterAll(() => t.close());

const open = (who: Caller, address: string) => {
  wire.enter(who);
  render(
    <Console at={address}>
      <Routes>
        <Route path="/statistics" element={<ActionLogPage />} />
        <Route path="/statistics/:tab" element={<ActionLogPage />} />
      </Routes>
    </Console>,
  );
};
const pressed = async () => {
  const group = within(await screen.findByRole('group', { name: 'Строки' }));
  return group.getAllByRole('button').find((one) => one.getAttribute('aria-pressed') === 'true')!.textContent;
};

it.each([
  ['/statistics/garage', 'По месяцам'],
  ['/statistics/balance_operation', 'Операции'],
] as const)('%s of a ПО opens on «%s», under its figures', async (address, cut) => {
  open(po, address);
  await screen.findByText(/^«Было» —/);
  expect(await pressed()).toBe(cut);
});

it('the timeline of everything opens on its lines', async () => {
  open(mo, '/statistics');
  await screen.findAllByText('Что сделано');
  expect(await pressed()).toBe('Операции');
});

it('a tab of work opens on its figures, «Операции» shows its lines', async () => {
  open(mo, '/statistics/garage');
  await screen.findByText('Самый деятельный');
  expect(await pressed()).toBe('По ПО');
  await userEvent.click(screen.getByRole('button', { name: 'Операции' }));
  await screen.findAllByText('Что сделано');
  expect(screen.queryByText('Самый деятельный')).toBeNull();
});
