// Kinds of owners.
import { z } from 'zod';

/** Who may own a garage: a person, an organisation, what a dead person left (it owes until the heirs are entered). */
export const ownerKinds = { person: 'Человек', organisation: 'Организация', estate: 'Наследственная масса' } as const;
export const OwnerKind = z.enum(['person', 'organisation', 'estate']);
export type OwnerKind = z.infer<typeof OwnerKind>;
