// What a query of the one search box may mean, and which words may have been meant. Pure: text in, readings out.
import { foldText } from '../../contract/kernel/words.ts';

export interface Reading {
  /** Words of a name, folded. */
  words: string[];
  /** Digits of a phone tail, account number or passport. */
  digits: string;
  /** «12-3 45», «12-3 А 45»: number of a ПО (with sub-number), section when it is given, number of a garage. */
  inPo: { po: string; section: string | null; number: string } | null;
  /** «А 45»: section and number. */
  place: { section: string; number: string } | null;
  /** Number of a garage alone, or beside a name («Иванов 45»): «45», «45а», «12/3». */
  number: string | null;
}

const GARAGE = String.raw`\d{1,5}[а-яa-z]?(?:\/\d{1,4})?`;
const IN_PO = new RegExp(`^(?:кас )?(\\d{1,4}(?:-\\d{1,4})?) (?:([а-яa-z]{1,3})[ -]?)?(${GARAGE})$`);
const PLACE = new RegExp(`^(?:ряд |секция |линия )?([а-яa-z]{1,3}(?=[ -]?\\d)|\\d{1,3}(?=[ -]))[ -]?(${GARAGE})$`);
const NUMBER = new RegExp(`^(${GARAGE})$`);
const MAX_WORDS = 6;

/** Reads a query every way that fits it. */
export function readQuery(query: string): Reading {
  const text = foldText(query.trim()).replace(/\s+/g, ' ');
  const bare = text.replace(/^(гараж|гар\.?|бокс|г\.)(?= |№|\d)\s*/, '').replace(/[№#]\s*/g, '');
  const inPo = IN_PO.exec(bare);
  const place = PLACE.exec(bare);
  const tokens = bare.split(/[\s,;]+/).filter(Boolean);
  const words = tokens.filter((token) => /^[\p{L}.'-]+$/u.test(token)).map((token) => token.replace(/[.']/g, ''));
  const others = tokens.filter((token) => !/^[\p{L}.'-]+$/u.test(token));
  const isName = words.some((word) => word.length > 1) && !place && !inPo;
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

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/**
 * The same keys in the Russian layout: «bdfyjd» → «иванов». Null when there is no Latin letter: names are kept in Russian,
 * so Russian words turned into Latin ones would find nobody.
 */
export function otherLayout(query: string): string | null {
  const lower = query.toLowerCase();
  if (!/[a-z]/.test(lower)) return null;
  return [...lower].map((letter) => cyrillic[latin.indexOf(letter)] ?? letter).join('');
}

/** Words that differ from the typed one by two neighbouring letters changing places. */
export const swapped = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) =>
    [word.slice(0, at), word[at + 1], word[at], word.slice(at + 2)].join(''),
  ).filter((variant) => variant !== word);

/** The known words nearest to a typed one: one slip in a short word, two in a long one; none when all are too far. */
export function nearestWords(typed: string, known: readonly string[]): string[] {
  const most = typed.length < 6 ? 1 : 2;
  const measured = known.map((word) => [word, slips(typed, word)] as const).filter(([, far]) => far <= most);
  const least = Math.min(...measured.map(([, far]) => far));
  return measured.filter(([, far]) => far === least).map(([word]) => word);
}

/** Slips between two words: a letter lost, added, replaced, or two neighbours swapped. */
export function slips(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      let least = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) least = Math.min(least, before[j - 2]! + 1);
      next.push(least);
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}
