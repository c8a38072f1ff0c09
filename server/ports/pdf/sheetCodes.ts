// Codes of the sheets of a paper: how many sheets there are is known when it is laid out, so its codes are drawn between two layouts.
import type { NodeCompiler, NodeTypstDocument } from '@myriaddreamin/typst-ts-node-compiler';
import { encode } from 'uqr';
import { squarePicture } from './dots.ts';

/** A sheet that wants its code says so by metadata under this label: the name of the picture and the text of the code. */
export const SHEET_LABEL = 'sheet-code';
/** Stands in a source whose pictures of codes are there: the sheets show them then. */
export const DRAWN_LABEL = 'sheet-codes-drawn';

const NAME = /^\/sheet-[\w-]{1,80}$/;
interface Wanted {
  name: string;
  text: string;
}

/**
 * Pictures that the sheets of a laid out paper ask for, by name; none for a paper of one sheet, which carries the code of the whole.
 * Their white edge is the paper around them.
 */
export function sheetPictures(compiler: NodeCompiler, laidOut: NodeTypstDocument, source: string): Map<string, Buffer> {
  if (laidOut.numOfPages < 2 || !source.includes(SHEET_LABEL)) return new Map();
  const asked = compiler.query(laidOut, { selector: `<${SHEET_LABEL}>`, field: 'value' }) as Wanted[];
  return new Map(
    asked
      .filter(({ name }) => NAME.test(name))
      .map(({ name, text }) => {
        const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: 0 });
        return [name, squarePicture(size, (x, y) => Boolean(data[y]![x]))];
      }),
  );
}

/** The source that shows the codes: nothing else of it moves. */
export const withCodes = (source: string): string => `${source}\n#metadata(none)<${DRAWN_LABEL}>`;
