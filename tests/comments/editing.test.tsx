// Editing a comment: leaving asks first, what was refused is told beside the text that is edited.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addComment, editComment } from '../../contract/comments.ts';
import { CommentList } from '../../resources/comments/CommentList.tsx';
import { hasUnsavedWork } from '../../widgets/leaveGuard.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let chief: Caller;
let garage: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  chief = await as(t, { mo: w.mo });
  garage = (await newGarage(chief, w.po)).id;
});
afterAll(() => t.close());
afterEach(cleanup);

it('holds the page while it is changed, and tells a refusal beside the edited text', async () => {
  wire.enter(chief);
  await chief.call(addComment, { params: { type: 'garage', objectId: garage }, body: { text: 'старый текст' } });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <CommentList type="garage" objectId={garage} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const begin = async () => userEvent.click(await screen.findByRole('button', { name: 'Изменить' }));
  const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Комментарий' });
  await begin();
  expect(hasUnsavedWork()).toBe(false);
  await userEvent.type(box(), ' и новый');
  expect(hasUnsavedWork()).toBe(true);
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await screen.findByText('старый текст и новый');
  await expect.poll(hasUnsavedWork).toBe(false);

  await begin();
  await userEvent.type(box(), ' и ещё');
  wire.before(editComment, () => t.deps.db.deleteFrom('comment').where('object_id', '=', garage).execute());
  await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }));
  await expect.poll(() => box().getAttribute('aria-invalid')).toBe('true');
  expect(box().value).toBe('старый текст и новый и ещё');
  const fresh = screen.getByRole('textbox', { name: /Новый комментарий/ });
  expect(fresh.getAttribute('aria-invalid')).not.toBe('true');
  expect(hasUnsavedWork()).toBe(true);
});
