// The review of the policy: a superuser is reminded 60 days before and louder afterwards, others never.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { PolicyBanner } from '../../src/shell/PolicyBanner.tsx';
import { usePublicSettings } from '../../src/shell/useShellData.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let w: World;
let wire: Wire;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  wire = wireTo(t);
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** Drawn with the banner, when what the banner reads has come. */
const Known = () => (usePublicSettings().data ? <p>Известно</p> : null);

async function seen(isSuperuser: number, reviewDue: string) {
  wire.enter(await as(t, { mo: w.mo, isSuperuser }));
  await t.deps.db.updateTable('privacy_policy').set({ review_due: reviewDue }).execute();
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <div id="said" />
        <PolicyBanner />
        <Known />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('Известно');
  return screen.queryByRole('status')?.textContent ?? null;
}
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

it.each([
  [2, 61, null],
  [2, 60, /пора пересмотреть до .*осталось 60.дней/],
  [2, 0, /сегодня последний день/],
  [2, -5, /прошёл .*5.дней назад/],
  [0, -5, null],
  [1, 10, null],
])('superuser %i, %i days', async (isSuperuser, days, words) => {
  const text = await seen(isSuperuser, inDays(days));
  if (words) expect(text).toMatch(words);
  else expect(text).toBeNull();
});
