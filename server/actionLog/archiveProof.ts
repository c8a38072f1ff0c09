// The proof of what left the log, every night.
import { SUPERUSER } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { keepProof } from '../kernel/proofs.ts';
import { dateIn, HOME_ZONE } from '../ports/clock.ts';
import { writeLetter } from '../ports/outbox.ts';
import { lastArchive } from './queries/archive.ts';
import { archiveFaults } from './queries/archiveFaults.ts';

/** Proves archived months where there are any; superusers get a letter about what is wrong. */
export async function proveArchives(deps: Deps): Promise<void> {
  if (!(await lastArchive(deps.db))) return;
  const faults = await archiveFaults(deps);
  const ctx = workCtx(deps, { name: 'Сверка журнала' });
  const people = faults.length
    ? await ctx.db
        .selectFrom('app_user')
        .where('is_superuser', '=', SUPERUSER)
        .where('is_active', '=', true)
        .select('email')
        .execute()
    : [];
  await act(ctx, 'admin.log_proof', async ({ tx, log }) => {
    await keepProof(tx, 'archive', { at: ctx.now().toISOString(), faults: faults.length });
    for (const { email } of people)
      await writeLetter(tx, ctx, {
        to: email,
        subject: 'Архив журнала не сходится',
        text: ['Ночная сверка нашла расхождения в архиве журнала.', '', ...faults].join('\n'),
        what: `log.archive.faults:${dateIn(ctx.now(), HOME_ZONE)}`,
      });
    await log({
      text: faults.length
        ? `Ночная сверка архива журнала: расхождений — ${faults.length}. ${faults[0]!}`
        : 'Ночная сверка архива журнала: сошлось',
    });
  });
}
