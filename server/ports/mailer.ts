// Letters leave the house: taken from the outbox in batches, each sent once, with what is known of its fate.
import { buffer } from 'node:stream/consumers';
import { createTransport, type Transporter } from 'nodemailer';
import { sql } from 'kysely';
import type { AppDeps } from '../kernel/ctx.ts';
import { returnAddress } from './bounces.ts';
import { replyAddress } from './replies.ts';
import { failPoint } from '../kernel/failPoints.ts';
import { fateWriter, type Fate } from './fates.ts';
import { isOpen } from './gate.ts';
import { wholeText } from './outbox.ts';

const POLL_MS = 2000;
const BATCH = 50;
/** A letter that was refused this many times waits for a person; between attempts it waits 1, 2, 4, 8 minutes. */
const MAX_ATTEMPTS = 5;
/** A mail server that does not answer at all is no fault of the letter: two hours without it are waited through. */
const MAX_UNANSWERED = 8;
const FIRST_PAUSE_S = 60;
/** A letter whose process went silent for so long may have gone or not, s. */
const LEASE_S = 600;

export type Sending = Pick<AppDeps, 'db' | 'settings' | 'secrets' | 'files'>;
/** Done before each batch: whoever may not be written to any more is left out. */
type Before = () => Promise<void>;

/** Sends waiting letters until stopped; does nothing without `SMTP_URL`. */
export function startSender(deps: Sending, before: Before = async () => {}): { stop(): Promise<void> } {
  const transport = openTransport(deps.settings);
  if (!transport) return { stop: async () => {} };
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  // Two batches at once: while one is written down, the connections have the other.
  const turn = async () => {
    const taken = await before()
      .then(() => Promise.all([sendBatch(deps, transport), sendBatch(deps, transport)]))
      .then((counts) => Math.max(...counts))
      .catch(() => 0);
    if (!stopped) timer = setTimeout(next, taken === BATCH ? 0 : POLL_MS).unref();
  };
  const next = () => void (running = turn());
  next();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      transport.close();
    },
  };
}

/** The mail server of the settings; null without one. */
export const openTransport = ({ SMTP_URL }: Sending['settings']): Transporter | null =>
  SMTP_URL ? createTransport({ url: SMTP_URL, pool: true, maxConnections: 5 } as never) : null;

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

/** Sends what is due; answers how many were taken. */
export async function sendBatch(deps: Sending, transport: Transporter): Promise<number> {
  if (!(await isOpen(deps, 'mail'))) return 0;
  await leaveUnknown(deps);
  // Taken by one statement: of two processes one gets each letter.
  const { rows } = await sql<Row>`update outbox set state = 'sending', attempts = attempts + 1,
      taken_until = now() + make_interval(secs => ${LEASE_S})
    where id in (select id from outbox where state = 'queued' and channel = 'mail' and next_attempt_at <= now()
      order by id limit ${BATCH} for update skip locked)
    returning id, recipient, subject, body_text, body_html, sealed, attempts, extra`.execute(deps.db);
  if (!rows.length) return 0;
  await failPoint('messages taken');
  const [tell, files] = [fateWriter(deps.db), new Map<string, Promise<Attachment[]>>()];
  await Promise.all(rows.map(async (row) => tell(await send(deps, transport, row, files))));
  await failPoint('fates written');
  return rows.length;
}

/** What a process had in hand when it was killed is not sent again blindly: it may have gone. */
const leaveUnknown = ({ db }: Sending) =>
  db
    .updateTable('outbox')
    .set({ state: 'unknown', taken_until: null, failure: 'Сервер остановился, пока письмо уходило' })
    .where('state', '=', 'sending')
    .where('channel', '=', 'mail')
    .where('taken_until', '<', sql<string>`now()`)
    .execute();

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
  known: Map<string, Promise<Attachment[]>>,
): Promise<Fate> {
  const { id, recipient: to, subject } = row;
  const extra = (row.extra ?? {}) as Extra;
  const sender = returnAddress({ settings, secrets }, id);
  const ids = extra.files ?? [];
  const attached = known.get(ids.join()) ?? attachmentsOf({ db, files }, ids);
  known.set(ids.join(), attached);
  const said = await transport
    .sendMail({
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
      attachments: await attached,
    })
    .then(
      () => null,
      (error: Error) => error,
    );
  return { id, ...(said ? fateOf(said, row.attempts) : { state: 'sent' as const, failure: null }) };
}

/** What the mail server's answer means: again later, never, or nobody knows. */
function fateOf(error: Error & { responseCode?: number; command?: string }, attempts: number): Omit<Fate, 'id'> {
  const failure = error.message.slice(0, 500);
  const isAnswered = error.responseCode !== undefined;
  if (!isAnswered && error.command === 'DATA') return { state: 'unknown', failure };
  const isFinal = isAnswered ? error.responseCode! >= 500 || attempts >= MAX_ATTEMPTS : attempts >= MAX_UNANSWERED;
  if (isFinal) return { state: 'failed', failure };
  const pause = FIRST_PAUSE_S * 2 ** (attempts - 1);
  return { state: 'queued', failure, pause };
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

/** Letters of mailings where no mail server is set: recorded as handed over, and said so. */
export async function recordLetters({ db, settings }: Pick<Sending, 'db' | 'settings'>): Promise<void> {
  if (settings.SMTP_URL || !(await isOpen({ db, settings }, 'mail'))) return;
  await sql`update outbox set state = 'sent', sent_at = now(), failure = 'Почтовый сервер не подключён: письмо только записано'
    where state = 'queued' and channel = 'mail' and what like 'notification:%' and next_attempt_at <= now()`.execute(
    db,
  );
}
