// The live channel: hears what changed and asks again for the lists that show it. What a person types is never touched.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CardRef, CardResource, LiveMessage, LiveWord } from '../contract/kernel/live.ts';
import { changesCounters } from '../contract/kernel/counters.ts';
import { fingerprint } from './fingerprint.ts';
import { readAnew } from './reading.ts';
import { refreshOnce } from './refresh.ts';
import { openLiveChannel } from './liveChannel.ts';
import { currentClaims, currentToken, isFresh, storeToken, takeOwnSignOut, useActor } from './session.ts';

/** Messages that come together are answered by one reading, ms. */
const GATHER_MS = 400;

type Hear = (message: LiveMessage) => void;
const hearers = new Set<Hear>();

/** Hears every message until the answered function is called. */
export function onLive(hear: Hear): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** Cards on the screen of this tab; each is named again when the channel opens. */
const openCards = new Map<string, CardRef & { times: number }>();
let say: ((word: LiveWord) => void) | null = null;
const nameCards = () => {
  for (const { resource, id } of openCards.values()) {
    // Who was here before the channel closed may have gone meanwhile.
    for (const hear of hearers) hear({ type: 'card_viewers', message: { resource, id, people: [] } });
    say?.({ type: 'card_opened', message: { resource, id } });
  }
};

function showCard(resource: CardResource, id: number): () => void {
  const key = `${resource}:${id}`;
  const known = openCards.get(key) ?? { resource, id, times: 0 };
  known.times += 1;
  openCards.set(key, known);
  if (known.times === 1) say?.({ type: 'card_opened', message: { resource, id } });
  return () => {
    known.times -= 1;
    if (known.times > 0) return;
    openCards.delete(key);
    say?.({ type: 'card_closed', message: { resource, id } });
  };
}

const nobody: readonly string[] = [];

/** Names of the others who have this card open now. */
export function useCardViewers(resource: CardResource, id: number | undefined): readonly string[] {
  const [people, setPeople] = useState<{ id: number; names: readonly string[] } | null>(null);
  useEffect(() => {
    if (id === undefined) return;
    const unhear = onLive(({ type, message }) => {
      if (type === 'card_viewers' && message.resource === resource && message.id === id)
        setPeople({ id, names: message.people });
    });
    const hide = showCard(resource, id);
    return () => {
      unhear();
      hide();
      setPeople(null);
    };
  }, [resource, id]);
  return people && people.id === id ? people.names : nobody;
}

/** Keeps the channel open, for the person at work or for a visitor; mounted once by the shell. */
export function useLive(): void {
  const client = useQueryClient();
  const actor = useActor();
  // Another place is another scope: the channel is opened anew.
  const who = actor && [actor.userId, actor.sessionId, actor.region, actor.mo, actor.po].join();
  const userId = actor?.userId;
  useEffect(() => {
    if (typeof WebSocket === 'undefined') return;
    const gathered = gather(client);
    takeOwnSignOut();
    let close: (() => void) | null = null;
    let gone = false;
    void channelOf(userId).then((channel) => {
      if (gone) return;
      close = openLiveChannel({
        ...channel,
        onMessage: (message) => receive(message, gathered),
        onOpen: (speak) => {
          say = userId ? speak : null;
          nameCards();
        },
        onReturn: gathered.everything,
      });
    });
    return () => {
      gone = true;
      close?.();
      say = null;
      gathered.stop();
    };
  }, [who, userId, client]);
}

async function channelOf(userId: number | undefined) {
  const { hash, publicWebSocketId } = await fingerprint();
  if (!userId) return { path: `/public_ws/${publicWebSocketId}`, protocols: async () => ['public'] };
  return {
    // How long ago the page began: what changed since is told when the channel opens.
    path: `/ws/${userId}?age=${Math.round(performance.now())}`,
    protocols: async (wasRefused: boolean) => {
      // Refused with a token that looks good: the session has ended or the rights are others; refreshing tells which.
      if (currentToken() && (wasRefused || !isFresh(currentClaims()))) await refreshOnce();
      const token = currentToken();
      return token ? ['auth', token, hash] : null;
    },
  };
}

function receive(message: LiveMessage, gathered: ReturnType<typeof gather>): void {
  if (message.type === 'records_changed') gathered.changed(message.message.resource, message.message.ids);
  if (message.type === 'file_message') gathered.changed('jobs', []);
  if (changesCounters(message)) gathered.counters();
  if (message.type === 'sign_out_trigger') {
    if (!takeOwnSignOut()) storeToken(null);
  }
  // The token in hand is refused from now on; the new one carries what is left of the rights.
  if (message.type === 'rights_changed' && currentToken()) void refreshOnce();
  for (const hear of hearers) hear(message);
}

/** Ids of a resource that changed; `all` when it is not said which. */
type Changed = Set<number> | 'all';

/** Collects what changed and, a moment later, marks it as not fresh; only what is on screen is read again at once. */
function gather(client: QueryClient) {
  const changed = new Map<string, Changed>();
  let countersToo = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const taken = new Map(changed);
    changed.clear();
    void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, taken) });
    if (countersToo) void readAnew(client, 'menu');
    countersToo = false;
  };
  const soon = () => {
    timer ??= setTimeout(flush, GATHER_MS);
  };
  return {
    changed(resource: string, ids: readonly number[]) {
      const known = changed.get(resource) ?? new Set<number>();
      changed.set(resource, known === 'all' || !ids.length ? 'all' : new Set([...known, ...ids]));
      soon();
    },
    counters() {
      countersToo = true;
      soon();
    },
    everything: () => void client.invalidateQueries(),
    stop: () => clearTimeout(timer),
  };
}

/** Lists and whatever else is read of the resource; a card only when it is one of those that changed. */
function isTouched([resource, kind, what]: readonly unknown[], changed: ReadonlyMap<string, Changed>): boolean {
  const ids = changed.get(String(resource));
  if (!ids || ids === 'all' || kind !== 'getOne') return Boolean(ids);
  return ids.has(Number((what as { id?: unknown } | undefined)?.id));
}
