// Fonts of papers: PT Serif and PT Sans, made for Russian offices; and which letters they lack.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { lean } from './lean.ts';

const { resolve } = createRequire(import.meta.url);
const families = [
  ['pt-serif', 'PTSerif'],
  ['pt-sans', 'PTSans'],
] as const;
const styles = ['400Regular', '700Bold', '400Regular_Italic', '700Bold_Italic'];

/** Bytes of all font files, without what only screens need. */
export const fontFiles = (): Buffer[] =>
  families.flatMap(([folder, name]) =>
    styles.map((style) => lean(readFileSync(resolve(`@expo-google-fonts/${folder}/${style}/${name}_${style}.ttf`)))),
  );

let known: ((code: number) => boolean) | null = null;

/**
 * Letters of the text that the fonts of papers can't draw, each once: a paper with them would show empty boxes.
 * Spaces and line ends are drawn by nobody.
 */
export function missingLetters(text: string): string[] {
  known ??= drawnBy(fontFiles()[0]!);
  const missing = new Set<string>();
  for (const letter of text.normalize('NFC')) {
    const code = letter.codePointAt(0)!;
    if (code > 32 && code !== 0x202f && code !== 0xad && !known(code)) missing.add(letter);
  }
  return [...missing];
}

/** Reads a font's table of characters (`cmap` of format 4 or 12). */
function drawnBy(font: Buffer): (code: number) => boolean {
  const ranges: [number, number][] = [];
  const tables = font.readUInt16BE(4);
  for (let at = 12; at < 12 + tables * 16; at += 16) {
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const cmap = font.readUInt32BE(at + 8);
    const count = font.readUInt16BE(cmap + 2);
    for (let sub = 0; sub < count; sub += 1)
      ranges.push(...rangesOf(font, cmap + font.readUInt32BE(cmap + 4 + sub * 8 + 4)));
  }
  return (code) => ranges.some(([first, last]) => code >= first && code <= last);
}

function rangesOf(font: Buffer, at: number): [number, number][] {
  const format = font.readUInt16BE(at);
  if (format === 12) {
    const groups = font.readUInt32BE(at + 12);
    return Array.from({ length: groups }, (_, group) => {
      const from = at + 16 + group * 12;
      return [font.readUInt32BE(from), font.readUInt32BE(from + 4)];
    });
  }
  if (format !== 4) return [];
  const segments = font.readUInt16BE(at + 6) / 2;
  return Array.from({ length: segments }, (_, segment) => {
    const last = font.readUInt16BE(at + 14 + segment * 2);
    const first = font.readUInt16BE(at + 16 + segments * 2 + segment * 2);
    return [first, last] as [number, number];
  }).filter(([first]) => first !== 0xffff);
}
