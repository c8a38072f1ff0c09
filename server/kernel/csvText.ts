// What a CSV file does not say about itself: its encoding and its delimiter.

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for: text has none
const controls = /[\0-\x08\x0e-\x1f]/;

/**
 * Text of the file: a byte order mark decides, else the look of UTF-16, else strict UTF-8, else Windows-1251 or cp866,
 * whichever makes more Russian words.
 * @returns null when the bytes are no text at all
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeByMark(bytes) ?? decodeWide(bytes) ?? decodeStrict(bytes) ?? decodeOneByte(bytes);
  return controls.test(text) ? null : text;
}

/** No list of people or payments is wider; a line of nothing but delimiters would be cut for minutes. */
const MAX_COLUMNS = 2000;

/** True for a text that is no table: some line would be cut into too many cells. Looks at every letter once. */
export function isTooWide(text: string): boolean {
  let cuts = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 10 || letter === 13) cuts = 0;
    else if ((letter === 59 || letter === 44 || letter === 9) && (cuts += 1) > MAX_COLUMNS) return true;
  }
  return false;
}

/** `;`, tab or `,`: the one that most lines are cut by most; decimal commas and addresses do not outweigh it. */
export function findDelimiter(text: string): string {
  const declared = /^sep=(.)\r?\n/.exec(text)?.[1];
  if (declared) return declared;
  const lines = text
    .slice(0, 200_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 100);
  const scores = [';', '\t', ','].map((delimiter) => ({
    delimiter,
    score: median(lines.map((line) => line.split(delimiter).length)),
  }));
  return scores.reduce((best, next) => (next.score > best.score ? next : best)).delimiter;
}

function decodeByMark(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return null;
}

/** UTF-16 without a mark: every second byte of Russian and Latin text is 0 or 4. */
function decodeWide(bytes: Uint8Array): string | null {
  const sample = bytes.subarray(0, 4000);
  if (sample.length < 16) return null;
  const high = (from: number) => {
    let count = 0;
    for (let at = from; at < sample.length; at += 2) if (sample[at] === 0 || sample[at] === 4) count += 1;
    return count / (sample.length / 2);
  };
  if (high(1) > 0.8 && high(0) < 0.3) return new TextDecoder('utf-16le').decode(bytes);
  return high(0) > 0.8 && high(1) < 0.3 ? new TextDecoder('utf-16be').decode(bytes) : null;
}

/** Small Russian letters that are frequent in any text; what cp866 calls a letter is a rare sign in Windows-1251. */
function decodeOneByte(bytes: Uint8Array): string {
  const [windows, dos] = ['windows-1251', 'ibm866'].map((name) => new TextDecoder(name).decode(bytes)) as [
    string,
    string,
  ];
  const likely = (text: string) => (text.slice(0, 20_000).match(/[оеаинтсрвлкмдпу](?=[а-яё])/g) ?? []).length;
  return likely(dos) > likely(windows) * 2 ? dos : windows;
}

function decodeStrict(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
