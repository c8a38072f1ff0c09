// What is run without a card: its lists are read anew before the button is free, a refusal is a message of the field's words.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useLoudAction } from '../../resources/useLoudAction.ts';

const toast = vi.hoisted(() => vi.fn());
vi.mock('../../widgets/toasts.ts', () => ({ toast }));
afterEach(() => {
  cleanup();
  toast.mockReset();
});

function Starter({ work, read }: { work: () => Promise<number>; read: () => Promise<number> }) {
  useQuery({ queryKey: ['runs'], queryFn: read, staleTime: Infinity });
  const { run, busy } = useLoudAction(['runs']);
  return (
    <button type="button" disabled={busy} onClick={() => void run(work, (made) => `Сделано: ${made}`)}>
      Начать
    </button>
  );
}

const show = (work: () => Promise<number>, read: () => Promise<number>) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Starter {...{ work, read }} />
    </QueryClientProvider>,
  );
const button = () => screen.getByRole('button');

it('stays busy until its list is read anew', async () => {
  let answer: (value: number) => void = () => {};
  const read = vi.fn<() => Promise<number>>().mockResolvedValueOnce(0);
  read.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  show(async () => 7, read);
  await userEvent.click(button());
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  expect(toast).toHaveBeenCalledWith('Сделано: 7');
  expect(button()).toHaveProperty('disabled', true);
  answer(1);
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
});

it('says a refusal in the words of its field, and reads the list anew as well', async () => {
  const read = vi.fn(async () => 0);
  const refusal = Object.assign(new Error('Проверьте поля'), { body: { errors: { after: 'Копия уже делается' } } });
  show(() => Promise.reject(refusal), read);
  await userEvent.click(button());
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Копия уже делается', { kind: 'error' }));
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
});
