// Rules of accounts: which rights fit together, who may not be taken away, how a change is told. Pure.
import { capabilityNames, SUPERUSER, type Capability, type Level } from '../../contract/kernel/scope.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { roleNames, superuserNames, type RightInput, type UserBody } from '../../contract/users.ts';

/** Longest look through someone's eyes, ms. */
export const VIEW_AS_MS = 30 * 60_000;

export const LAST_SUPERUSER = 'Это последний суперпользователь: сначала назначьте другого';
export const OWN_SUPERUSER = 'Своё право суперпользователя снять нельзя: попросите другого суперпользователя';
export const OWN_ACCOUNT = 'Свою учётную запись отключить нельзя';

/** Roles that belong to one level; the others are given anywhere. */
const levelOfRole: Partial<Record<string, Level>> = { chairman: 'po', mo_head: 'mo', region_staff: 'region' };
const levelNames: Record<Level, string> = { region: 'регионе', mo: 'МО', po: 'ПО' };

export interface UserFacts {
  /** The one who saves. */
  actorId: number;
  id: number;
  wasSuperuser: number;
  /** Other superusers who can sign in. */
  otherSuperusers: number;
  /** Keys of the places that exist: `po:5`. */
  places: ReadonlySet<string>;
}

export const placeKey = (right: Pick<RightInput, 'level' | 'id'>) => `${right.level}:${right.id}`;

/** Everything wrong with an account that is being saved. */
export function userProblems(body: Pick<UserBody, 'is_superuser' | 'rights'>, facts: UserFacts): FieldErrors {
  const errors: FieldErrors = {};
  if (!body.rights.length) errors.rights = 'Оставьте хотя бы одно право или отключите учётную запись';
  const seen = new Set<string>();
  body.rights.forEach((right, index) => {
    const key = placeKey(right);
    if (!facts.places.has(key)) errors[`rights.${index}.id`] = 'Такого места нет';
    else if (seen.has(key)) errors[`rights.${index}.id`] = 'Это право уже есть в списке';
    seen.add(key);
    const level = levelOfRole[right.role];
    if (level && level !== right.level)
      errors[`rights.${index}.role`] = `Роль «${roleNames[right.role]}» даётся только в ${levelNames[level]}`;
  });
  if (facts.wasSuperuser === SUPERUSER && body.is_superuser !== SUPERUSER) {
    if (facts.actorId === facts.id) errors.is_superuser = OWN_SUPERUSER;
    else if (!facts.otherSuperusers) errors.is_superuser = LAST_SUPERUSER;
  }
  return errors;
}

/** Why an account may not be disabled; null when it may. */
export function disablingProblem(facts: Omit<UserFacts, 'places'>): string | null {
  if (facts.actorId === facts.id) return OWN_ACCOUNT;
  return facts.wasSuperuser === SUPERUSER && !facts.otherSuperusers ? LAST_SUPERUSER : null;
}

/** The main role of an account: what its first right says. */
export const mainRole = (body: Pick<UserBody, 'is_superuser' | 'rights'>): string =>
  body.is_superuser === SUPERUSER ? 'superuser' : (body.rights[0]?.role ?? 'clerk');

/** Capabilities once each, in their order. */
export const ordered = (capabilities: readonly number[]) =>
  [...new Set(capabilities)].sort((one, other) => one - other);

interface Holding {
  is_superuser: number;
  capabilities: readonly number[];
  rights: readonly { name: string; role: string }[];
}

/** Rights in words, for the log: «МО «Невское» (председатель МО); Ведение реестра». */
export function rightsInWords({ is_superuser, capabilities, rights }: Holding): string {
  const places = rights.map(({ name, role }) => `${name} (${roleNames[role] ?? role})`);
  const abilities = ordered(capabilities).map((one) => capabilityNames[one as Capability] ?? String(one));
  const special = is_superuser ? [superuserNames[is_superuser as 1 | 2]] : [];
  return [places.join(', ') || 'нет прав', abilities.join(', ') || 'только чтение', ...special].join('; ');
}
