// The desk under the hands of a cashier: its app, two garages that owe, and what the hands do.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CoreAdminContext, memoryStore } from 'react-admin';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { takePayment, type PaymentBody } from '../../contract/payments.ts';
import { createQueryClient } from '../../providers/queryClient.ts';
import DeskPage from '../../resources/payments/desk/DeskPage.tsx';
import { chargeLine, postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { pay } from './desk.ts';

export let t: TestApp;
export let wire: Wire;
export let w: World;
export let mo: Caller;
export let clerk: Caller;
/** Garages А 45 and А 46 of Петров owe 4 500 ₽ each for 2025. */
export let a45: number;
export let a46: number;

async function owing(number: string): Promise<number> {
  const person = await newPerson(mo, w.po, { lastName: 'Петров', firstName: 'Иван', fatherName: 'Сергеевич' });
  const owner = [{ profileId: person.id, isPrimary: true }];
  const { id } = await newGarage(mo, w.po, { number, alreadyExistProfile: owner });
  const charge = chargeLine(id, '2025-03-01', 450_000, { accrual_type_id: 3, owner_id: person.id });
  await postLines(t, w, [charge]);
  return id;
}

/** Each file of the desk begins with it. */
export function atDesk(): void {
  beforeAll(async () => {
    t = await testApp();
    wire = wireTo(t);
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    w = await world(t.deps.db);
    mo = await as(t, { mo: w.mo });
    clerk = await as(t, { po: w.po, capabilities: [2] });
    a45 = await owing('45');
    a46 = await owing('46');
    wire.enter(clerk);
    wire.asked.length = 0;
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
  });
}

export const user = userEvent.setup();
export const plain = (text: string | null | undefined) => (text ?? '').replaceAll('\u00a0', ' ');
export const posts = () => wire.sent<PaymentBody>(takePayment);
/** Somebody else at another desk of this ПО takes the same money. */
export const another = async (garage: number, amount: number) =>
  expect((await pay(await as(t, { po: w.po }), garage, amount)).status).toBe(200);
export const draftKept = () => localStorage.getItem(`draft:${clerk.userId}:desk:0:${w.po}`);

export const around = (children: ReactNode, address = '/contributions/payments/desk') => (
  <MemoryRouter initialEntries={[address]}>
    <CoreAdminContext store={memoryStore()} queryClient={createQueryClient()}>
      {children}
    </CoreAdminContext>
  </MemoryRouter>
);
export const shown = (address: string) => render(around(<DeskPage />, address));
export async function open(address = '/contributions/payments/desk') {
  shown(address);
  await screen.findByRole('heading', { name: 'Приём оплат' });
}

const column = () => document.activeElement?.closest('[data-column]')?.getAttribute('data-column');
export const at = (name: string) => waitFor(() => expect(column()).toBe(name));

/** The answer has come: the row is free, the hand at its garage. */
export async function taken() {
  await at('garage');
  await screen.findByLabelText('Гараж');
}

/** Types a garage and lets Enter take what is found. */
export async function pick(words: string) {
  await at('garage');
  await user.keyboard(words);
  await user.keyboard('{Enter}');
  await at('amount');
  await screen.findByLabelText(`Гараж: А ${words}`);
}
