// The own second factor: set up with the first code, new recovery codes, turned off with the password.
import { randomBytes } from 'node:crypto';
import * as contract from '../../../contract/session/account.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import type { Mount } from '../../kernel/mount.ts';
import { writeLetter } from '../../ports/outbox.ts';
import { factorLetter } from '../letters.ts';
import * as q from '../queries.ts';
import { shortName } from '../rules.ts';
import { mustHaveFactor } from '../rules/factorDuty.ts';
import { factorUri, secretOf, stepOf } from '../rules/secondFactor.ts';
import { newRecoveryCodes } from '../secondFactor.ts';
import { isOwnPassword } from '../signIn.ts';

const SECRET_BYTES = 20;

export function factorRoutes(mount: Mount): void {
  mount(contract.factorState, async (ctx) => {
    const user = await own(ctx);
    return {
      data: {
        enabled: user.totp_cipher !== null,
        required: mustHaveFactor(ctx.deps.settings, user),
        recovery_left: await q.recoveryCodesLeft(ctx.db, user.id),
      },
    };
  });

  mount(contract.startFactor, async (ctx, { body }) => {
    const user = await withPassword(ctx, body.password);
    if (user.totp_cipher) throw invalid({ form: 'Второй фактор уже включён' });
    const secret = secretOf(randomBytes(SECRET_BYTES));
    await act(ctx, 'user.factor_started', async ({ tx, log }) => {
      await q.setTotp(tx, user.id, { totp_pending: ctx.deps.secrets.seal(secret) });
      await log({ object: objectOf(user), text: 'Начата настройка второго фактора' });
    });
    return { data: { secret, uri: factorUri(secret, user.email) } };
  });

  mount(contract.finishFactor, async (ctx, { body }) => {
    const user = await own(ctx);
    if (!user.totp_pending) throw invalid({ form: 'Начните настройку заново' });
    const step = stepOf(ctx.deps.secrets.open(user.totp_pending), body.code, ctx.now().getTime());
    if (step === null) throw invalid({ code: 'Неверный код. Проверьте, что часы телефона идут точно' });
    const codes = await act(ctx, 'user.factor_on', async ({ tx, log }) => {
      // Of two answers only the first turns it on: the codes that are shown are the codes that work.
      if (!(await q.turnTotpOn(tx, user.id, step))) throw invalid({ form: 'Начните настройку заново' });
      await log({ object: objectOf(user), text: 'Включён второй фактор' });
      await writeLetter(tx, ctx, { to: user.email, ...factorLetter(true) });
      return newRecoveryCodes(tx, ctx, user.id);
    });
    return { data: { recovery_codes: codes } };
  });

  mount(contract.renewRecovery, async (ctx, { body }) => {
    const user = await withPassword(ctx, body.password);
    if (!user.totp_cipher) throw invalid({ form: 'Второй фактор не включён' });
    const codes = await act(ctx, 'user.recovery_codes', async ({ tx, log }) => {
      await log({ object: objectOf(user), text: 'Выданы новые резервные коды' });
      return newRecoveryCodes(tx, ctx, user.id);
    });
    return { data: { recovery_codes: codes } };
  });

  mount(contract.stopFactor, async (ctx, { body }) => {
    const user = await withPassword(ctx, body.password);
    if (mustHaveFactor(ctx.deps.settings, user)) throw invalid({ form: 'Суперпользователю второй фактор обязателен' });
    if (!user.totp_cipher) return;
    await act(ctx, 'user.factor_off', async ({ tx, log }) => {
      await q.setTotp(tx, user.id, { totp_cipher: null, totp_pending: null });
      await q.replaceRecoveryCodes(tx, user.id, [], ctx.now().toISOString());
      await log({ object: objectOf(user), text: 'Выключен второй фактор' });
      await writeLetter(tx, ctx, { to: user.email, ...factorLetter(false) });
    });
  });
}

const objectOf = (user: q.User) => ({ type: 'user' as const, id: user.id, name: shortName(user) });

async function own(ctx: Ctx): Promise<q.User> {
  const user = await q.userById(ctx.db, ctx.actor.userId);
  if (!user) throw notFound();
  return user;
}

/** @throws 422 for a wrong password, 429 after too many */
async function withPassword(ctx: Ctx, password: string): Promise<q.User> {
  const user = await own(ctx);
  if (!(await isOwnPassword(ctx, user.email, password))) throw invalid({ password: 'Неверный пароль' });
  return user;
}
