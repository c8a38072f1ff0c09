// Kinds of owners.
import { z } from 'zod';
import { IdValue, Named, optionalLine } from '../kernel/scalars.ts';
import { ReachConsent, RepresentativeBody } from './representatives.ts';

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
  /** Who is written to in place of a child or of an estate. */
  representative: RepresentativeBody.nullish().transform((value) => value ?? null),
};

/** What a change says of an organisation and of an estate; what is absent stays. A card does not change its kind. */
export const ofOtherOwners = {
  inn: z
    .string()
    .trim()
    .max(12, 'Не длиннее 12 знаков')
    .nullish()
    .transform((text) => (text === undefined ? undefined : text || null)),
  estateOf: IdValue.nullish(),
};

/** What a card says of representing. */
export const representing = {
  /** A child, or an estate: it is written to through somebody else. */
  is_represented: z.boolean(),
  /** Who that is, contacts masked; null while nobody is named. */
  representative: z
    .object({
      id: z.number(),
      name: z.string(),
      phones_masked: z.array(z.string()),
      email: z.string().nullable(),
      /** Consents of his own that his phone and his mailbox wait for. */
      lacks: z.array(ReachConsent),
    })
    .nullable(),
  /** Whom this person represents, of the reader's place. */
  represents: z.array(Named),
};
