// The instruction beside a page: a page that has none is told so, and shows nobody else's.
import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tutorials } from '../../contract/tutorials.ts';
import HelpDrawer from '../../resources/tutorials/HelpDrawer.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  wire.enter(await as(t, { mo: w.mo }));
});
afterAll(() => t.close());
afterEach(cleanup);

it.each([
  ['/jobs', 0],
  ['/news', 1],
])('on %s it asks for what belongs there', async (address, asked) => {
  wire.asked.length = 0;
  render(
    <Console at={address}>
      <HelpDrawer />
    </Console>,
  );
  if (!asked) expect(await screen.findByText(/Для этой страницы инструкции пока нет/)).toBeTruthy();
  await expect.poll(() => wire.queries(tutorials.list).length).toBe(asked);
});
