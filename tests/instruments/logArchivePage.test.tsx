// The page of the log's archive: nothing due yet, months that are due leave with the password, each then stands with its seal and file.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { archivedMonthFile, archiveLog } from '../../contract/instruments/logArchive.ts';
import LogArchivePage from '../../resources/admin/instruments/LogArchivePage.tsx';
import PersonalPage from '../../resources/admin/instruments/PersonalPage.tsx';
import { KeptNote } from '../../resources/actionLog/KeptNote.tsx';
import { logArchiveJob } from '../../server/instruments/logArchive.ts';
import { runJob } from '../../server/jobs/run.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { followWholeLog } from '../kit/log.ts';
import { oldLine, typePassword } from '../kit/oldLog.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let admin: Caller;

beforeAll(async () => {
  t = await testApp();
  t.deps.jobs.enqueue = async () => '00000000-0000-4000-8000-000000000001';
  t.setNow('2024-02-15T09:00:00Z');
  const w = await world(t.deps.db);
  wire = wireTo(t);
  admin = await as(t, { region: w.region, isSuperuser: 2 });
  wire.enter(admin);
});
afterAll(() => t.close());
afterEach(cleanup);

const open = (page = <LogArchivePage />) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>{page}</MemoryRouter>
    </QueryClientProvider>,
  );

it('says when the first month will be old enough', async () => {
  open();
  expect(await screen.findByText('Журнал пуст.')).toBeTruthy();
  cleanup();
  await oldLine(t, { at: '2019-02-10T09:00:00Z' });
  open();
  expect(
    await screen.findByText('Старше пяти лет ничего нет. Первый месяц, февраль 2019, станет старше 01.03.2024.'),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Вынести в архив' })).toBeNull();
});

it('the terms lead here', async () => {
  open(<PersonalPage />);
  const link = await screen.findByRole('link', {
    name: 'старше пяти лет ничего нет, февраль 2019 станет старше 01.03.2024',
  });
  expect(link.getAttribute('href')).toBe('/admin/log_archive');
});

it('months leave with the password, up to the chosen one, and stand with their seals', async () => {
  for (const at of ['2018-12-10T09:00:00Z', '2019-01-10T09:00:00Z', '2019-01-11T09:00:00Z']) await oldLine(t, { at });
  await followWholeLog(t.deps);
  open();
  expect(await screen.findByText(/Уйдёт: 2.месяца, 3.строки/)).toBeTruthy();
  const leave = screen.getByRole<HTMLButtonElement>('button', { name: 'Вынести в архив' });
  expect(leave.disabled).toBe(true);
  fireEvent.click(screen.getByRole('combobox', { name: /По какой месяц/ }));
  fireEvent.click(await screen.findByRole('option', { name: /декабрь 2018/ }));
  expect(await screen.findByText(/Уйдёт: 1.месяц, 1.строка/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Ваш пароль/), { target: { value: 'чужой' } });
  fireEvent.click(leave);
  expect(await screen.findByText('Неверный пароль')).toBeTruthy();
  expect(wire.sent(archiveLog)).toEqual([]);
  // The password is right: the server knows it as just checked.
  await typePassword(t, admin);
  const begun = await admin.call(archiveLog, { body: { through: '2018-12-01', lines: 1 } });
  cleanup();
  open();
  expect(await screen.findByRole('progressbar')).toBeTruthy();
  await runJob(t.deps, logArchiveJob, { jobId: begun.body.job_id });
  cleanup();
  open();
  const row = (await screen.findByRole('button', { name: 'Скачать: декабрь 2018' })).closest('li')!;
  expect(row.textContent).toMatch(/декабрь 2018строк 1 · \d+.Б · печать [0-9a-f]{12}вынесен 15\.02\.2024/);
  fireEvent.click(screen.getByRole('button', { name: 'Скачать: декабрь 2018' }));
  await vi.waitFor(() => expect(wire.sent(archivedMonthFile)).toHaveLength(1));
});

it('lists of lines say where the log begins', async () => {
  open(<KeptNote from="2018-12-31" />);
  expect(await screen.findByText('Строки до 01.01.2019 вынесены в архив.')).toBeTruthy();
  cleanup();
  const { container } = open(<KeptNote from="2019-01-01" />);
  await new Promise((done) => setTimeout(done, 200));
  expect(container.textContent).toBe('');
});
