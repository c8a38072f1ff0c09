// Rules of handing over: what a confirmation gives and takes, in words that hide nothing. Pure.
import { capabilityNames, SUPERUSER, type Capability } from '../../../contract/kernel/scope.ts';
import { roleNames, type UserCard } from '../../../contract/users.ts';

/** A chairman keeps the register, the money and the mailings of his ПО. */
export const CAPABILITIES: Capability[] = [1, 2, 3];

type Held = Pick<UserCard, 'name' | 'capabilities' | 'rights' | 'is_superuser'>;

/** Rights of an account but those at the ПО. */
export const elsewhere = <R extends { level: string; id: number }>({ rights }: { rights: R[] }, poId: number): R[] =>
  rights.filter(({ level, id }) => level !== 'po' || id !== poId);

const abilities = (list: readonly Capability[]) => list.map((one) => `«${capabilityNames[one]}»`).join(', ');
const placesOf = (rights: Held['rights']) =>
  rights.map(({ name, role, above }) => `${name}${above ? ` (${above})` : ''} — ${roleNames[role] ?? role}`).join('; ');

interface Side {
  po: string;
  poId: number;
  account: Held | undefined;
  /** Whether the reader may know where else the account works. */
  isWhole: boolean;
}

/** What the new chairman gets: capabilities belong to the whole account, so whatever widens elsewhere is said. */
export function takerWords({ taker, email, po, poId, account, isWhole }: Side & { taker: string; email: string }) {
  const role = `${taker}: председатель, ${po}`;
  const gets = `${role}, полномочия ${abilities(CAPABILITIES)}`;
  if (!account && !isWhole)
    return [`${gets}; на ${email} придёт приглашение, а если по нему уже входят — право добавится к тому входу`];
  if (!account) return [`${gets}; приглашение на ${email}`];
  const added = CAPABILITIES.filter((one) => !account.capabilities.includes(one));
  const before = account.rights.find(({ level, id }) => level === 'po' && id === poId);
  const words = [
    `${role}${before ? ` вместо роли «${roleNames[before.role] ?? before.role}»` : ''}; учётная запись ${email} уже есть${account.name === taker ? '' : `, в ней записан ${account.name}`}`,
    added.length
      ? `К полномочиям учётной записи добавятся ${abilities(added)}`
      : 'Полномочия учётной записи не изменятся: все три у неё уже есть',
  ];
  const others = elsewhere(account, poId);
  if (!others.length) return words;
  if (!isWhole) return [...words, 'У неё есть и другие права: что изменится в них, видит суперпользователь'];
  const where = placesOf(others);
  return [
    ...words,
    added.length
      ? `Полномочия у неё одни на все места, поэтому ${abilities(added)} она получит и здесь: ${where}`
      : `Другие её права остаются: ${where}`,
    ...(account.is_superuser === SUPERUSER ? ['Это учётная запись суперпользователя'] : []),
  ];
}

/** What the former chairman loses, and what is left of his account. */
export function formerWords({ former, po, poId, account, isWhole }: Side & { former: string }): string {
  const taken = `${former}: право на ${po} снимается`;
  if (!account) return taken;
  const others = elsewhere(account, poId);
  if (!others.length) return `${taken}, других прав нет — учётная запись отключается`;
  return isWhole ? `${taken}, остаются: ${placesOf(others)}` : `${taken}, другие права остаются`;
}
