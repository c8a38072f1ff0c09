// Which side of two cards a field is taken from, what forbids a merge, how shares of one garage are added.
import { mergeFields, type FieldChoice, type MergeField } from '../../../contract/instruments/merging.ts';
import { DEAD } from '../../../contract/profiles/membership.ts';
import { isOneTypoApart } from '../../profiles/rules.ts';

export interface CardFacts {
  id: number;
  version: number;
  region_id: number;
  kind: string;
  last_name: string;
  first_name: string;
  father_name: string;
  birthday: string | null;
  /** Hex of the keyed hash. */
  pass_hash: string | null;
  registration_address: string | null;
  actual_address: string | null;
  email: string | null;
  privilege_id: number;
  privilege_end_date: string | null;
  is_voa_member: boolean;
  voa_status_id: number;
  voa_entry_date: string | null;
  ticket_number: string | null;
  confirmed_at: string | null;
  updated_at: string;
  is_anonymised: boolean;
  /** He demanded that the processing of his data stops. */
  is_restricted: boolean;
  merged_into: number | null;
}

/** What of a card a field says; null: nothing. Equal texts are equal fields. */
export const fieldKeys: Record<MergeField, (card: CardFacts) => string | null> = {
  lastName: (card) => card.last_name || null,
  otherNames: (card) => `${card.first_name} ${card.father_name}`.trim() || null,
  birthday: (card) => card.birthday,
  passport: (card) => card.pass_hash,
  registrationAddress: (card) => card.registration_address,
  actualAddress: (card) => card.actual_address,
  privilege: (card) => (card.privilege_id ? `${card.privilege_id} ${card.privilege_end_date ?? ''}` : null),
  membership: (card) =>
    [card.is_voa_member, card.voa_status_id, card.voa_entry_date ?? '', card.ticket_number ?? ''].join(' '),
  email: (card) => card.email?.toLowerCase() ?? null,
};

/** For every field the side that is taken unless a person says otherwise, and the rule that says so. */
export const choicesOf = (one: CardFacts, other: CardFacts, today: string): FieldChoice[] =>
  mergeFields.map((field) => {
    const [left, right] = [fieldKeys[field](one), fieldKeys[field](other)];
    if (left === right) return { field, taken: 'same', isOpen: false, rule: null };
    if (left === null || right === null)
      return { field, taken: left === null ? 'other' : 'one', isOpen: false, rule: null };
    return { field, isOpen: true, ...ruled(field, one, other, today) };
  });

type Ruled = Pick<FieldChoice, 'taken' | 'rule'>;

function ruled(field: MergeField, one: CardFacts, other: CardFacts, today: string): Ruled {
  if (field === 'lastName' || field === 'otherNames') {
    const isLatin = (card: CardFacts) => /[a-z]/i.test(fieldKeys[field](card) ?? '');
    if (isLatin(one) !== isLatin(other)) return { taken: isLatin(one) ? 'other' : 'one', rule: 'кириллица' };
  }
  if (field === 'privilege') {
    const isOver = (card: CardFacts) => card.privilege_end_date !== null && card.privilege_end_date < today;
    if (isOver(one) !== isOver(other)) return { taken: isOver(one) ? 'other' : 'one', rule: 'действует' };
  }
  if (field === 'membership') {
    // Death is not undone by a card that has not heard of it, however new that card is.
    const isDead = (card: CardFacts) => card.voa_status_id === DEAD;
    if (isDead(one) !== isDead(other)) return { taken: isDead(one) ? 'one' : 'other', rule: 'умер' };
    if (one.is_voa_member !== other.is_voa_member)
      return { taken: one.is_voa_member ? 'one' : 'other', rule: 'член ВОА' };
    if (one.voa_entry_date && other.voa_entry_date && one.voa_entry_date !== other.voa_entry_date)
      return { taken: one.voa_entry_date < other.voa_entry_date ? 'one' : 'other', rule: 'раньше' };
  }
  const told = (card: CardFacts) => card.confirmed_at ?? card.updated_at;
  return { taken: told(one) >= told(other) ? 'one' : 'other', rule: 'новее' };
}

/** Why two cards can't be merged whoever asks; null when they can. */
export function pairProblem(one: CardFacts, other: CardFacts): string | null {
  if (one.id === other.id) return 'Это одна и та же карточка';
  const merged = [one, other].find((card) => card.merged_into !== null);
  if (merged) return `Карточка ${merged.id} уже вошла в карточку ${merged.merged_into}`;
  const gone = [one, other].find((card) => card.is_anonymised);
  if (gone) return `Карточка ${gone.id} обезличена`;
  const stopped = [one, other].find((card) => card.is_restricted);
  if (stopped) return `По карточке ${stopped.id} записано требование прекратить обработку: сначала закончите его`;
  if (one.kind !== other.kind) return 'Человека, организацию и наследство не объединяют';
  if (one.region_id !== other.region_id) return 'Карточки разных регионов не объединяют';
  return null;
}

/** What is said while a mailing has a message for one of the two. */
export const mailingText = (id: number) =>
  `Рассылка № ${id} ещё отправляется одному из этих людей: объедините карточки, когда она закончится`;

export interface Share {
  share_num: number | null;
  share_den: number | null;
}
const MOST_PARTS = 1000;

/** Two shares of one garage as one; «совместно» where they have no sum that could be written. */
export function addShares(one: Share, other: Share): Share {
  const none = { share_num: null, share_den: null };
  if (!one.share_num || !one.share_den || !other.share_num || !other.share_den) return none;
  const num = one.share_num * other.share_den + other.share_num * one.share_den;
  const den = one.share_den * other.share_den;
  const by = divisor(num, den);
  return num > den || den / by > MOST_PARTS ? none : { share_num: num / by, share_den: den / by };
}
const divisor = (a: number, b: number): number => (b ? divisor(b, a % b) : a);

/** Places of Latin letters in a word written mostly in Cyrillic. */
export const latinPlaces = (word: string): number[] =>
  /[а-яё]/i.test(word) ? [...word].flatMap((letter, at) => (/[a-z]/i.test(letter) ? [at] : [])) : [];

/** One letter apart, and not the same. */
export const isTypoOf = (one: string, other: string): boolean => one !== other && isOneTypoApart(one, other);
