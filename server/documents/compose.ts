// A paper as Typst: the text of its kind with values and parts, inside the frame. The same facts give the same source.
import type { RichBlock, RichText } from '../../contract/kernel/richTextFold.ts';
import { typstSource } from '../kernel/richText/typst.ts';
import type { Facts } from './facts/types.ts';
import { CUT, FOLD, type Layout } from './layouts/layout.ts';
import { framed } from './paper/frame.ts';
import { valuesOf, withoutEmpty } from './rules/values.ts';

/** Stands for the number until it is taken: no person can type this sign. */
export const NUMBER_SIGN = '\ue000';

export interface Composition {
  layout: Layout;
  /** The text in force. */
  text: RichText;
  facts: Facts;
  checkUrl: string | null;
  isTrial?: boolean;
}

/** Without an extension: a picture is told by its bytes. */
export const SIGNATURE_FILE = '/signature';
export const STAMP_FILE = '/stamp';

export function compose({ layout, text, facts, checkUrl, isTrial = false }: Composition): string {
  const own = Object.entries(layout.variables ?? {}).map(([key, part]) => [key, part.value(facts)] as const);
  const values = valuesOf(facts, Object.fromEntries(own));
  const slots = new Map(Object.entries(layout.slots ?? {}));
  const parts = { values, slot: (key: string) => slots.get(key)?.value(facts) ?? '' };
  const mark = marks[layout.frame];
  const whole = withoutEmpty(text, values);
  const [above, torn] = mark ? cut(whole, mark) : [whole, null];
  const [head, tail] = withClosing(above);
  const body = typstSource(head, parts);
  return framed(
    {
      org: facts.org,
      kind: layout.frame,
      number: facts.number,
      date: facts.day,
      signatures: layout.signatures(facts),
      checkUrl,
      by: layout.isOfPeople ? null : facts.by,
      // A trial shows neither the signature nor the stamp of anybody.
      signature: isTrial ? null : facts.org.signature_key && SIGNATURE_FILE,
      stamp: isTrial ? null : facts.org.stamp_key && STAMP_FILE,
      isTrial,
    },
    body,
    typstSource(tail, parts),
    torn && typstSource(torn, parts),
  );
}

/** The part at which the text of a paper is divided. */
const marks: Record<Layout['frame'], string | null> = { letter: CUT, insert: FOLD, bare: null };

/** What stands before the mark and what from it on: torn off under the signatures, or the other half; null without a mark. */
function cut({ v, doc }: RichText, mark: string): [RichText, RichText | null] {
  const at = doc.findIndex((block) => block.type === 'slot' && block.attrs.key === mark);
  return at < 0
    ? [{ v, doc }, null]
    : [
        { v, doc: doc.slice(0, at) },
        { v, doc: doc.slice(at) },
      ];
}

/** Paragraphs and letters that may go to another sheet with the signatures: more would not be an end but a text. */
const CLOSING_MOST = 2;
const CLOSING_LETTERS = 800;
/** What a value is taken for, letters. */
const VALUE_LETTERS = 60;

function lettersOf(block: RichBlock): number {
  if (block.type === 'ifFilled') return block.content.reduce((all, one) => all + lettersOf(one), 0);
  if (block.type !== 'paragraph') return Infinity;
  return (block.content ?? []).reduce((all, one) => all + (one.type === 'text' ? one.text.length : VALUE_LETTERS), 0);
}

/** The text and its end: the last paragraphs, which stand with the signatures, so that these are never alone on a sheet. */
function withClosing({ v, doc }: RichText): [RichText, RichText] {
  let from = doc.length;
  let letters = 0;
  while (from > 1 && doc.length - from < CLOSING_MOST && (letters += lettersOf(doc[from - 1]!)) <= CLOSING_LETTERS)
    from -= 1;
  return [
    { v, doc: doc.slice(0, from) },
    { v, doc: doc.slice(from) },
  ];
}
