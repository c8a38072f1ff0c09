// Snapshots of merged cards and former spellings of addresses are kept only while they may be given back.
import { RETURN_DAYS } from '../../contract/instruments/normalising.ts';
import { daysBefore } from '../ports/clock.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';

/** Three years. */
const ACT_DAYS = 3 * 365 + 1;

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

/** Forgets runs over addresses whose originals can't be given back any more; the log of each card keeps its own. */
export async function forgetOldAddresses(deps: AppDeps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const old = deps.db
    .selectFrom('address_run')
    .where('created_at', '<', daysBefore(ctx.now(), RETURN_DAYS))
    .select('id');
  if (!(await old.executeTakeFirst())) return;
  await act(ctx, 'admin.addresses_forget', async ({ tx, log }) => {
    const { numDeletedRows } = await tx.deleteFrom('address_run').where('id', 'in', old).executeTakeFirst();
    await log({ text: `Удалены разборы адресов старше ${RETURN_DAYS} дней: ${numDeletedRows}` });
  });
}

/** Acts of destruction are kept for three years; afterwards their number and day are left, which papers name. */
export async function forgetOldActs(deps: AppDeps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const old = deps.db
    .selectFrom('destruction')
    .where('forgotten_at', 'is', null)
    .where('at', '<', daysBefore(ctx.now(), ACT_DAYS))
    .select('id');
  if (!(await old.executeTakeFirst())) return;
  await act(ctx, 'admin.acts_forget', async ({ tx, log }) => {
    const { numUpdatedRows } = await tx
      .updateTable('destruction')
      .set({ ground: '', operator: '', counts: '{}', kept: '[]', extract: '[]', forgotten_at: ctx.now().toISOString() })
      .where('id', 'in', old)
      .executeTakeFirst();
    await log({ text: `Удалены акты об уничтожении старше 3 лет: ${numUpdatedRows}` });
  });
}
