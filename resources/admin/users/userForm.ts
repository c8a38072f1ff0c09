// Values of the account's form and how they become a body: capabilities are three ticks.
import { userFields } from '../../../contract/fields/users.ts';
import { labelsOf } from '../../../contract/kernel/fields.ts';
import { capabilityNames, type Capability } from '../../../contract/kernel/scope.ts';
import { roleNames, superuserNames, type NewUser, type UserCard, type UserRight } from '../../../contract/users.ts';

export interface UserValues {
  email: string;
  last_name: string;
  first_name: string;
  father_name: string | null;
  phone: string | null;
  is_superuser: number;
  registry: boolean;
  finance: boolean;
  mailing: boolean;
  rights: readonly UserRight[];
}

const ticks = { registry: 1, finance: 2, mailing: 3 } as const;
export type Tick = keyof typeof ticks;

export const labels: Record<string, string> = {
  ...labelsOf(userFields),
  registry: capabilityNames[1],
  finance: capabilityNames[2],
  mailing: capabilityNames[3],
};

export const emptyUser: UserValues = {
  email: '',
  last_name: '',
  first_name: '',
  father_name: '',
  phone: null,
  is_superuser: 0,
  registry: false,
  finance: false,
  mailing: false,
  rights: [],
};

export function userValues(card: UserCard): UserValues {
  const { email, last_name, first_name, father_name, phone, is_superuser, rights } = card;
  const has = (tick: Tick) => card.capabilities.includes(ticks[tick]);
  return {
    email,
    last_name,
    first_name,
    father_name,
    phone,
    is_superuser,
    registry: has('registry'),
    finance: has('finance'),
    mailing: has('mailing'),
    rights,
  };
}

export function userBody(values: UserValues): NewUser {
  return {
    email: values.email,
    last_name: values.last_name ?? '',
    first_name: values.first_name ?? '',
    father_name: values.father_name,
    phone: values.phone,
    is_superuser: Number(values.is_superuser) as 0 | 1 | 2,
    capabilities: (Object.keys(ticks) as Tick[]).filter((tick) => values[tick]).map((tick): Capability => ticks[tick]),
    rights: values.rights.map(({ level, id, role }) => ({ level, id, role })) as NewUser['rights'],
  };
}

/** A value as a person reads it. */
export function shown(field: string, value: unknown): string {
  if (field === 'rights')
    return (value as readonly UserRight[]).map((right) => `${right.name} (${roleNames[right.role]})`).join(', ');
  if (field === 'is_superuser') return superuserNames[value as 0 | 1 | 2] ?? '';
  if (typeof value === 'boolean') return value ? 'да' : 'нет';
  return value === null || value === undefined ? '' : String(value);
}
