// Kinds of restrictions of a garage and their names.
import { z } from 'zod';

/** What stands in the way of a change of owners: blocks it or must be seen. */
export const RestrictionKind = z.enum(['arrest', 'dispute', 'estate', 'pledge', 'objection']);
export type RestrictionKind = z.infer<typeof RestrictionKind>;
export const restrictionNames = {
  arrest: 'Арест',
  dispute: 'Судебный спор',
  estate: 'Наследственное дело',
  pledge: 'Залог',
  objection: 'Заявление о непереоформлении',
} as const;
