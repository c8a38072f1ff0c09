// Looking for people by a whole phone is written down.
import { act } from '../../kernel/act.ts';
import { startOfToday, type Ctx } from '../../kernel/ctx.ts';
import { holdersOfPhone, phoneIn } from '../queries.ts';

/**
 * Who finds somebody by a whole phone has looked at personal data: it is written down, once a day for a person.
 * `text`: what was typed into a search.
 */
export async function logPhoneSearch(ctx: Ctx, text: string | undefined): Promise<void> {
  const digits = phoneIn(text);
  if (!digits || ctx.actor.viewOnly) return;
  const holders = await holdersOfPhone(ctx, digits);
  if (!holders.length) return;
  const told = await ctx.db
    .selectFrom('action_log')
    .where('verb', '=', 'profile.search_phone')
    .where('user_id', '=', ctx.actor.userId)
    .where('object_type', '=', 'profile')
    .where(
      'object_id',
      'in',
      holders.map(({ id }) => id),
    )
    .where('at', '>=', startOfToday(ctx).toISOString())
    .select('object_id')
    .execute();
  const known = new Set(told.map(({ object_id }) => Number(object_id)));
  const found = holders.filter(({ id }) => !known.has(id));
  if (found.length)
    await act(ctx, 'profile.search_phone', ({ logAll }) =>
      logAll(
        found.map(({ id, full_name: name }) => ({
          object: { type: 'profile', id, name },
          text: 'Поиск по целому телефону: найден человек',
        })),
      ),
    );
}
