// What is to be sent: written with the rows it belongs to, a row for each (what, receiver, channel).
import { randomUUID } from 'node:crypto';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import type { Secrets } from '../kernel/secrets.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** What it is about, where the same cause must not write twice to one receiver: `mailing:12`. */
  what?: string;
  /** Who it is for, where several people share an address: `profile:7`. */
  receiver?: string;
  /** Numbers of stored files that go with it. */
  files?: readonly number[];
  /** A reply to it is read: it names the address that knows which letter was answered. */
  isAnswered?: boolean;
  /** What its mail program reads, where that is not the usual. */
  head?: { headers: Record<string, string>; messageId: string; replyTo: string | null };
}

/** Secrets of one-time links, which open doors to whoever reads them. */
const SECRET = /(#[a-z_]+=)[\w-]{43}(?![\w-])/g;
const HIDDEN = '$1•••';
const PLACE = /(#[a-z_]+=)•••/g;

/** A text without the secrets of its links. */
export const withoutSecrets = (text: string) => text.replace(SECRET, HIDDEN);

const extraOf = ({ files = [], isAnswered = false, head }: Letter) =>
  files.length || isAnswered || head
    ? JSON.stringify({ ...head, ...(files.length && { files }), ...(isAnswered && { isAnswered }) })
    : null;

/** Puts a letter into the outbox, in the caller's transaction; answers its number, of the earlier one when it is a repeat. */
export async function writeLetter(tx: WriteDb, ctx: Ctx, letter: Letter): Promise<number> {
  const at = ctx.now().toISOString();
  const { to, subject, what = `letter:${randomUUID()}`, receiver = to.toLowerCase() } = letter;
  const secrets = [...letter.text.matchAll(SECRET)].map(([address]) => address.slice(-43));
  const row = await tx
    .insertInto('outbox')
    .values({
      channel: 'mail',
      what,
      receiver,
      recipient: to,
      subject,
      body_text: withoutSecrets(letter.text),
      body_html: letter.html ?? null,
      extra: extraOf(letter),
      created_at: at,
      next_attempt_at: at,
      sealed: secrets.length ? ctx.deps.secrets.seal(JSON.stringify(secrets)) : null,
    })
    .onConflict((on) => on.columns(['what', 'receiver', 'channel']).doUpdateSet({ receiver }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The text as it is sent. */
export function wholeText(secrets: Secrets, { body_text, sealed }: { body_text: string; sealed: Uint8Array | null }) {
  if (!sealed) return body_text;
  const kept = JSON.parse(secrets.open(sealed)) as string[];
  return body_text.replace(PLACE, (_, flow: string) => flow + (kept.shift() ?? ''));
}
