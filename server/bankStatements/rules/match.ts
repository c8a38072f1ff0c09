// Whose garage a payment is for: tiers from an account number after «ЛС» down to the name of the payer; type and year by words.
import { foldText } from '../../../contract/kernel/words.ts';
import type { Certainty } from '../../../contract/bankStatements.ts';
import { isAccountNumber } from '../../garages/rules.ts';

export interface RegisterGarage {
  id: number;
  section: string;
  number: string;
  account_no: string;
  is_active: boolean;
  /** Present owners. */
  owners: readonly string[];
}

/** The garages of an account, ready to be asked. */
export interface Register {
  byAccount: ReadonlyMap<string, RegisterGarage>;
  byNumber: ReadonlyMap<string, readonly RegisterGarage[]>;
  byOwner: ReadonlyMap<string, readonly RegisterGarage[]>;
}

export interface Suggestion {
  garage: number | null;
  certainty: Certainty;
  reason: string | null;
}

const latin = 'abcehkmoptx';
const cyrillic = 'авсенкмортх';
/** Small letters, ё = е, one space; Latin letters that look Russian are Russian: banks mix them. */
export function fold(text: string): string {
  return foldText(text)
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .replace(/[abcehkmoptx]/g, (letter) => cyrillic[latin.indexOf(letter)]!)
    .trim();
}

export function registerOf(garages: readonly RegisterGarage[]): Register {
  const byNumber = new Map<string, RegisterGarage[]>();
  const byOwner = new Map<string, RegisterGarage[]>();
  const put = (map: Map<string, RegisterGarage[]>, key: string, garage: RegisterGarage) =>
    map.has(key) ? map.get(key)!.push(garage) : map.set(key, [garage]);
  for (const garage of garages) {
    put(byNumber, fold(garage.number), garage);
    if (garage.is_active) for (const owner of new Set(garage.owners.map(fold))) put(byOwner, owner, garage);
  }
  return { byAccount: new Map(garages.map((garage) => [garage.account_no, garage])), byNumber, byOwner };
}

/** Suggests a garage and says why. Nothing is guessed where two garages fit. */
export function match(register: Register, payment: { purpose: string; payer: string }): Suggestion {
  const text = fold(payment.purpose);
  const place = byPlace(register, text);
  return (
    byAccount(register, text) ??
    (place && (place.garage !== null || place.isClear) ? shown(place) : null) ??
    byPayer(register, payment.payer) ??
    shown(place ?? { garage: null, certainty: 'none', reason: null })
  );
}

const shown = ({ garage, certainty, reason }: Suggestion): Suggestion => ({ garage, certainty, reason });

const word = '(?<![а-яa-z0-9])';
/** Ten digits, maybe set apart as they are printed: «1123 00045 5». */
const digits = '(\\d{4} ?\\d{5} ?\\d)(?!\\d)';
const named = new RegExp(
  `${word}(?:лс|л/с(?:ч[а-я]*)?|лиц(?:евой|евого|\\.)? ?сч(?:ет[а-я]*|\\.)?)[ .:№n-]*${digits}`,
  'g',
);
const bare = new RegExp(`(?<!\\d)${digits}`, 'g');

function byAccount(register: Register, text: string): Suggestion | null {
  const found = (pattern: RegExp) => {
    const numbers = [...text.matchAll(pattern)].map((one) => one[1]!.replaceAll(' ', ''));
    return [...new Set(numbers)].filter((number) => isAccountNumber(number) && register.byAccount.has(number));
  };
  for (const [pattern, certainty] of [
    [named, 'sure'],
    [bare, 'likely'],
  ] as const) {
    const numbers = found(pattern);
    if (numbers.length > 1)
      return { garage: null, certainty: 'none', reason: `Названо лицевых счетов: ${numbers.length}. Разделите платёж` };
    const [number] = numbers;
    if (number) return { garage: register.byAccount.get(number)!.id, certainty, reason: `ЛС ${number} в назначении` };
  }
  return null;
}

const numberText = '(\\d{1,5}[а-я]?(?:/\\d{1,5}[а-я]?)?)(?![а-я0-9])';
const garageWord = new RegExp(`${word}(?:(?:гараж[а-я]*|гар\\.|бокс[а-я]*) ?(?:№|n|#)? ?|г\\. ?№ ?)${numberText}`, 'g');
const another = /^ ?(?:,|;|и|\+) ?(?:№ ?)?(\d{1,4}[а-я]?)(?![\d]|[.,]\d| ?(?:руб|р\.|год|г\.|квт|мес|квартал))/;
const sectionWord = new RegExp(`${word}(?:ряд|линия|секция|этаж) ?(?:№|n)? ?([а-я0-9]{1,20})(?![а-я0-9])`);
const countedSection = new RegExp(`${word}(\\d{1,3})(?:-?й)? (?:ряд|линия|секция|этаж)(?![а-я])`);

/** `isClear`: the purpose names garages, but more than one; the payer can not say more. */
function byPlace(register: Register, text: string): (Suggestion & { isClear?: true }) | null {
  const places = [...text.matchAll(garageWord)];
  const numbers = new Set(places.map((one) => one[1]!));
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
  const section = sectionWord.exec(text)?.[1] ?? countedSection.exec(text)?.[1];
  const all = (register.byNumber.get(number) ?? []).filter((one) => !section || fold(one.section) === section);
  const standing = all.filter((one) => one.is_active);
  const [garage, ...others] = standing.length ? standing : all;
  if (garage && others.length)
    return { garage: null, certainty: 'none', reason: `Гараж ${number} есть в нескольких рядах` };
  if (!garage)
    return { garage: null, certainty: 'none', reason: `Гаража ${number} ${section ? `в ряду ${section} ` : ''}нет` };
  const reason = `Гараж ${number}${section ? `, ряд ${section}` : ', такой номер один'}`;
  return { garage: garage.id, certainty: 'likely', reason };
}

function byPayer(register: Register, payer: string): Suggestion | null {
  const name = fold(payer.split('//')[0] ?? '');
  const owned = name ? (register.byOwner.get(name) ?? []) : [];
  if (owned.length > 1)
    return { garage: null, certainty: 'none', reason: `Плательщик владеет гаражами: ${owned.length}. Выберите` };
  const [garage] = owned;
  return garage ? { garage: garage.id, certainty: 'possible', reason: 'Плательщик владеет одним гаражом' } : null;
}

/** Roots of words that name an accrual type. */
const typeWords: readonly [root: RegExp, type: number][] = [
  [/членск/, 1],
  [/вступит/, 2],
  [/целев/, 3],
  [/электр/, 6],
  [/охран/, 7],
  [/мусор/, 8],
  [/(?<![а-я])пени(?![а-я])/, 11],
];

/**
 * The entry a payer names: type and year together. Two types or two years name none: such a payment closes the oldest
 * debt first. A type without a year is of the year of the payment.
 */
export function namedEntry(
  purpose: string,
  onDate: string,
  known: ReadonlySet<number>,
): { accrual_type: number; year: number } | null {
  const text = fold(purpose);
  const types = typeWords.filter(([root, type]) => known.has(type) && root.test(text)).map(([, type]) => type);
  const years = new Set([...text.matchAll(/(?<![\d.])20\d\d(?![\d])/g)].map((one) => Number(one[0])));
  const [type] = types;
  if (type === undefined || types.length > 1 || years.size > 1) return null;
  return { accrual_type: type, year: [...years][0] ?? Number(onDate.slice(0, 4)) };
}
