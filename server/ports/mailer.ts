// Letters leave the house: taken from the outbox, each sent once, with what is known of its fate.
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createTransport, type Transporter } from 'nodemailer';
import type { AppDeps } from '../kernel/ctx.ts';
import { returnAddress } from './bounces.ts';
import { replyAddress } from './replies.ts';
import { handOverDue, type Answer } from './handing.ts';
import { wholeText } from './outbox.ts';
import { isDeadMailbox } from './mailCodes.ts';

const POLL_MS = 2000;
/** Connections to the mail server; a few letters more are made ready meanwhile. */
const CONNECTIONS = 5;
const WIDTH = 2 * CONNECTIONS;
/** A letter that was refused this many times waits for a person; between attempts it waits 1, 2, 4, 8 minutes. */
const MAX_ATTEMPTS = 5;
/** A mail server that does not answer at all is no fault of the letter: two hours without it are waited through. */
const MAX_UNANSWERED = 8;
const FIRST_PAUSE_S = 60;
/** A mail server that is silent for so long is not waited for; `SMTP_URL` may say otherwise: `?socketTimeout=300000`. */
const SILENCE_MS = { dnsTimeout: 15_000, connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

export type Sending = Pick<AppDeps, 'db' | 'engine' | 'settings' | 'secrets' | 'files' | 'clock'>;
/** Done before letters are taken, and for those that wait in hand: whoever may not be written to any more is left out. */
type Before = (held?: readonly number[]) => Promise<void>;

/** Makes of a turn one that never throws: its faults are told and kept. */
type Watch = (turn: () => Promise<unknown>) => () => Promise<void>;

/** Sends waiting letters until stopped; does nothing without `SMTP_URL`. */
export function startSender(
  deps: Sending,
  before: Before = async () => {},
  watch: Watch = (turn) => async () => void (await turn()),
): { stop(): Promise<void> } {
  const transport = openTransport(deps.settings);
  if (!transport) return { stop: async () => {} };
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const send = watch(() => sendLettersDue(deps, transport, { before, signal: stopping.signal }));
  const turn = async () => {
    await send();
    if (!stopping.signal.aborted) timer = setTimeout(next, POLL_MS).unref();
  };
  const next = () => void (running = turn());
  next();
  return {
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}

/** How far a letter went: its bytes as they are read towards the mail server, anew with every connection. */
interface Way {
  bytes?: Readable;
}

type Letter = Parameters<Transporter['sendMail']>[0] & { way: Way };

/** The mail server of the settings; null without one. */
export function openTransport({ SMTP_URL }: Sending['settings']): Transporter | null {
  if (!SMTP_URL) return null;
  const transport = createTransport({
    ...SILENCE_MS,
    url: SMTP_URL,
    pool: true,
    maxConnections: CONNECTIONS,
  } as never) as Transporter;
  // A broken line is the same error before a letter and after the whole of it.
  transport.use('stream', (mail, done) => {
    const { way } = mail.data as Partial<Letter>;
    const { message } = mail;
    const read = message.createReadStream.bind(message);
    if (way) message.createReadStream = (...given) => (way.bytes = read(...given));
    done();
  });
  return transport;
}

interface Row {
  id: number;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  sealed: Uint8Array | null;
  attempts: number;
  extra: unknown;
}

/** What a letter carries beside its text. */
interface Extra {
  headers?: Record<string, string>;
  messageId?: string;
  replyTo?: string | null;
  /** Replies to it are read. */
  isAnswered?: boolean;
  files?: number[];
}

/** Sends every letter whose turn has come; answers how many. */
export async function sendLettersDue(
  deps: Sending,
  transport: Transporter,
  { before, signal, handMs }: { before?: Before; signal?: AbortSignal; handMs?: number } = {},
): Promise<number> {
  const files = new Map<string, Promise<Attachment[]>>();
  return handOverDue<Row>(deps, {
    channel: 'mail',
    refusing: 'Почтовый сервер отказывает',
    columns: ['recipient', 'subject', 'body_text', 'body_html', 'sealed', 'extra'],
    width: WIDTH,
    handOver: (row, leave) => send(deps, transport, row, { known: files, leave }),
    ...(before && { before }),
    ...(handMs !== undefined && { handMs }),
    signal,
  });
}

interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Hands a letter over and says what is known of it; letters of one mailing read their files once. */
async function send(
  { db, settings, secrets, files }: Sending,
  transport: Transporter,
  row: Row,
  { known, leave }: { known: Map<string, Promise<Attachment[]>>; leave: AbortSignal },
): Promise<Answer> {
  const { id, recipient: to, subject } = row;
  const extra = (row.extra ?? {}) as Extra;
  const sender = returnAddress({ settings, secrets }, id);
  const ids = extra.files ?? [];
  const attached = known.get(ids.join()) ?? attachmentsOf({ db, files }, ids);
  known.set(ids.join(), attached);
  const attachments = await attached.catch(() => null);
  if (!attachments) return unread(row.attempts);
  const way: Way = {};
  const said = await transport
    .sendMail({
      way,
      signal: leave,
      from: settings.MAIL_FROM,
      ...(sender && {
        envelope: { from: sender, to },
        dsn: { id: sender, return: 'headers' as const, notify: ['failure' as const], recipient: to },
      }),
      to,
      subject,
      text: wholeText(secrets, row),
      html: row.body_html ?? undefined,
      headers: extra.headers,
      messageId: extra.messageId,
      replyTo: extra.replyTo ?? (extra.isAnswered ? replyAddress({ settings, secrets }, id) : null) ?? undefined,
      attachments,
    } as Letter)
    .then(
      () => null,
      (error: Error) => error,
    );
  return said ? fateOf(said, row.attempts, way) : { state: 'sent', failure: null };
}

type Refusal = Error & { code?: string; responseCode?: number; response?: string; command?: string };

/** The receiver's address is dead, the way is not; an answer without the code is the server's. */
const isBadAddress = ({ command, responseCode = 0, response = '' }: Refusal): boolean =>
  command === 'RCPT TO' && responseCode >= 500 && isDeadMailbox(/^\d{3}[ -](5\.\d+\.\d+)\b/.exec(response)?.[1] ?? '');

/** What the mail server's answer means: again later, never, or nobody knows. A refused sign-in or sender is no fault of the letter. */
function fateOf(error: Refusal, attempts: number, { bytes }: Way): Answer {
  const failure = error.message.slice(0, 500);
  const isAnswered = error.responseCode !== undefined;
  // Without its last byte a letter is not taken; with it nobody knows. One may be bad luck, twenty in a row say that nobody takes them.
  if (!isAnswered && bytes?.readableEnded) return { state: 'unknown', failure, refused: 'one' };
  const again = { state: 'queued' as const, failure, pause: FIRST_PAUSE_S * 2 ** (attempts - 1) };
  if (error.code === 'EAUTH' || (error.command === 'MAIL FROM' && error.responseCode! >= 500))
    return { ...again, refused: 'all' };
  if (isBadAddress(error)) return { state: 'failed', failure, isBadAddress: true };
  const most = isAnswered ? MAX_ATTEMPTS : MAX_UNANSWERED;
  const isForGood = isAnswered && error.responseCode! >= 500;
  if (!isForGood && attempts < most) return again;
  return { state: 'failed', failure, ...((attempts === 1 || attempts === most) && { refused: 'one' as const }) };
}

/** The store of files is away: surely nothing of the letter has left, and it goes once its files are there again. */
function unread(attempts: number): Answer {
  const failure = 'Вложение письма не прочиталось';
  if (attempts >= MAX_UNANSWERED) return { state: 'failed', failure };
  return { state: 'queued', failure, pause: FIRST_PAUSE_S * 2 ** (attempts - 1) };
}

async function attachmentsOf(
  { db, files }: Pick<Sending, 'db' | 'files'>,
  ids: readonly number[],
): Promise<Attachment[]> {
  if (!ids.length) return [];
  const rows = await db.selectFrom('stored_file').where('id', 'in', ids).orderBy('id').selectAll().execute();
  return Promise.all(
    rows.map(async ({ name, mime, store_key }) => ({
      filename: name,
      contentType: mime,
      content: await buffer(files.get(store_key)),
    })),
  );
}
