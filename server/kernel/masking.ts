// What of a person is hidden and how it looks: phones, passports, mailboxes, addresses. In SQL, and in words of free text.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../contract/kernel/scope.ts';

/** «+7 *** ***-45-67»: whole phones are given by a reveal only, which is logged. */
export const maskedPhone = (phone: RawBuilder<unknown>) =>
  sql`('+7 *** ***-' || substr(${phone}, length(${phone}) - 3, 2) || '-' || right(${phone}, 2))`;

/** «и***@example.ru». */
export const maskedEmail = (email: RawBuilder<unknown>) =>
  sql`regexp_replace(${email}, '^(.).*(@[^@]*)$', '\\1***\\2')`;

/** Words before a house or a flat; left over at the end they say nothing. */
const HOUSE_WORDS =
  '([[:space:],]+(д|дом|корп|корпус|к|кв|квартира|стр|строение|лит|литера|вл|владение|уч|участок|№)[.]?)*[[:space:],№.-]*$';
/** The first number that is no part of a name («9-я Советская») is the house; the postal index stands before it all. */
const HOUSE = '[0-9](?![0-9]*-(я|й|ая|ый|ой|го|лет)).*$';
const INDEX = '^[[:space:]]*[0-9]{6}[[:space:],]+';
const FLAT = '[[:space:],]*(кв|квартира|ком|комн|комната|оф|офис|пом|помещение)[.]?[[:space:]№]*[0-9].*$';
const HOUSE_AND_FLAT = '([[:space:],][0-9]+[а-яёa-z]?)[[:space:]]*[-–][[:space:]]*[0-9]+.*$';

/** An address up to its street, however it is spelt: house, block and flat are left out. */
export const streetOf = (address: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(regexp_replace(${address}, ${sql.lit(INDEX)}, ''), ${sql.lit(HOUSE)}, '', 'i'), ${sql.lit(HOUSE_WORDS)}, '', 'i')`;

/** An address up to its house: the flat is left out. */
export const houseOf = (address: RawBuilder<unknown>) =>
  sql`regexp_replace(regexp_replace(${address}, ${sql.lit(FLAT)}, '', 'i'), ${sql.lit(HOUSE_AND_FLAT)}, '\\1', 'i')`;

/** A pattern of PostgreSQL as JavaScript reads it. */
const patternOf = (pattern: string) => new RegExp(pattern.replaceAll('[:space:]', '\\s'), 'is');
const streetPatterns = [INDEX, HOUSE, HOUSE_WORDS].map(patternOf);

/** `streetOf` of an address that is read already. */
export const streetText = (address: string): string =>
  streetPatterns.reduce((text, pattern) => text.replace(pattern, ''), address);

interface Rule {
  /** Understood alike by PostgreSQL and by JavaScript; every repetition is bounded, so that time grows with the length alone. */
  pattern: string;
  /** `$1` as in JavaScript. */
  shown: string;
}

const LETTER = 'A-Za-zА-Яа-яЁё';
const GAP = '[\\s.-]{0,3}';
const NOT_A_YEAR = '(?!(?:19|20)[0-9]{2}(?![0-9]))';
/** Words of a street or a house, up to the number of the house. */
const HOUSE_NUMBER = `(?<![${LETTER}])(?:(?:ул|улица|пр|пр-т|просп|проспект|пер|переулок|наб|набережная|шоссе|б-р|бульвар|пл|площадь)[.\\s][^0-9]{0,40}|(?:д|дом)[.]?\\s?№?\\s?)[0-9]{1,4}[А-Яа-я]?`;

/** What is hidden in free text, whoever wrote it where. Ten digits on end are the number of an account. */
const rules: readonly Rule[] = [
  // 8 (921) 123-45-67, +79211234567, 7.921.123.45.67
  {
    pattern: `(?:[+]7|(?<![0-9])[78])[\\s(.-]{0,3}[0-9]{3}[\\s).-]{0,3}[0-9]{3}${GAP}([0-9]{2})${GAP}([0-9]{2})(?![0-9])`,
    shown: '+7 *** ***-$1-$2',
  },
  // The same without its 8, a mobile one; an account number says that it is one.
  {
    pattern: `(?<![0-9+])(?<!ЛС\\s)(?<!сч[её]т\\s)[(]?9[0-9]{2}[\\s).-]{0,3}[0-9]{3}${GAP}([0-9]{2})${GAP}([0-9]{2})(?![0-9])`,
    shown: '+7 *** ***-$1-$2',
  },
  // 4012 345678, 40 12 № 345678, серия 4012 номер 345678
  {
    pattern:
      '(?<![0-9])([0-9]{2})\\s?[0-9]{2}(?:\\s{1,3}|[\\s,]{0,3}(?:№|N|номер|-|–)\\s{0,2})[0-9]{3}([0-9]{3})(?![0-9])',
    shown: '$1** ***$2',
  },
  { pattern: '(паспорт[^0-9]{0,30}[0-9]{2})[0-9]{5}([0-9]{3})(?![0-9])', shown: '$1** ***$2' },
  {
    pattern: `(?<![${LETTER}0-9])([${LETTER}0-9])[${LETTER}0-9._%+-]{0,63}(@[${LETTER}0-9.-]+)`,
    shown: '$1***$2',
  },
  // кв. 77, квартира № 77, кв77; the second quarter of 2025 is none
  {
    pattern: `(?<![${LETTER}])(кв|кварт|квартира|ком|комн|комната)[.]?\\s{0,2}№?\\s{0,2}${NOT_A_YEAR}[0-9]{1,4}[а-я]?(?![0-9])`,
    shown: '$1. ***',
  },
  // ул. Тихая 3-14, д. 3, 14
  { pattern: `(${HOUSE_NUMBER})(?:\\s?[-–]\\s?|,\\s?)[0-9]{1,4}(?![0-9]|[.][0-9])`, shown: '$1-***' },
];
const compiled = rules.map(({ pattern, shown }) => [new RegExp(pattern, 'gi'), shown] as const);

/** `maskText` for a column of free text. */
export const maskedText = (text: RawBuilder<unknown>) =>
  rules.reduce(
    (inner, { pattern, shown }) =>
      sql`regexp_replace(${inner}, ${sql.lit(pattern)}, ${sql.lit(shown.replace(/\$/g, '\\'))}, 'gi')`,
    text,
  );

/** Free text with phones, passports, mailboxes and flats hidden. */
export const maskText = (text: string): string =>
  // Every rule asks for a digit or for «@».
  /[0-9@]/.test(text) ? compiled.reduce((inner, [pattern, shown]) => inner.replace(pattern, shown), text) : text;

/** Keys of replies that hold words written freely by people of the register's work. */
const writtenKeys = ['note', 'comment', 'document_comment', 'archiveComment', 'ground', 'purpose', 'caption'];
/** Keys that hold names of people: some come from old registries with a phone written into them. */
const nameKeys = [
  'full_name',
  'lastName',
  'firstName',
  'fatherName',
  'last_name',
  'first_name',
  'father_name',
  'person_name',
  'name',
  'label',
  'person',
  'people',
  'who',
  'owner',
  'owners',
  'old_owners',
  'new_owners',
  'co_owner',
  'debtor',
  'payer',
  'payers',
  'taker',
  'former',
  'words',
  'was',
  'becomes',
];
const noteKeys = [...writtenKeys, ...nameKeys];
/** Keys of sentences that the server makes of names. */
const spokenKeys = ['text', 'payer_text', 'title', 'reason'];
/** Calls whose sentences are about people; news and lessons say what everybody is to read. */
const spoken =
  /^\/api\/(?:garages|reregistrations?|statistics|debt_|balance|today|action_log|jobs|notification_history)/;

const STRING = '"(?:[^"\\\\]|\\\\.)*"';
const keyed = (keys: readonly string[]) =>
  new RegExp(`("(?:${keys.join('|')})"\\s*:\\s*)(${STRING}|\\[\\s*${STRING}(?:\\s*,\\s*${STRING})*\\s*\\])`, 'g');
const ofKeys = { plain: new Set(noteKeys), spoken: new Set([...noteKeys, ...spokenKeys]) };
const inJson = { plain: keyed(noteKeys), spoken: keyed([...noteKeys, ...spokenKeys]) };
const kindOf = (path: string) => (spoken.test(path) ? 'spoken' : 'plain');

/**
 * JSON text of a reply as the reader may have it: without capability 1 the notes, comments and names in it are masked.
 * `path` is that of the call.
 */
export const notesInJson = (actor: Actor, json: string, path: string): string =>
  mayReadNotes(actor)
    ? json
    : json.replace(inJson[kindOf(path)], (all: string, key: string, value: string) =>
        /[0-9@]/.test(value) ? key + JSON.stringify(maskedWords(JSON.parse(value) as string | string[])) : all,
      );

const maskedWords = (value: string | string[]): string | string[] =>
  typeof value === 'string' ? maskText(value) : value.map(maskText);

/** `notesInJson` of a reply that is no text yet. */
export function notesIn<T>(actor: Actor, reply: T, path: string): T {
  return mayReadNotes(actor) ? reply : (withoutNotes(reply, ofKeys[kindOf(path)]) as T);
}

const isPlain = (value: unknown): value is object =>
  Boolean(value) && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
const isWords = (value: unknown): value is string | string[] =>
  typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));

function withoutNotes(value: unknown, keys: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNotes(one, keys));
  if (!isPlain(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      isWords(inner) && keys.has(key) ? maskedWords(inner) : withoutNotes(inner, keys),
    ]),
  );
}

/** Facts of a paper that everybody may open: what was written into a name beside it stays hidden, whoever prints. */
export const namesIn = <T>(facts: T): T => withoutNotes(facts, new Set(nameKeys)) as T;

/** A phone that somebody wrote into a name is not told digit by digit: names with digits are for those who keep the register. */
export const mayAskNames = (actor: Actor, words: readonly string[]): boolean =>
  mayReadNotes(actor) || !words.some((word) => /[0-9@]/.test(word));

/** Notes and comments are whole for those who keep the register, masked for others. */
export const noteFor = (actor: Actor, column: RawBuilder<unknown>): RawBuilder<unknown> =>
  mayReadNotes(actor) ? column : maskedText(column);

/** `noteFor` of a value that is read already. */
export const noteTextFor = <T extends string | null>(actor: Actor, text: T): T =>
  mayReadNotes(actor) || text === null ? text : (maskText(text) as T);

const mayReadNotes = (actor: Actor) => actor.capabilities.includes(1);
