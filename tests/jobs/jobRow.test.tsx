// A row of «Задания»: what went wrong stands out from what to do about it, today is called so, every kind has a name.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '../../contract/jobs.ts';
import { JobRow } from '../../resources/jobs/JobRow.tsx';
import { kindOf } from '../../resources/jobs/kinds.tsx';
import { failureWords } from '../../resources/jobs/words.ts';
import { jobKinds } from '../../server/background.ts';

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T12:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

const job: Job = {
  id: 1,
  kind: 'paper-batch',
  title: 'Квитанции: 42',
  author: { id: 7, name: 'Жданова Л. О.', isMe: false },
  status: 'failed',
  stage: '',
  done: 20,
  total: 42,
  errors: 0,
  failure: 'Печать прервалась. Повторите её: занятые номера не пропадут',
  summary: null,
  link: null,
  file: null,
  left_seconds: null,
  ahead: 0,
  canCancel: false,
  canRetry: true,
  created_at: '2026-11-28T09:05:00Z',
  finished_at: null,
};
const show = (more: Partial<Job>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <JobRow job={{ ...job, ...more }} />
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('a failure is a short line, what to do stands under it, and it may be begun again', () => {
  show({});
  expect(screen.getByText('Печать прервалась').tagName).toBe('B');
  expect(screen.getByText('Повторите её: занятые номера не пропадут').tagName).toBe('SMALL');
  expect(screen.getByText('Сделано 20 из 42')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Повторить' })).toBeTruthy();
});

it.each([
  ['Печать прервалась. Повторите её', ['Печать прервалась', 'Повторите её']],
  ['Не удалось', ['Не удалось', '']],
  [
    'Нет прав у Жданова Л. О. Обратитесь к администратору',
    ['Нет прав у Жданова Л. О. Обратитесь к администратору', ''],
  ],
  ['Номер 12-3/7. занят', ['Номер 12-3/7. занят', '']],
])('%s', (failure, parts) => {
  expect(failureWords(failure)).toEqual(parts);
});

it('the day is «сегодня», another one is a date', () => {
  show({ title: 'Одно' });
  expect(screen.getByText('Жданова Л. О. · сегодня, 12:05')).toBeTruthy();
  show({ title: 'Другое', created_at: '2026-11-27T09:05:00Z' });
  expect(screen.getByText('Жданова Л. О. · 27.11.2026 12:05')).toBeTruthy();
});

it('every kind of work has a name of its own', () => {
  expect(jobKinds.map(({ kind }) => kind).filter((kind) => kindOf(kind).label === 'Другое')).toEqual([]);
});
