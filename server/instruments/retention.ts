// Snapshots of merged cards are kept only while a merge may be taken back.
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';

/** Destroys sealed snapshots whose term is over. */
export async function forgetOldMerges(deps: AppDeps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const now = ctx.now().toISOString();
  const old = deps.db
    .selectFrom('merge_record')
    .where('sealed_cards', 'is not', null)
    .where('until', '<', now)
    .select('id');
  if (!(await old.executeTakeFirst())) return;
  await act(ctx, 'admin.merge_forget', async ({ tx, log }) => {
    const { numUpdatedRows } = await tx
      .updateTable('merge_record')
      .set({ sealed_cards: null })
      .where('id', 'in', old)
      .executeTakeFirst();
    await log({ text: `Удалены снимки объединений старше 30 дней: ${numUpdatedRows}` });
  });
}
