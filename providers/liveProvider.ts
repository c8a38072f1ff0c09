// The live channel: hears what changed and asks again for the lists that show it. What a person types is never touched.
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { LiveMessage } from '../contract/kernel/live.ts';
import { fingerprint } from './fingerprint.ts';
import { currentToken, storeToken, useActor } from './session.ts';

export const RECONNECT_MS = 1500;
export const MAX_RETRIES = 9;

type Hear = (message: LiveMessage) => void;
const hearers = new Set<Hear>();
/** Hears every message until the answered function is called. */
export function onLive(hear: Hear): () => void {
  hearers.add(hear);
  return () => void hearers.delete(hear);
}

/** Keeps the channel of the signed-in person open; mounted once by the shell. */
export function useLive(): void {
  const client = useQueryClient();
  const actor = useActor();
  const userId = actor?.userId;
  useEffect(() => {
    if (!userId || typeof WebSocket === 'undefined') return;
    return connect(`/ws/${userId}`, client);
  }, [userId, client]);
}

function connect(path: string, client: QueryClient): () => void {
  let retries = 0;
  let closed = false;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const open = async () => {
    const token = currentToken();
    const { hash } = await fingerprint();
    if (closed || !token) return;
    socket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}${path}`, ['auth', token, hash]);
    socket.onopen = () => {
      retries = 0;
    };
    socket.onmessage = ({ data }) => receive(String(data), client);
    socket.onclose = () => {
      if (closed || retries >= MAX_RETRIES) return;
      retries += 1;
      timer = setTimeout(() => void open(), RECONNECT_MS);
    };
  };
  void open();
  return () => {
    closed = true;
    clearTimeout(timer);
    socket?.close();
  };
}

function receive(data: string, client: QueryClient): void {
  let parsed: ReturnType<typeof LiveMessage.safeParse>;
  try {
    parsed = LiveMessage.safeParse(JSON.parse(data));
  } catch {
    return;
  }
  if (!parsed.success) return;
  const { data: message } = parsed;
  if (message.type === 'records_changed') {
    void client.invalidateQueries({ queryKey: [message.message.resource, 'getList'] });
    for (const id of message.message.ids)
      void client.invalidateQueries({ queryKey: [message.message.resource, 'getOne', { id: String(id) }] });
    void client.invalidateQueries({ queryKey: ['menu'] });
  }
  if (message.type === 'sign_out_trigger') storeToken(null);
  for (const hear of hearers) hear(message);
}
