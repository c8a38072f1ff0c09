// The window that prints a sheet of consent for a person.
import type { ConsentKind, ProfileCard } from '../../contract/profiles.ts';
import { openModal } from '../../widgets/modals.ts';

/** Paper 10. */
const CONSENT_SHEET = 10;

/** Opens it; without a kind it asks which. */
export const printConsentSheet = (person: Pick<ProfileCard, 'id' | 'full_name'>, consent?: ConsentKind) =>
  openModal({
    name: 'print-document',
    about: { profile_id: person.id },
    types: [CONSENT_SHEET],
    title: person.full_name,
    ...(consent && { consent }),
  });
