// «Кто что получает»: a list handed over becomes a report, its receivers and what stops them are named, what was missed is decided here.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import * as c from '../../contract/reports.ts';
import ReportsPage from '../../resources/reports/ReportsPage.tsx';
import { reportDue } from '../../server/reports/writing/sending.ts';
import { doDue } from '../../server/jobs/due.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let head: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  head = await as(t, { mo: w.mo });
  await as(t, { po: w.po, capabilities: [] });
  await newGarage(head, w.po);
});
afterAll(() => t.close());
afterEach(cleanup);

const draft = {
  source: { of: 'list', resource: 'payments', columns: ['on_date'], sort: ['on_date', 'ASC'], filter: {} },
  conditions: 'Способ: наличные',
};

function open(state: object | null = null) {
  wire.enter(head);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[{ pathname: '/reports', state }]}>
        <ReportsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('a list becomes a report: who gets it, when, and why somebody would not', async () => {
  open({ draft });
  const dialog = await screen.findByRole('dialog', { name: 'Присылать по почте' });
  expect(dialog.textContent).toContain('Отбор: Способ: наличные.');
  expect(within(dialog).getByLabelText('Название и тема письма')).toHaveProperty('value', 'Платежи');
  const people = within(dialog).getByRole('combobox', { name: /Кто получает/ });
  await userEvent.click(people);
  const others = await screen.findAllByRole('option');
  const other = others.find((one) => one.textContent?.includes('КАС № 12-3'))!;
  await userEvent.click(other);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Присылать' }));
  const list = await screen.findByRole('list', { name: 'Отчёты по расписанию' });
  expect(list.textContent).toContain('раз в неделю: понедельник в 8:00');
  const receivers = within(list).getByRole('list', { name: 'Кто получает «Платежи»' });
  expect(within(receivers).getAllByRole('listitem')).toHaveLength(2);
  expect(receivers.textContent).toContain('не получит: нужно право «Взносы и баланс»');
});

it('a missed moment is shown and decided by its owner', async () => {
  const [report] = (await head.call(c.reports)).body.data as c.Report[];
  // The server stood at its hour. Calls are made at the old one, for a token lives an hour.
  const late = () => doDue(t.deps, [reportDue]);
  const afterwards = new Date(new Date(report!.next_at).getTime() + 5 * 3_600_000).toISOString();
  const before = t.deps.clock.now().toISOString();
  const during = async (work: () => Promise<unknown>) => {
    t.setNow(afterwards);
    await work();
    t.setNow(before);
  };
  await during(late);
  open();
  await screen.findByText(/^Отправка .* пропущена$/);
  await userEvent.click(screen.getByRole('button', { name: 'Отправить сейчас' }));
  await expect.poll(() => screen.queryByText(/^Отправка .* пропущена$/)).toBeNull();
  // Decided now, it goes now.
  await late();
  const sent = (await head.call(c.reportSendings, { params: { id: report!.id } })).body as z.output<
    typeof c.reportSendings.reply
  >;
  expect(new Set(sent.data.map(({ reason, letter }) => reason ?? letter))).toEqual(
    new Set(['Нужно право «Взносы и баланс»', 'queued']),
  );
});
