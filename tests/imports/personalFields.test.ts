// What of a row speaks of its owner: all of it stays with a garage without one, only what a human being has is not an organisation's.
import { expect, it } from 'vitest';
import { importFields } from '../../contract/importFields.ts';
import { human, personal } from '../../server/imports/rules/personalFields.ts';

/** A share, a phone and addresses are an organisation's too. */
const ofAnyone = ['share', 'phone', 'email', 'registrationAddress', 'actualAddress'] as const;
const ofPeople = [
  'birthday',
  'passport',
  'passportIssued',
  'privilege',
  'privilegeCertificate',
  'voaEntryDate',
  'ticketNumber',
  'consentPd',
  'consentSms',
  'consentEmail',
] as const;

it('of people is what no organisation has', () => {
  expect([...human].toSorted()).toEqual([...ofPeople].toSorted());
});
it('of any owner is that, his share and how he is reached', () => {
  expect([...personal].toSorted()).toEqual([...ofPeople, ...ofAnyone].toSorted());
});
it('each is a field of a registry, told once', () => {
  for (const fields of [human, personal] as readonly (readonly string[])[]) {
    expect(fields.filter((field) => !(field in importFields))).toEqual([]);
    expect(new Set(fields).size).toBe(fields.length);
  }
});
