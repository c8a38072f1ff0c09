// One answer that did not come: the page says so instead of waiting for ever, and «Повторить» brings it.
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { accrualDefaults } from '../../contract/books.ts';
import type { AnyEndpoint } from '../../contract/kernel/endpoint.ts';
import { debtRules } from '../../contract/notifications/reminders.ts';
import { cashDay } from '../../contract/payments.ts';
import { accrualTypes } from '../../contract/references.ts';
import ContributionEdit from '../../resources/contributions/ContributionEdit.tsx';
import ChargePage from '../../resources/contributions/charge/ChargePage.tsx';
import RemindersPage from '../../resources/notifications/RemindersPage.tsx';
import { CashDayDialog } from '../../resources/payments/CashDayDialog.tsx';
import { park, charge, type Park } from '../contributions/park.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let wire: Wire;
let made: Park;
let document: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  made = await park(t, 1);
  const charged = await charge(made.po, { contributionAmount: 450_000 });
  document = charged.body.contribution!;
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const places: [string, AnyEndpoint, ReactNode, RegExp][] = [
  ['mass charge without its types', accrualTypes, <ChargePage />, /Всем гаражам по условиям/],
  ['mass charge without its terms', accrualDefaults, <ChargePage />, /Всем гаражам по условиям/],
  ['a correction without types', accrualTypes, <ContributionEdit />, /^Исправление: /],
  ['a correction without terms', accrualDefaults, <ContributionEdit />, /^Исправление: /],
  ['reminders', debtRules.list, <RemindersPage />, /^Правил пока нет/],
  ['the cash day', cashDay, <CashDayDialog date="2026-11-20" onClose={() => {}} />, /^По способам оплаты/],
];
it.each(places)('%s', async (_, lost, page, then) => {
  wire.enter(made.po);
  wire.lose(lost);
  render(
    <Console at={`/contribution_edit/${document}`}>
      <Routes>
        <Route path="/contribution_edit/:id" element={page} />
      </Routes>
    </Console>,
  );
  await userEvent.click(within(await screen.findByRole('alert')).getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByText(then)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
});
