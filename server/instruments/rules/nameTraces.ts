// How a person is written in texts of others: in any case of grammar, with names or initials, his phone, mailbox, address. Pure.

import { foldText } from '../../../contract/kernel/words.ts';

export interface NamedPerson {
  lastName: string;
  firstName: string;
  fatherName: string;
}
export interface PersonTraces {
  names: readonly NamedPerson[];
  /** Nobody else has a surname like these: it alone names the person. */
  isOnly: boolean;
  phones: readonly string[];
  /** Mailbox, addresses, numbers of papers: whole, as they are on the card. */
  others: readonly string[];
}

const LETTER = 'А-Яа-яЁёA-Za-z';
const NO_LETTER_BEFORE = `(?<![${LETTER}])`;
const NO_LETTER_AFTER = `(?![${LETTER}])`;
/** Endings of surnames in all cases; «на» of «Петровна» is none. */
const ENDINGS = 'ого|ому|ыми|ими|ых|их|ым|им|ом|ем|ой|ей|ою|ую|юю|ая|яя|ий|ый|ие|ые|а|я|у|ю|ы|и|е|о|ь|й';
/** Shorter beginnings would be found in words of their own. */
const SHORTEST = 3;
const SHORTEST_OTHER = 7;
const NO_SIGN_BEFORE = `(?<![0-9${LETTER}])`;
const NO_SIGN_AFTER = `(?![0-9${LETTER}])`;

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
const spelled = (text: string) => escaped(text.trim()).replace(/[её]/gi, '[её]').replace(/\s+/g, '\\s+');

/** What stays of a word in every case: «Необыкновенск» of «Необыкновенский». */
export function stemOf(word: string): string {
  const stem = word.trim().replace(/[аеёиоуыэюяйь]+$/i, '');
  return stem.length < SHORTEST ? word.trim() : stem;
}
const surnameOf = (name: string) =>
  name
    .split('-')
    .map((part) => `${spelled(stemOf(part))}(?:${ENDINGS})?`)
    .join('\\s?-\\s?');
const givenOf = (name: string) => `${spelled(stemOf(name))}[а-яё]{0,3}`;

const isShort = ({ lastName }: NamedPerson) => stemOf(lastName).length < SHORTEST;

function waysOf({ lastName, firstName, fatherName }: NamedPerson, isOnly: boolean): string[] {
  const surname = surnameOf(lastName);
  const ways: string[] = [];
  if (firstName) {
    const initials = `${spelled(firstName[0]!)}\\.?(?:\\s*${fatherName ? spelled(fatherName[0]!) : 'Ъ'}(?:\\.|${NO_LETTER_AFTER}))?`;
    const given = fatherName ? `${givenOf(firstName)}(?:\\s+${givenOf(fatherName)})?` : givenOf(firstName);
    ways.push(
      `${NO_LETTER_BEFORE}${surname}\\s+(?:${given}|${initials})${NO_LETTER_AFTER}\\.?`,
      `${NO_LETTER_BEFORE}(?:${given}\\s+|${spelled(firstName[0]!)}\\.\\s*(?:${fatherName ? spelled(fatherName[0]!) : 'Ъ'}\\.\\s*)?)${surname}${NO_LETTER_AFTER}`,
    );
  }
  if (isOnly) ways.push(`${NO_LETTER_BEFORE}${surname}${NO_LETTER_AFTER}`);
  return ways;
}

/**
 * «Ли», «Но» are words too: so short a surname is told by its capital letter and a whole name or both initials beside it.
 * `small`: as people type it in a search, in any letters.
 */
function shortWays({ lastName, firstName, fatherName }: NamedPerson, small: boolean): string[] {
  const [first = '', ...rest] = lastName.trim();
  if (!first || !firstName) return [];
  const surname = (small ? bothCases(first) : first.toUpperCase()) + rest.map(bothCases).join('');
  const inFull = (name: string) => `${inSql(stemOf(name))}[А-Яа-яЁё]{0,3}`;
  const names = [fatherName ? `${inFull(firstName)}(?:\\s+${inFull(fatherName)})?` : inFull(firstName)];
  if (fatherName) names.push(`${bothCases(firstName[0]!)}\\.\\s*${bothCases(fatherName[0]!)}\\.`);
  const beside = `(?:${names.join('|')})`;
  return [
    `${NO_LETTER_BEFORE}${surname}\\s+${beside}${NO_LETTER_AFTER}`,
    `${NO_LETTER_BEFORE}${beside}\\s*${NO_LETTER_BEFORE}${surname}${NO_LETTER_AFTER}`,
  ];
}

const tenOf = (phone: string) => phone.replace(/\D/g, '').slice(-10);
const phoneWay = (phone: string) =>
  `${NO_SIGN_BEFORE}(?:\\+?7|8)?[\\s(-]{0,3}${[...tenOf(phone)].join('[\\s()-]{0,3}')}${NO_SIGN_AFTER}`;

/** A word in small letters, without a name or initials beside it: «пеня», «мороз» are no surnames there. */
const isPlainWord = (found: string) => /^\p{Ll}[\p{Ll}-]*$/u.test(found);

/** Words of the program itself: whoever is called like one of them is known in texts by more than his surname alone. */
const OWN_WORDS =
  'аванс бумага взнос гараж дата дело день документ долг заявка земля книга копия лист место месяц мир номер оплата организация память пеня письмо платёж район рубль ряд секция строка сумма счёт член'.split(
    ' ',
  );
export const isOwnWord = (surname: string): boolean =>
  OWN_WORDS.some((word) => foldText(stemOf(word)) === foldText(stemOf(surname)));

/**
 * Takes the person out of a text: his name becomes `name`, what else tells of him dots. The text itself when he is not in it.
 * @param small  typed words of a search: there a surname in small letters is one
 */
export function forgetter(traces: PersonTraces, name: string, small = false): (text: string) => string {
  const ways = traces.names.filter((one) => !isShort(one)).flatMap((one) => waysOf(one, traces.isOnly));
  const short = traces.names.filter(isShort).flatMap((one) => shortWays(one, small));
  const others = [
    ...traces.others
      .filter((text) => text.trim().length >= SHORTEST_OTHER)
      .map((text) => `${NO_SIGN_BEFORE}${spelled(text)}${NO_SIGN_AFTER}`),
    ...traces.phones.filter((phone) => tenOf(phone).length === 10).map(phoneWay),
  ];
  const names = ways.length ? new RegExp(ways.join('|'), 'giu') : null;
  const shortNames = short.length ? new RegExp(short.join('|'), 'gu') : null;
  const rest = others.length ? new RegExp(others.join('|'), 'giu') : null;
  return (text) => {
    let without = rest ? text.replace(rest, '•••') : text;
    if (shortNames) without = without.replace(shortNames, name);
    return names ? without.replace(names, (found) => (!small && isPlainWord(found) ? found : name)) : without;
  };
}

/** The same over everything that a JSON value holds: strings alone, keys and numbers stay. */
export function forgetIn(value: unknown, forget: (text: string) => string): unknown {
  if (typeof value === 'string') return forget(value);
  if (Array.isArray(value)) return value.map((one) => forgetIn(one, forget));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, forgetIn(one, forget)]));
  return value;
}

/** A letter in both cases: databases do not all know the case of Russian letters. */
const bothCases = (letter: string) => {
  const [low, high] = [letter.toLowerCase(), letter.toUpperCase()];
  if (low === 'е' || low === 'ё') return '[еёЕЁ]';
  return low === high ? escaped(letter) : `[${low}${high}]`;
};
const inSql = (text: string) =>
  [...text.trim()].map((letter) => (/\s/.test(letter) ? '\\s+' : bothCases(letter))).join('');

/** A short surname with the first letter of the name behind it or before it: alone it would be found in every text. */
function shortInSql({ lastName, firstName, fatherName }: NamedPerson): string[] {
  if (!lastName.trim() || !firstName) return [];
  const [surname, given] = [inSql(lastName), bothCases(firstName[0]!)];
  const word = (first: string) => `${first}[${LETTER}]*[^${LETTER}]+`;
  const father = fatherName ? `(${word(bothCases(fatherName[0]!))})?` : '';
  return [
    `(^|[^${LETTER}])${surname}[^${LETTER}]+${given}`,
    `(^|[^${LETTER}])${word(given)}${father}${surname}($|[^${LETTER}])`,
  ];
}

/** Regular expression of PostgreSQL that finds every text in which the person may be; null when nothing tells of him. */
export function findingPattern({ names, phones, others }: PersonTraces): string | null {
  const ways = [
    ...names.flatMap((one) => (isShort(one) ? shortInSql(one) : inSql(stemOf(one.lastName)))),
    ...others.filter((text) => text.trim().length >= SHORTEST_OTHER).map(inSql),
    ...phones
      .map(tenOf)
      .filter((digits) => digits.length === 10)
      .map((digits) => [...digits].join('[^0-9A-Za-z]{0,3}')),
  ];
  return ways.length ? [...new Set(ways)].join('|') : null;
}
