// Restrictions of a garage on the day of a paper, in words: papers of a transfer never say that there are none where there are. Pure.
import { restrictionNames, type RestrictionKind } from '../../../contract/garages/restrictions.ts';
import { shortDate } from '../../kernel/paper/words.ts';
import type { Facts } from '../facts/types.ts';

/** «залог (договор № 5) с 01.03.2026 по 01.03.2027; спор (…) с …»; empty where there is none. */
export const restrictionsOn = ({ garage, day }: Pick<Facts, 'garage' | 'day'>): string =>
  (garage?.restrictions ?? [])
    .filter(({ since, until }) => since <= day && (!until || until >= day))
    .map(({ kind, ground, since, until }) =>
      [
        `${restrictionNames[kind as RestrictionKind].toLowerCase()} (${ground})`,
        `с ${shortDate(since)}`,
        until && `по ${shortDate(until)}`,
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join('; ');
