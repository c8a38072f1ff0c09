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
  for (const { id, full_name: name } of await holdersOfPhone(ctx, digits)) {
    const known = await ctx.db
      .selectFrom('action_log')
      .where('verb', '=', 'profile.search_phone')
      .where('user_id', '=', ctx.actor.userId)
      .where('object_type', '=', 'profile')
      .where('object_id', '=', id)
      .where('at', '>=', startOfToday(ctx).toISOString())
      .select('id')
      .executeTakeFirst();
    if (!known)
      await act(ctx, 'profile.search_phone', ({ log }) =>
        log({ object: { type: 'profile', id, name }, text: 'Поиск по целому телефону: найден человек' }),
      );
  }
}
