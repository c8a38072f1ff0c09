// A person who is told of twice in one book: what the second line says against the first. Pure.
import { consentFields } from '../../../contract/importFields.ts';
import type { ParsedOwner } from '../readRow.ts';

type Told = string | number | null;

/** What lines may say of a person, in a shape that is compared; null says nothing. */
const told = (owner: ParsedOwner): Told[] => [
  owner.birthday,
  owner.phones.toSorted().join() || null,
  owner.email,
  owner.registrationAddress,
  owner.actualAddress,
  owner.passport && owner.passport.series + owner.passport.number,
  owner.passportIssued,
  owner.privilegeId || null,
  owner.privilegeCertificate,
  owner.voaEntryDate,
  owner.ticketNumber,
  ...Object.keys(consentFields).map((field) => {
    const consent = owner.consents?.find((one) => one.field === field);
    return consent ? [consent.given, consent.signedAt, consent.docNo].join() : null;
  }),
];

/** Whether the second line says the same or less, something more, or otherwise. */
export function secondSays(first: ParsedOwner, second: ParsedOwner): 'same' | 'more' | 'otherwise' {
  const known = told(first);
  const pairs = told(second).map((value, at) => [known[at] ?? null, value] as const);
  if (pairs.some(([was, now]) => was !== null && now !== null && was !== now)) return 'otherwise';
  return pairs.some(([was, now]) => was === null && now !== null) ? 'more' : 'same';
}

/** What one line says, and what the other one adds. */
export function filled(known: ParsedOwner, told: ParsedOwner): ParsedOwner {
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
  const more = Object.entries(told).filter(([key]) => isEmpty(known[key as keyof ParsedOwner]));
  const consents = [...(known.consents ?? []), ...(told.consents ?? [])];
  // Papers of one line do not stand against those of the other: each is of its own kind.
  const apart = consents.filter(({ field }, at) => consents.findIndex((one) => one.field === field) === at);
  return { ...known, ...Object.fromEntries(more), ...(apart.length ? { consents: apart } : {}) };
}
