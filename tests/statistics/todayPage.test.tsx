// The cockpit on screen: a list is given to a colleague, who finds it on his own page and marks it done; a pin leads to its rows.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { listWith, pages } from '../../contract/pages.ts';
import { pinFigure } from '../../contract/pins.ts';
import { CardRequests } from '../../resources/statistics/Requests.tsx';
import TodayPage from '../../resources/statistics/TodayPage.tsx';
import { chargeLine, postLines } from '../balance/posting.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { newGarage } from '../kit/rows.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world, type World } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let w: World;
let head: Caller;
let clerk: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  w = await world(t.deps.db);
  head = await as(t, { mo: w.mo });
  clerk = await as(t, { po: w.po });
  await newGarage(head, w.po);
});
afterAll(() => t.close());
afterEach(cleanup);

function open(who: Caller) {
  wire.enter(who);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <TodayPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

it('a list is given to a colleague and is done by him', async () => {
  open(head);
  await userEvent.click(await screen.findByRole('button', { name: 'Поручить: Гараж без владельца' }));
  const dialog = await screen.findByRole('dialog', { name: 'Поручить: найти владельцев гаражей' });
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Кому' }));
  const options = await screen.findAllByRole('option');
  await userEvent.click(options.find((one) => one.textContent?.includes('КАС № 12-3'))!);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Поручить' }));
  await screen.findByText(/поручено: Чиновников/);
  cleanup();
  open(clerk);
  expect(await screen.findByRole('heading', { name: 'Поручено вам · 1' })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Открыть список: найти владельцев гаражей' });
  expect(decodeURIComponent(link.getAttribute('href')!)).toContain('{"profileCounter":"none"}');
  await userEvent.click(screen.getByRole('button', { name: 'Готово: найти владельцев гаражей' }));
  await screen.findByText(/^сделано /);
  expect(screen.queryByRole('heading', { name: /Поручено вам/ })).toBeNull();
});

it('a pinned figure stands there with its days and leads to its rows', async () => {
  const filter = { from: '2026-11-01', to: '2026-11-20', po: [w.po] };
  const body = { tab: 'balance_operation' as const, figure: 'debt' as const, filter, conditions: 'ПО: КАС № 12-3' };
  expect((await head.call(pinFigure, { body })).status).toBe(200);
  open(head);
  const link = await screen.findByRole('link', { name: /^Долг на 20\.11\.2026: .* открыть строки$/ });
  const [path, query] = link.getAttribute('href')!.split('?filter=');
  expect(path).toBe('/statistics/balance_operation');
  expect(JSON.parse(decodeURIComponent(query!))).toEqual({ ...filter, rows: 'debtors', who: 'owing' });
  expect(screen.getByText(/01\.11\.2026 – 20\.11\.2026 · ПО: КАС № 12-3/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Открепить: Долг на 20.11.2026' }));
  await expect.poll(() => screen.queryByRole('heading', { name: 'Закреплено' })).toBeNull();
});

it('a list that is declined says why to who gave it', async () => {
  open(head);
  await userEvent.click(await screen.findByRole('button', { name: 'Поручить: Гараж без владельца' }));
  const dialog = await screen.findByRole('dialog', { name: 'Поручить: найти владельцев гаражей' });
  await userEvent.click(within(dialog).getByRole('combobox', { name: 'Кому' }));
  const options = await screen.findAllByRole('option');
  await userEvent.click(options.find((one) => one.textContent?.includes('КАС № 12-3'))!);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Поручить' }));
  await screen.findByText(/поручено: Чиновников/);
  cleanup();
  open(clerk);
  await userEvent.click(await screen.findByRole('button', { name: 'Отклонить: найти владельцев гаражей' }));
  const why = await screen.findByRole('dialog', { name: 'Отклонить поручение: найти владельцев гаражей' });
  await userEvent.type(within(why).getByRole('textbox', { name: 'Почему' }), 'Я в отпуске');
  await userEvent.click(within(why).getByRole('button', { name: 'Отклонить' }));
  await screen.findByText(/^отклонено /);
  cleanup();
  open(head);
  expect(await screen.findByText('Ответ: Я в отпуске')).toBeTruthy();
});

it('a ПО asks its МО on a card; the МО answers in the cockpit, and the card tells it', async () => {
  const { id } = await newGarage(head, w.po, { section: 'Я', number: '7' });
  const card = (who: Caller) => {
    wire.enter(who);
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <CardRequests type="garage" objectId={id} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
  };
  card(clerk);
  await userEvent.click(await screen.findByRole('button', { name: 'Попросить МО' }));
  const dialog = await screen.findByRole('dialog', { name: 'Попросить МО' });
  await userEvent.type(within(dialog).getByRole('textbox', { name: /О чём просите/ }), 'Исправьте номер секции');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Попросить' }));
  await screen.findByText(/^ждёт ответа с сегодняшнего дня · просит /);
  // The same once more is refused beside its field, and what was typed stays.
  await userEvent.click(screen.getByRole('button', { name: 'Попросить МО' }));
  const again = await screen.findByRole('dialog', { name: 'Попросить МО' });
  await userEvent.type(within(again).getByRole('textbox', { name: /О чём просите/ }), 'Ещё раз');
  await userEvent.click(within(again).getByRole('button', { name: 'Попросить' }));
  await within(again).findByText('Вы уже просили об этом, ответа ещё нет');
  cleanup();
  open(head);
  await screen.findByRole('heading', { name: 'Просьбы к МО · 1' });
  expect(screen.getByRole('link', { name: 'Гараж Я 7' }).getAttribute('href')).toBe(`/garage/${id}`);
  await userEvent.click(screen.getByRole('button', { name: 'Отклонить: Исправьте номер секции' }));
  const why = await screen.findByRole('dialog', { name: 'Отклонить просьбу' });
  await userEvent.type(within(why).getByRole('textbox', { name: 'Почему' }), 'Номер верный');
  await userEvent.click(within(why).getByRole('button', { name: 'Отклонить' }));
  await screen.findByText('Ответ: Номер верный');
  expect(screen.queryByRole('button', { name: /^Сделано/ })).toBeNull();
  cleanup();
  card(head);
  expect(await screen.findByText(/^отклонено .*просит/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Попросить МО' })).toBeNull();
});

it('what the place keeps is told and leads to its lists', async () => {
  open(head);
  const kept = within((await screen.findByRole('heading', { name: 'На учёте' })).closest('section')!);
  expect(kept.getByText('Гаражей').closest('div')!.textContent).toMatch(/^Гаражей[1-9]/);
  expect(kept.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    pages.garages,
    pages.profiles,
    listWith(pages.profiles, { voa: 'member' }),
  ]);
});

it('the largest debts lead to their garages, five of them at first, and to the ages of debts', async () => {
  const lines = [];
  for (let nth = 1; nth <= 7; nth += 1) {
    const { id } = await newGarage(head, w.siblingPo, { section: 'Т', number: String(nth) });
    lines.push(chargeLine(id, '2026-10-01', nth * 10_000));
  }
  await postLines(t, { ...w, po: w.siblingPo }, lines);
  open(head);
  const block = within((await screen.findByRole('heading', { name: /рупнейши/ })).closest('section')!);
  const plates = () =>
    block.getAllByRole('link', { name: /^Гараж / }).map((one) => one.getAttribute('aria-label') ?? one.textContent);
  expect(plates()).toHaveLength(5);
  await userEvent.click(block.getByRole('button', { name: 'Показать все 7' }));
  expect(plates()).toHaveLength(7);
  expect(block.getAllByRole('listitem')[0]!.textContent).toMatch(/700,00/);
  expect(block.getByRole('link', { name: 'Возраст долга' }).getAttribute('href')).toBe(pages.debtAgeing);
  cleanup();
  open(await as(t, { mo: w.mo, capabilities: [1] }));
  await screen.findByRole('heading', { name: 'На учёте' });
  expect(screen.queryByRole('heading', { name: /рупнейши/ })).toBeNull();
});

it('a place that holds nothing is told what to begin with, and is not praised', async () => {
  const made = t.deps.db.insertInto('region').values({ name: 'Пустой' }).returning('id');
  const { id: region } = await made.executeTakeFirstOrThrow();
  open(await as(t, { region, isSuperuser: 2, role: 'superuser' }));
  expect(await screen.findByRole('heading', { name: 'С чего начать' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'организациях' }).getAttribute('href')).toBe(pages.admin);
  expect(screen.queryByText('Всё разобрано')).toBeNull();
});
