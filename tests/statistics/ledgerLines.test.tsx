// Lines behind a figure are taken away as they are shown: their side, their days and their kind.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { exportList } from '../../contract/exports.ts';
import { statistics, type StatReply } from '../../contract/statistics.ts';
import { LedgerLines } from '../../resources/statistics/LedgerLines.tsx';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { charge, park } from '../contributions/park.ts';

let t: TestApp;
let wire: Wire;
let reply: StatReply;
beforeAll(async () => {
  t = await testApp();
  const { mo } = await park(t, 2);
  expect((await charge(mo)).status).toBe(200);
  const filter = JSON.stringify({ from: '2026-11-01', to: '2026-11-30' });
  const told = await mo.call(statistics, { params: { tab: 'balance_operation' }, query: { filter, against: 'year' } });
  reply = told.body;
  wire = wireTo(t);
  wire.enter(mo);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
afterAll(() => t.close());

it('a file holds the lines of the figure that was opened', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:lines', revokeObjectURL: () => {} }));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console queryClient={queryClient}>
      <LedgerLines reply={reply} view={{ side: 'charged', type: 1 }} conditions={null} onChange={() => {}} />
    </Console>,
  );
  expect(await screen.findByText('2 операции')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Выгрузить' }));
  await userEvent.click(await screen.findByText('Текст с разделителями (.csv)'));
  await expect.poll(() => wire.sent(exportList)).toHaveLength(1);
  const [asked] = wire.sent(exportList);
  expect(asked).toMatchObject({
    columns: ['on_date', 'account', 'plate', 'po', 'payer', 'purpose', 'method', 'amount', 'paper', 'comment'],
    filter: { dateFrom: '2026-11-01', dateTo: '2026-11-30', side: 'charged', accrualTypeFilter: [1] },
  });
  const exported = () => t.deps.db.selectFrom('action_log').where('verb', '=', 'copy.export').select('text').execute();
  await expect
    .poll(async () => (await exported()).map(({ text }) => text))
    .toEqual(['Выгрузка «Операции по балансу»: строк 2']);
});
