// One way to look for garages by a typed text: the search box, the lists and the pages of money read a query alike.
import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../contract/kernel/scope.ts';
import { foldName, latinLetters } from '../../../contract/kernel/words.ts';
import { likeText } from '../../kernel/list.ts';
import { poScope } from '../../kernel/scope.ts';
import { isAccountNumber } from '../rules.ts';

export interface Reading {
  /** Words of a name, folded. */
  words: string[];
  /** Digits of a phone tail, account number or passport. */
  digits: string;
  /** «12-3 45», «12-3 А 45»: number of a ПО (with sub-number), section when it is given, number of a garage. */
  inPo: { po: string; section: string | null; number: string } | null;
  /** «А 45», «Верхний 12»: section and number. */
  place: { section: string; number: string } | null;
  /** Number of a garage alone, or beside a name («Иванов 45»): «45», «45а», «12/3». */
  number: string | null;
}

const GARAGE = String.raw`\d{1,5}[а-яa-z]?(?:\/\d{1,4})?`;
const IN_PO = new RegExp(`^(?:кас )?(\\d{1,4}(?:-\\d{1,4})?) (?:([а-яa-z]{1,3})[ -]?)?(${GARAGE})$`);
const PLACE = new RegExp(`^(?:ряд |секция |линия )?([а-яa-z]{1,3}(?=[ -]?\\d)|\\d{1,3}(?=[ -]))[ -]?(${GARAGE})$`);
/** A section with a word for its name: «Верхний 12». A name beside a number reads like one. */
const WORD_PLACE = new RegExp(`^(?:ряд |секция |линия )?([\\p{L} .-]{4,40}?)[ -]?(${GARAGE})$`, 'u');
const NUMBER = new RegExp(`^(${GARAGE})$`);
const MAX_WORDS = 6;

/** Reads a query every way that fits it. */
export function readQuery(query: string): Reading {
  const text = foldName(query);
  const bare = text.replace(/^(гараж|гар\.?|бокс|г\.)(?= |№|\d)\s*/, '').replace(/[№#]\s*/g, '');
  const inPo = IN_PO.exec(bare);
  const shortPlace = PLACE.exec(bare);
  const place = shortPlace ?? (inPo ? null : WORD_PLACE.exec(bare));
  const tokens = bare.split(/[\s,;]+/).filter(Boolean);
  const words = tokens.filter((token) => /^[\p{L}.'-]+$/u.test(token)).map((token) => token.replace(/[.']/g, ''));
  const others = tokens.filter((token) => !/^[\p{L}.'-]+$/u.test(token));
  const isName = words.some((word) => word.length > 1) && !shortPlace && !inPo;
  const beside = isName && others.length === 1 ? NUMBER.exec(others[0]!) : null;
  const isNameOnly = isName && !others.length;
  return {
    words: isNameOnly || beside ? words.filter(Boolean).slice(0, MAX_WORDS) : [],
    digits: /^[\d\s+()-]+$/.test(text) ? text.replace(/\D/g, '') : '',
    inPo: inPo ? { po: inPo[1]!, section: inPo[2] ?? null, number: inPo[3]! } : null,
    place: place ? { section: place[1]!, number: place[2]! } : null,
    number: (NUMBER.exec(bare) ?? beside)?.[1] ?? null,
  };
}

/** Ways to read each word: the word itself, or the words that may have been meant. */
export type Words = readonly (readonly string[])[];

/** Every word of a name in a folded column. Written out one by one: the trigram index answers `like`, not `like any`. */
export const allWords = (column: RawBuilder<unknown>, words: Words): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map(
      (ways) =>
        sql`(${sql.join(
          ways.map((word) => sql`${column} like ${`%${likeText(word)}%`}`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`;

/** The typed words, each as it is. */
export const wordsOf = (reading: Reading): Words => reading.words.map((word) => [word]);

/**
 * Condition over garages under the alias `of`, one way for each reading, each with an index of its own; null when nothing
 * of the text can be a garage. `words` may be others than the typed ones. The place of the actor bounds only the names of ПО.
 */
export function garageCondition(
  actor: Actor,
  reading: Reading,
  words: Words = wordsOf(reading),
  of = 'g',
): RawBuilder<boolean> | null {
  const column = (name: string) => sql.ref(`${of}.${name}`);
  const section = sql`look_alike_key(fold(${column('section')}))`;
  // A few numbers keep a Latin letter: what is typed is read as Cyrillic, both are looked for.
  const isNumber = (typed: string) => {
    const other = latinLetters(typed);
    return other === typed
      ? sql`${column('number')} = ${typed}`
      : sql`${column('number')} = any(${[typed, other]}::text[])`;
  };
  const ways: RawBuilder<unknown>[] = [];
  const { inPo, place, number, digits } = reading;
  if (inPo) {
    const pos = sql`select po.id from po where ${poScope(actor, 'po')} and fold(po.name) ~ ${`№\\s*${inPo.po}$`}`;
    const inSection = inPo.section ? sql`and ${section} = ${inPo.section}` : sql``;
    ways.push(sql`(${isNumber(inPo.number)} and ${column('po_id')} in (${pos}) ${inSection})`);
  }
  if (place) ways.push(sql`(${isNumber(place.number)} and ${section} = ${place.section})`);
  if (isAccountNumber(digits)) ways.push(sql`${column('account_no')} = ${digits}`);
  if (words.length) {
    const beside = number ? sql`and ${isNumber(number)}` : sql``;
    ways.push(sql`(${allWords(column('owners_key'), words)} ${beside})`);
  } else if (number) ways.push(isNumber(number));
  return ways.length ? sql<boolean>`(${sql.join(ways, sql` or `)})` : null;
}

/** Garages under the alias `of` that a typed text means; none where it can mean no garage. */
export const garagesNamed = (actor: Actor, text: string, of = 'g'): RawBuilder<boolean> =>
  garageCondition(actor, readQuery(text), undefined, of) ?? sql<boolean>`false`;
