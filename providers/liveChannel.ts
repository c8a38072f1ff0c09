// One connection to the live channel: opened, opened again after a fault, given up after nine tries in a row.
import { isLiveMessage, type LiveMessage, type LiveWord } from '../contract/kernel/live.ts';
import { askServer } from './connection.ts';

/** Pause before a new try, ms. */
export const RECONNECT_MS = 1500;
export const MAX_RETRIES = 9;
/** Close code of the server's own word: the session has ended or its rights are others. */
export const REFUSED = 4401;
/** Refusals in a row after which it is tried only now and then: rights that have settled open it again. */
const MAX_REFUSALS = 3;
export const SLOW_MS = 60_000;

export interface LiveConnection {
  path: string;
  /** Subprotocols of a new try, after a refusal or not; null when there is nobody to connect as. */
  protocols: (wasRefused: boolean) => Promise<string[] | null>;
  onMessage: (message: LiveMessage) => void;
  /** Open: words may be said until it closes. */
  onOpen?: (say: (word: LiveWord) => void) => void;
  /** Opened after a fault, again or at last: what was said meanwhile is lost. */
  onReturn?: () => void;
}

/** Connects until the answered function is called. `origin` is that of the page. */
export function openLiveChannel(connection: LiveConnection, origin: string = window.location.origin): () => void {
  let retries = 0;
  let refusals = 0;
  let hadFault = false;
  let isClosed = false;
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = async () => {
    const protocols = await connection.protocols(refusals > 0);
    if (isClosed || !protocols) return;
    socket = new WebSocket(`${origin.replace(/^http/, 'ws')}${connection.path}`, protocols);
    socket.onopen = () => {
      retries = 0;
      if (hadFault) connection.onReturn?.();
      const opened = socket;
      connection.onOpen?.((word) => opened?.readyState === WebSocket.OPEN && opened.send(JSON.stringify(word)));
    };
    socket.onmessage = ({ data }) => {
      refusals = 0;
      const message = parsed(String(data));
      if (message) connection.onMessage(message);
    };
    socket.onclose = ({ code }) => {
      socket = null;
      hadFault = true;
      refusals = code === REFUSED ? refusals + 1 : 0;
      // A channel that closed by itself is the first to know of a lost connection.
      if (!isClosed && code !== REFUSED) void askServer();
      if (isClosed || retries >= MAX_RETRIES) return;
      retries += 1;
      timer = setTimeout(() => void connect(), refusals > MAX_REFUSALS ? SLOW_MS : RECONNECT_MS);
    };
  };
  // A laptop that was asleep for an hour has used its tries up; waking is a reason to begin again.
  const awake = () => {
    if (socket || document.visibilityState === 'hidden') return;
    clearTimeout(timer);
    retries = 0;
    refusals = 0;
    void connect();
  };
  window.addEventListener('online', awake);
  window.addEventListener('focus', awake);
  document.addEventListener('visibilitychange', awake);
  void connect();
  return () => {
    isClosed = true;
    clearTimeout(timer);
    window.removeEventListener('online', awake);
    window.removeEventListener('focus', awake);
    document.removeEventListener('visibilitychange', awake);
    socket?.close();
  };
}

/** A message of the agreement; anything else is left unheard. */
function parsed(data: string): LiveMessage | null {
  try {
    const message: unknown = JSON.parse(data);
    if (isLiveMessage(message) && hasWholeFile(message)) return message;
    if ((message as { type?: unknown } | null)?.type === 'file_message')
      console.error('file_message without file_name or file_content');
    return null;
  } catch {
    return null;
  }
}

const hasWholeFile = ({ type, message }: LiveMessage) =>
  type !== 'file_message' || (message.file_name !== '' && message.file_content !== '');
