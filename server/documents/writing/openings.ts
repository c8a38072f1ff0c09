// Looks at papers with personal data, kept in the log.
import { act, type LogEntry } from '../../kernel/act.ts';
import { sql } from 'kysely';
import type { Facts } from '../facts/types.ts';
import { layoutOf } from '../layouts/index.ts';
import type { DocumentKind } from '../rules.ts';
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
    // The same paper of another person of the garage is another look.
    .where(sql<boolean>`coalesce(after -> 'people', '[]') @> ${JSON.stringify(line.people ?? [])}::jsonb`)
    .select('id')
    .executeTakeFirst();
  if (!noted) await act(ctx, 'reference.open', ({ log }) => log(line));
}

/** Whose personal data a paper of these facts shows: of whom it is, and both sides of a case. Of other papers nobody's. */
export function peopleOn({ kind, facts }: { kind: DocumentKind; facts: Facts }): number[] {
  if (!kind.is_personal) return [];
  const of = layoutOf(kind.code).personOf?.(facts) ?? facts.person?.id ?? null;
  const sides = [...(facts.case?.old ?? []), ...(facts.case?.new ?? [])].map(({ id }) => id);
  return [...new Set([...(of === null ? [] : [of]), ...(facts.person ? [facts.person.id] : []), ...sides])];
}
