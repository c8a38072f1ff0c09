// Closing on screen: what is undone, the question before closing, rights in words.
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { closePeriod, closingReview, openPeriod } from '../../contract/closing.ts';
import { takePayment } from '../../contract/payments.ts';
import ClosingPage from '../../resources/closing/ClosingPage.tsx';
import { charge, park } from '../contributions/park.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
});
afterEach(cleanup);
afterAll(() => t.close());

/** Three garages were charged for 2025, one of them paid in cash; the fourth was forgotten. */
async function lastYear() {
  const made = await park(t, 3);
  const fee = { contributionPeriod: 2025, contributionDate: '2025-03-01' };
  expect((await charge(made.po, fee)).status).toBe(200);
  await newGarage(made.mo, made.w.po);
  const body = {
    idempotencyKey: crypto.randomUUID(),
    date: '2025-12-30',
    lines: [{ garage: made.ids[0]!, amount: 450_000 }],
  };
  expect((await made.po.call(takePayment, { body })).status).toBe(200);
  return made;
}

function show(who: Caller) {
  wire.enter(who);
  wire.asked.length = 0;
  render(
    <Console>
      <ClosingPage />
    </Console>,
  );
}

describe('closing', () => {
  it('shows numbers and what is undone, closes after a question', async () => {
    const { mo } = await lastYear();
    const person = userEvent.setup();
    show(mo);
    expect(await screen.findByText('открыто всё')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Не закрыто дней кассы' }).closest('li')!.textContent).toContain(': 1');
    await person.click(screen.getByRole('button', { name: 'Закрыть до 31.12.2025' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Записей: 4');
    await person.click(within(dialog).getByRole('button', { name: 'Закрыть период' }));
    expect(await screen.findByText('закрыто до 31.12.2025')).toBeTruthy();
    expect(wire.sent(closePeriod)).toEqual([{ until: '2025-12-31', was: null }]);
    expect((await mo.call(closingReview)).body.closed_until).toBe('2025-12-31');
    expect(screen.getByRole('button', { name: 'Открыть период' })).toHaveProperty('disabled', true);
    expect(screen.getByRole('button', { name: 'Открыть период' }).title).toBe('Доступно только суперпользователю');
  });

  it('says of each ПО what is left to do, and what is ready', async () => {
    const { mo } = await lastYear();
    show(mo);
    const busy = (await screen.findByText('КАС № 12-3')).closest('li')!;
    expect(busy.textContent).toContain('без членского взноса за 2025: 1');
    expect(within(busy).getByText('Есть дела')).toBeTruthy();
    expect(busy.textContent).toContain('Закрытию не мешает');
    const ready = screen.getByText('КАС № 12-10').closest('li')!;
    expect(within(ready).getByText('Готово')).toBeTruthy();
    expect(screen.getByText(/Проверенной копии установки ещё нет/)).toBeTruthy();
  });

  it('a ПО looks and is told who closes', async () => {
    const { po } = await lastYear();
    show(po);
    expect(await screen.findByText('Доступно на уровне МО')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Закрыть до/ })).toHaveProperty('disabled', true);
  });

  it('a superuser opens with a reason; a refusal stays in the dialog', async () => {
    const { mo, w } = await lastYear();
    expect((await mo.call(closePeriod, { body: { until: '2025-12-31', was: null } })).status).toBe(200);
    const person = userEvent.setup();
    show(await as(t, { mo: w.mo, isSuperuser: 2, role: 'superuser' }));
    await person.click(await screen.findByRole('button', { name: 'Открыть период' }));
    const dialog = await screen.findByRole('dialog');
    await person.click(within(dialog).getByRole('button', { name: 'Открыть' }));
    expect(await within(dialog).findByText('Укажите причину')).toBeTruthy();
    await person.type(within(dialog).getByLabelText(/Причина/), 'Ревизия');
    await person.click(within(dialog).getByRole('button', { name: 'Открыть' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(wire.sent(openPeriod)).toEqual([
      { until: null, was: '2025-12-31', reason: '' },
      { until: null, was: '2025-12-31', reason: 'Ревизия' },
    ]);
    expect((await mo.call(closingReview)).body.closed_until).toBeNull();
  });
});
