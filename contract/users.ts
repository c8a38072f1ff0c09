// Administration of users: accounts with their rights, sessions, looking through someone's eyes; chairmen of the scope.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { Email, Id, IdValue, line, optionalLine, Phone, Version } from './kernel/scalars.ts';
import { Capability, Level, signedIn, superuser } from './kernel/scope.ts';
import { Token } from './session.ts';

const tag = 'Пользователи';

/** What a person is at a place. */
export const roleNames: Record<string, string> = {
  chairman: 'председатель ПО',
  treasurer: 'казначей',
  clerk: 'делопроизводитель',
  mo_head: 'председатель МО',
  region_staff: 'сотрудник региона',
  auditor: 'ревизор',
  superuser: 'суперпользователь',
};
/** Roles that a right may carry. */
export const roles = ['chairman', 'treasurer', 'clerk', 'mo_head', 'region_staff', 'auditor'] as const;
export const Role = z.enum(roles, 'Выберите роль');
export type Role = z.infer<typeof Role>;
export const superuserNames = { 0: 'нет', 1: 'поддержка без панели', 2: 'суперпользователь' } as const;

export const userStates = { active: 'работает', invited: 'приглашён', disabled: 'отключён' } as const;
export const UserState = z.enum(['active', 'invited', 'disabled']);
export type UserState = z.infer<typeof UserState>;

/** A right as the form gives it; the first of the list is where the person begins to work. */
export const RightInput = z.object({ level: Level, id: IdValue, role: Role });
export type RightInput = z.output<typeof RightInput>;
export const UserRight = z.object({
  level: Level,
  id: z.number(),
  name: z.string(),
  role: z.string(),
  /** МО of a ПО, region of a МО. */
  above: z.string().nullable(),
});
export type UserRight = z.infer<typeof UserRight>;

export const UserRow = z.object({
  id: z.number(),
  email: z.string(),
  name: z.string(),
  role: z.string(),
  is_superuser: z.number(),
  capabilities: z.array(z.number()),
  rights: z.array(UserRight),
  last_sign_in: z.string().nullable(),
  has_second_factor: z.boolean(),
  state: UserState,
});
export type UserRow = z.infer<typeof UserRow>;

export const UserSession = z.object({
  id: z.number(),
  device: z.string(),
  ip: z.string().nullable(),
  place: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
});
export const UserCard = UserRow.extend({
  version: z.number(),
  last_name: z.string(),
  first_name: z.string(),
  father_name: z.string(),
  phone: z.string().nullable(),
  created_at: z.string(),
  /** Sessions that go on. */
  sessions: z.array(UserSession),
});
export type UserCard = z.infer<typeof UserCard>;

export const UserBody = z.object({
  last_name: line(80),
  first_name: line(80),
  father_name: optionalLine(80),
  phone: z.preprocess((value) => value || null, Phone.nullable()),
  is_superuser: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  capabilities: z.array(Capability).max(3),
  rights: z.array(RightInput).max(60, 'Не больше 60 прав'),
});
export type UserBody = z.output<typeof UserBody>;

/** A new account: its invitation goes to the e-mail. */
export const NewUser = UserBody.extend({ email: Email });
export type NewUser = z.output<typeof NewUser>;

export const UserFilter = z.object({
  id: z.array(z.number().int()).max(1000).optional(),
  q: z.string().max(100).optional(),
  role: z.string().max(20).optional(),
  level: Level.optional(),
  mo: z.array(z.number().int()).max(200).optional(),
  po: z.array(z.number().int()).max(200).optional(),
  state: UserState.optional(),
  capability: z.number().int().min(0).max(3).optional(),
});
export type UserFilter = z.output<typeof UserFilter>;

export const users = resource({
  name: 'users',
  title: tag,
  read: superuser,
  write: superuser,
  row: UserRow,
  card: UserCard,
  createBody: NewUser,
  updateBody: UserBody.extend({ version: Version }),
  filter: UserFilter,
  sorts: ['name', 'email', 'last_sign_in'],
});

const ofUser = { tag, needs: superuser } as const;
export const disableUser = endpoint({
  ...ofUser,
  params: ByIdParams,
  method: 'POST',
  path: '/api/users/:id/disable',
  summary: 'Отключить пользователя',
  reply: UserCard,
});
export const enableUser = endpoint({
  ...ofUser,
  params: ByIdParams,
  method: 'POST',
  path: '/api/users/:id/enable',
  summary: 'Включить пользователя',
  reply: UserCard,
});
/** Ends every session of the person: each device has to sign in again. */
export const endUserSessions = endpoint({
  ...ofUser,
  params: ByIdParams,
  method: 'DELETE',
  path: '/api/users/:id/sessions',
  summary: 'Завершить все сеансы пользователя',
  reply: UserCard,
});
export const endUserSession = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/users/:id/sessions/:sessionId',
  summary: 'Завершить один сеанс пользователя',
  needs: superuser,
  params: z.object({ id: Id, sessionId: Id }),
  reply: UserCard,
});
/** What was done by the person and about the person, newest first. */
export const UserAction = z.object({
  id: z.number(),
  at: z.string(),
  who: z.string(),
  verb: z.string(),
  text: z.string(),
});
export const userActions = endpoint({
  ...ofUser,
  params: ByIdParams,
  method: 'GET',
  path: '/api/users/:id/actions',
  summary: 'Действия пользователя и над ним',
  query: z.object({ before: Id.optional() }),
  /** `log_from`: lines before that day have left the log for the archive. */
  reply: z.object({ data: z.array(UserAction), log_from: z.string().nullable() }),
});

/** A token that sees what the person sees at one of his places and changes nothing. */
export const viewAs = endpoint({
  ...ofUser,
  params: ByIdParams,
  method: 'POST',
  path: '/api/users/:id/view_as',
  summary: 'Смотреть глазами пользователя',
  body: z.object({ level: Level, place: IdValue }),
  reply: Token,
});
/** Ends what was begun with `viewAs` in this session; called with the superuser's own token. */
export const endViewAs = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/view_as/',
  summary: 'Закончить просмотр глазами пользователя',
  needs: superuser,
});

export const Chairman = z.object({
  level: Level,
  id: z.number(),
  place: z.string(),
  mo: z.string().nullable(),
  full_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});
export const chairmanList = endpoint({
  tag,
  method: 'GET',
  path: '/api/chairman_list/',
  summary: 'Председатели МО и ПО',
  needs: signedIn,
  reply: z.object({ data: z.array(Chairman) }),
});
