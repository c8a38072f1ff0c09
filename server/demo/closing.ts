// A folder of the demo world that goes to work in earnest: its accounts have a password that everybody knows.
import { act } from '../kernel/act.ts';
import { workCtx, type Deps } from '../kernel/ctx.ts';
import { checkPassword } from '../session/passwords.ts';
import { demoAccounts, DEMO_PASSWORD } from './accounts.ts';

/** Disables the demo accounts that still have the demo password; answers their e-mails. */
export async function disableDemoAccounts(deps: Deps): Promise<string[]> {
  const present = await deps.db
    .selectFrom('app_user')
    .where(
      'email_key',
      'in',
      demoAccounts.map(({ email }) => email),
    )
    .where('is_active', '=', true)
    .select(['id', 'email', 'password_hash'])
    .execute();
  const open: typeof present = [];
  for (const account of present) if (await checkPassword(account.password_hash, DEMO_PASSWORD)) open.push(account);
  if (!open.length) return [];
  const emails = open.map(({ email }) => email);
  await act(workCtx(deps, { name: 'Запуск' }), 'user.disable', async ({ tx, log }) => {
    await tx
      .updateTable('app_user')
      .set((e) => ({ is_active: false, version: e('version', '+', 1), rights_version: e('rights_version', '+', 1) }))
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .execute();
    await log({ text: `Отключены демонстрационные учётные записи: ${emails.join(', ')}` });
  });
  return emails;
}
