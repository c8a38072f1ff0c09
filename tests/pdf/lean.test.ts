// Fonts of papers without what only screens need: every letter is drawn to the point as it was, and the file is smaller.
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { lean } from '../../server/ports/pdf/lean.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lean-'));
afterAll(() => rmSync(workspace, { recursive: true, force: true }));

const { resolve } = createRequire(import.meta.url);
const whole = (family: string, name: string) =>
  readFileSync(resolve(`@expo-google-fonts/${family}/${name.split('_')[1]}/${name}.ttf`));
const compilerOf = (font: Buffer<ArrayBuffer>) => NodeCompiler.create({ workspace, fontArgs: [{ fontBlobs: [font] }] });

/** Letters of papers: plain ones, those made of parts (ё, й, é), signs. */
const letters = Array.from({ length: 0x460 - 0x21 }, (_, nth) => String.fromCodePoint(0x21 + nth)).filter(
  (letter) => !/[\u007f-\u00a0\u00ad]/.test(letter),
);
const source = (family: string) =>
  `#set text(font: "${family}", weight: 400)\n${letters.map((letter) => `#"${letter === '"' || letter === '\\' ? `\\${letter}` : letter}";`).join(' ')} №—«»₽−`;

describe.each([
  ['pt-serif', 'PTSerif_400Regular', 'PT Serif'],
  ['pt-sans', 'PTSans_400Regular', 'PT Sans'],
])('%s', (folder, name, family) => {
  const [before, after] = [whole(folder, name), lean(whole(folder, name) as Buffer<ArrayBuffer>)];

  it('draws the same picture', () => {
    const draw = (font: Buffer) => {
      const compiler = compilerOf(font as Buffer<ArrayBuffer>);
      const { result } = compiler.compile({ mainFileContent: source(family) });
      // Outlines and where they stand; their names are made of the font's bytes.
      return [...compiler.plainSvg(result!).matchAll(/ (?:d|transform|x|y)="[^"]*"/g)].map(([one]) => one);
    };
    const picture = draw(before);
    expect(picture.length).toBeGreaterThan(500);
    expect(draw(after)).toEqual(picture);
  });

  it('is smaller, as is a file made with it', () => {
    const size = (font: Buffer) => {
      const compiler = compilerOf(font as Buffer<ArrayBuffer>);
      const { result } = compiler.compile({ mainFileContent: source(family) });
      return compiler.pdf(result!, { pdfTags: false }).length;
    };
    expect(after.length).toBeLessThan(before.length * 0.7);
    expect(size(after)).toBeLessThan(size(before) * 0.8);
  });
});

it('a font without such outlines stays as it is, a torn one is refused', () => {
  const font = whole('pt-serif', 'PTSerif_400Regular') as Buffer<ArrayBuffer>;
  const other = Buffer.from(font);
  other.write('CFF ', other.indexOf('glyf'), 'latin1');
  expect(lean(other)).toBe(other);
  expect(() => lean(font.subarray(0, 3000))).toThrow();
});
