// Words of the garages' screens.
import { garageFields } from '../../contract/fields/garages.ts';
import { labelsOf } from '../../contract/kernel/fields.ts';

export const labels: Record<string, string> = {
  ...labelsOf(garageFields),
  owners: 'Владельцы и доли',
  alreadyExistProfile: 'Владельцы',
  ownedSince: 'Владеют с',
};

export const garageForms = ['гараж', 'гаража', 'гаражей'] as const;

export const debtNames = {
  any: 'любой',
  debt: 'есть долг',
  no_debt: 'нет долга',
  advance: 'аванс',
  former: 'долг прежнего владельца',
} as const;
export const counterNames = { none: 'нет', one: 'один', several: 'несколько' } as const;
export const lockedNames = { yes: 'идёт', no: 'не идёт' } as const;
export const restrictedNames = { yes: 'есть', no: 'нет' } as const;
export const pibNames = { has: 'есть', none: 'нет' } as const;
