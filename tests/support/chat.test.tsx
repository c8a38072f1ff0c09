// The chat and the desk of the support: what was typed or sent into a broken connection is neither lost nor doubled.
import { QueryClient } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AxiosError } from 'axios';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { http } from '../../providers/http.ts';
import QueuePage from '../../resources/support/QueuePage.tsx';
import SupportChat from '../../resources/support/SupportChat.tsx';
import { countDrafts, forgetDrafts } from '../../widgets/editor/useDraft.ts';
import { as, testApp, type Caller, type TestApp } from '../kit/app.ts';
import { Console } from '../kit/console.tsx';
import { windowOf } from '../kit/window.ts';
import { wireTo, type Wire } from '../kit/wire.ts';
import { world } from '../kit/world.ts';

let t: TestApp;
let wire: Wire;
let official: Caller;
let support: Caller;
beforeAll(async () => {
  t = await testApp();
  wire = wireTo(t);
  const w = await world(t.deps.db);
  official = await as(t, { po: w.po });
  support = await as(t, { region: w.region, isSuperuser: 1, capabilities: [] });
  Element.prototype.scrollIntoView = () => undefined;
});
afterAll(() => t.close());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(who: Caller, page: React.ReactNode, address = '/') {
  wire.enter(who);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <Console at={address} queryClient={client}>
      {page}
    </Console>,
  );
}

const said = async () =>
  (
    await t.deps.db
      .selectFrom('support_event')
      .where('kind', '=', 'message')
      .select('text')
      .orderBy('thread_id')
      .orderBy('seq')
      .execute()
  ).map(({ text }) => text);

/** Runs `work` while no call comes through. */
async function offline(work: () => Promise<void>) {
  const online = http.defaults.adapter!;
  http.defaults.adapter = (config) =>
    Promise.reject(new AxiosError('Network Error', AxiosError.ERR_NETWORK, config as never));
  try {
    await work();
  } finally {
    http.defaults.adapter = online;
  }
}

it('messages into a broken connection stand there and go once, in their order', async () => {
  const user = userEvent.setup();
  open(official, <SupportChat />);
  const box = await screen.findByRole('textbox', { name: 'Сообщение' });
  await offline(async () => {
    await user.type(box, 'Первый вопрос{Enter}');
    await screen.findByRole('button', { name: 'Повторить' });
    await user.type(box, 'Второй вопрос{Enter}');
    expect(screen.getByRole('status').textContent).toMatch(/Первый вопрос.*Второй вопрос/);
  });
  expect(await said()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(await said()).toEqual(['Первый вопрос', 'Второй вопрос']);
});

it('words being typed are there when the chat is opened again, for their writer alone', async () => {
  const user = userEvent.setup();
  const { unmount } = open(official, <SupportChat />);
  await user.type(await screen.findByRole('textbox', { name: 'Сообщение' }), 'Недописано');
  unmount();
  const again = open(official, <SupportChat />);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Сообщение' })).value).toBe('Недописано');
  again.unmount();
  open(support, <SupportChat />);
  expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Сообщение' })).value).toBe('');
});

it('an answer sent again after a lost reply is one answer', async () => {
  const user = userEvent.setup();
  open(support, <QueuePage />);
  await user.click(await screen.findByRole('button', { name: /Первый вопрос|Второй вопрос/ }));
  await user.click(await screen.findByRole('button', { name: 'Отвечу я' }));
  const box = await screen.findByRole('textbox', { name: 'Ответ' });
  await user.type(box, 'Ответ поддержки');
  // The server takes it, its reply is lost on the way.
  const online = http.defaults.adapter as (config: never) => Promise<unknown>;
  http.defaults.adapter = async (config) => {
    await online(config as never);
    throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, config as never);
  };
  await user.click(screen.getByRole('button', { name: 'Ответить' }));
  await waitFor(async () => expect(await said()).toContain('Ответ поддержки'));
  http.defaults.adapter = online as never;
  await user.click(await screen.findByRole('button', { name: 'Повторить' }));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect((box as HTMLTextAreaElement).value).toBe('');
  expect((await said()).filter((text) => text === 'Ответ поддержки')).toHaveLength(1);
});

/** The desk on the question that was taken. */
async function desk() {
  const { rows } = await sql<{ id: number }>`select id from support_thread where status = 'taken'`.execute(t.deps.db);
  const page = open(support, <QueuePage />, `/support?id=${rows[0]!.id}`);
  return { ...page, box: await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Ответ' }) };
}

it('words typed while an answer is on its way stay in the box', async () => {
  const user = userEvent.setup();
  const { box } = await desk();
  const online = http.defaults.adapter as (config: { method?: string }) => Promise<unknown>;
  const way = Promise.withResolvers<void>();
  http.defaults.adapter = (async (config: { method?: string }) => {
    if (config.method === 'post') await way.promise;
    return online(config);
  }) as never;
  await user.type(box, 'Первое');
  await user.click(screen.getByRole('button', { name: 'Ответить' }));
  await user.type(box, 'Второе');
  way.resolve();
  await waitFor(async () => expect(await said()).toContain('Первое'));
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  http.defaults.adapter = online as never;
  expect(box.value).toBe('Второе');
  await user.clear(box);
});

it('an answer that the talk shows already stands there once, though the answer to its sending is still on its way', async () => {
  const user = userEvent.setup();
  const { box } = await desk();
  const online = http.defaults.adapter as (config: { method?: string; url?: string }) => Promise<unknown>;
  const way = Promise.withResolvers<void>();
  http.defaults.adapter = (async (config: { method?: string; url?: string }) => {
    const reply = await online(config);
    if (config.method === 'post' && config.url?.endsWith('/answer/')) await way.promise;
    return reply;
  }) as never;
  await user.type(box, 'Одной строкой');
  await user.click(screen.getByRole('button', { name: 'Ответить' }));
  await waitFor(async () => expect(await said()).toContain('Одной строкой'));
  // Whatever asks for the talk again, as a word of the live channel does.
  await user.click(screen.getByRole('button', { name: 'Вернуть в очередь' }));
  // The waiting copy reads the same: only its end says that the talk holds the answer.
  await waitFor(() => expect(countDrafts(support.userId)).toBe(0));
  expect(screen.getByRole('log').textContent).toContain('Одной строкой');
  expect(within(screen.getByRole('region', { name: /^Вопрос/ })).getAllByText('Одной строкой')).toHaveLength(1);
  way.resolve();
  http.defaults.adapter = online as never;
  await user.click(await screen.findByRole('button', { name: 'Отвечу я' }));
  await screen.findByRole('button', { name: 'Вернуть в очередь' });
});

it('what did not go stands there after a closed tab, goes then, and is gone with its writer', async () => {
  const user = userEvent.setup();
  const first = await desk();
  await offline(async () => {
    await user.type(first.box, 'Не ушло');
    await user.click(screen.getByRole('button', { name: 'Ответить' }));
    await screen.findByRole('button', { name: 'Повторить' });
    await user.type(first.box, 'Недописано');
  });
  expect(countDrafts(support.userId)).toBe(2);
  first.unmount();
  const again = await desk();
  expect(again.box.value).toBe('Недописано');
  await waitFor(async () => expect(await said()).toContain('Не ушло'));
  expect((await said()).filter((text) => text === 'Не ушло')).toHaveLength(1);
  forgetDrafts(support.userId);
  again.unmount();
  expect(countDrafts(support.userId)).toBe(0);
  expect((await desk()).box.value).toBe('');
});

it('a refused answer comes back before what was typed since', async () => {
  const user = userEvent.setup();
  const { box } = await desk();
  await t.deps.db
    .updateTable('support_thread')
    .set({ assignee_id: official.userId })
    .where('status', '=', 'taken')
    .execute();
  await user.type(box, 'Отказано');
  await user.click(screen.getByRole('button', { name: 'Ответить' }));
  await waitFor(() => expect(box.value).toBe('Отказано'));
  expect(await said()).not.toContain('Отказано');
});

it('on a phone an open question stands in the place of the queue, and leads back to it', async () => {
  const user = userEvent.setup();
  windowOf(390);
  await desk();
  expect(screen.queryByRole('searchbox', { name: 'Человек, слово, номер' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'К вопросам' }));
  expect(await screen.findByRole('searchbox', { name: 'Человек, слово, номер' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Ответ' })).toBeNull();
  // What was searched for and is not there says so; nobody waiting is another thing.
  await user.type(screen.getByRole('searchbox'), 'такихсловнет');
  expect(await screen.findByText('Ничего не нашлось')).toBeTruthy();
});
