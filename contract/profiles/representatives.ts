// Who is written to in place of a child or of an estate.
import { z } from 'zod';
import { Email, IdValue, IsoDate, line, optionalLine, Phone } from '../kernel/scalars.ts';

const empty = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === '' ? null : value),
    schema.nullish().transform((value) => value ?? null),
  );

/** Consents without which nothing is sent to a phone or to a mailbox. */
export const ReachConsent = z.enum(['pd_processing', 'sms_info']);
export type ReachConsent = z.infer<typeof ReachConsent>;

/** A person on record, or one who is typed and gets a card: his phone, mailbox and consents are his own. */
export const RepresentativeBody = z.object({
  profileId: empty(IdValue),
  /** «Петрова Анна Сергеевна»: the surname first. */
  fullName: optionalLine(160),
  phone: empty(Phone),
  email: empty(Email),
  /** What he who is typed has signed, and when: without it nothing is sent to him. */
  consents: z.array(ReachConsent).max(2).default([]),
  signedAt: empty(IsoDate),
});
export type RepresentativeBody = z.output<typeof RepresentativeBody>;

/** A parent or a guardian with the paper that says so. */
export const GuardianBody = RepresentativeBody.extend({ number: line(60), issuedOn: IsoDate });
