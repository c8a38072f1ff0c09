// What differs between two texts, word by word. Pure.
import { plainText, type RichText } from '../../../contract/kernel/richTextFold.ts';

export interface DiffPart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Beyond so many words the middle is shown as removed and added whole: the table of the comparison would not fit. */
const MOST_WORDS = 3000;

const wordsOf = (text: RichText) => plainText(text).split(/(\s+)/).filter(Boolean);

/** The parts of both texts in reading order; neighbours of one kind are joined. */
export function textDiff(before: RichText, after: RichText): DiffPart[] {
  const [one, other] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return joined([
    ...one.slice(0, start).map(part('same')),
    ...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)),
    ...one.slice(one.length - end).map(part('same')),
  ]);
}

const part =
  (kind: DiffPart['kind']) =>
  (text: string): DiffPart => ({ kind, text });

/** The longest words in common stay; the rest is removed or added. */
function middle(one: string[], other: string[]): DiffPart[] {
  if (one.length + other.length > MOST_WORDS) return [...one.map(part('removed')), ...other.map(part('added'))];
  const width = other.length + 1;
  const common = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        one[i] === other[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < one.length || j < other.length) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      parts.push({ kind: 'same', text: one[i]! });
      i += 1;
      j += 1;
    } else if (j >= other.length || (i < one.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      parts.push({ kind: 'removed', text: one[i]! });
      i += 1;
    } else {
      parts.push({ kind: 'added', text: other[j]! });
      j += 1;
    }
  }
  return parts;
}

function joined(parts: readonly DiffPart[]): DiffPart[] {
  const all: DiffPart[] = [];
  for (const next of parts) {
    const last = all.at(-1);
    if (last?.kind === next.kind) last.text += next.text;
    else all.push({ ...next });
  }
  return all;
}
