// Who comes to a garage in an exchange and with which share. Pure.
import { parseShare } from '../../garages/rules.ts';
import type { OwnerFacts } from './facts.ts';

export interface Comer {
  profileId: number;
  share: string | null;
  isPrimary: boolean;
}

interface Fraction {
  num: bigint;
  den: bigint;
}
const whole: Fraction = { num: 1n, den: 1n };
/** The column keeps no finer share. */
const MOST_PARTS = 1000n;

/** Sum of the shares of owners; null where one of them has none. */
function sumOf(owners: readonly Pick<OwnerFacts, 'share'>[]): Fraction | null {
  let sum: Fraction = { num: 0n, den: 1n };
  for (const { share } of owners) {
    const one = parseShare(share);
    if (!one) return null;
    sum = { num: sum.num * BigInt(one.den) + BigInt(one.num) * sum.den, den: sum.den * BigInt(one.den) };
  }
  return sum;
}

function textOf({ num, den }: Fraction): string | null {
  let [a, b] = [num, den];
  while (b) [a, b] = [b, a % b];
  const parts = den / a;
  return parts > MOST_PARTS ? null : `${num / a}/${parts}`;
}

/**
 * Those who leave the other garage come here and take, in proportion to what they had there, what is left to them here:
 * of a garage that nobody stays in the whole. Who stays there does not come.
 */
export function exchangedOwners(
  here: { leaving: readonly OwnerFacts[]; staying: readonly OwnerFacts[] },
  there: { leaving: readonly OwnerFacts[]; staying: readonly OwnerFacts[] },
): Comer[] {
  const isWhole = !here.staying.length && !there.staying.length;
  const room = here.staying.length ? sumOf(here.leaving) : whole;
  const given = sumOf(there.leaving);
  const shareOf = ({ share }: OwnerFacts) => {
    if (isWhole) return share;
    if (there.leaving.length === 1) return room && here.staying.length ? textOf(room) : null;
    const own = parseShare(share);
    if (!room || !given || !own) return null;
    return textOf({ num: room.num * BigInt(own.num) * given.den, den: room.den * BigInt(own.den) * given.num });
  };
  return there.leaving.map((owner) => ({
    profileId: owner.profile_id,
    share: shareOf(owner),
    isPrimary: owner.is_primary,
  }));
}
