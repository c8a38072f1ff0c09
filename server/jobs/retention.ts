// Files of jobs, keys of operations and moments that have passed are kept only while somebody may need them.
import { act } from '../kernel/act.ts';
import { workCtx, type AppDeps } from '../kernel/ctx.ts';
import { daysBefore } from '../ports/clock.ts';
import { FILE_DAYS, forgetFiles, hasOldFiles } from './records.ts';

/** How long moments that have passed are kept, days. */
export const MOMENT_DAYS = 90;

/** Removes files of jobs whose term is over; the bytes go after the rows, so that no row is left without its file. */
export async function forgetOldFiles(deps: AppDeps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  if (!(await hasOldFiles(deps.db, ctx.now()))) return;
  const keys = await act(ctx, 'admin.job_files_forget', async ({ tx, log }) => {
    const gone = await forgetFiles(tx, ctx.now());
    await log({ text: `Удалены файлы заданий старше ${FILE_DAYS} дней: ${gone.length}` });
    return gone;
  });
  for (const storeKey of keys) await deps.files.remove(storeKey);
}

/** Deletes keys of operations whose term is over, and moments that passed long ago. */
export async function forgetOldKeys(deps: AppDeps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const now = ctx.now();
  const keys = deps.db.selectFrom('operation_key').where('until', '<', now.toISOString()).select('key');
  const moments = deps.db
    .selectFrom('due_moment')
    .where('state', 'in', ['done', 'skipped'])
    .where('done_at', '<', daysBefore(now, MOMENT_DAYS))
    .select('id');
  if (!((await keys.executeTakeFirst()) ?? (await moments.executeTakeFirst()))) return;
  await act(ctx, 'admin.keys_forget', async ({ tx, log }) => {
    const gone = await tx.deleteFrom('operation_key').where('key', 'in', keys).executeTakeFirst();
    const past = await tx.deleteFrom('due_moment').where('id', 'in', moments).executeTakeFirst();
    await log({
      text: `Удалены старые ключи операций — ${gone.numDeletedRows}, выполненное по расписанию — ${past.numDeletedRows}`,
    });
  });
}
