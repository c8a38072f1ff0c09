// Which words may have been meant where a query finds nothing: the other keyboard layout, slips of the finger. Pure.

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
