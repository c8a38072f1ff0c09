// Shares of owners from a column of their own.
import { parseShare, sharesProblem } from '../../garages/rules.ts';
import type { Cell } from '../workbook.ts';
import { dayAndMonth } from './dates.ts';
import { fold, saysNothing, type Read } from './text.ts';

const whole = /^(?:1|1[.,]0+|100 ?%|целиком|полностью|весь|единолично)$/;

/**
 * Shares of `count` people: «1/2», «1/3; 2/3», «50 %», «0,5», a cell that Excel turned into a date («01.фев»). One share
 * for several people is the share of each; «1» is the whole and says nothing.
 */
export function readShares(cell: Cell, count: number): Read<(string | null)[]> {
  const none = Array.from({ length: count }, () => null);
  const text = fold(cell.text);
  if (!count || saysNothing(text) || whole.test(text)) return { value: none, codes: [] };
  // A line break reads as a space here; a comma between digits is decimal.
  const parts = readShare(text, cell) ? [text] : text.split(/ ?; ?|,(?!\d) ?| и |(?<=\d) (?=\d+ ?\/)/).filter(Boolean);
  const shares = parts.map((part) => readShare(part, cell));
  if (shares.some((share) => share === null)) return { value: none, codes: ['share_unparsable'] };
  if (shares.length === 1) return { value: none.map(() => shares[0]!), codes: [] };
  return shares.length === count ? { value: shares, codes: [] } : { value: none, codes: ['share_unparsable'] };
}

/** True when the shares are all empty or make a whole. */
export const wholeShares = (shares: readonly (string | null)[]) => sharesProblem(shares.map(parseShare)) === null;

function readShare(text: string, cell: Cell): string | null {
  const fraction = /^(?:доля )?(\d{1,3}) ?\/ ?(\d{1,4})(?: дол[яи])?$/.exec(text);
  if (fraction) return `${fraction[1]}/${fraction[2]}`;
  if (cell.kind === 'date') return dayAndMonth(text);
  const part = /^(\d{1,3}(?:[.,]\d{1,3})?) ?(%?)$/.exec(text);
  if (!part) return dayAndMonth(text);
  const value = Number(part[1]!.replace(',', '.')) / (part[2] || Number(part[1]!.replace(',', '.')) > 1 ? 100 : 1);
  return simpleFraction(value);
}

/** «9/20» of 0,45, which it is; «1/3» of 0,33: else the fraction with the smallest denominator that the written digits allow. */
const simpleFraction = (value: number): string | null => fractionWithin(value, 1e-9) ?? fractionWithin(value, 0.0051);

function fractionWithin(value: number, most: number): string | null {
  for (let den = 2; den <= 20; den += 1) {
    const num = Math.round(value * den);
    if (num > 0 && num < den && Math.abs(num / den - value) < most) return `${num}/${den}`;
  }
  return null;
}
