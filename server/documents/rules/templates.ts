// Texts of papers held against what their kind knows: unknown names and the likely ones, empty values. Pure.
import type { TemplateVariable } from '../../../contract/documents/studio.ts';
import { valueIn, variablesOf, type RichText, type RichValues } from '../../../contract/kernel/richTextFold.ts';
import { layoutOf } from '../layouts/index.ts';
import { isLacking, variables } from './values.ts';

/** Variables and parts of a kind: its own first. */
export function variablesOfKind(code: string): TemplateVariable[] {
  const layout = layoutOf(code);
  const own = Object.entries(layout.variables ?? {});
  const named =
    (kind: TemplateVariable['kind']) =>
    ([key, { about }]: [string, { about: string }]) => ({ key, about, kind });
  const common = Object.entries(variables).filter(([key]) => !Object.hasOwn(layout.variables ?? {}, key));
  return [
    ...Object.entries(layout.slots ?? {}).map(named('slot')),
    ...own.map(named('variable')),
    ...common.map(named('variable')),
  ];
}

/** Names of a text that its kind has nothing for, each with the most like one. */
export function unknownIn(text: RichText, code: string): { key: string; likely: string | null }[] {
  const known = variablesOfKind(code).map(({ key }) => key);
  return variablesOf(text)
    .filter((key) => !known.includes(key))
    .map((key) => ({ key, likely: likelyOf(key, known) }));
}

/** Variables of a text without a value for a record, places for the hand among them; parts are never empty. */
export const emptyIn = (text: RichText, values: RichValues): string[] =>
  variablesOf(text).filter((key) => {
    const value = valueIn(values, key);
    return value !== undefined && isLacking(value);
  });

function likelyOf(key: string, known: readonly string[]): string | null {
  const best = known
    .map((one) => ({ one, far: distance(key.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far)[0];
  return best && best.far <= Math.max(1, Math.floor(key.length / 3)) ? best.one : null;
}

/** Letters to add, drop or change to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1));
    row = next;
  }
  return row[other.length]!;
}
