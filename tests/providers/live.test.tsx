// The live channel in a page: reconnecting, giving up, waking, and what a message asks to be read again.
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import axios from 'axios';
import type { ReactNode } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { garageHistory } from '../../contract/garages.ts';
import type { LiveWord } from '../../contract/kernel/live.ts';
import { fingerprint } from '../../providers/fingerprint.ts';
import { MAX_RETRIES, openLiveChannel, RECONNECT_MS, SLOW_MS } from '../../providers/liveChannel.ts';
import { onLive, useCardViewers, useLive } from '../../providers/liveProvider.ts';
import { keyOf } from '../../providers/reading.ts';
import { useFileNotices } from '../../src/shell/useFileNotices.ts';
import { useToasts } from '../../widgets/toasts.ts';
import { currentToken, ignoreNextSignOut, storeToken } from '../../providers/session.ts';

/** A socket that does what the test says. */
class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = FakeSocket.OPEN;
  send = vi.fn<(word: string) => void>();
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  readonly url: string;
  readonly protocols: string[];
  constructor(url: string, protocols: string[]) {
    this.url = url;
    this.protocols = protocols;
    FakeSocket.made.push(this);
  }
  close = vi.fn();
  say = (message: unknown) =>
    this.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) });
}
const closers: (() => void)[] = [];
const last = () => FakeSocket.made.at(-1)!;
const changed = (resource: string, ids: number[]) => ({ type: 'records_changed', message: { resource, ids } });

// The device is known before the page is drawn.
beforeAll(() => fingerprint());
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.made = [];
});
afterEach(() => {
  closers.splice(0).forEach((close) => close());
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe('the connection', () => {
  const open = (over: Partial<Parameters<typeof openLiveChannel>[0]> = {}) => {
    const heard: unknown[] = [];
    const close = openLiveChannel(
      {
        path: '/ws/7',
        protocols: async () => ['auth', 't', 'f'],
        onMessage: (message) => heard.push(message),
        ...over,
      },
      'https://registry.example.ru',
    );
    closers.push(close);
    return { heard, close };
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);

  it('a file is heard with its name and content only; without one of them there is one error in the console', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { heard } = open();
    await settle();
    const file = { job_id: 1, file_name: 'a.xlsx', file_content: 'YQ==', status: 'done' };
    last().say({ type: 'file_message', message: file });
    expect(heard).toHaveLength(1);
    expect(complaint).not.toHaveBeenCalled();
    last().say({ type: 'file_message', message: { ...file, file_content: '' } });
    expect(complaint).toHaveBeenCalledTimes(1);
    const { file_name, ...nameless } = file;
    last().say({ type: 'file_message', message: nameless });
    last().say({ type: 'file_message', message: { ...file, file_name: '' } });
    expect([heard.length, complaint.mock.calls.length, file_name]).toEqual([1, 3, 'a.xlsx']);
    last().say({ type: 'another', message: {} });
    last().say('null');
    expect([heard.length, complaint.mock.calls.length]).toEqual([1, 3]);
    complaint.mockRestore();
  });

  it('goes to the page’s own host with the agreed subprotocols', async () => {
    open();
    await settle();
    expect([last().url, last().protocols]).toEqual(['wss://registry.example.ru/ws/7', ['auth', 't', 'f']]);
  });

  it('is tried again every 1.5 s, nine times, and no more', async () => {
    open();
    await settle();
    for (let i = 0; i < 20; i += 1) {
      last().onclose?.({ code: 1006 });
      await vi.advanceTimersByTimeAsync(RECONNECT_MS - 1);
      const before = FakeSocket.made.length;
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.made.length - before).toBe(i < MAX_RETRIES ? 1 : 0);
    }
    expect(FakeSocket.made).toHaveLength(1 + MAX_RETRIES);
  });

  it('counts anew after a success, and says that it has come back', async () => {
    const onReturn = vi.fn();
    open({ onReturn });
    await settle();
    for (let i = 0; i < 30; i += 1) {
      last().onopen?.();
      last().onclose?.({ code: 1006 });
      await vi.advanceTimersByTimeAsync(RECONNECT_MS);
    }
    expect(FakeSocket.made).toHaveLength(31);
    expect(onReturn).toHaveBeenCalledTimes(29);
  });

  it('opened at last after a fault it says so too: what was read before may be of yesterday', async () => {
    const onReturn = vi.fn();
    open({ onReturn });
    await settle();
    last().onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(RECONNECT_MS);
    expect(onReturn).not.toHaveBeenCalled();
    last().onopen?.();
    expect(onReturn).toHaveBeenCalledTimes(1);
  });

  it('refused by the server, it is tried three times with a renewed token, then once a minute', async () => {
    const protocols = vi.fn(async (wasRefused: boolean) => ['auth', String(wasRefused), 'f']);
    open({ protocols });
    await settle();
    for (let i = 0; i < 4; i += 1) {
      last().onopen?.();
      last().onclose?.({ code: 4401 });
      await vi.advanceTimersByTimeAsync(RECONNECT_MS);
    }
    await vi.advanceTimersByTimeAsync(SLOW_MS - 2 * RECONNECT_MS);
    expect(protocols.mock.calls.map(([wasRefused]) => wasRefused)).toEqual([false, true, true, true]);
    await vi.advanceTimersByTimeAsync(RECONNECT_MS);
    expect(FakeSocket.made).toHaveLength(5);
    // A hand that comes back to the window does not wait for the minute.
    last().onopen?.();
    last().onclose?.({ code: 4401 });
    window.dispatchEvent(new Event('focus'));
    await settle();
    expect(FakeSocket.made).toHaveLength(6);
  });

  it('begins again when the network is back', async () => {
    open();
    await settle();
    for (let i = 0; i <= MAX_RETRIES; i += 1) {
      last().onclose?.({ code: 1006 });
      await vi.advanceTimersByTimeAsync(RECONNECT_MS);
    }
    window.dispatchEvent(new Event('online'));
    await settle();
    expect(FakeSocket.made).toHaveLength(2 + MAX_RETRIES);
  });

  it.each([
    ['the connection stands', () => {}, 'visible'],
    ['nobody looks', () => last().onclose?.({ code: 1006 }), 'hidden'],
  ] as const)('waking is no reason to begin again while %s', async (_, before, visibility) => {
    open();
    await settle();
    before();
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
    window.dispatchEvent(new Event('focus'));
    await settle();
    expect(FakeSocket.made).toHaveLength(1);
    vi.restoreAllMocks();
  });

  it('with nobody to connect as none is opened; closed before it was known, neither', async () => {
    let told: (protocols: string[] | null) => void = () => {};
    const protocols = () => new Promise<string[] | null>((resolve) => (told = resolve));
    open({ protocols });
    told(null);
    await settle();
    const { close } = open({ protocols });
    close();
    told(['auth', 't', 'f']);
    await settle();
    expect(FakeSocket.made).toHaveLength(0);
  });

  it('words are said while it is open, and no more', async () => {
    const say: ((word: LiveWord) => void)[] = [];
    open({ onOpen: (speak) => say.push(speak) });
    await settle();
    last().onopen?.();
    const word = { type: 'card_opened', message: { resource: 'garages', id: 5 } } as const;
    say[0]!(word);
    last().readyState = 2;
    say[0]!(word);
    expect(last().send.mock.calls).toEqual([[JSON.stringify(word)]]);
  });

  it('closed by the page stays closed', async () => {
    const { close } = open();
    await settle();
    const socket = last();
    close();
    expect(socket.close).toHaveBeenCalled();
    socket.onclose?.({ code: 1006 });
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(10 * RECONNECT_MS);
    expect(FakeSocket.made).toHaveLength(1);
  });

  it('hears only messages of the agreement', async () => {
    const { heard } = open();
    await settle();
    last().say('not json');
    last().say({ type: 'unknown', message: {} });
    last().say({ type: 'records_changed', message: { resource: 'garages' } });
    last().say(changed('garages', [1]));
    expect(heard).toEqual([changed('garages', [1])]);
  });
});

describe('what a message does', () => {
  const part = (value: unknown) => btoa(JSON.stringify(value));
  const token = (place: object) =>
    `${part({ alg: 'HS256' })}.${part({ id: 7, sid: 70, uname: 'K', is_superuser: 0, role: 'clerk', region: null, mo: null, po: null, region_name: null, mo_name: null, po_name: null, region_rights: [], mo_rights: [], po_rights: [], capabilities: [], exp: 4e9, ...place })}.s`;
  const readList = vi.fn(async () => []);
  const readCard = vi.fn(async () => ({ id: 1 }));

  function Page() {
    useLive();
    useQuery({ queryKey: ['garages', 'getList', { page: 1 }], queryFn: readList, staleTime: Infinity });
    useQuery({ queryKey: ['garages', 'getOne', { id: '1' }], queryFn: readCard, staleTime: Infinity });
    return null;
  }
  async function page(place: object | null = { mo: 3 }, shown: ReactNode = <Page />) {
    if (place) storeToken(token(place));
    render(<QueryClientProvider client={new QueryClient()}>{shown}</QueryClientProvider>);
    await act(() => vi.advanceTimersByTimeAsync(50));
    readList.mockClear();
    readCard.mockClear();
  }
  const hear = (message: unknown) =>
    act(async () => {
      last().say(message);
      await vi.advanceTimersByTimeAsync(1000);
    });

  it('many changes of a resource are one reading of its lists and cards', async () => {
    await page();
    await act(async () => {
      for (let i = 0; i < 50; i += 1) last().say(changed('garages', [1, i]));
      await vi.advanceTimersByTimeAsync(1000);
    });
    expect([readList.mock.calls.length, readCard.mock.calls.length]).toEqual([1, 1]);
  });

  it('a file that came whole is taken from its notice, byte for byte', async () => {
    const made: Blob[] = [];
    window.URL.createObjectURL = (blob) => (made.push(blob as Blob), 'blob:x');
    window.URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    function Notices() {
      useFileNotices();
      const [last] = useToasts().slice(-1);
      return (
        <>
          <Page />
          {last?.actions?.map(({ label, run }) => (
            <button key={label} onClick={run}>
              {label}
            </button>
          ))}
        </>
      );
    }
    await page({ mo: 3 }, <Notices />);
    const bytes = Buffer.from([0, 255, 80, 75, 10]);
    const file = { job_id: 1, file_name: 'Реестр.xlsx', file_content: bytes.toString('base64'), status: 'done' };
    await hear({ type: 'file_message', message: file });
    fireEvent.click(screen.getByRole('button', { name: 'Скачать' }));
    expect(names).toEqual(['Реестр.xlsx']);
    expect(made[0]!.size).toBe(bytes.length);
    const read = new FileReader();
    const done = new Promise((resolve) => (read.onload = resolve));
    vi.useRealTimers();
    read.readAsArrayBuffer(made[0]!);
    await done;
    expect([...new Uint8Array(read.result as ArrayBuffer)]).toEqual([...bytes]);
  });

  it('another card and another resource are left alone', async () => {
    await page();
    await hear(changed('garages', [2]));
    expect(readCard).not.toHaveBeenCalled();
    await hear(changed('profiles', [1]));
    expect(readList).toHaveBeenCalledTimes(1);
  });

  it('a change without ids touches every card, and whatever else is read of the resource', async () => {
    const readHistory = vi.fn(async () => []);
    function History() {
      useQuery({
        queryKey: keyOf(garageHistory, { params: { id: 1 } }),
        queryFn: readHistory as never,
        staleTime: Infinity,
      });
      return <Page />;
    }
    await page({ mo: 3 }, <History />);
    readHistory.mockClear();
    await act(async () => {
      last().say(changed('garages', [2]));
      last().say(changed('garages', []));
      await vi.advanceTimersByTimeAsync(1000);
    });
    expect([readList, readCard, readHistory].map((read) => read.mock.calls.length)).toEqual([1, 1, 1]);
  });

  it('the end of the session signs this tab out, but not when it is its own doing', async () => {
    await page();
    ignoreNextSignOut();
    await hear({ type: 'sign_out_trigger', message: {} });
    expect(currentToken()).not.toBeNull();
    await hear({ type: 'sign_out_trigger', message: {} });
    expect(currentToken()).toBeNull();
  });

  it('switching rights opens the channel anew; a new token of the same place does not', async () => {
    await page();
    const first = last();
    await act(async () => {
      storeToken(token({ mo: 3, exp: 4e9 + 1 }));
      await vi.advanceTimersByTimeAsync(50);
    });
    expect(FakeSocket.made).toHaveLength(1);
    await act(async () => {
      storeToken(token({ po: 4 }));
      await vi.advanceTimersByTimeAsync(50);
    });
    expect(first.close).toHaveBeenCalled();
    expect(FakeSocket.made).toHaveLength(2);
  });

  it('a visitor listens on the public channel', async () => {
    await page(null);
    expect(last().url).toMatch(/\/public_ws\/[0-9a-f]{64}$/);
    expect(last().protocols).toEqual(['public']);
  });

  it.each([
    ['a token that has run out', { exp: 1 }, 0, 1],
    ['a refusal', {}, 1, 1],
    ['neither', {}, 0, 0],
  ])('the token is renewed before connecting after %s', async (_, more, refusals, renewed) => {
    const post = vi.spyOn(axios, 'post').mockResolvedValue({ data: { token: token({ mo: 3, exp: 4e9 }) } });
    await page({ mo: 3, ...more });
    for (let nth = 0; nth < refusals; nth += 1)
      await act(async () => {
        last().onclose?.({ code: 4401 });
        await vi.advanceTimersByTimeAsync(RECONNECT_MS);
      });
    expect(post).toHaveBeenCalledTimes(renewed);
    expect(last().protocols[0]).toBe('auth');
    post.mockRestore();
  });

  it('other rights renew the token of whoever is signed in, not of a visitor', async () => {
    const post = vi.spyOn(axios, 'post').mockResolvedValue({ data: { token: token({ mo: 3, exp: 4e9 }) } });
    await page(null);
    await hear({ type: 'rights_changed', message: {} });
    expect(post).not.toHaveBeenCalled();
    cleanup();
    await page();
    await hear({ type: 'rights_changed', message: {} });
    expect(post).toHaveBeenCalledOnce();
    post.mockRestore();
  });

  describe('a card on the screen', () => {
    function Card({ id }: { id: number | undefined }) {
      return <p>{useCardViewers('garages', id).join(', ') || 'никого'}</p>;
    }
    const said = () => last().send.mock.calls.map(([word]) => JSON.parse(word) as { type: string; message: object });
    const opened = () =>
      act(async () => {
        last().onopen?.();
        await vi.advanceTimersByTimeAsync(0);
      });
    const viewers = (resource: string, id: number, people: string[]) =>
      hear({ type: 'card_viewers', message: { resource, id, people } });

    it('is named when the channel opens, once however often it is shown, and taken back with the last', async () => {
      const shown = (ids: (number | undefined)[]) => (
        <QueryClientProvider client={client}>
          <Page />
          {ids.map((id, nth) => (
            <Card key={nth} id={id} />
          ))}
        </QueryClientProvider>
      );
      const client = new QueryClient();
      storeToken(token({ mo: 3 }));
      const { rerender } = render(shown([5, undefined]));
      await act(() => vi.advanceTimersByTimeAsync(50));
      await opened();
      const [open, closed] = ['card_opened', 'card_closed'].map((type) => (id: number) => ({
        type,
        message: { resource: 'garages', id },
      }));
      expect(said()).toEqual([open!(5)]);
      rerender(shown([5, 5, 6]));
      expect(said().slice(1)).toEqual([open!(6)]);
      rerender(shown([5]));
      expect(said().slice(2)).toEqual([closed!(6)]);
      rerender(shown([]));
      expect(said().slice(3)).toEqual([closed!(5)]);
    });

    it('names the others who look at it, not those of another card; they are gone with the connection', async () => {
      await page({ mo: 3 }, [<Page key="page" />, <Card key="card" id={5} />]);
      await opened();
      await viewers('garages', 6, ['Белов О. И.']);
      await viewers('profiles', 5, ['Белов О. И.']);
      expect(screen.getByText('никого')).toBeTruthy();
      await viewers('garages', 5, ['Белов О. И.']);
      expect(screen.getByText('Белов О. И.')).toBeTruthy();
      await opened();
      expect(screen.getByText('никого')).toBeTruthy();
    });

    it('of a visitor is named to nobody', async () => {
      await page(null, [<Page key="page" />, <Card key="card" id={5} />]);
      await opened();
      expect(said()).toEqual([]);
    });
  });

  it('everybody who listens hears it, until he stops', async () => {
    await page();
    const ear = vi.fn();
    const stop = onLive(ear);
    await hear({ type: 'new_news_count', message: { count: 2 } });
    stop();
    await hear({ type: 'new_news_count', message: { count: 3 } });
    expect(ear).toHaveBeenCalledExactlyOnceWith({ type: 'new_news_count', message: { count: 2 } });
  });
});
