// What a CSV file does not say about itself: its encoding and its delimiter.

// oxlint-disable-next-line no-control-regex -- control characters are what is looked for: text has none
const controls = /[\0-\x08\x0e-\x1f]/;

/**
 * Text of the file: a byte order mark decides, else strict UTF-8, else Windows-1251.
 * @returns null when the bytes are no text at all
 */
export function decodeText(bytes: Uint8Array): string | null {
  const text = decodeByMark(bytes) ?? decodeStrict(bytes) ?? new TextDecoder('windows-1251').decode(bytes);
  return controls.test(text) ? null : text;
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
