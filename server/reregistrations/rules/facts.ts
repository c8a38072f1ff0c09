// What the rules of a case know: the garage, its owners and people, papers and money; who leaves and who stays. Pure.
import type { OwnershipDates } from '../../garages/rules.ts';
import { reasonOf } from './reasons.ts';

export interface PersonFacts {
  profile_id: number;
  full_name: string;
  kind: string;
  is_member: boolean;
  entry_date: string | null;
  birthday: string | null;
  has_passport: boolean;
  has_address: boolean;
  has_phone: boolean;
  is_dead: boolean;
  is_merged: boolean;
  /** The reader's place has nothing more to do with him: the name alone is told. */
  is_hidden?: boolean;
  /** Of an estate: who left it. */
  estate_of: number | null;
}
/** The person after whom something is inherited. */
export interface Deceased {
  profile_id: number;
  full_name: string;
  /** Known as dead before this case. */
  is_marked: boolean;
}
export interface OwnerFacts {
  id: number;
  profile_id: number;
  full_name: string;
  last_name: string;
  first_name: string;
  father_name: string;
  share: string | null;
  started_on: string | null;
  is_primary: boolean;
  kind: string;
  birthday: string | null;
  /** After whom it is inherited: the owner himself, of an estate the one who left it, of an organisation nobody. */
  dead: Deceased | null;
}
export interface NewOwner extends PersonFacts {
  share: string | null;
  is_primary: boolean;
}
export interface CaseFacts {
  caseId: number | null;
  reason: number;
  dateRequest: string;
  date: string;
  today: string;
  price: number | null;
  details: Partial<Record<string, string | null>>;
  comment: string | null;
  debtAnswer: string | null;
  garage: { is_active: boolean; locked_by: number | null };
  /** Present owners. */
  owners: readonly OwnerFacts[];
  history: readonly OwnershipDates[];
  leaving: readonly number[];
  shares: Readonly<Record<string, string | null>>;
  newOwners: readonly NewOwner[];
  transit: readonly (PersonFacts & { date: string; reason: number })[];
  /** What was open before the day of the change: the question is about it. */
  debt_kopecks: number;
  /** What is dated on that day or later: the new owner's unasked. */
  since_kopecks?: number;
  exchange: {
    is_active: boolean;
    locked_by: number | null;
    debt_kopecks: number;
    isDebtDecided: boolean;
    /** In a ПО that is not the reader's: its debt is told without the sum. */
    isElsewhere?: boolean;
    owners: number;
    isSame: boolean;
  } | null;
  received: readonly string[];
  restrictions: readonly { id: number; kind: string; ground: string }[];
  /** Restrictions that were acknowledged. */
  acknowledged: readonly number[];
  expired: readonly string[];
  /** A parent or a guardian acts for who comes. */
  hasGuardian: boolean;
  /** The same for who leaves. */
  hasOldGuardian: boolean;
  /** The inventory paper of the garage as the case says it, and the day on which the garage was built. */
  pib: { number: string | null; date: string | null; built: string | null };
  /** Papers of the same number and day in other cases. */
  usedElsewhere: readonly { title: string; id: number }[];
  closedUntil: string | null;
  feeIsKnown: boolean;
}

export interface Sides extends Pick<CaseFacts, 'reason' | 'owners' | 'leaving' | 'shares'> {
  newOwners: readonly unknown[];
}

/** An error of the books that is only in the shares: nobody leaves and nobody comes. */
export const isSharesOnly = ({ reason, leaving, newOwners, shares }: Sides) =>
  reason === 13 && !leaving.length && !newOwners.length && Object.keys(shares).length > 0;

/** Who leaves and who stays. */
export function leavingOf(sides: Sides) {
  const { owners, leaving: chosen } = sides;
  if (reasonOf(sides.reason).leaves === 'nobody' || isSharesOnly(sides)) return { leaving: [], staying: [...owners] };
  const leaving = owners.filter((owner) => !chosen.length || chosen.includes(owner.id));
  return { leaving, staying: owners.filter((owner) => !leaving.includes(owner)) };
}

/** Shares as they will be: the only new owner takes what the leaving ones had. */
export function sharesAfter(facts: Pick<CaseFacts, 'reason' | 'owners' | 'leaving' | 'shares' | 'newOwners'>) {
  const { leaving, staying } = leavingOf(facts);
  // A share that is set to null is taken away, one that is left out stays.
  const stays = staying.map((owner) => {
    const changed = facts.shares[String(owner.id)];
    return { owner, share: changed === undefined ? owner.share : changed };
  });
  const [only] = facts.newOwners;
  const taken =
    facts.newOwners.length === 1 && leaving.length === 1 && staying.length && !only!.share ? leaving[0]!.share : null;
  return { stays, comes: facts.newOwners.map((owner) => ({ owner, share: owner.share ?? taken })) };
}
