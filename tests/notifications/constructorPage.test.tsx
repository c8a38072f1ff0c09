// The constructor: what is written waits while its receivers are chosen; what could not be counted or read is said, and tried again.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AxiosError, type AxiosAdapter } from 'axios';
import { MemoryRouter, Route, Routes } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { mailingReceivers } from '../../contract/notifications/checking.ts';
import { notifications, previewNotification, type MailingContent } from '../../contract/notifications.ts';
import { http } from '../../providers/http.ts';
import CheckPage from '../../resources/notifications/check/CheckPage.tsx';
import ConstructorPage from '../../resources/notifications/ConstructorPage.tsx';
import { chooseFor, forgetReceivers } from '../../resources/notifications/stash.ts';
import { WriteTo } from '../../resources/notifications/WriteTo.tsx';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { inTime } from '../kit/busy.ts';
import { newGarage, newPerson } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';
import { mailing, owner, preview } from './kit.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let mo: Caller;
let po: Caller;
let person: number;
let whole: AxiosAdapter;
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://registry.example.ru' });
  wire = wireTo(t);
  whole = http.defaults.adapter as AxiosAdapter;
  w = await world(t.deps.db);
  mo = await as(t, { mo: w.mo });
  po = await as(t, { po: w.po });
  person = await owner(mo, w.po, { sms: true });
  wire.enter(po);
});
afterEach(() => {
  cleanup();
  forgetReceivers();
  http.defaults.adapter = whole;
});
afterAll(() => t.close());

/** No answer to calls of these addresses. */
function cutOff(...paths: string[]) {
  http.defaults.adapter = (config) =>
    paths.some((path) => config.url?.includes(path))
      ? Promise.reject(new AxiosError('Network Error', AxiosError.ERR_NETWORK, config))
      : whole(config);
}

const selection = (): MailingContent['selection'] => ({
  of: 'profiles',
  all: false,
  filter: {},
  included: [person],
  excluded: [],
});
const open = (path: string) =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[path]}>
        <Routes>
          <Route path="/notification_constructor" element={<ConstructorPage />} />
          <Route path="/notification/:id" element={<ConstructorPage />} />
          <Route path="/notification/:id/check" element={<CheckPage />} />
          <Route path="/notifications/profiles" element={<WriteTo label="Написать" chosen={selection} />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
const slowly = { timeout: 20_000 };

it('a text written first is there when its receivers have been chosen', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  open('/notification_constructor');
  await user.type(await screen.findByLabelText('Текст СМС'), 'Просим оплатить взнос');
  await user.click(screen.getByRole('button', { name: 'Выбрать людей' }));
  await user.click(await screen.findByRole('button', { name: 'В начатую рассылку' }, slowly));
  expect(await screen.findByDisplayValue('Просим оплатить взнос', {}, slowly)).toBeTruthy();
  expect(await screen.findByText('1 человек', {}, slowly)).toBeTruthy();
  const drafts = await po.call(notifications.list, { query: { filter: { draft: true } } });
  expect(drafts.body).toHaveLength(1);
});

it('nothing written, a choice begins a mailing; so it may beside one that waits', async () => {
  const user = userEvent.setup();
  open('/notification_constructor');
  await user.click(await screen.findByRole('button', { name: 'Выбрать людей' }));
  expect(await screen.findByRole('button', { name: 'Написать' })).toBeTruthy();
  cleanup();
  const draft = await po.call(notifications.create, { body: mailing([]) as never });
  chooseFor({ id: draft.body.id, title: 'Напоминание о долге' });
  open('/notifications/profiles');
  await user.click(await screen.findByRole('button', { name: 'Новая рассылка' }));
  expect(await screen.findByRole('heading', { name: 'Новая рассылка' })).toBeTruthy();
  expect(await screen.findByLabelText<HTMLTextAreaElement>('Текст СМС')).toHaveProperty('value', '');
  const kept = await po.call(notifications.one, { params: { id: draft.body.id } });
  expect(kept.body.selection).toMatchObject({ included: [] });
});

it('a mailing that was sent meanwhile waits for nobody', async () => {
  const user = userEvent.setup();
  const draft = await po.call(notifications.create, { body: mailing([]) as never });
  await t.deps.db.updateTable('notification').set({ status: 4 }).where('id', '=', draft.body.id).execute();
  chooseFor({ id: draft.body.id, title: 'Ушедшая' });
  open('/notifications/profiles');
  await user.click(await screen.findByRole('button', { name: 'В начатую рассылку' }));
  expect(await screen.findByRole('button', { name: 'Написать' })).toBeTruthy();
});

it('a sum that did not come is said and asked for again', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  const draft = await po.call(notifications.create, { body: mailing([person]) as never });
  cutOff(previewNotification.path);
  open(`/notification/${draft.body.id}`);
  const alert = await screen.findByRole('alert', {}, slowly);
  expect(alert.textContent).toContain('Не удалось посчитать');
  expect(alert.textContent).toContain('Нет связи с сервером');
  // Whom it reaches is counted by itself.
  const rule = screen.getByRole('radio', { name: /^Только СМС/ });
  await expect.poll(() => rule.textContent, slowly).toMatch(/1\sчеловек · …/);
  expect(screen.getByRole('button', { name: 'Стоимость не посчитана' })).toHaveProperty('disabled', true);
  http.defaults.adapter = whole;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('button', { name: /^Проверить: 1\s/ }, slowly)).toBeTruthy();
});

it('so are the check and its list', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  const draft = await po.call(notifications.create, { body: mailing([person]) as never });
  cutOff(previewNotification.path, mailingReceivers.path);
  open(`/notification/${draft.body.id}/check`);
  expect((await screen.findByRole('alert', {}, slowly)).textContent).toContain('Не удалось посчитать');
  cutOff(mailingReceivers.path);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await screen.findByRole('heading', { name: 'Проверка перед отправкой' }, slowly);
  await expect.poll(() => screen.queryByRole('alert')?.textContent, slowly).toContain('Не удалось прочесть список');
  http.defaults.adapter = whole;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('button', { name: 'Все 1 по фамилиям' }, slowly)).toBeTruthy();
});

it('a mailing that could not be read is not called missing', async () => {
  const user = userEvent.setup();
  const draft = await po.call(notifications.create, { body: mailing([person]) as never });
  cutOff('/api/notifications/');
  open(`/notification/${draft.body.id}`);
  expect((await screen.findByRole('alert')).textContent).toContain('Нет связи с сервером');
  http.defaults.adapter = whole;
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  expect(await screen.findByRole('heading', { name: 'Напоминание о долге' }, slowly)).toBeTruthy();
  cleanup();
  open('/notification/999999');
  expect(await screen.findByText('Рассылка не найдена')).toBeTruthy();
});

it(
  'what could not be kept is said in place and kept when the way is free again',
  { timeout: inTime(60_000) },
  async () => {
    const user = userEvent.setup();
    cutOff('/api/notifications/');
    open('/notification_constructor');
    await user.type(await screen.findByLabelText('Текст СМС'), 'Взнос');
    expect(await screen.findByText('Черновик не сохранён', {}, slowly)).toBeTruthy();
    http.defaults.adapter = whole;
    expect(await screen.findByText(/^Черновик сохранён в/, {}, slowly)).toBeTruthy();
  },
);

it(
  'a file too large is refused before it travels, one of a false type by its name, and what fits is kept',
  { timeout: inTime(60_000) },
  async () => {
    const user = userEvent.setup();
    open('/notification_constructor');
    const box = await screen.findByText('Выбрать файлы', {}, slowly);
    const input = box.closest('div')!.parentElement!.querySelector<HTMLInputElement>('input[type=file]')!;
    const sent: string[] = [];
    http.defaults.adapter = (config) => {
      sent.push(config.url ?? '');
      return whole(config);
    };
    expect(screen.getByText(/все вместе до 10\sМБ/)).toBeTruthy();
    await user.upload(input, new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'большой.pdf'));
    expect(await screen.findByText(/«большой\.pdf» больше 10\sМБ/)).toBeTruthy();
    expect(sent.filter((url) => url.includes('file'))).toEqual([]);
    await user.upload(input, new File(['MZ это программа'], 'смета.pdf'));
    expect(
      await screen.findByText('«смета.pdf»: Внутри не PDF: файл повреждён или переименован', {}, slowly),
    ).toBeTruthy();
    await user.upload(input, new File(['%PDF-1.4 смета'], 'честная.pdf'));
    expect(await screen.findByText('честная.pdf', {}, slowly)).toBeTruthy();
    expect(screen.queryByText(/переименован/)).toBeNull();
  },
);

it('a meeting has its day, time and place; a past day is refused at its box, a late notice is said on the check', async () => {
  const draft = await po.call(notifications.create, {
    body: mailing([person], {
      title: 'Собрание',
      kind: 'meeting',
      channel: 'sms',
      sms_text: 'собрание {ДатаСобрания}, {Место}',
      typed: {},
      meeting: { day: '2026-11-25', time: '18:00', place: 'в клубе' },
    }) as never,
  });
  open(`/notification/${draft.body.id}`);
  expect(await screen.findByDisplayValue('25.11.2026', {}, { timeout: inTime(5000) })).toBeTruthy();
  expect(screen.getByLabelText('Место')).toHaveProperty('value', 'в клубе');
  // The two variables of a meeting are not asked for a second time.
  expect(screen.queryByLabelText('Дата собрания')).toBeNull();
  expect(await screen.findByText('Сообщить не позже 11.11.2026', {}, { timeout: inTime(5000) })).toBeTruthy();
  const time = screen.getByLabelText('Время');
  await userEvent.clear(time);
  await userEvent.type(time, '25');
  expect((await screen.findAllByText('Напишите как 18:00', {}, { timeout: inTime(5000) })).length).toBeGreaterThan(0);
  cleanup();
  open(`/notification/${draft.body.id}/check`);
  expect(await screen.findByText(/О собрании сообщаем/, {}, { timeout: inTime(5000) })).toBeTruthy();
});

it('an empty text is a mistake once somebody is chosen, not before', { timeout: inTime(60_000) }, async () => {
  const text = { sms_text: '', email_text: null };
  for (const people of [[], [person]]) {
    const draft = await po.call(notifications.create, { body: mailing(people, text) as never });
    const before = wire.sent(previewNotification).length;
    open(`/notification/${draft.body.id}`);
    await waitFor(() => expect(wire.sent(previewNotification).length).toBeGreaterThan(before), slowly);
    expect(await screen.findByText('Получат', {}, slowly)).toBeTruthy();
    const told = people.length
      ? (await screen.findAllByText('Введите текст письма или СМС', {}, slowly)).length
      : screen.queryByText('Введите текст письма или СМС');
    expect(Boolean(told)).toBe(people.length > 0);
    cleanup();
  }
});

it('a consent is marked of the kind that each lacks, nobody with another’s', { timeout: inTime(60_000) }, async () => {
  const user = userEvent.setup();
  const { id: guest } = await newPerson(mo, w.po, { email: 'guest@example.ru', phoneNumberList: [] });
  await newGarage(mo, w.po, { alreadyExistProfile: [{ profileId: guest }], ownedSince: '2020-01-01' });
  const member = await owner(mo, w.po);
  const body = { ...mailing([guest, member]), kind: 'news', channel: 'email_else_sms' };
  const seen = await preview(po, body);
  const lacks = new Map(seen.not_notifiable_receivers.map((one) => [one.id, [one.reason, one.lacks]]));
  expect([lacks.get(guest), lacks.get(member)]).toEqual([
    ['no_consent', 'pd_processing'],
    ['no_consent', 'sms_info'],
  ]);
  const draft = await po.call(notifications.create, { body: body as never });
  open(`/notification/${draft.body.id}`);
  await user.click(await screen.findByRole('button', { name: 'Обработка персональных данных: 1' }, slowly));
  const dialog = await screen.findByRole('dialog', { name: /Согласия: 1.человек/ }, slowly);
  expect(within(dialog).getByLabelText('Вид согласия').textContent).toBe('Обработка персональных данных');
  // The day of the browser is later than that of the test's server.
  const day = within(dialog).getByLabelText(/^Дата/);
  await user.clear(day);
  await user.type(day, '19.11.2026{Tab}');
  await user.click(within(dialog).getByRole('button', { name: 'Отметить' }));
  // One kind is left, and it is the other’s.
  await user.click(await screen.findByRole('button', { name: 'Отметить согласия' }, slowly));
  const next = await screen.findByRole('dialog', { name: /Согласия: 1.человек/ }, slowly);
  expect(within(next).getByLabelText('Вид согласия').textContent).toBe('СМС-оповещения');
  const given = await t.deps.db
    .selectFrom('consent')
    .where('profile_id', 'in', [guest, member])
    .select(['profile_id', 'kind'])
    .execute();
  expect(given).toEqual([{ profile_id: guest, kind: 'pd_processing' }]);
});
