// The list of pairs that may be one person: what it says before a search, while one is under way and after it.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mergePairs } from '../../contract/instruments/merging.ts';
import MergePage from '../../resources/admin/instruments/MergePage.tsx';
import { searchJob } from '../../server/instruments/search.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { waitingJob } from '../kit/jobs.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let admin: Awaited<ReturnType<typeof as>>;

beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  admin = await as(t, { region: (await world(t.deps.db)).region, isSuperuser: 2 });
  wire.enter(admin);
});
afterAll(() => t.close());
afterEach(cleanup);

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={['/admin/merge_profiles']}>
        <MergePage />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('is told apart: on its way, never searched, searched now, found nothing', async () => {
  const arrive = wire.hold(mergePairs);
  open();
  expect(screen.getByRole('status', { name: 'Загружается' })).toBeTruthy();
  arrive();
  expect(await screen.findByText('Поиск ещё не запускали')).toBeTruthy();
  cleanup();
  const jobId = await waitingJob(t.deps, admin.userId, searchJob, {});
  open();
  expect(await screen.findByText('Идёт поиск')).toBeTruthy();
  expect(screen.queryByText('Пар нет')).toBeNull();
  cleanup();
  await runJob(t.deps, searchJob, { jobId });
  open();
  expect(await screen.findByText('Пар нет')).toBeTruthy();
});
