// Penalties on screen: the button carries the sum of the preview, a second press is the same intention.
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { garages } from '../../contract/garages.ts';
import { postPenalties } from '../../contract/penalties.ts';
import PenaltiesPage from '../../resources/penalties/PenaltiesPage.tsx';
import { charge, chargePenalties, park, type Park } from '../contributions/park.ts';
import { testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';

let t: TestApp;
let wire: Wire;
let made: Park;
/** Plates of the two debtors. */
let plates: string[];
beforeAll(async () => {
  t = await testApp();
  t.setNow('2026-02-14T09:00:00Z');
  wire = wireTo(t);
});
afterAll(() => t.close());
/** Two garages owe 4 500 ₽ for 2025 and are 45 days late: 202,50 ₽ each. */
beforeEach(async () => {
  made = await park(t, 2);
  await chargePenalties(t, made.w.po);
  const fee = { contributionPeriod: 2025, contributionDate: '2025-03-01' };
  expect((await charge(made.po, fee)).status).toBe(200);
  const cards = await Promise.all(made.ids.map((id) => made.po.call(garages.one, { params: { id } })));
  plates = cards.map(({ body }) => body.number);
  wire.enter(made.mo);
  wire.asked.length = 0;
});
afterEach(cleanup);

const show = () =>
  render(
    <Console>
      <PenaltiesPage />
    </Console>,
  );
const balances = async () => {
  const cards = await Promise.all(made.ids.map((id) => made.po.call(garages.one, { params: { id } })));
  return cards.map(({ body }) => body.balance_kopecks);
};

describe('penalties', () => {
  /** A busy machine may need more than the usual second for the first page. */
  const button = (words: RegExp) => screen.findByRole('button', { name: words }, { timeout: 15_000 });

  it('the button carries what is seen and sends it; the answer leads to the document', async () => {
    const person = userEvent.setup();
    show();
    const post = await button(/Начислить пени: 2\s?гаража, 405,00/);
    expect(screen.getByRole('link', { name: `Гараж А, ${plates[0]}` }).getAttribute('href')).toBe(
      `/garage/${made.ids[0]}`,
    );
    await person.click(post);
    expect(await screen.findByText(/Начислено: 2\s?гаража/)).toBeTruthy();
    expect(wire.sent(postPenalties)).toMatchObject([
      { date: '2026-02-14', expected: { garages: 2, amount_kopecks: 40_500 } },
    ]);
    const document = await t.deps.db
      .selectFrom('contribution')
      .where('source', '=', 'penalty')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(screen.getByRole('link', { name: 'Открыть' }).getAttribute('href')).toBe(`/contribution/${document.id}`);
    expect(await balances()).toEqual([-470_250, -470_250]);
  });

  it('a garage is left out and put back; the sum follows', async () => {
    const person = userEvent.setup();
    show();
    await button(/2\s?гаража/);
    await person.click(screen.getByRole('button', { name: `Не начислять: Гараж А ${plates[0]}` }));
    expect(await button(/Начислить пени: 1\s?гараж, 202,50/)).toBeTruthy();
    await person.click(screen.getByRole('button', { name: 'Вернуть' }));
    expect(await button(/2\s?гаража/)).toBeTruthy();
  });

  it('a lost answer is told and the same intention keeps its key: charged once', async () => {
    const person = userEvent.setup();
    show();
    wire.lose(postPenalties);
    await person.click(await button(/2\s?гаража/));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', expect.stringContaining('Нет связи'));
    await waitFor(async () => expect((await button(/2\s?гаража/)).hasAttribute('disabled')).toBe(false));
    await person.click(await button(/2\s?гаража/));
    await screen.findByText(/Начислено/);
    const sent = wire.sent<{ idempotencyKey: string }>(postPenalties);
    expect(sent).toHaveLength(2);
    expect(sent[0]!.idempotencyKey).toBe(sent[1]!.idempotencyKey);
    expect(await balances()).toEqual([-470_250, -470_250]);
  });
});
