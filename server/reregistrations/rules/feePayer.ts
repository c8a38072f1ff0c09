// Who pays the fee of a change of owners: one answer for the words beside it, for «Что произойдёт» and for the charge. Pure.
import { isSharesOnly, leavingOf, type NewOwner, type OwnerFacts, type Sides } from './facts.ts';
import { reasonOf } from './reasons.ts';

/** Which side a reason names in the settings of tariffs. */
export type NamedPayer = 'old' | 'new';

/** `former`: leaves the garage; `staying`: is its owner before and after. */
export interface FeePayer {
  side: 'former' | 'staying' | 'new';
  person: OwnerFacts | NewOwner;
  /** How many of this side he is chosen of. */
  among: number;
}

interface FeeSides extends Sides {
  newOwners: readonly NewOwner[];
}

/**
 * The main one of the side that is named. Where nobody comes the one who stays pays for the new owner, and where nobody stays
 * either, the one who leaves; where nobody leaves the one who stays is the old owner. Null while nobody is known.
 */
export function feePayerOf(sides: FeeSides, named: NamedPayer): FeePayer | null {
  const { leaving, staying } = leavingOf(sides);
  const former = mainOf('former', leaving);
  const stays = mainOf('staying', staying);
  const comes = mainOf('new', sides.newOwners);
  if (named === 'old') return former ?? stays ?? comes;
  // Till the new owner is entered nobody pays in his place.
  if (!comes && isAwaited(sides)) return null;
  return comes ?? stays ?? former;
}

function mainOf(side: FeePayer['side'], people: readonly (OwnerFacts | NewOwner)[]): FeePayer | null {
  const person = people.find((one) => one.is_primary) ?? people[0];
  return person ? { side, person, among: people.length } : null;
}

/** Whether somebody is to come: by the reason, unless only shares are put right. */
const isAwaited = (sides: Sides) => reasonOf(sides.reason).comes !== 'nobody' && !isSharesOnly(sides);

/** «Петров: платит новый владелец», and why he of several. */
export function payerWords(payer: FeePayer | null, named: NamedPayer): string {
  if (!payer) return `По настройке тарифов платит ${named === 'old' ? 'прежний' : 'новый'} владелец`;
  const { side, person, among } = payer;
  const rule =
    named === 'old'
      ? side === 'new'
        ? 'прежнего владельца нет, платит новый'
        : 'по этому основанию платит прежний владелец'
      : {
          new: 'платит новый владелец',
          staying: 'нового владельца нет, платит остающийся',
          former: 'нового владельца нет, платит прежний',
        }[side];
  const why = person.is_primary || side !== 'new' ? 'он получает квитанции' : 'он указан первым';
  return `${person.full_name}: ${rule}${among > 1 ? `, ${why}` : ''}`;
}

/** «начислим: … владелец». */
export const sideWords = ({ side }: FeePayer): string =>
  ({ former: 'прежний', staying: 'остающийся', new: 'новый' })[side];
