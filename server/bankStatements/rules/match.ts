// Whose garage a payment is for: tiers from an account number after «ЛС» down to the name of the payer.
import type { Certainty } from '../../../contract/bankStatements.ts';
import { isAccountNumber } from '../../garages/rules.ts';
import { isCalled, withDebtor, type Former } from './debtor.ts';
import { fold, keysOf, nameKeys, namesIn, patronymic, word } from './names.ts';

export interface RegisterGarage {
  id: number;
  section: string;
  number: string;
  account_no: string;
  is_active: boolean;
  /** Present owners. */
  owners: readonly string[];
  formers?: readonly Former[];
}

/** The garages of an account, ready to be asked. */
export interface Register {
  /** By «иванов и о» and by names without their endings: as people write «за Иванова Ивана Ивановича». */
  byName: ReadonlyMap<string, readonly RegisterGarage[]>;
  byId: ReadonlyMap<number, RegisterGarage>;
  byAccount: ReadonlyMap<string, RegisterGarage>;
  byNumber: ReadonlyMap<string, readonly RegisterGarage[]>;
  byOwner: ReadonlyMap<string, readonly RegisterGarage[]>;
  /** Rows in one spelling. */
  sections: ReadonlySet<string>;
}

export interface Suggestion {
  garage: number | null;
  /** The former owner whose debt it is, as his lines are marked; null: the present owners. */
  debtor: number | null;
  certainty: Certainty;
  reason: string | null;
}

export function registerOf(garages: readonly RegisterGarage[]): Register {
  const byNumber = new Map<string, RegisterGarage[]>();
  const byOwner = new Map<string, RegisterGarage[]>();
  const byName = new Map<string, RegisterGarage[]>();
  const put = (map: Map<string, RegisterGarage[]>, key: string, garage: RegisterGarage) =>
    map.has(key) ? map.get(key)!.push(garage) : map.set(key, [garage]);
  const sections = new Set(garages.map((garage) => sectionKey(garage.section)));
  for (const garage of garages) {
    put(byNumber, fold(garage.number), garage);
    if (!garage.is_active) continue;
    // Who left a debt behind may pay it without a word of the garage.
    const debtors = garage.formers?.filter((one) => one.owes).map((one) => one.full_name) ?? [];
    const people = [...garage.owners, ...debtors];
    for (const owner of new Set(people.map(fold))) put(byOwner, owner, garage);
    for (const key of new Set(people.flatMap(nameKeys))) put(byName, key, garage);
  }
  return {
    byId: new Map(garages.map((garage) => [garage.id, garage])),
    byAccount: new Map(garages.map((garage) => [garage.account_no, garage])),
    byNumber,
    byOwner,
    byName,
    sections,
  };
}

/** Suggests a garage and says why. Nothing is guessed where two garages fit. */
export function match(register: Register, payment: { purpose: string; payer: string }): Suggestion {
  const text = fold(payment.purpose);
  const place = byPlace(register, text);
  const found =
    agreed(register, byAccount(register, text), place, payment) ??
    (place && (place.garage !== null || place.isClear) ? place : null) ??
    byName(register, payment) ??
    place ??
    nothing;
  return whoseOf(register, found, payment);
}

/** A garage that was found, before it is known whose debt the payment closes. */
type Found = Omit<Suggestion, 'debtor'>;
const nothing: Found = { garage: null, certainty: 'none', reason: null };

/** What was found with the debtor of the payment. */
export function whoseOf(
  register: Register,
  { garage: id, certainty, reason }: Found,
  payment: { purpose: string; payer: string },
): Suggestion {
  const garage = id === null ? undefined : register.byId.get(id);
  const found = { garage: id, debtor: null, certainty, reason };
  return garage ? withDebtor(garage, found, payment) : found;
}

/** Ten digits, maybe set apart as they are printed: «1123 00045 5». */
const digits = '(\\d{4} ?\\d{5} ?\\d)(?!\\d)';
const named = new RegExp(
  `${word}(?:лс|л/с(?:ч[а-я]*)?|лиц(?:евой|евого|\\.)? ?сч(?:ет[а-я]*|\\.)?)[ .:№n-]*${digits}`,
  'g',
);
const bare = new RegExp(`(?<!\\d)${digits}`, 'g');

function byAccount(register: Register, text: string): Found | null {
  const found = (pattern: RegExp) => {
    const numbers = [...text.matchAll(pattern)].map((one) => one[1]!.replaceAll(' ', ''));
    return [...new Set(numbers)].filter((number) => isAccountNumber(number) && register.byAccount.has(number));
  };
  // «ЛС 1123000455, 1123000463»: the word stands before the first alone, and both are paid for.
  const [number, ...others] = found(bare);
  if (!number) return null;
  if (others.length)
    return {
      garage: null,
      certainty: 'none',
      reason: `Названо лицевых счетов: ${others.length + 1}. Разделите платёж`,
    };
  const certainty = found(named).length ? 'sure' : 'likely';
  return { garage: register.byAccount.get(number)!.id, certainty, reason: `ЛС ${number} в назначении` };
}

/** An account beside the number of another garage, of several, or beside the name of somebody else is not sure: a person looks. */
function agreed(
  register: Register,
  account: Found | null,
  place: ReturnType<typeof byPlace>,
  payment: { purpose: string; payer: string },
): Found | null {
  if (account?.certainty !== 'sure') return account;
  const doubt = (words: string): Found => ({
    ...account,
    certainty: 'likely',
    reason: `${account.reason}, но ${words}`,
  });
  const isOfAnother = place?.among
    ? !place.among.includes(account.garage!)
    : place && place.garage !== null && place.garage !== account.garage;
  if (place && (place.isClear || isOfAnother)) return doubt(`и ${lower(place.reason!)}`);
  const { owners, formers = [] } = register.byId.get(account.garage!)!;
  const people = [...owners, ...formers.map(({ full_name }) => full_name)];
  const isKnown = (name: string) =>
    register.byOwner.has(name) || keysOf(name).some((key) => register.byName.has(key)) || patronymic.test(name);
  const { beneficiaries } = namesIn(payment);
  const isOther = beneficiaries.some((name) => isKnown(name) && !people.some((person) => isCalled(person, [name])));
  return isOther ? doubt('платят за другого человека') : account;
}
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const numberText = '(\\d{1,5}[а-я]?(?:/\\d{1,5}[а-я]?)?)(?![а-я0-9])';
/** «1 ряд» at the end of «77 гараж 1 ряд»: the number is that of the row. */
const ofRow = '-?й? ?(?:ряд|линия|секция|этаж)(?![а-я])(?! ?(?:№|n)? ?(?:[0-9ivх]|[а-я](?![а-я])))';
const placeWords = '(?:гараж[а-я]*|гар\\.?|бокс[а-я]*|г[/-]ж|гж|м[/-]м|машино-?место|место)';
const garageWord = new RegExp(`${word}(?:${placeWords} ?(?:№|n|#)? ?|г\\. ?№ ?)${numberText}(?! ?${ofRow})`, 'g');
/** «12 гараж»: the word in the singular, and no number of its own after it. */
const countedGarage = new RegExp(
  `(?<![а-яa-z0-9.,/-])(?!(?:19|20)\\d\\d )${numberText}(?:-?[йя])? ?(?:гараж|бокс|г[/-]ж|место|м[/-]м)(?![а-я])(?! ?(?:№|n|#)? ?\\d{1,5}(?!\\d)(?! ?${ofRow}))`,
  'g',
);
/** «р.3 г.12»: a letter is a garage only beside a row. */
const shortPair = new RegExp(`${word}р[.-]? ?(\\d{1,3}|[ivх]{1,6})[ ,;]+г[.-]? ?${numberText}`);
/** «45 А», «45-а»: the letter is that of the number where there is such a garage. */
const ownLetter = /^[ -]([а-я])(?![а-я0-9])/;
/** «, 14» after a garage, but not «, 3 ряд». */
const another = new RegExp(
  `^ ?(?:,|;|и|\\+) ?(?:№ ?)?(\\d{1,4}[а-я]?)(?! ?\\d|[.,]\\d| ?(?:руб|р\\.|год|г\\.|квт|мес|квартал)|${ofRow})`,
);
const rowWord = '(?:ряд|линия|секция|этаж)(?![а-я])';
/** «ряд 3», but not of «3 ряд 12 гараж»: there the number after it is that of the garage. */
const sectionWord = new RegExp(
  `${word}${rowWord} ?(?:№|n)? ?(\\d{1,3}|[ivх]{1,6}|[а-я]{1,2})(?![а-я0-9ivх])(?!(?:-?[йя])? ?${placeWords}(?![а-я])(?! ?(?:№|n|#)? ?\\d))`,
);
const countedSection = new RegExp(`${word}(\\d{1,3}|[ivх]{1,6})(?:-?й)? ${rowWord}`);
/** «ряд Северный»: a row with a name, when there is such a one. */
const namedSection = new RegExp(`${word}${rowWord} ?(?:№|n)? ?([а-я0-9]{1,20})(?![а-я0-9])`);
/** «г/ж 12 р.3»: short for the row right after a garage. */
const shortSection = new RegExp(
  `${placeWords} ?(?:№|n|#)? ?\\d{1,5}[а-я]?(?:/\\d{1,5})?[ ,;]+р[.-]? ?(\\d{1,3}|[ivх]{1,6})(?![а-я0-9])`,
);
const roman = /^(х{0,3})(iх|iv|v?i{0,3})$/;

/** One spelling of a row: «3», «III», «ряд 3» are the same. */
function sectionKey(text: string): string {
  const own = fold(text).replace(/ ?(?:ряд|линия|секция|этаж) ?(?:№ ?)?/g, '');
  const parts = own ? roman.exec(own) : null;
  if (!parts) return own.replace(/^0+(?=\d)/, '');
  const units: Record<string, number> = { '': 0, i: 1, ii: 2, iii: 3, iv: 4, v: 5, vi: 6, vii: 7, viii: 8, iх: 9 };
  return String(parts[1]!.length * 10 + units[parts[2]!]!);
}

/** `isClear`: the purpose names garages, but more than one; the payer can not say more. `among`: one of these is meant. */
function byPlace(register: Register, text: string): (Found & { isClear?: true; among?: number[] }) | null {
  const pair = shortPair.exec(text);
  const worded = [...text.matchAll(garageWord)];
  const places = [...worded, ...text.matchAll(countedGarage)];
  const numbers = new Set(places.map((one) => one[1]!));
  if (pair) numbers.add(pair[2]!);
  for (const place of places) {
    const next = another.exec(text.slice(place.index + place[0].length))?.[1];
    if (next && !/^(?:19|20)\d\d$/.test(next)) numbers.add(next);
  }
  if (numbers.size > 1)
    return {
      garage: null,
      certainty: 'none',
      reason: `Названо гаражей: ${numbers.size}. Разделите платёж`,
      isClear: true,
    };
  const [number] = numbers;
  if (!number) return null;
  const called = namedSection.exec(text)?.[1];
  const hasCalled = called !== undefined && register.sections.has(sectionKey(called));
  const written =
    sectionWord.exec(text)?.[1] ??
    countedSection.exec(text)?.[1] ??
    shortSection.exec(text)?.[1] ??
    pair?.[1] ??
    (hasCalled ? called : undefined);
  const section = written && sectionKey(written);
  const lettered = worded.flatMap((one) => {
    const letter = ownLetter.exec(text.slice(one.index + one[0].length))?.[1];
    return letter && register.byNumber.has(number + letter) ? [number + letter] : [];
  });
  const all = [...new Set([number, ...lettered])]
    .flatMap((one) => register.byNumber.get(one) ?? [])
    .filter((one) => !section || sectionKey(one.section) === section);
  const standing = all.filter((one) => one.is_active);
  const [garage, ...others] = standing.length ? standing : all;
  if (garage && others.length) {
    const reason = lettered.length
      ? `Гараж ${number} или ${lettered[0]}? Выберите`
      : `Гараж ${number} есть в нескольких рядах`;
    return { garage: null, certainty: 'none', reason, among: [garage, ...others].map(({ id }) => id) };
  }
  if (!garage)
    return { garage: null, certainty: 'none', reason: `Гаража ${number} ${section ? `в ряду ${section} ` : ''}нет` };
  const reason = `Гараж ${fold(garage.number)}${section ? `, ряд ${section}` : ', такой номер один'}`;
  return { garage: garage.id, certainty: 'likely', reason };
}

/** Garages of the owners that a payment names; nothing where two fit, or where a stranger is named. */
function byName(register: Register, payment: { purpose: string; payer: string }): Found | null {
  const { beneficiaries, payers } = namesIn(payment);
  const garagesOf = (name: string) =>
    register.byOwner.get(name) ?? keysOf(name).flatMap((key) => register.byName.get(key) ?? []);
  for (const [names, who] of [
    [beneficiaries, 'Тот, за кого платят,'],
    [payers, 'Плательщик'],
  ] as const) {
    const owned = [...new Set(names.flatMap(garagesOf))];
    if (owned.length > 1)
      return { garage: null, certainty: 'none', reason: `${who} владеет гаражами: ${owned.length}. Выберите` };
    const [garage] = owned;
    if (garage) return { garage: garage.id, certainty: 'possible', reason: `${who} владеет одним гаражом` };
    const stranger = names === beneficiaries && names.find((name) => patronymic.test(name));
    if (stranger)
      return { garage: null, certainty: 'none', reason: 'Платят за того, кого нет среди владельцев. Выберите гараж' };
  }
  return null;
}
