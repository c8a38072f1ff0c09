// Words of people's screens.
import { profileFields } from '../../contract/fields/profiles.ts';
import { labelsOf } from '../../contract/kernel/fields.ts';

export const labels = labelsOf(profileFields);
