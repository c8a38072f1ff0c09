// How likely two cards are one person: named parts whose sum is the score.

export interface PairFacts {
  isSamePassport: boolean;
  isSameName: boolean;
  /** The names differ by one letter. */
  isTypo: boolean;
  isSameBirthday: boolean;
  isSamePhone: boolean;
  isSameEmail: boolean;
  isSameAddress: boolean;
  /** People of the region with this surname, both cards included. */
  surnameCount: number;
  /** People of the region. */
  people: number;
}
export interface ScorePart {
  name: string;
  points: number;
}

const MOST = 100;
/** Pairs below are not suggested. */
export const LEAST_SCORE = 50;
/** A surname of so many people at most is rare, where there are enough people to tell. */
const RARE_COUNT = 3;
const PEOPLE_TO_TELL = 100;
/** A surname of such a part of the people is frequent. */
const FREQUENT_SHARE = 0.005;
const FREQUENT_COUNT = 20;

/** The parts of the score, strongest first; empty when nothing speaks for one person. */
export function scoreParts(facts: PairFacts): ScorePart[] {
  const isNamed = facts.isSameName || facts.isTypo;
  const contacts = [facts.isSamePhone && 'телефон', facts.isSameEmail && 'почта'].filter((one) => one !== false);
  const hasGround = facts.isSamePassport || (isNamed && (facts.isSameBirthday || contacts.length > 0));
  if (!hasGround && !(facts.isSameName && facts.isSameAddress)) return [];
  const parts: ScorePart[] = [];
  const add = (name: string, points: number) => void parts.push({ name, points });
  if (facts.isSamePassport) add('паспорт', 100);
  if (facts.isSameName) add('ФИО', 45);
  else if (facts.isTypo) add('ФИО с одной опиской', 20);
  else add('другое ФИО', -40);
  if (facts.isSameBirthday) add('дата рождения', 45);
  contacts.forEach((name, nth) => add(name, nth ? 5 : 35));
  if (facts.isSameAddress) add('адрес', contacts.length || facts.isSameBirthday ? 5 : 25);
  if (isNamed) add(...rarity(facts));
  const known = parts.filter(({ points }) => points !== 0);
  const sum = scoreOf(known);
  return sum > MOST ? [...known, { name: 'не больше 100', points: MOST - sum }] : known;
}

function rarity({ surnameCount, people }: PairFacts): [string, number] {
  if (people >= PEOPLE_TO_TELL && surnameCount <= RARE_COUNT) return ['редкая фамилия', 5];
  if (surnameCount >= FREQUENT_COUNT && surnameCount / people >= FREQUENT_SHARE) return ['частая фамилия', -5];
  return ['', 0];
}

export const scoreOf = (parts: readonly ScorePart[]): number => parts.reduce((sum, { points }) => sum + points, 0);
