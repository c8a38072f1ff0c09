// Undoing a payment: how many lines and how much goes with the whole document, however many there are.
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { takePayment } from '../../contract/payments.ts';
import OperationShow from '../../resources/payments/OperationShow.tsx';
import { ownedGarage, pay, place, type Place } from '../documents/kit.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { special } from './desk.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(cleanup);

function open(line: number) {
  wire.enter(at.mo);
  render(
    <Console at={`/balance_operation/${line}`}>
      <Routes>
        <Route path="/balance_operation/:id" element={<OperationShow />} />
      </Routes>
    </Console>,
  );
}

it('tells all lines of the document and their sum, not those on screen alone', async () => {
  const { garage } = await ownedGarage(at);
  const lines = Array.from({ length: 25 }, (_, nth) => ({ garage: garage.id, amount: 100 * (nth + 1) }));
  const body = { idempotencyKey: crypto.randomUUID(), date: '2026-03-01', confirmDuplicate: true, lines };
  const taken = await at.mo.call(takePayment, { body });
  expect(taken.status, taken.text).toBe(200);
  open(taken.body.lines[0].id);
  await userEvent.click(await screen.findByRole('button', { name: 'Сторнировать' }));
  expect((await screen.findByText(/Будет внесена обратная запись/)).textContent).toMatch(/на \D?1,00/);
  await userEvent.click(screen.getByLabelText(/^Отменить и остальные строки документа: ещё 24.строки$/));
  expect(screen.getByText(/Будет внесена обратная запись/).textContent).toMatch(/на \D?325,00/);
});

it('an offset is one sum, though it stands in two garages', async () => {
  const { garage, person } = await ownedGarage(at, { passNum: '123457' });
  const other = await newGarage(at.mo, at.w.po, { alreadyExistProfile: [{ profileId: person.id, isPrimary: true }] });
  await pay(at, garage.id, 100_000);
  const offset = await special(at.mo, 'offset', garage.id, 40_000, { toGarage: other.id });
  expect(offset.status, offset.text).toBe(200);
  open(offset.body.lines[0].id);
  const document = await screen.findByRole('link', { name: `Документ № ${offset.body.contribution}` });
  expect(document.closest('li')!.textContent!.replaceAll('\u00a0', ' ')).toContain('на 400,00 ₽, гаражей 2');
});
