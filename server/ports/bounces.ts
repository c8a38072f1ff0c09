// The mailbox to which undelivered letters come back: addresses that name their letter, reports read over IMAP.
import { ImapFlow } from 'imapflow';
import PostalMime from 'postal-mime';
import type { Deps } from '../kernel/ctx.ts';
import type { Settings } from '../kernel/settings.ts';
import { isDeadMailbox } from './mailCodes.ts';

const MARK = 12;
const markOf = (secrets: Pick<Deps['secrets'], 'sign'>, id: number) =>
  secrets.sign(`bounce:${id}`).slice(0, MARK).toLowerCase();

/** Sender of the envelope of a letter: a report that comes back to it names the letter. Null where no mailbox is set. */
export function returnAddress(
  { settings, secrets }: Pick<Deps, 'settings' | 'secrets'>,
  outbox: number,
): string | null {
  const [name, domain] = settings.BOUNCE_ADDRESS?.split('@') ?? [];
  return name && domain ? `${name}+${outbox}.${markOf(secrets, outbox)}@${domain}` : null;
}

/** Which letter a text of addresses names; null when none, or when it was not made here. Mail servers may change the case. */
export function letterOfAddress(secrets: Pick<Deps['secrets'], 'sign'>, text: string): number | null {
  for (const [, id, mark] of text.toLowerCase().matchAll(/\+(\d{1,9})\.([\w-]{12})@/g))
    if (markOf(secrets, Number(id)) === mark) return Number(id);
  return null;
}

export interface BounceReport {
  outbox: number;
  /** Message-ID of the report. */
  report: string;
  recipient: string;
  /** For ever, as the receiving server says: 5.x.x. */
  isHard: boolean;
  code: string | null;
  reason: string;
}

/**
 * What a letter in the mailbox of returns says; null for everything that is no final report of one of our letters: automatic
 * answers, delays, letters of people, forgeries.
 */
export async function readReport(
  secrets: Pick<Deps['secrets'], 'sign'>,
  source: Uint8Array,
): Promise<BounceReport | null> {
  const letter = await PostalMime.parse(source, { attachmentEncoding: 'arraybuffer' });
  const part = letter.attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  if (!part) return null;
  const status = typeof part.content === 'string' ? part.content : new TextDecoder().decode(part.content);
  const field = (name: string) => new RegExp(`^${name}:\\s*(.+(?:\\r?\\n[ \\t].+)*)`, 'im').exec(status)?.[1]?.trim();
  if (field('Action')?.toLowerCase() !== 'failed') return null;
  const to = letter.headers
    .filter(({ key }) => ['to', 'delivered-to', 'x-original-to', 'envelope-to'].includes(key))
    .map(({ value }) => value)
    .join(' ');
  const outbox = letterOfAddress(secrets, `${to} ${field('Original-Envelope-Id') ?? ''}`);
  const recipient = (field('Original-Recipient') ?? field('Final-Recipient'))?.split(';').at(-1)?.trim().toLowerCase();
  if (outbox === null || !recipient) return null;
  const code = /\b([245]\.\d{1,3}\.\d{1,3})\b/.exec(field('Status') ?? '')?.[1] ?? null;
  const words = field('Diagnostic-Code')
    ?.replace(/^[\w-]+;\s*/, '')
    .replace(/\s+/g, ' ')
    // Whose it is stands on the letter; the words are read by many.
    .replace(/\S+@\S+/g, '•••')
    .slice(0, 300);
  return {
    outbox,
    report: letter.messageId ?? `${outbox}:${recipient}:${code}`,
    recipient,
    isHard: code !== null && isDeadMailbox(code),
    code,
    reason: words ?? 'Без объяснения',
  };
}

export interface Fetched {
  uid: number;
  source: Uint8Array;
}

/** Letters of the mailbox after a number, oldest first. A mailbox made anew begins from its first letter. */
export async function fetchReturns(
  url: NonNullable<Settings['BOUNCE_IMAP_URL']>,
  known: { validity: string; lastUid: number } | null,
): Promise<{ validity: string; letters: Fetched[] }> {
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  const secure = protocol === 'imaps:';
  const client = new ImapFlow({
    host: hostname,
    port: Number(port) || (secure ? 993 : 143),
    secure,
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
  });
  // A fault is thrown by the command that meets it; without a listener it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const box = await client.mailboxOpen(decodeURIComponent(pathname.slice(1)) || 'INBOX', { readOnly: true });
    const validity = String(box.uidValidity);
    const since = known?.validity === validity ? known.lastUid : 0;
    const letters: Fetched[] = [];
    if (box.exists)
      for await (const { uid, source } of client.fetch(`${since + 1}:*`, { uid: true, source: true }, { uid: true }))
        // «*» is the last letter even when it is older than asked.
        if (uid > since && source) letters.push({ uid, source });
    return { validity, letters: letters.sort((one, other) => one.uid - other.uid).slice(0, MOST) };
  } finally {
    await client.logout().catch(() => client.close());
  }
}
/** Letters of one turn. */
const MOST = 500;
