// Fields of a row that speak of its owner.

/** What only a human being has. */
export const human = [
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

/** What stays with the garage as a text when nobody owns it. */
export const personal = [
  'share',
  'birthday',
  'phone',
  'email',
  'registrationAddress',
  'actualAddress',
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
