// Every list of fields by the name of its resource and by the type of the object that the log speaks of.
import type { Fields } from '../kernel/fields.ts';
import { documentKindFields } from './documents.ts';
import { garageFields } from './garages.ts';
import { moFields, poFields, regionFields } from './orgs.ts';
import { profileFields } from './profiles.ts';
import {
  accrualTypeFields,
  garageTypeFields,
  keyRateFields,
  paymentTypeFields,
  privilegeFields,
  smsPriceFields,
} from './references.ts';
import { userFields } from './users.ts';

const lists = {
  garages: garageFields,
  profiles: profileFields,
  regions: regionFields,
  moes: moFields,
  poes: poFields,
  users: userFields,
  garage_types: garageTypeFields,
  accrual_types: accrualTypeFields,
  payment_types: paymentTypeFields,
  privileges: privilegeFields,
  key_rates: keyRateFields,
  sms_prices: smsPriceFields,
  document_types: documentKindFields,
} as const satisfies Record<string, Fields>;
export type FieldsName = keyof typeof lists;

/**
 * Fields of a resource by its name: `fieldsOf('garages').pibNumber.label`. A page of the console takes the list of its
 * own file instead, so that the others are not loaded with it.
 */
export const fieldsOf = <N extends FieldsName>(name: N): (typeof lists)[N] => lists[name];

const objects: Readonly<Record<string, FieldsName>> = {
  garage: 'garages',
  profile: 'profiles',
  region: 'regions',
  mo: 'moes',
  po: 'poes',
  user: 'users',
  garage_type: 'garage_types',
  accrual_type: 'accrual_types',
  payment_type: 'payment_types',
  privilege: 'privileges',
  key_rate: 'key_rates',
  sms_price: 'sms_prices',
  document_type: 'document_types',
};

/** Fields of the object that a line of the log speaks of; undefined for objects without a list. */
export const fieldsOfObject = (type: string | null | undefined): Fields | undefined => lists[objects[type ?? '']!];

/** Types of objects that have fields, each with the name of its list. */
export const fieldObjects: readonly (readonly [type: string, name: FieldsName])[] = Object.entries(objects);

/** Variables of papers and messages, «garages.number» with its name in words, in the order of the cards. */
export const variablesOf = (name: FieldsName): { variable: string; label: string }[] =>
  Object.entries<Fields[string]>(lists[name])
    .filter(([, field]) => field.templated)
    .map(([key, field]) => ({ variable: `${name}.${key}`, label: field.label }));
