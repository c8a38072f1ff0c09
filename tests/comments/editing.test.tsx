// Editing a comment: leaving asks first, what was refused is told beside the text that is edited.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { editComment } from '../../contract/comments.ts';
import { HttpError } from '../../providers/http.ts';
import { CommentList } from '../../resources/comments/CommentList.tsx';
import { hasUnsavedWork } from '../../widgets/leaveGuard.ts';

const comment = {
  id: 1,
  text: 'старый текст',
  author: { id: 7, name: 'Иванов И. И.' },
  created_at: '2026-01-10T10:00:00Z',
  edited_at: null,
  is_own: true,
};
let refusal: HttpError | null = null;
vi.mock('../../resources/statistics/Requests.tsx', () => ({ CardRequests: () => null }));
vi.mock('../../providers/http.ts', async (original) => ({
  ...(await original<typeof import('../../providers/http.ts')>()),
  call: async (endpoint: unknown, { body }: { body?: { text: string } }) => {
    if (endpoint !== editComment) return { data: [comment] };
    if (refusal) throw refusal;
    return { data: [{ ...comment, text: body!.text }] };
  },
}));
afterEach(cleanup);

it('holds the page while it is changed, and tells a refusal beside the edited text', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CommentList type="garage" objectId={5} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Изменить' }));
  expect(hasUnsavedWork()).toBe(false);
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Комментарий' });
  await userEvent.type(box, ' и новый');
  expect(hasUnsavedWork()).toBe(true);
  refusal = new HttpError(422, { message: 'Проверьте', errors: { text: 'Комментарий уже не изменить' } });
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('Комментарий уже не изменить');
  expect(box.getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByRole('textbox', { name: /Новый комментарий/ }).getAttribute('aria-invalid')).not.toBe('true');
  refusal = null;
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('старый текст и новый');
  expect(hasUnsavedWork()).toBe(false);
});
