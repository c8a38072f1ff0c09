// Changes that no test can notice, each with the reason: another guard stands behind, no state reaches the place, or the compiler alone
// asks for what was there.
import type { Change, Equivalent } from './changes.ts';
import { imports } from './equivalent/imports.ts';
import { money } from './equivalent/money.ts';
import { papers } from './equivalent/papers.ts';
import { rest } from './equivalent/rest.ts';

const equivalent = [...imports, ...money, ...papers, ...rest];

/** Why no test can notice the change of a file; undefined where one can. */
export function argued({ file, start, old, fresh }: Change, text: string): Equivalent | undefined {
  const line = text.slice(text.lastIndexOf('\n', start) + 1).split('\n')[0]!;
  return equivalent.find(
    (one) => one.file === file && one.old === old && one.fresh === fresh && line.includes(one.within ?? ''),
  );
}
