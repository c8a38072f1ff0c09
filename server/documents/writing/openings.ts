// Looks at papers with personal data, kept in the log.
import { act, type LogEntry } from '../../kernel/act.ts';
import type { Facts } from '../facts/types.ts';
import { startOfToday, type Ctx } from '../../kernel/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';

/**
 * Writes that the reader looked at something, unless today's log tells the very same of him already.
 * @throws 403 through somebody else's eyes: his log may not say that he looked
 */
export async function noteLook(ctx: Ctx, line: LogEntry & { object: NonNullable<LogEntry['object']> }): Promise<void> {
  if (ctx.actor.viewOnly) throw forbidden('В режиме просмотра личные данные не открываются');
  const noted = await ctx.db
    .selectFrom('action_log')
    .where('user_id', '=', ctx.actor.userId)
    .where('object_type', '=', line.object.type)
    .where('object_id', '=', line.object.id)
    .where('verb', '=', 'reference.open')
    .where('text', '=', line.text)
    .where('at', '>=', startOfToday(ctx).toISOString())
    .select('id')
    .executeTakeFirst();
  if (!noted) await act(ctx, 'reference.open', ({ log }) => log(line));
}

/** Whom a look at a paper of these facts shows: «кто видел мои данные» is asked by it. */
export const seenIn = ({ person }: Pick<Facts, 'person'>) => (person ? { people: [person.id] } : {});
