// Ears on the live channel: nothing is waited for by the clock, but until the server has taken the connection and said all it had to.
import { sql, type Kysely } from 'kysely';
import { WebSocket } from 'ws';
import type { LiveAudience, LiveMessage, LiveWord } from '../../contract/kernel/live.ts';
import { LIVE_CHANNEL } from '../../server/kernel/act.ts';
import type { DB } from '../../server/db/types.ts';

export interface Ear {
  socket: WebSocket;
  /** What was said, without the marks of `caughtUp`. */
  heard: LiveMessage[];
  /** Close code once closed. */
  closed: Promise<number>;
  /** Everything announced before this call has been heard, or the connection is closed. */
  caughtUp(): Promise<void>;
}

const MARK = 'mark of a test';
/** A mark that was sent before the server had taken the connection is lost: another follows. */
const AGAIN_MS = 50;
let marks = 0;

/**
 * Connects to `/ws/ID` or `/public_ws/MARK`; answers when the server has taken the connection or closed it. `atOnce` is said the
 * moment the channel opens, before the server has looked up who speaks.
 */
export async function listen(
  db: Kysely<DB>,
  host: string,
  path: string,
  protocols: string[],
  { origin, atOnce = [] }: { origin?: string | undefined; atOnce?: LiveWord[] } = {},
): Promise<Ear> {
  const socket = new WebSocket(`ws://${host}${path}`, protocols, origin ? { origin } : {});
  const heard: LiveMessage[] = [];
  const marked = new Set<number>();
  let told = () => {};
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as LiveMessage;
    if (message.type === 'records_changed' && message.message.resource === MARK) marked.add(message.message.ids[0]!);
    else heard.push(message);
    told();
  });
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  void closed.then(() => told());
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  for (const word of atOnce) socket.send(JSON.stringify(word));
  const [, channel, who = ''] = path.split(/[/?]/);
  const audience: LiveAudience = channel === 'ws' ? { user: Number(who) } : { publicId: who };
  const caughtUp = async () => {
    const mark = (marks += 1);
    const message: LiveMessage = { type: 'records_changed', message: { resource: MARK, ids: [mark] } };
    while (!marked.has(mark) && socket.readyState === WebSocket.OPEN) {
      await announce(db, audience, message);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, AGAIN_MS);
        told = () => {
          if (!marked.has(mark) && socket.readyState === WebSocket.OPEN) return;
          clearTimeout(late);
          resolve();
        };
        told();
      });
    }
  };
  await caughtUp();
  return { socket, heard, closed, caughtUp };
}

/** Says something to an audience as any process of the server would. */
export async function announce(db: Kysely<DB>, audience: LiveAudience, message: LiveMessage): Promise<void> {
  await sql`select pg_notify(${LIVE_CHANNEL}, ${JSON.stringify({ audience, message })})`.execute(db);
}
