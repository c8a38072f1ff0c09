// Working habits: saved views and the columns of lists.
import * as contract from '../../contract/habits.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { countViews, habitsOf, MOST_HABITS, MOST_VIEWS, MOST_VIEWS_OF_ALL, viewsOf } from './queries.ts';

export function habitRoutes(mount: Mount): void {
  mount(contract.savedViews, async (ctx, { params }) => views(ctx, params.resource));

  mount(contract.saveView, async (ctx, { params, body }) => {
    await act(ctx, 'user.view_save', async ({ tx, log }) => {
      const state = JSON.stringify(body.state);
      const { all, ofList } = await countViews(tx, ctx.actor.userId, params.resource, body.name);
      if (ofList >= MOST_VIEWS || all >= MOST_VIEWS_OF_ALL)
        throw invalid({
          name: `Видов не больше ${ofList >= MOST_VIEWS ? MOST_VIEWS : MOST_VIEWS_OF_ALL}: удалите лишние`,
        });
      await tx
        .insertInto('saved_view')
        .values({ user_id: ctx.actor.userId, resource: params.resource, name: body.name, state })
        .onConflict((on) => on.columns(['user_id', 'resource', 'name']).doUpdateSet({ state }))
        .execute();
      await log({ text: `Сохранён вид списка «${body.name}»` });
    });
    return views(ctx, params.resource);
  });

  mount(contract.deleteView, async (ctx, { params }) => {
    const view = await ctx.db
      .selectFrom('saved_view')
      .where('id', '=', params.id)
      .where('user_id', '=', ctx.actor.userId)
      .selectAll()
      .executeTakeFirst();
    if (!view) throw notFound();
    await act(ctx, 'user.view_delete', async ({ tx, log }) => {
      await tx.deleteFrom('saved_view').where('id', '=', params.id).execute();
      await log({ text: `Удалён вид списка «${view.name}»` });
    });
    return views(ctx, view.resource);
  });

  mount(contract.userHabits, async (ctx) => ({ data: await habitsOf(ctx.db, ctx.actor.userId) }));

  mount(contract.saveHabit, async (ctx, { params, body }) => {
    const { userId } = ctx.actor;
    const known = await habitsOf(ctx.db, userId);
    if (!(params.key in known) && Object.keys(known).length >= MOST_HABITS)
      throw invalid({ key: `Не больше ${MOST_HABITS} настроек` });
    await act(ctx, 'user.habit_save', async ({ tx, log }) => {
      const mine = { user_id: userId, key: params.key };
      const value = JSON.stringify(body.value);
      if (Object.keys(body.value).length)
        await tx
          .insertInto('user_setting')
          .values({ ...mine, value })
          .onConflict((on) => on.columns(['user_id', 'key']).doUpdateSet({ value }))
          .execute();
      else await tx.deleteFrom('user_setting').where('user_id', '=', userId).where('key', '=', params.key).execute();
      await log({ text: 'Изменён набор столбцов списка', after: { [params.key]: body.value } });
    });
    return { data: await habitsOf(ctx.db, userId) };
  });
}

const views = async (ctx: Ctx, resource: string) => ({
  data: (await viewsOf(ctx.db, ctx.actor.userId, resource)) as contract.SavedView[],
});
