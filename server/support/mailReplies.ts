// Replies by mail: the asker's words come into his own question, a supporter's words into the question he was written of.
import { LONGEST_MESSAGE } from '../../contract/support.ts';
import { SUPPORT } from '../../contract/kernel/scope.ts';
import { workCtx, type AppDeps, type Ctx } from '../kernel/ctx.ts';
import { Refused } from '../kernel/errors.ts';
import { readReply, type MailReply } from '../ports/replies.ts';
import { letterAnswered, writerOfMail } from './queries.ts';
import { answer, ask } from './writing.ts';

/**
 * Takes a letter of the mailbox when it answers one of the support's; false when it does not, or must not: the address is not ours,
 * the sender is not he whom the letter was for, nothing is written. Read again it says nothing twice.
 */
export async function takeMailReply(deps: AppDeps, source: Uint8Array): Promise<boolean> {
  const reply = await readReply(deps.secrets, source).catch(() => null);
  const letter = reply && (await letterAnswered(deps.db, reply.outbox));
  if (!reply || !letter) return false;
  const text = textOf(reply);
  const writer = text && (await writerOfMail(deps.db, reply.from));
  if (!writer) return false;
  const { isSuperuser } = writer;
  const isAsker = letter.side === 'asker' && writer.userId === letter.asker && reply.from === letter.recipient;
  const isStaff = letter.side === 'desk' && isSuperuser >= SUPPORT && writer.userId !== letter.asker;
  if (!isAsker && !isStaff) return false;
  const ctx = workCtx(deps, writer);
  return said(ctx, letter.thread, { isAsker, text, key: reply.key });
}

async function said(ctx: Ctx, thread: number, { isAsker, text, key }: { isAsker: boolean; text: string; key: string }) {
  try {
    if (isAsker) await ask(ctx, text, key);
    else await answer(ctx, thread, { text, key, is_note: false });
    return true;
  } catch (error) {
    // A flood, a question that another one answers: the letter stays in the mailbox for people.
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** The message of a letter; files do not come by this way, and the reader is told so. */
function textOf({ text, files }: MailReply): string {
  const left = files ? `\n\n(К письму приложено файлов: ${files}. Пришлите их в чат: из почты они не берутся.)` : '';
  const room = LONGEST_MESSAGE - left.length;
  const words = text.length > room ? `${text.slice(0, room - 1)}…` : text;
  return `${words}${left}`.trim();
}
