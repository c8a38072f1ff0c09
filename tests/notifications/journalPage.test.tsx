// The journal of mailings is taken away as the other lists are; drafts apart.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { exportList } from '../../contract/exports.ts';
import { notifications } from '../../contract/notifications.ts';
import NotificationList from '../../resources/notifications/NotificationList.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { mailing } from './kit.ts';

let t: TestApp;
let w: World;
let wire: Wire;
let po: Caller;
beforeAll(async () => {
  t = await testApp();
  w = await world(t.deps.db);
  po = await as(t, { po: w.po });
  const body = mailing([], { title: 'Черновик о взносах' });
  expect((await po.call(notifications.create, { body: body as never })).status).toBe(200);
  wire = wireTo(t);
  wire.enter(po);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
afterAll(() => t.close());

it('as a book, with the columns and the filter of the screen', async () => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:list', revokeObjectURL: () => {} }));
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at="/notifications/drafts" queryClient={queryClient}>
      <NotificationList />
    </Console>,
  );
  expect(await screen.findByText('Черновик о взносах')).toBeTruthy();
  await expect.poll(() => screen.getByRole('button', { name: /^Черновики/ }).textContent).toBe('Черновики1');
  // Drafts have sent nothing: no sums of what arrived.
  expect(screen.queryByText(/дошло/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Выгрузить' }));
  await userEvent.click(await screen.findByText('Текст с разделителями (.csv)'));
  await expect.poll(() => wire.sent(exportList)).toHaveLength(1);
  await expect.poll(async () => (await exported()).map(({ text }) => text)).toEqual(['Выгрузка «Рассылки»: строк 1']);
});
const exported = () => t.deps.db.selectFrom('action_log').where('verb', '=', 'copy.export').select('text').execute();

it('one that waits for a second person without a moment of its own says so', async () => {
  const place = { region_id: w.region, mo_id: w.mo, po_id: w.po, sent_from: 'КАС № 12-3', created_by: po.userId };
  const waits = { status: 1, awaits_approval: true, title: 'О воротах', kind: 'news', selection: '{}' };
  await t.deps.db
    .insertInto('notification')
    .values({ ...place, ...waits })
    .execute();
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <Console at="/notifications" queryClient={queryClient}>
      <NotificationList />
    </Console>,
  );
  expect(await screen.findByText('О воротах')).toBeTruthy();
  expect(screen.getByText(/^Уйдёт, когда согласуют · /)).toBeTruthy();
  expect(screen.queryByText(/—\s*·/)).toBeNull();
});
