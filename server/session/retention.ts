// What signing in leaves behind is kept only while somebody may need it: tries, ended sessions, letters with their links.
import { act } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { daysBefore } from '../ports/clock.ts';

/** How long rows are kept, days; what happened stays readable in the action log. */
export const KEPT_DAYS = { attempts: 90, sessions: 180, letters: 30 } as const;

/** Deletes tries to sign in, sessions that ended or ran out, and letters that were sent, once they are old. */
export async function forgetOldSignIns(deps: Deps): Promise<void> {
  const ctx = workCtx(deps, { name: 'Уборка' });
  const since = (kind: keyof typeof KEPT_DAYS) => daysBefore(ctx.now(), KEPT_DAYS[kind]);
  const attempts = deps.db.selectFrom('login_attempt').where('at', '<', since('attempts')).select('id');
  const letters = deps.db.selectFrom('outbox').where('sent_at', '<', since('letters')).select('id');
  const sessions = deps.db
    .selectFrom('session')
    .where((e) => e.fn('least', ['expires_at', e.fn.coalesce('ended_at', 'expires_at')]), '<', since('sessions'))
    .select('id');
  const isAnyOld =
    (await attempts.executeTakeFirst()) ?? (await letters.executeTakeFirst()) ?? (await sessions.executeTakeFirst());
  if (!isAnyOld) return;
  await act(ctx, 'sign.forget', async ({ tx, log }) => {
    const gone = [
      await tx.deleteFrom('login_attempt').where('id', 'in', attempts).executeTakeFirst(),
      await tx.deleteFrom('outbox').where('id', 'in', letters).executeTakeFirst(),
      await tx.deleteFrom('session').where('id', 'in', sessions).executeTakeFirst(),
    ].map(({ numDeletedRows }) => Number(numDeletedRows));
    await log({
      text: `Удалены устаревшие записи: попытки входа — ${gone[0]}, отправленные письма — ${gone[1]}, сеансы — ${gone[2]}`,
    });
  });
}
