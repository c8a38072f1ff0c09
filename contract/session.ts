// Signing in, the token and the person who works: claims, login, refresh, switching rights.
import { z } from 'zod';
import { counterNames, counters, type CounterName } from './kernel/counters.ts';
import { endpoint } from './kernel/endpoint.ts';
import { Id, line, optionalLine, Phone } from './kernel/scalars.ts';
import { anyone, signedIn, SUPERUSER, type Actor } from './kernel/scope.ts';

const tag = 'Вход и сессии';
const Right = z.object({ id: z.number().int(), name: z.string(), role: z.string().optional() });
export const PoRight = Right.extend({ mo: z.number().int().nullable(), mo_name: z.string().optional() });

/** Claims of the access token, named as the specification names them. */
export const Claims = z.object({
  id: z.number().int(),
  sid: z.number().int(),
  uname: z.string(),
  is_superuser: z.number().int(),
  role: z.string(),
  region: z.number().int().nullable(),
  mo: z.number().int().nullable(),
  po: z.number().int().nullable(),
  region_name: z.string().nullable(),
  mo_name: z.string().nullable(),
  po_name: z.string().nullable(),
  region_rights: z.array(z.number().int()),
  mo_rights: z.array(z.number().int()),
  po_rights: z.array(z.number().int()),
  capabilities: z.array(z.number().int()),
  view_only: z.boolean().optional(),
  /** Whose session it really is, while a superuser looks through someone's eyes. */
  viewer: z.number().int().optional(),
  /** A superuser who must set up the second factor first; until then he has no admin panel. */
  factor_needed: z.boolean().optional(),
  /** Time zone of the place: its day is «today» on the screen, whatever this computer's clock says. */
  time_zone: z.string().optional(),
  exp: z.number(),
});
export type Claims = z.infer<typeof Claims>;

/** What the kernel and the menu decide by, read from claims. */
export function actorOf(claims: Claims): Actor {
  return {
    userId: claims.id,
    sessionId: claims.sid,
    name: claims.uname,
    role: claims.role,
    isSuperuser: claims.is_superuser,
    region: claims.region,
    mo: claims.mo,
    po: claims.po,
    capabilities: claims.capabilities,
    viewOnly: claims.view_only ?? false,
  };
}
export const isSuper = (actor: Actor | null) => actor?.isSuperuser === SUPERUSER;

export const Token = z.object({ token: z.string() });

export const login = endpoint({
  tag,
  method: 'POST',
  path: '/api/login/',
  summary: 'Войти',
  needs: anyone,
  body: z.object({
    email: z.string().trim().min(1, 'Заполните поле').max(254),
    password: z.string().min(1, 'Заполните поле').max(200),
    /** Code of the second factor or a recovery code, where one is asked for. */
    code: z.string().max(40).optional(),
  }),
  reply: Token,
});
export const logout = endpoint({ tag, method: 'DELETE', path: '/api/login/', summary: 'Выйти', needs: anyone });
export const refreshToken = endpoint({
  tag,
  method: 'POST',
  path: '/api/refresh_token/',
  summary: 'Обновить токен',
  needs: anyone,
  reply: Token,
});
/** Switching rights: exactly one of the three ids is a right that the person holds. */
export const updateToken = endpoint({
  tag,
  method: 'PUT',
  path: '/api/update_token/',
  summary: 'Переключить права',
  needs: signedIn,
  body: z.object({
    region: z.number().int().nullish(),
    mo: z.number().int().nullish(),
    po: z.number().int().nullish(),
  }),
  reply: Token,
});

/** The person as `user_detail` gives it; rights carry what the dialog «было → станет» compares. */
export const UserDetail = z.object({
  id: z.number().int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  father_name: z.string(),
  phone: z.string().nullable(),
  role: z.string(),
  capabilities: z.array(z.number().int()),
  region_rights: z.array(Right.extend({ garage_count: z.number().int() })),
  mo_rights: z.array(Right.extend({ garage_count: z.number().int() })),
  po_rights: z.array(PoRight.extend({ garage_count: z.number().int() })),
});
export type UserDetail = z.infer<typeof UserDetail>;
export const userDetail = endpoint({
  tag,
  method: 'GET',
  path: '/api/user_detail/:id',
  summary: 'Пользователь',
  needs: signedIn,
  params: z.object({ id: Id }),
  reply: z.object({ data: UserDetail }),
});
export const updateUserDetail = endpoint({
  tag,
  method: 'PUT',
  path: '/api/user_detail/:id',
  summary: 'Изменить пользователя',
  needs: signedIn,
  params: z.object({ id: Id }),
  body: z
    .object({
      /** What is left out stays as it is. */
      last_name: line(80).optional(),
      first_name: line(80).optional(),
      father_name: z.union([z.undefined(), optionalLine(80)]),
      phone: z.preprocess((value) => (value === undefined ? undefined : value || null), Phone.nullish()),
      /** A new password of one's own, with the present one; other sessions end. */
      password: z.string().max(200).optional(),
      current_password: z.string().max(200).optional(),
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), {
      path: ['last_name'],
      message: 'Заполните поле',
    }),
  reply: z.object({ data: UserDetail }),
});
const Password = z.string().max(200);
/** Whether this is the own password: asked before what should not be done by somebody passing by. */
export const checkPassword = endpoint({
  tag,
  method: 'POST',
  path: '/api/check_password/:id',
  summary: 'Проверить пароль',
  needs: signedIn,
  params: z.object({ id: Id }),
  body: z.object({ password: Password.min(1, 'Заполните поле') }),
  reply: z.object({ valid: z.boolean() }),
});
/** Sends a link to set a new password; the answer is the same whether the e-mail is known or not. */
export const requestReset = endpoint({
  tag,
  method: 'POST',
  path: '/api/reset_password/',
  summary: 'Попросить ссылку для нового пароля',
  needs: anyone,
  body: z.object({ email: z.email('Неверный адрес e-mail').max(254) }),
});
/** Sets a new password by the link of the letter; every session of the person ends. Without a password the link is only checked. */
export const confirmReset = endpoint({
  tag,
  method: 'PUT',
  path: '/api/reset_password/',
  summary: 'Задать новый пароль по ссылке',
  needs: anyone,
  body: z.object({ token: z.string().min(1).max(100), password: Password.optional() }),
});
/** ПО of the actor's scope, for selects. */
export const userPoList = endpoint({
  tag,
  method: 'GET',
  path: '/api/user_po_list/',
  summary: 'ПО, доступные пользователю',
  needs: signedIn,
  reply: z.object({ data: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
});
export const signGallery = endpoint({
  tag,
  method: 'GET',
  path: '/api/sign_gallery_item_list/',
  summary: 'Картинки страницы входа',
  needs: anyone,
  reply: z.object({
    data: z.array(
      z.object({ id: z.number().int(), title: z.string(), caption: z.string().nullable(), url: z.string() }),
    ),
    /** Accounts offered with one click; empty unless the demo world is on. */
    demo: z.array(z.object({ email: z.string(), label: z.string(), place: z.string(), password: z.string() })),
  }),
});
/** What the shell shows before and after sign-in: legal details, support address, policy, limits. */
export const publicSettings = endpoint({
  tag,
  method: 'GET',
  path: '/api/public_settings/',
  summary: 'Реквизиты оператора и поддержки',
  needs: anyone,
  reply: z.object({
    operatorName: z.string(),
    operatorDetails: z.string(),
    supportEmail: z.string(),
    supportPhone: z.string(),
    policy: z.object({ version: z.number(), approvedAt: z.string(), reviewDue: z.string(), text: z.string() }),
    demo: z.boolean(),
    /** A mail server takes letters; without one no letter with a link comes to anybody. */
    hasMail: z.boolean(),
  }),
});
export const askQuestion = endpoint({
  tag,
  method: 'POST',
  path: '/api/ask_question/',
  summary: 'Задать вопрос поддержке',
  needs: anyone,
  body: z.object({
    name: line(120),
    email: z.email('Неверный адрес e-mail').max(254),
    text: z.string().trim().min(5, 'Напишите вопрос').max(4000),
  }),
  reply: z.object({ id: z.number().int() }),
});
/** Numbers beside menu entries. */
export const menuCounters = endpoint({
  tag,
  method: 'GET',
  path: '/api/menu_counters/',
  room: 'menu',
  summary: 'Счётчики меню',
  needs: signedIn,
  reply: z.object({
    ...(Object.fromEntries(counterNames.map((name) => [name, z.number().describe(counters[name].title)])) as Record<
      CounterName,
      z.ZodNumber
    >),
    /** The МО may take a copy of its register away. */
    backup: z.boolean(),
  }),
});
