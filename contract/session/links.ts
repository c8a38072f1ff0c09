// Links in letters: an invitation, a new device, another address.
import { endpoint } from '../kernel/endpoint.ts';
import { Email, Id, line, optionalLine } from '../kernel/scalars.ts';
import { anyone, superuser } from '../kernel/scope.ts';
import { z } from 'zod';

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
  /** A mail server takes letters; without one the link is handed over by who invites. */
  is_mailed: z.boolean(),
});

export type InviteStatus = z.infer<typeof InviteStatus>;

export const inviteStatus = endpoint({
  tag,
  method: 'GET',
  path: '/api/user_invite/:id',
  room: 'users',
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
  reply: z.object({
    data: InviteStatus,
    /** Address of the invitation, told once, where no mail server carries letters. */
    link: z.string().nullable(),
  }),
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

/**
 * A link for a new password that a superuser hands over himself, where no mail server carries letters. Told once; the links
 * made before stop working.
 */
export const makeResetLink = endpoint({
  tag,
  method: 'POST',
  path: '/api/user_reset_link/:id',
  summary: 'Ссылка для смены пароля',
  needs: superuser,
  params: z.object({ id: Id }),
  reply: z.object({ link: z.string(), expires_at: z.string() }),
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

const Decision = z.object({ token: LinkToken, confirm: z.boolean().optional() });

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
