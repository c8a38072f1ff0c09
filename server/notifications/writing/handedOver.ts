// A letter on paper was handed over: its signed slip, or the signed notice itself, came back with the scans.
import { sql } from 'kysely';
import type { Returns } from '../../documents/writing/returns.ts';
import { act } from '../../kernel/act.ts';
import { ofAnyCard } from '../../kernel/alias.ts';
import { todayOf, type Ctx, type WriteDb } from '../../kernel/ctx.ts';
import { inScope } from '../../kernel/scope.ts';
import { readSlip } from '../../documents/rules/slips.ts';
import { recount } from '../telling.ts';
import { placeOf } from '../writing.ts';

interface Handed {
  notification: number;
  /** Whom the letter is about: its receiver, or for whom he reads. */
  profile: number;
}

/** Messages of a mailing in whose place a person was printed a letter. */
const printedFor = ({ notification, profile }: Handed) => sql`m.notification_id = ${notification} and not m.superseded
  and m.letter_printed_at is not null and (m.ward_ids @> array[${profile}::int] or ${ofAnyCard(sql`m.profile_id`, sql`${profile}::int`)})`;

/** «Вручено на бумаге», as of today: the day on the slip is written by hand. Answers to whom; nobody where all is said already. */
async function handOver(ctx: Ctx, tx: WriteDb, handed: Handed): Promise<string[]> {
  const { rows } = await sql<{ person_name: string }>`update notification_message m
    set status = 10, changed_at = ${ctx.now().toISOString()}, marked_by = ${ctx.actor.userId || null}, reason = 'подписанный корешок вернулся', handed_on = ${todayOf(ctx)}
    where ${printedFor(handed)} and (m.status between 4 and 9 or m.status = 11) returning m.person_name`.execute(tx);
  if (rows.length) await recount(tx, [handed.notification], ctx.now());
  return [...new Set(rows.map((row) => row.person_name))];
}

const wordsOf = (names: readonly string[]) => `Подписанный корешок вернулся: ${names.join(', ')}, вручено на бумаге`;

export const letterReturns: Returns = {
  async slip(ctx, text) {
    const handed = readSlip(ctx.deps.secrets, text);
    const kept =
      handed &&
      (await ctx.db
        .selectFrom('notification as n')
        .where('n.id', '=', handed.notification)
        .where(sql<boolean>`${inScope(ctx.actor, 'n')}`)
        .selectAll()
        .executeTakeFirst());
    if (!handed || !kept) return { state: 'foreign', words: 'Рассылки с таким корешком у вас нет' };
    const names = await act(ctx, 'notification.mark', async ({ tx, log }) => {
      const done = await handOver(ctx, tx, handed);
      await log({
        object: { type: 'notification', id: kept.id, name: kept.title },
        place: placeOf(kept),
        text: done.length ? wordsOf(done) : 'Корешок письма пришёл снова: всё уже отмечено',
      });
      return done;
    });
    return names.length
      ? { state: 'filed', words: `Письмо «${kept.title}»: ${names.join(', ')}, вручено` }
      : { state: 'again', words: `Письмо «${kept.title}»: вручение уже отмечено` };
  },
  async paper(ctx, { tx, log }, { notification_id: notification, profile_id: profile }) {
    if (!notification || !profile) return;
    const names = await handOver(ctx, tx, { notification, profile });
    if (!names.length) return;
    const kept = await tx
      .selectFrom('notification')
      .where('id', '=', notification)
      .selectAll()
      .executeTakeFirstOrThrow();
    await log({
      object: { type: 'notification', id: kept.id, name: kept.title },
      place: placeOf(kept),
      text: wordsOf(names),
    });
  },
};
