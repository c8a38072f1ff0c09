// What one save of a card changed, as the actions that the log tells apart.
import { profileFields } from '../../../contract/fields/profiles.ts';
import type { Fields } from '../../../contract/kernel/fields.ts';
import { difference } from '../../kernel/difference.ts';

const { privilege, privilegeCertificateEndDate, statusVoa, ...ownFields } = profileFields;
/** What the log tells as actions of their own, each with its fields: it is looked for by them. */
export const actionsOfPerson: Readonly<Record<string, Fields>> = {
  'profile.update': ownFields,
  'profile.privilege': { privilege, privilegeCertificateEndDate },
  'profile.voa_status': { statusVoa },
};

/** Actions of one save with the fields of each; a save that changed nothing is told once. */
export function changesByAction(before: Record<string, unknown>, after: Record<string, unknown>): [string, Fields][] {
  const changed = Object.entries(actionsOfPerson).filter(
    ([, fields]) => difference(fields, before, after).names.length,
  );
  return changed.length ? changed : [['profile.update', ownFields]];
}
