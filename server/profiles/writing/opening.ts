// Who opened a person's card, so that «кто видел мои данные» can be answered: once for a reader, a person and a day.
import { sql } from 'kysely';
import { act } from '../../kernel/act.ts';
import { startOfToday, todayOf, type Ctx } from '../../kernel/ctx.ts';
import { read } from '../../kernel/read.ts';
import { personPresent } from '../../kernel/scope.ts';

/** Another call of the same reader wrote the line a moment ago. */
class WrittenAlready extends Error {}

/**
 * Writes that the reader has the card of this person open, if he has not had it today. The card of somebody former shows a
 * name alone: nothing is written of it, nor of looking through someone's eyes, which is in the log by itself.
 */
export async function logOpening(ctx: Ctx, id: number): Promise<void> {
  if (ctx.actor.viewOnly) return;
  const [person] = await read(
    ctx.db,
    sql<{ name: string; isPresent: boolean; isSeen: boolean }>`select p.full_name as name,
      ${personPresent(ctx.actor, 'p', todayOf(ctx))} as "isPresent", ${seenToday(ctx, id)} as "isSeen" from profile p where p.id = ${id} and not p.is_anonymised`,
  );
  if (!person?.isPresent || person.isSeen) return;
  try {
    await act(ctx, 'profile.open', async ({ tx, log }) => {
      // Two windows of one reader come here one after the other.
      await sql`select pg_advisory_xact_lock(${ctx.actor.userId}::int, ${id}::int)`.execute(tx);
      const [seen] = await read(tx, sql<{ is: boolean }>`select ${seenToday(ctx, id)} as is`);
      if (seen!.is) throw new WrittenAlready();
      await log({ object: { type: 'profile', id, name: person.name }, text: 'Открыта карточка' });
    });
  } catch (error) {
    if (!(error instanceof WrittenAlready)) throw error;
  }
}

const seenToday = (ctx: Ctx, id: number) => sql<boolean>`exists (select 1 from action_log l
  where l.object_type = 'profile' and l.object_id = ${id} and l.verb = 'profile.open' and l.user_id = ${ctx.actor.userId}
    and l.at >= ${startOfToday(ctx).toISOString()}::timestamptz)`;
