// An owner as a row names him, with nothing said of him besides.
import type { ParsedOwner } from '../../server/imports/readRow.ts';

export const nobody: ParsedOwner = {
  lastName: 'Иванов',
  firstName: 'Иван',
  fatherName: 'Ильич',
  share: null,
  birthday: null,
  phones: [],
  email: null,
  registrationAddress: null,
  actualAddress: null,
  passport: null,
  passportIssued: null,
  privilegeId: 0,
  privilegeCertificate: null,
  isVoaMember: false,
  voaEntryDate: null,
  ticketNumber: null,
};
