// The page of the check: sides and search, choices that count anew, arrows through messages, the typed number, sending.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { notifications } from '../../contract/notifications.ts';
import CheckPage from '../../resources/notifications/check/CheckPage.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { mailing, owner } from './kit.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let po: Caller;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  wire.enter(po);
});
afterEach(cleanup);
afterAll(() => t.close());

const open = (id: number) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/notification/${id}/check`]}>
        <Routes>
          <Route path="/notification/:id/check" element={<CheckPage />} />
          <Route path="/notifications" element={<p>журнал</p>} />
          <Route path="/notification/:id" element={<p>конструктор</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it(
  'tells who, asks about the rest, wakes by the typed number, sends what was seen',
  { timeout: inTime(60_000) },
  async () => {
    const user = userEvent.setup();
    const people = [
      await owner(mo, w.po, { sms: true }),
      await owner(mo, w.po, { email: 'one@example.ru' }),
      await owner(mo, w.po, { phone: null }),
    ];
    await t.deps.db.updateTable('mo').set({ confirm_above: 1 }).where('id', '=', w.mo).execute();
    const draft = await po.call(notifications.create, {
      body: mailing(people, { ignoreUnnotifiable: false }) as never,
    });
    open(draft.body.id);
    const list = await screen.findByRole('list', { name: 'Получат' });
    await within(list).findAllByRole('listitem');
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
    expect(await screen.findByText('Не получат 1 человек')).toBeTruthy();
    const send = screen.getByRole('button', { name: /^Отправить 2 · 6,00/ });
    expect(send).toHaveProperty('disabled', true);

    await user.click(screen.getByLabelText('Отправить остальным'));
    await user.type(screen.getByLabelText(/^Получателей больше 1\. Впишите их число: 2/), '2');
    await expect
      .poll(() => screen.getByRole<HTMLButtonElement>('button', { name: /^Отправить 2/ }).disabled, { timeout: 20_000 })
      .toBe(false);

    const whole = screen.getByRole('region', { name: 'Сообщение целиком' });
    expect(whole.textContent).toContain('1 из 2');
    await user.click(screen.getByRole('button', { name: 'Следующий получатель' }));
    await expect
      .poll(() => screen.getByRole('region', { name: 'Сообщение целиком' }).textContent, { timeout: 10_000 })
      .toContain('2 из 2');

    await user.click(screen.getByRole('button', { name: /^Отправить 2/ }));
    expect(await screen.findByText('журнал', {}, { timeout: 10_000 })).toBeTruthy();
    const sent = (await po.call(notifications.one, { params: { id: draft.body.id } })).body;
    expect(sent).toMatchObject({ status: 2, total: 2, receiverCounter: { people: 3, none: 1 } });
    await t.deps.db.updateTable('mo').set({ confirm_above: 200 }).where('id', '=', w.mo).execute();
  },
);

it('Esc goes back to the text, nothing is lost', async () => {
  const user = userEvent.setup();
  const draft = await po.call(notifications.create, { body: mailing([await owner(mo, w.po, { sms: true })]) as never });
  open(draft.body.id);
  await screen.findByRole('heading', { name: 'Проверка перед отправкой' });
  await screen.findByRole('list', { name: 'Что проверено' });
  await user.keyboard('{Escape}');
  expect(await screen.findByText('конструктор')).toBeTruthy();
});

it('a moment that is past or no moment at all is said beside the button; one that passes while the form stands open is refused', async () => {
  await t.deps.db.updateTable('mo').set({ confirm_above: 200 }).where('id', '=', w.mo).execute();
  const person = await owner(mo, w.po, { email: 'later@example.ru' });
  const draft = await po.call(notifications.create, { body: mailing([person]) as never });
  open(draft.body.id);
  const later = await screen.findByLabelText(/^Когда отправить/, {}, { timeout: inTime(20_000) });
  /** By the clock of Moscow, three hours ahead. */
  const local = (moment: number) => new Date(moment + 3 * 3_600_000).toISOString().slice(0, 16);
  const now = t.deps.clock.now().getTime();
  const type = (value: string) => fireEvent.change(later, { target: { value } });
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^(Отправить|Запланировать) 1/ });

  type(local(now - 3_600_000));
  expect(await screen.findByText('Время отправки уже прошло')).toBeTruthy();
  expect(button().disabled).toBe(true);
  // Year 20261: jsdom takes it as a browser does.
  type('20261-12-31T10:00');
  expect(await screen.findByText('Проверьте год в дате отправки')).toBeTruthy();
  expect(button().disabled).toBe(true);

  type(local(now + 120_000));
  await expect.poll(() => button().disabled, { timeout: inTime(20_000) }).toBe(false);
  t.setNow(new Date(now + 180_000).toISOString());
  await userEvent.setup().click(button());
  const kept = () =>
    t.deps.db.selectFrom('notification').select('status').where('id', '=', draft.body.id).executeTakeFirstOrThrow();
  await expect.poll(() => button().disabled, { timeout: inTime(20_000) }).toBe(true);
  expect(await screen.findByText('Время отправки уже прошло', {}, { timeout: inTime(20_000) })).toBeTruthy();
  expect((await kept()).status).toBe(0);
});
