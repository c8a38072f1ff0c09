// What is said before a long run: on the embedded database everyone waits while it is written.
import { render, screen } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accrualDefaults } from '../../contract/books.ts';
import { PauseNote } from '../../resources/books/PauseNote.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  wire.enter(await as(t, { mo: (await world(t.deps.db)).mo }));
  wire.asked.length = 0;
});

const shown = (garages: number) =>
  render(
    <Console>
      <PauseNote garages={garages} />
      <p>{`гаражей ${garages}`}</p>
    </Console>,
  );

it.each([
  [2_001, 'до 1 с'],
  [5_001, 'до 2 с'],
  [105_000, 'до 21 с'],
])('of %d garages: %s', async (garages, seconds) => {
  shown(garages);
  const note = await screen.findByText(/^Пока начисление записывается/);
  expect(note.textContent?.replaceAll('\u00a0', ' ')).toContain(`${seconds}, остальные ждут`);
});

it('nothing of 2 000', async () => {
  const { container } = shown(2_000);
  await expect.poll(() => wire.queries(accrualDefaults).length).toBe(1);
  await screen.findByText('гаражей 2000');
  expect(container.textContent).toBe('гаражей 2000');
});
