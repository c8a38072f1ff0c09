// A letter to a user about what was given to him, asked of him or answered to him.
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { writeLetter } from '../ports/outbox.ts';

interface Said {
  subject: string;
  text: string;
  /** Page of the console where it stands. */
  page: string;
  /** Name of the letter in the outbox: the same one is written once. */
  what: string;
}

/** Puts a letter to a user into the outbox. */
export async function writeTo(tx: WriteDb, ctx: Ctx, user: number, { subject, text, page, what }: Said): Promise<void> {
  const { email } = await tx.selectFrom('app_user').where('id', '=', user).select('email').executeTakeFirstOrThrow();
  const link = `Открыть: ${ctx.deps.settings.publicUrl}${page}`;
  await writeLetter(tx, ctx, { to: email, subject, text: `${text}\n\n${link}`, what, receiver: `user:${user}` });
}
