// Letters: written with the rows they belong to, sent afterwards; without SMTP they stay readable in the outbox.
import { createTransport, type Transporter } from 'nodemailer';
import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import type { Settings } from '../kernel/settings.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

const POLL_MS = 2000;
const BATCH = 50;
/** A letter that was refused this many times waits for a person; between attempts it waits 1, 2, 4, 8 minutes. */
const MAX_ATTEMPTS = 5;
const FIRST_PAUSE_S = 60;

/** Puts a letter into the outbox, in the caller's transaction; answers its number. */
export async function writeLetter(tx: WriteDb, letter: Letter): Promise<number> {
  const row = await tx
    .insertInto('mail_outbox')
    .values({ recipient: letter.to, subject: letter.subject, body_text: letter.text, body_html: letter.html ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Sends waiting letters until stopped; does nothing without `SMTP_URL`. */
export function startSender(db: Kysely<DB>, settings: Settings): { stop(): Promise<void> } {
  if (!settings.SMTP_URL) return { stop: async () => {} };
  const transport = createTransport({ url: settings.SMTP_URL, pool: true, maxConnections: 5 } as never);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    const sent = await sendBatch(db, transport, settings.MAIL_FROM).catch(() => 0);
    if (!stopped) timer = setTimeout(next, sent === BATCH ? 0 : POLL_MS).unref();
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

async function sendBatch(db: Kysely<DB>, transport: Transporter, from: string): Promise<number> {
  const letters = await db
    .selectFrom('mail_outbox')
    .where('sent_at', 'is', null)
    .where('attempts', '<', MAX_ATTEMPTS)
    .where('next_attempt_at', '<=', sql<string>`now()`)
    .orderBy('id')
    .limit(BATCH)
    .selectAll()
    .execute();
  await Promise.all(
    letters.map(async (letter) => {
      // The attempt is counted first: two processes never send the same attempt twice.
      const taken = await db
        .updateTable('mail_outbox')
        .set({
          attempts: letter.attempts + 1,
          next_attempt_at: sql<string>`now() + make_interval(secs => ${FIRST_PAUSE_S * 2 ** letter.attempts})`,
        })
        .where('id', '=', letter.id)
        .where('attempts', '=', letter.attempts)
        .executeTakeFirst();
      if (!taken.numUpdatedRows) return;
      try {
        await transport.sendMail({
          from,
          to: letter.recipient,
          subject: letter.subject,
          text: letter.body_text,
          html: letter.body_html ?? undefined,
        });
        await db
          .updateTable('mail_outbox')
          .set({ sent_at: new Date().toISOString(), failure: null })
          .where('id', '=', letter.id)
          .execute();
      } catch (error) {
        await db
          .updateTable('mail_outbox')
          .set({ failure: (error as Error).message.slice(0, 500) })
          .where('id', '=', letter.id)
          .execute();
      }
    }),
  );
  return letters.length;
}
