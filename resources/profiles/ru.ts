// Words of people's screens.
import { profileFields } from '../../contract/fields/profiles.ts';
import type { ProfileCard } from '../../contract/profiles.ts';
import { labelsOf } from '../../contract/kernel/fields.ts';

export const labels = labelsOf(profileFields);

/** «Членство приостановлено» among the statuses of ВОА. */
const SUSPENDED = 4;
/** Kind of the chip: a suspended member is no member in good standing. */
export const membershipKind = ({ isVOAMember, statusVoa }: Pick<ProfileCard, 'isVOAMember' | 'statusVoa'>) =>
  statusVoa.id === SUSPENDED ? 'waiting' : isVOAMember ? 'done' : 'plain';
