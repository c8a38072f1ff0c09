// «Мой профиль»: a person's own name, sessions, address and second factor.
import { endpoint } from '../kernel/endpoint.ts';
import { Id } from '../kernel/scalars.ts';
import { signedIn } from '../kernel/scope.ts';
import { z } from 'zod';

const tag = 'Учётные записи';

const Password = z.string().max(200);

/** One session of the person at work. */
export const MySession = z.object({
  id: z.number().int(),
  /** «Chrome, Windows». */
  device: z.string(),
  ip: z.string().nullable(),
  /** Where it works: name of the region, МО or ПО. */
  place: z.string().nullable(),
  signed_in_at: z.string(),
  last_seen_at: z.string(),
  is_current: z.boolean(),
});

export type MySession = z.infer<typeof MySession>;

export const mySessions = endpoint({
  tag,
  method: 'GET',
  path: '/api/user_sessions/',
  summary: 'Мои сеансы и устройства',
  needs: signedIn,
  reply: z.object({ data: z.array(MySession) }),
});

export const endMySession = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/user_sessions/:id',
  summary: 'Завершить свой сеанс',
  needs: signedIn,
  params: z.object({ id: Id }),
});

export const endOtherSessions = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/user_sessions/',
  summary: 'Завершить все другие свои сеансы',
  needs: signedIn,
  reply: z.object({ ended: z.number().int() }),
});

/** Begins to change the e-mail: the present address gets a letter. */
export const startEmailReset = endpoint({
  tag,
  method: 'POST',
  path: '/api/reset_email/',
  summary: 'Начать смену почты',
  needs: signedIn,
  reply: z.object({ data: z.object({ email: z.string() }) }),
});

const OwnPassword = z.object({ password: Password.min(1, 'Заполните поле') });

const RecoveryCodes = z.object({ data: z.object({ recovery_codes: z.array(z.string()) }) });

export const factorState = endpoint({
  tag,
  method: 'GET',
  path: '/api/second_factor/',
  summary: 'Второй фактор входа',
  needs: signedIn,
  reply: z.object({
    data: z.object({ enabled: z.boolean(), required: z.boolean(), recovery_left: z.number().int() }),
  }),
});

/** Answers a new key for the telephone; it works after the first code. */
export const startFactor = endpoint({
  tag,
  method: 'POST',
  path: '/api/second_factor/',
  summary: 'Начать настройку второго фактора',
  needs: signedIn,
  body: OwnPassword,
  reply: z.object({ data: z.object({ secret: z.string(), uri: z.string() }) }),
});

/** The first code turns it on and shows the recovery codes, once. */
export const finishFactor = endpoint({
  tag,
  method: 'PUT',
  path: '/api/second_factor/',
  summary: 'Включить второй фактор',
  needs: signedIn,
  body: z.object({ code: z.string().trim().min(1, 'Заполните поле').max(40) }),
  reply: RecoveryCodes,
});

export const renewRecovery = endpoint({
  tag,
  method: 'POST',
  path: '/api/second_factor_recovery/',
  summary: 'Выдать новые резервные коды',
  needs: signedIn,
  body: OwnPassword,
  reply: RecoveryCodes,
});

export const stopFactor = endpoint({
  tag,
  method: 'POST',
  path: '/api/second_factor_off/',
  summary: 'Выключить второй фактор',
  needs: signedIn,
  body: OwnPassword,
});
