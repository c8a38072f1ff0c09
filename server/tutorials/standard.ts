// Instructions that come with the program, and how their text is read.
import { richFromPlain, type RichText } from '../../contract/kernel/richTextFold.ts';
import type { Instruction } from './texts/instruction.ts';
import { money } from './texts/money.ts';
import { other } from './texts/other.ts';
import { papers } from './texts/papers.ts';
import { registry } from './texts/registry.ts';
import { start } from './texts/start.ts';

export const instructions: readonly Instruction[] = [...start, ...registry, ...money, ...papers, ...other];

const PICTURE = /^!\[(.+)\]\(([\w-]+)\)$/;
const paragraphsOf = (text: string) => text.split(/\n{2,}/);

/** Names of the pictures a text shows, in order. */
export const shownIn = (text: string): string[] =>
  paragraphsOf(text).flatMap((paragraph) => PICTURE.exec(paragraph)?.[2] ?? []);

/** The text as it is kept; `files` are the stored files of its pictures, one without a file is left out. */
export function richOf(text: string, files: ReadonlyMap<string, number>): RichText {
  const doc = paragraphsOf(text).flatMap<RichText['doc'][number]>((paragraph) => {
    const [, alt, name] = PICTURE.exec(paragraph) ?? [];
    if (!alt || !name) return richFromPlain(paragraph).doc;
    const file = files.get(name);
    return file ? [{ type: 'image', attrs: { file, alt } }] : [];
  });
  return { v: 1, doc };
}
