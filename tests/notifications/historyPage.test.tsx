// The page of a mailing that was sent, and the messages of one person: however many there are, each can be come to.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { sql } from 'kysely';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { notifications } from '../../contract/notifications.ts';
import { informingHistory, resendMessages } from '../../contract/notifications/messages.ts';
import { addConsent } from '../../contract/profiles.ts';
import { settleMessages } from '../../server/notifications/delivering.ts';
import HistoryPage from '../../resources/notifications/history/HistoryPage.tsx';
import { PersonMessages } from '../../resources/notifications/PersonMessages.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { windowOf } from '../kit/window.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { mailing as mailingOf, owner, sendAs } from './kit.ts';

/** A page and one more. */
const MESSAGES = 101;
let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let mailing: number;
let person: number;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  wire = wireTo(t);
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  person = await owner(mo, w.po);
  const { rows } =
    await sql`insert into notification (region_id, mo_id, po_id, title, kind, status, sent_from, selection, total)
    values (${w.region}, ${w.mo}, ${w.po}, 'Прежняя', 'debt', 4, 'ПО', '{}', ${MESSAGES}) returning id`.execute(
      t.deps.db,
    );
  mailing = (rows[0] as { id: number }).id;
  await sql`insert into notification_message (notification_id, receiver, profile_id, person_name, channel, body, status)
    select ${mailing}, 'profile:' || nth, ${person}, 'Человек ' || nth, 'sms', 'текст', 2 from generate_series(1, ${MESSAGES}::int) as nth`.execute(
    t.deps.db,
  );
  wire.enter(await as(t, { po: w.po }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
afterAll(() => t.close());

const open = (path: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/informing_history/:id" element={<HistoryPage />} />
          <Route path="/person" element={<PersonMessages profile={person} />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );

it('messages of a mailing come page after page, to the last', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  open(`/informing_history/${mailing}`);
  const table = await screen.findByRole('table', { name: 'Сообщения рассылки' });
  // The row of the heads is one more.
  await within(table).findAllByRole('button', { name: /^Человек / });
  expect(within(table).getAllByRole('row')).toHaveLength(101);
  await user.click(screen.getByRole('button', { name: 'Показать ещё' }));
  await expect.poll(() => within(table).getAllByRole('row').length, { timeout: 20_000 }).toBe(MESSAGES + 1);
  expect(screen.queryByRole('button', { name: 'Показать ещё' })).toBeNull();
});

it('so do those of a person', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  open('/person');
  const list = await screen.findByRole('list', { name: 'Сообщения человеку' });
  await user.click(await within(list).findByRole('button', { name: 'Показать ещё' }));
  await expect.poll(() => list.querySelectorAll(':scope > li').length, { timeout: 20_000 }).toBe(MESSAGES);
});

it.each([['/person'], [`mailing`]])(
  'messages that did not come are told of, and asked for again: %s',
  async (where) => {
    const user = userEvent.setup();
    wire.lose(informingHistory.list);
    open(where === 'mailing' ? `/informing_history/${mailing}` : where);
    await user.click(await screen.findByRole('button', { name: 'Повторить' }));
    const lines = () => screen.queryAllByRole(where === 'mailing' ? 'row' : 'listitem').length;
    await expect.poll(lines, { timeout: 20_000 }).toBeGreaterThan(50);
    expect(screen.queryByRole('button', { name: 'Повторить' })).toBeNull();
  },
);

it('what was asked about a message stays open with what was entered when the window is made narrower and wider', async () => {
  const user = userEvent.setup();
  const { rows } =
    await sql`insert into notification (region_id, mo_id, po_id, title, kind, status, sent_from, selection, total)
    values (${w.region}, ${w.mo}, ${w.po}, 'Не дошло', 'debt', 4, 'ПО', '{}', 1) returning id`.execute(t.deps.db);
  const { id } = rows[0] as { id: number };
  await sql`insert into notification_message (notification_id, receiver, profile_id, person_name, channel, body, status, created_at)
    values (${id}, 'profile:1', ${person}, 'Человек 1', 'sms', 'текст', 11, '2026-11-18T09:00:00Z')`.execute(t.deps.db);
  const resize = windowOf(1366);
  open(`/informing_history/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Вручено на бумаге' }));
  const box = () => within(screen.getByRole('dialog', { name: 'Вручено: Человек 1' }));
  await user.clear(await screen.findByLabelText(/Дата вручения/));
  await user.type(box().getByLabelText(/Дата вручения/), '19.11.2026');
  for (const px of [390, 1366]) {
    resize(px);
    expect(screen.queryByRole('table', { hidden: true }) !== null).toBe(px === 1366);
    expect(box().getByLabelText<HTMLInputElement>(/Дата вручения/).value).toBe('19.11.2026');
  }
  await user.click(box().getByRole('button', { name: 'Отметить' }));
  const kept = () =>
    sql<{
      handed: string;
    }>`select to_char(handed_on, 'DD.MM.YYYY') as handed from notification_message where notification_id = ${id}`.execute(
      t.deps.db,
    );
  await expect.poll(async () => (await kept()).rows[0]!.handed).toBe('19.11.2026');
});

it('whoever is asked to agree reads names, both texts of any receiver and the money, and agrees', async () => {
  const user = userEvent.setup();
  await t.deps.db.updateTable('mo').set({ approve_above: 1 }).where('id', '=', w.mo).execute();
  const po = await as(t, { po: w.po });
  const people = [
    await owner(mo, w.po, { sms: true }),
    await owner(mo, w.po, { sms: true, email: 'a@example.ru' }),
    await owner(mo, w.po, { phone: null }),
  ];
  const { id, body } = await sendAs(po, mailingOf(people, { channel: 'both' }));
  expect(body).toMatchObject({ status: 1, awaits_approval: true });
  wire.enter(mo);
  open(`/informing_history/${id}`);
  const list = await screen.findByRole('list', { name: 'Получат' });
  expect(await within(list).findAllByRole('listitem')).toHaveLength(2);
  // Nobody is left out here: another mailing would leave than was asked for.
  expect(within(list).queryByRole('button', { name: /^Не писать/ })).toBeNull();
  expect(screen.getByText(/^ВОА .*долг/)).toBeTruthy();
  expect(screen.getByTitle<HTMLIFrameElement>('Письмо').srcdoc).toContain('Просим оплатить');
  await user.click(screen.getByRole('button', { name: 'Следующий получатель' }));
  await screen.findByText(/^сообщение 2 из 2/);
  await user.click(screen.getByRole('button', { name: /Не получат/ }));
  expect(
    await within(await screen.findByRole('list', { name: 'Не получат' })).findAllByText('нет контакта'),
  ).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: /^Согласовать: 2/ }));
  await screen.findByRole('table', { name: 'Сообщения рассылки' });
  await t.deps.db.updateTable('mo').set({ approve_above: null }).where('id', '=', w.mo).execute();
});

it('those to whom nothing was sent are ticked and sent to anew: what goes, what it costs, who stays behind and why', async () => {
  const user = userEvent.setup();
  const po = await as(t, { po: w.po });
  const [silent, later] = [await owner(mo, w.po, { phone: null }), await owner(mo, w.po)];
  const { id } = await sendAs(po, mailingOf([silent, later, await owner(mo, w.po, { sms: true })]));
  await sql`update outbox set state = 'sent', receipt = 2 where what = ${`notification:${id}`}`.execute(t.deps.db);
  await settleMessages(t.deps);
  await mo.call(addConsent, { params: { id: later }, body: { kind: 'sms_info', signedAt: '2026-01-10' } });
  open(`/informing_history/${id}`);
  await user.click(await screen.findByRole('radio', { name: /Не отправляли/ }));
  expect(screen.queryByRole('region', { name: 'Действия с выбранным' })).toBeNull();
  const ticks = () => screen.getAllByRole('checkbox', { name: /^Выбрать: / });
  // Until those of the choice have come, all rows stand there.
  await expect.poll(ticks).toHaveLength(2);
  await user.click(ticks()[0]!);
  const bar = () => within(screen.getByRole('region', { name: 'Действия с выбранным' }));
  expect(bar().getByRole('status').textContent).toBe('Выбрано 1');
  await user.click(bar().getByRole('button', { name: 'Выбрать все 2' }));
  await user.click(bar().getByRole('button', { name: 'Послать ещё раз' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Послать ещё раз: 2' }));
  const left = await dialog.findByRole('region', { name: 'Не уйдёт' });
  expect(left.textContent).toMatch(/^Не уйдёт: 1нет контакта, 1: \S/);
  await user.click(dialog.getByRole('button', { name: /^Послать 1 · 6/ }));
  await expect
    .poll(async () => wire.sent(resendMessages).length && screen.queryByRole('dialog'), { timeout: 20_000 })
    .toBeNull();
  expect(wire.sent(resendMessages)[0]).toMatchObject({
    all: true,
    expected: 2,
    seen: { messages: 1, cost: 600, refused: 1 },
  });
  await expect.poll(() => screen.queryByRole('region', { name: 'Действия с выбранным' })).toBeNull();
});

it('a cancelled mailing is written anew: its words and receivers stand in a draft of their own', async () => {
  const user = userEvent.setup();
  const made = await mo.call(notifications.create, { body: mailingOf([person], { title: 'Все выбыли' }) as never });
  const { id } = made.body as { id: number };
  await t.deps.db.updateTable('notification').set({ status: 7 }).where('id', '=', id).execute();
  wire.enter(mo);
  open(`/informing_history/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Написать заново' }));
  await expect.poll(() => wire.sent(notifications.create).length).toBe(1);
  const copies = () =>
    t.deps.db.selectFrom('notification').where('title', '=', 'Все выбыли').where('id', '<>', id).selectAll().execute();
  await expect.poll(async () => (await copies()).length).toBe(1);
  const [copy] = await copies();
  const old = await t.deps.db.selectFrom('notification').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
  expect([copy!.status, copy!.selection, copy!.sms_text]).toEqual([0, old.selection, old.sms_text]);
  expect(old.status).toBe(7);
});
