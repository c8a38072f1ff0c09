// What a query of the one search box may mean. Pure: text in, readings out.

export interface Reading {
  /** Words of a name, folded. */
  words: string[];
  /** Digits of a phone tail, account number or passport. */
  digits: string;
  /** «12-3 45»: number of a ПО (with sub-number) and of a garage. */
  poAndGarage: { po: string; garage: string } | null;
  /** «А 45»: section and number. */
  sectionAndNumber: { section: string; number: string } | null;
  /** Number of a garage alone: «45», «45а», «12/3». */
  number: string | null;
}

const GARAGE = String.raw`\d{1,5}[а-яa-z]?(?:\/\d{1,4})?`;

/** Reads a query every way that fits it. */
export function readQuery(query: string): Reading {
  const text = query.trim().toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ');
  const bare = text.replace(/^(гараж|гар\.?|бокс|г\.)\s*/, '').replace(/[№#]\s*/g, '');
  const poAndGarage = new RegExp(`^(?:кас\\s*)?(\\d{1,4}(?:-\\d{1,4})?)\\s+(${GARAGE})$`).exec(bare);
  const sectionAndNumber = new RegExp(`^(?:ряд |секция |линия )?([а-яa-z]{1,3}|\\d{1,3})[\\s-]+(${GARAGE})$`).exec(
    bare,
  );
  const number = new RegExp(`^(${GARAGE})$`).exec(bare);
  return {
    words: /\p{L}{2}/u.test(text)
      ? text
          .split(/[\s,;.]+/)
          .filter(Boolean)
          .slice(0, 5)
      : [],
    digits: /^[\d\s+()-]+$/.test(text) ? text.replace(/\D/g, '') : '',
    poAndGarage: poAndGarage ? { po: poAndGarage[1]!, garage: poAndGarage[2]! } : null,
    sectionAndNumber: sectionAndNumber ? { section: sectionAndNumber[1]!, number: sectionAndNumber[2]! } : null,
    number: number ? number[1]! : null,
  };
}

const latin = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`";
const cyrillic = 'йцукенгшщзхъфывапролджэячсмитьбюё';

/** The same keys in the other layout: «bdfyjd» → «иванов». Null when nothing would change. */
export function otherLayout(query: string): string | null {
  const lower = query.toLowerCase();
  const isLatin = /[a-z]/.test(lower);
  const [from, to] = isLatin ? [latin, cyrillic] : [cyrillic, latin];
  const turned = [...lower].map((letter) => (from.includes(letter) ? to[from.indexOf(letter)]! : letter)).join('');
  return turned === lower ? null : turned;
}
