// Two cards side by side are compared from the keyboard, and the password that ends it can be looked at.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { addComment } from '../../contract/comments.ts';
import { pages } from '../../contract/pages.ts';
import { PairPage } from '../../resources/admin/instruments/PairPage.tsx';
import { as, testApp, type TestApp } from '../kit/app.ts';
import { newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let one: number;
let other: number;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  const mo = await as(t, { mo: w.mo });
  const person = (more: object) =>
    newPerson(mo, w.po, { firstName: 'Павел', fatherName: 'Андреевич', birthday: '1961-11-03', ...more });
  one = (await person({ lastName: 'Сидоров', ticketNumber: '11' })).id;
  other = (await person({ lastName: 'Сидорова', ticketNumber: '22' })).id;
  await mo.call(addComment, { params: { type: 'profile', objectId: other }, body: { text: 'Звонил' } });
  wire.enter(await as(t, { region: w.region, isSuperuser: 2 }));
});
afterAll(() => t.close());
afterEach(cleanup);

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <PairPage one={one} other={other} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const radio = (field: string, card: number) =>
  screen.findByRole<HTMLInputElement>('radio', { name: `${field}: карточка ${card}` });

it('← → take a side, ↑ ↓ lead to another field and change nothing there', async () => {
  const user = userEvent.setup();
  open();
  const [left, right] = [await radio('Фамилия', one), await radio('Фамилия', other)];
  await user.click(left);
  await user.keyboard('{ArrowRight}');
  expect([right.checked, document.activeElement]).toEqual([true, right]);
  await user.keyboard('{ArrowRight}');
  expect(right.checked).toBe(true);
  await user.keyboard('{ArrowLeft}');
  expect([left.checked, document.activeElement]).toEqual([true, left]);
  const before = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].map(({ checked }) => checked);
  await user.keyboard('{ArrowDown}');
  const next = document.activeElement as HTMLInputElement;
  expect([next.type, next.checked, next.name === left.name]).toEqual(['radio', true, false]);
  await user.keyboard('{ArrowUp}');
  expect((document.activeElement as HTMLInputElement).name).toBe(left.name);
  // Above the first field there is none.
  await user.keyboard('{ArrowUp}');
  expect((document.activeElement as HTMLInputElement).name).toBe(left.name);
  expect([...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].map(({ checked }) => checked)).toEqual(
    before,
  );
});

it('what moves and what is read through the old link is looked at by its count, beside the choice; nothing has no list', async () => {
  open();
  const panel = within(await screen.findByRole('complementary', { name: 'Что изменится' }));
  const link = (name: string) => panel.getByRole<HTMLAnchorElement>('link', { name });
  expect([link('Записи журнала').getAttribute('href'), link('Записи журнала').target]).toEqual([
    pages.story('profile', other),
    '_blank',
  ]);
  expect(link('Комментарии').getAttribute('href')).toBe(`${pages.profile(other)}?tab=3`);
  expect(panel.queryByRole('link', { name: 'Бумаги' })).toBeNull();
});

it('the password is hidden until somebody asks to see it', async () => {
  const user = userEvent.setup();
  open();
  const box = await screen.findByLabelText<HTMLInputElement>(/^Ваш пароль/);
  expect(box.type).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Показать пароль' }));
  expect(box.type).toBe('text');
  await user.click(screen.getByRole('button', { name: 'Скрыть пароль' }));
  expect(box.type).toBe('password');
});
