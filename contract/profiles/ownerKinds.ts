// Kinds of owners.
import { z } from 'zod';
import { IdValue, optionalLine } from '../kernel/scalars.ts';

/** Who may own a garage: a person, an organisation, what a dead person left (it owes until the heirs are entered). */
export const ownerKinds = { person: 'Человек', organisation: 'Организация', estate: 'Наследственная масса' } as const;
export const OwnerKind = z.enum(['person', 'organisation', 'estate']);
export type OwnerKind = z.infer<typeof OwnerKind>;

/** What a new card says of its kind. An organisation has its name in `lastName`; it and an estate have neither birthday nor passport. */
export const whoOwns = {
  kind: OwnerKind.default('person'),
  inn: optionalLine(12),
  /** Whose estate it is. */
  estateOf: IdValue.nullish().transform((value) => value ?? null),
};
