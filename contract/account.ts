// Accounts: invitations, new devices, e-mail, sessions and the second factor; links of letters decide most of it.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { Email, Id, line, optionalLine } from './kernel/scalars.ts';
import { anyone, signedIn, superuser } from './kernel/scope.ts';

const tag = 'Учётные записи';

export const LinkPurpose = z.enum(['invite', 'new_device', 'reset_password', 'reset_email', 'confirm_email']);
export type LinkPurpose = z.infer<typeof LinkPurpose>;
/** What a link of a letter is worth now. */
export const LinkState = z.enum(['good', 'used', 'denied', 'expired']);
export type LinkState = z.infer<typeof LinkState>;

/** The secret part of a link. */
const LinkToken = z.string().min(1, 'Ссылка устарела или уже использована').max(100);
const Password = z.string().max(200);

const InviteDetail = z.object({
  email: z.string(),
  last_name: z.string(),
  first_name: z.string(),
  father_name: z.string(),
  /** Who invites. */
  invited_by: z.string(),
  /** Where the person will work. */
  organisation: z.string(),
  expires_at: z.string(),
  accepted: z.boolean(),
});
/** Without a password: what the invitation says. With one: accepts it; the link works once. */
export const inviteDetail = endpoint({
  tag,
  method: 'PUT',
  path: '/api/invite_public_detail/',
  summary: 'Проверить или принять приглашение',
  needs: anyone,
  body: z.object({
    token: LinkToken,
    password: Password.optional(),
    last_name: line(80).optional(),
    first_name: line(80).optional(),
    father_name: optionalLine(80),
  }),
  reply: z.object({ data: InviteDetail }),
});

/** Last invitation of a person; `none` where nobody was invited. */
export const InviteStatus = z.object({
  state: z.enum(['none', 'sent', 'accepted', 'revoked', 'expired']),
  sent_at: z.string().nullable(),
  expires_at: z.string().nullable(),
});
export type InviteStatus = z.infer<typeof InviteStatus>;

export const inviteStatus = endpoint({
  tag,
  method: 'GET',
  path: '/api/user_invite/:id',
  summary: 'Приглашение пользователя',
  needs: superuser,
  params: z.object({ id: Id }),
  reply: z.object({ data: InviteStatus }),
});
/** Sends an invitation, or sends it anew: the earlier letter stops working. */
export const sendInvite = endpoint({
  tag,
  method: 'POST',
  path: '/api/user_invite/:id',
  summary: 'Пригласить пользователя',
  needs: superuser,
  params: z.object({ id: Id }),
  reply: z.object({ data: InviteStatus }),
});
export const revokeInvite = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/user_invite/:id',
  summary: 'Отозвать приглашение',
  needs: superuser,
  params: z.object({ id: Id }),
  reply: z.object({ data: InviteStatus }),
});

/** Without a decision: which device waits. With one: lets it in, or denies it and answers a link for a new password. */
export const newDevice = endpoint({
  tag,
  method: 'PUT',
  path: '/api/new_client_fingerprint/',
  summary: 'Подтвердить или отклонить новое устройство',
  needs: anyone,
  body: z.object({ token: LinkToken, confirm: z.boolean().optional() }),
  reply: z.object({
    data: z.object({
      device: z.string(),
      ip: z.string(),
      at: z.string(),
      decision: z.enum(['confirmed', 'denied']).nullable(),
      /** Secret of a link that sets a new password; after a denial only. */
      reset_token: z.string().nullable(),
    }),
  }),
});

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

const Decision = z.object({ token: LinkToken, confirm: z.boolean().optional() });

/** Begins to change the e-mail: the present address gets a letter. */
export const startEmailReset = endpoint({
  tag,
  method: 'POST',
  path: '/api/reset_email/',
  summary: 'Начать смену почты',
  needs: signedIn,
  reply: z.object({ data: z.object({ email: z.string() }) }),
});
/** The present address answers; without a decision the link is only checked. */
export const confirmEmailReset = endpoint({
  tag,
  method: 'PUT',
  path: '/api/confirm_reset_email/',
  summary: 'Подтвердить или отклонить смену почты',
  needs: anyone,
  body: Decision,
  reply: z.object({
    data: z.object({
      /** The present address, masked. */
      email: z.string(),
      decision: z.enum(['confirmed', 'denied']).nullable(),
      /** Secret of a link that sets a new password; after a denial only. */
      reset_token: z.string().nullable(),
    }),
  }),
});
/** The new address, by the link that the present one has confirmed; it gets a letter. */
export const askNewEmail = endpoint({
  tag,
  method: 'POST',
  path: '/api/confirm_email/',
  summary: 'Назвать новую почту',
  needs: anyone,
  body: z.object({ token: LinkToken, email: Email }),
});
/** The new address answers; without `confirm` the link is only checked. */
export const confirmEmail = endpoint({
  tag,
  method: 'PUT',
  path: '/api/confirm_email/',
  summary: 'Подтвердить новую почту',
  needs: anyone,
  body: z.object({ token: LinkToken, confirm: z.literal(true).optional() }),
  reply: z.object({ data: z.object({ email: z.string(), confirmed: z.boolean() }) }),
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
