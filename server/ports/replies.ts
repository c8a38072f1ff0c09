// Replies to our letters: an address that names the letter and can't be guessed, the words of the reply without what it quotes.
import { createHash } from 'node:crypto';
import PostalMime, { type Email } from 'postal-mime';
import type { Deps } from '../kernel/ctx.ts';

const MARK = 16;
const markOf = (secrets: Pick<Deps['secrets'], 'sign'>, outbox: number) =>
  secrets.sign(`reply:${outbox}`).slice(0, MARK).toLowerCase();

/** Where a reply to a letter goes. Null where no mailbox is set. */
export function replyAddress({ settings, secrets }: Pick<Deps, 'settings' | 'secrets'>, outbox: number): string | null {
  const [name, domain] = settings.BOUNCE_ADDRESS?.split('@') ?? [];
  return name && domain ? `${name}+r${outbox}.${markOf(secrets, outbox)}@${domain}` : null;
}

/** Which letter a text of addresses answers; null when none, or when the address was not made here. */
function answeredLetter(secrets: Pick<Deps['secrets'], 'sign'>, addresses: string): number | null {
  for (const [, id, mark] of addresses.toLowerCase().matchAll(/\+r(\d{1,9})\.([\w-]{16})@/g))
    if (markOf(secrets, Number(id)) === mark) return Number(id);
  return null;
}

export interface MailReply {
  /** The letter that is answered. */
  outbox: number;
  /** Whom it says it is from, in small letters. */
  from: string;
  /** What was written, without quotes; may be empty. */
  text: string;
  /** Files that came with it. */
  files: number;
  /** The same letter read again has the same key. */
  key: string;
}

/** Longer letters are no replies of people, bytes. */
const MOST_BYTES = 25 * 1024 * 1024;

/** What a letter in the mailbox answers; null for what answers none of our letters, and for answers of machines. */
export async function readReply(secrets: Pick<Deps['secrets'], 'sign'>, source: Uint8Array): Promise<MailReply | null> {
  if (source.length > MOST_BYTES) return null;
  const letter = await PostalMime.parse(source);
  if (isOfMachine(letter)) return null;
  const outbox = answeredLetter(
    secrets,
    headersOf(letter, ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']),
  );
  // Two senders are a trick: which of them a reader would be shown is anybody's guess.
  const senders = letter.headers.filter(({ key }) => key === 'from');
  const from = senders.length === 1 ? letter.from?.address?.toLowerCase() : undefined;
  if (outbox === null || !from) return null;
  const digest = createHash('sha256')
    .update(letter.messageId ?? source)
    .digest('hex')
    .slice(0, 32);
  return {
    outbox,
    from,
    text: withoutQuotes(letter.text ?? plainOf(letter.html ?? '')),
    files: letter.attachments.filter(({ disposition }) => disposition !== 'inline').length,
    key: `mail-${digest}`,
  };
}

const headersOf = ({ headers }: Email, keys: readonly string[]) =>
  headers
    .filter(({ key }) => keys.includes(key))
    .map(({ value }) => value)
    .join(' ');

/** RFC 3834 and what is in use beside it: out of office, reports, lists. */
function isOfMachine(letter: Email): boolean {
  const said = headersOf(letter, ['auto-submitted']).trim().toLowerCase();
  if (said && !said.startsWith('no')) return true;
  if (/bulk|junk|list|auto_reply/i.test(headersOf(letter, ['precedence']))) return true;
  if (headersOf(letter, ['x-autoreply', 'x-autorespond', 'list-id'])) return true;
  return /multipart\/report/i.test(headersOf(letter, ['content-type']));
}

/** Words of a letter that is HTML alone; what runs and what is quoted is left out. */
const plainOf = (html: string) =>
  html
    .replace(/<(script|style|head|blockquote)\b[\s\S]*?(<\/\1>|$)/gi, '')
    .replace(/<(br|\/p|\/div|\/li)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** Beginnings of what mail programs put above the letter they quote. */
const QUOTED =
  /^(>|-{2,} ?(Original Message|Исходное сообщение|Пересылаемое сообщение)|_{10,}$|(From|От|От кого): .+@|(On|В|Вс|Пн|Вт|Ср|Чт|Пт|Сб|\d{1,2}[. ]).{0,120}(wrote|писал|пишет|написал)[^\n]{0,60}:\s*$|Отправлено из |Sent from )/i;

/** The words above the quoted letter, without signs that no text has. */
function withoutQuotes(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((line) => line === '-- ' || QUOTED.test(line.trim()));
  return (end < 0 ? lines : lines.slice(0, end))
    .join('\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
