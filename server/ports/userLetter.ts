// A letter to a user about work of his: given, asked, answered, or come back to him.
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { writeLetter } from './outbox.ts';

interface Said {
  subject: string;
  text: string;
  /** Page of the console where it stands. */
  page: string;
  /** Name of the letter in the outbox: the same one is written once. */
  what: string;
}

/** Puts a letter to a user into the outbox. Whoever has left hears nothing of his place. */
export async function writeToUser(
  tx: WriteDb,
  ctx: Ctx,
  user: number,
  { subject, text, page, what }: Said,
): Promise<void> {
  const found = await tx
    .selectFrom('app_user')
    .where('id', '=', user)
    .where('is_active', '=', true)
    .select('email')
    .executeTakeFirst();
  if (!found?.email) return;
  const link = `Открыть: ${ctx.deps.settings.publicUrl}${page}`;
  await writeLetter(tx, ctx, { to: found.email, subject, text: `${text}\n\n${link}`, what, receiver: `user:${user}` });
}
