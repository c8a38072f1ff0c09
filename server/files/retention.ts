// Files to which nothing refers any more: noted on the first night, deleted when nobody has missed them.
import { act } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { daysBefore } from '../ports/clock.ts';
import { dropUnused, markUnused, unusedFiles } from './queries.ts';
import { UNUSED_DAYS } from './rules.ts';

/** One night's work; the bytes go after the rows, so that no row is left without its file. */
export async function forgetUnusedFiles(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const now = ctx.now();
  const before = new Date(daysBefore(now, UNUSED_DAYS));
  const { unmarked, over } = await unusedFiles(deps.db, before);
  if (!unmarked && !over) return;
  const keys = await act(ctx, 'admin.files_forget', async ({ tx, log }) => {
    const gone = await dropUnused(tx, before);
    const marked = await markUnused(tx, now);
    const said = [
      gone.length && `Удалены файлы, на которые ${UNUSED_DAYS} дней ничто не ссылалось: ${gone.length}`,
      marked && `Больше не нужны и будут удалены через ${UNUSED_DAYS} дней: ${marked}`,
    ].filter(Boolean);
    await log({ text: said.join('. ') || 'Ненужных файлов нет' });
    return gone;
  });
  for (const storeKey of keys) await deps.files.remove(storeKey);
}
