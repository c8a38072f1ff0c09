// Who is written to in place of a child or of an estate.
import { z } from 'zod';
import { Email, IdValue, optionalLine, Phone } from '../kernel/scalars.ts';

const empty = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    schema.nullish().transform((value) => value ?? null),
  );

/** A person on record, or one who is typed and gets a card: his phone, mailbox and consents are his own. */
export const RepresentativeBody = z.object({
  profileId: empty(IdValue),
  /** «Петрова Анна Сергеевна»: the surname first. */
  fullName: optionalLine(160),
  phone: empty(Phone),
  email: empty(Email),
});
export type RepresentativeBody = z.output<typeof RepresentativeBody>;
