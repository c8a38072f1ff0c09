// «Вид» in the list of payments: words that are said stay; what is not known yet is not called «по порядку».
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { specialOperation, takePayment } from '../../contract/payments.ts';
import { http } from '../../providers/http.ts';
import PaymentList from '../../resources/payments/PaymentList.tsx';
import { charge, ownedGarage, place, type Place } from '../documents/kit.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let at: Place;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  at = await place(t);
  const { garage } = await ownedGarage(at);
  await charge(at, garage.id, 100_000, '2026-02-01');
  const body = {
    idempotencyKey: crypto.randomUUID(),
    date: '2026-03-01',
    lines: [{ garage: garage.id, amount: 60_000 }],
  };
  expect((await at.mo.call(takePayment, { body })).status).toBe(200);
  const bad = { kind: 'write_off' as const, protocol: 'Протокол № 3', garage: garage.id, amount: 15_000 };
  const written = { ...bad, idempotencyKey: crypto.randomUUID(), date: '2026-03-02' };
  expect((await at.mo.call(specialOperation, { body: written })).status).toBe(200);
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(cleanup);

/** What payments closed is answered after `wait`. */
function open(wait: () => Promise<unknown>) {
  const answers = http.defaults.adapter as (config: object) => Promise<unknown>;
  http.defaults.adapter = (async (config: { url?: string }) => {
    if (config.url?.includes('/closed')) await wait();
    return answers(config);
  }) as never;
  wire.enter(at.po);
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at="/contributions/payments" queryClient={queryClient}>
      <PaymentList />
    </Console>,
  );
  return () => {
    http.defaults.adapter = answers as never;
  };
}
const payment = async () => (await screen.findByText('600,00', { exact: false, selector: 'td *' })).closest('tr')!;

it('waits for what the payment closed and then names it', async () => {
  let release!: () => void;
  const asked = new Promise<void>((done) => (release = done));
  const restore = open(() => asked);
  const row = await payment();
  expect(within(row).getByText('…')).toBeTruthy();
  expect(row.textContent).not.toContain('по порядку');
  release();
  expect(await within(row).findByText('Членский годовой взнос')).toBeTruthy();
  expect(within(row).queryByText('…')).toBeNull();
  restore();
});

it('where it cannot be known, the order of paying is all that is said', async () => {
  const restore = open(() => Promise.reject(new Error('нет связи')));
  expect(await within(await payment()).findByText('по порядку')).toBeTruthy();
  restore();
});

it('what was taken is money that came: a debt that was written off stands beside it', async () => {
  const restore = open(() => Promise.resolve());
  const said = (await screen.findByText(/^Принято/)).parentElement!.textContent!.replaceAll('\u00a0', ' ');
  expect(said).toContain('Принято 1 платёж на 600,00 ₽');
  expect(said).toContain('Списание безнадёжного долга 150,00 ₽');
  restore();
});
