// The person at work: name, telephone, password, rights as the menu shows them.
import { sql } from 'kysely';
import * as contract from '../../../contract/session.ts';
import { SUPERUSER } from '../../../contract/kernel/scope.ts';
import { userFields } from '../../../contract/fields/users.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { changedText, difference } from '../../kernel/difference.ts';
import { notFound, refuseIf } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { writeLetter } from '../../ports/outbox.ts';
import { passwordLetter } from '../letters.ts';
import { closeLinks } from '../links.ts';
import { hashPassword } from '../passwords.ts';
import * as q from '../queries.ts';
import { passwordProblem } from '../rules.ts';
import { isOwnPassword } from '../signIn.ts';
import { endSessionsOf } from '../writing.ts';

export function personRoutes(mount: Mount): void {
  mount(contract.userDetail, async (ctx, { params }) => ({ data: await detail(ctx, params.id) }));

  mount(contract.updateUserDetail, async (ctx, { params, body }) => {
    const before = await detail(ctx, params.id);
    const password_hash = body.password === undefined ? null : await newHash(ctx, before, body);
    const { last_name, first_name, father_name, phone } = body;
    const names = Object.fromEntries(
      Object.entries({ last_name, first_name, father_name: father_name === null ? '' : father_name, phone }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    const changed = difference(userFields, before, names);
    await act(ctx, 'user.update', async (write) => {
      const { tx, log } = write;
      await tx
        .updateTable('app_user')
        .set({
          ...names,
          updated_at: ctx.now().toISOString(),
          version: sql`version + 1`,
          ...(password_hash ? { password_hash, must_reset_password: false } : {}),
        })
        .where('id', '=', params.id)
        .execute();
      const object = { type: 'user' as const, id: params.id, name: before.email };
      if (password_hash) {
        await closeLinks(tx, ctx, params.id, ['reset_password', 'new_device']);
        await endSessionsOf(write, ctx, params.id, 'изменён пароль', ctx.actor.sessionId);
        await writeLetter(tx, ctx, { to: before.email, ...passwordLetter() });
        await log({ verb: 'user.password_changed', object, text: 'Изменён пароль' });
      }
      if (changed.names.length || !password_hash)
        await log({ object, text: changedText(changed.names), before: changed.before, after: changed.after });
    });
    return { data: await detail(ctx, params.id) };
  });

  mount(contract.userPoList, async (ctx) => ({ data: await q.scopedPoes(ctx.db, ctx.actor) }));
}

/** Hash of the new password. @throws 422 with everything that is wrong, 429 after too many wrong old ones */
async function newHash(
  ctx: Ctx,
  user: { id: number; email: string },
  { password = '', current_password = '' }: { password?: string | undefined; current_password?: string | undefined },
): Promise<string> {
  const errors: Record<string, string> = {};
  const problem = passwordProblem(password, user.email);
  if (user.id !== ctx.actor.userId) errors.password = 'Чужой пароль меняет только его владелец';
  else if (problem) errors.password = problem;
  else if (password === current_password) errors.password = 'Новый пароль совпадает с прежним';
  if (user.id === ctx.actor.userId && !(await isOwnPassword(ctx, user.email, current_password)))
    errors.current_password = 'Неверный пароль';
  refuseIf(errors);
  return hashPassword(password);
}

async function detail(ctx: Ctx, id: number) {
  if (id !== ctx.actor.userId && ctx.actor.isSuperuser !== SUPERUSER) throw notFound();
  const user = await q.userById(ctx.db, id);
  if (!user) throw notFound();
  const rights = await q.namedRights(ctx.db, id);
  const of = (kind: 'region' | 'mo' | 'po') => rights.filter((right) => right.kind === kind);
  return {
    id: user.id,
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    father_name: user.father_name,
    phone: user.phone,
    role: user.role,
    capabilities: user.capabilities,
    region_rights: of('region').map((right) => plain(right, user.role)),
    mo_rights: of('mo').map((right) => plain(right, user.role)),
    po_rights: of('po').map(({ mo, mo_name, ...right }) => ({
      ...plain(right, user.role),
      mo,
      mo_name: mo_name ?? '',
    })),
  };
}

const plain = (right: { id: number; name: string; garage_count: number; role: string | null }, mainRole: string) => ({
  id: right.id,
  name: right.name,
  garage_count: right.garage_count,
  role: right.role ?? mainRole,
});
