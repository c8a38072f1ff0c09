// What a tab of the journal opens on: its figures; «Операции» shows its lines, the timeline of everything is lines.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { seedEarlyAnswers } from '../../providers/earlyAnswers.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import { actionLog } from '../../contract/actionLog.ts';
import { statistics } from '../../contract/statistics.ts';
import ActionLogPage from '../../resources/actionLog/ActionLogPage.tsx';
import { loadLog } from '../../resources/actionLog/loadLog.ts';
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
afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});
afterAll(() => t.close());

const open = (who: Caller, address: string) => {
  wire.enter(who);
  const queryClient = createQueryClient();
  seedEarlyAnswers(queryClient);
  render(
    <Console at={address} queryClient={queryClient}>
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

it('where figures stand no lines are asked for, until they are looked at', async () => {
  open(mo, '/statistics/garage');
  const before = wire.queries(actionLog.list).length;
  await screen.findByText('Самый деятельный');
  expect(wire.queries(actionLog.list)).toHaveLength(before);
  await userEvent.click(screen.getByRole('button', { name: 'Операции' }));
  await screen.findAllByText('Что сделано');
  expect(wire.queries(actionLog.list).length).toBeGreaterThan(before);
});

describe('figures in the address of a page of charts', () => {
  const search = `?filter=${encodeURIComponent(JSON.stringify({ mode: 'graph' }))}`;
  // react-admin reads its conditions behind the # here: it has a router of its own in a test.
  const graph = `/statistics/garage${search}#/${search}`;
  const count = () => wire.queries(statistics).length;

  it('are asked for beside its code, once, and the first drawing has them', async () => {
    wire.enter(mo);
    const before = count();
    window.history.replaceState(null, '', graph);
    await loadLog();
    expect(count()).toBe(before + 1);
    open(mo, graph);
    expect(screen.getByText('Самый деятельный')).toBeTruthy();
    await screen.findByText('По действиям');
    expect(count()).toBe(before + 1);
  });

  it('are not those of somebody who signed in meanwhile', async () => {
    wire.enter(mo);
    window.history.replaceState(null, '', graph);
    await loadLog();
    const before = count();
    open(po, graph);
    expect(screen.queryByText('Самый деятельный')).toBeNull();
    await screen.findByText('Самый деятельный');
    expect(count()).toBe(before + 1);
  });

  it('that can not be read leave the page to say so', async () => {
    wire.enter(mo);
    window.history.replaceState(null, '', '/statistics/garage?filter=%7B%22mode%22%3A%22graph%22');
    expect((await loadLog()).default).toBe(ActionLogPage);
  });
});
