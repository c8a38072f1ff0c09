// Which rows below the header are garages.
import type { IgnoredAs } from '../../../contract/importFields.ts';
import type { Cell } from '../workbook.ts';
import { sectionOfSubtitle } from './place.ts';
import { fold, tidy } from './text.ts';

export type RowKind =
  { kind: 'garage' } | { kind: 'subtitle'; section: string } | { kind: Exclude<IgnoredAs, 'subtitle'> };

/**
 * Kind of a row, by the first rule that fits.
 * @param visible cells of the columns a person sees
 * @param all every cell of the row: hidden columns are numbered too
 * @param hasNumber whether the number column is filled
 */
export function classifyRow(visible: readonly Cell[], all: readonly Cell[], hasNumber: boolean): RowKind {
  const filled = texts(visible);
  if (filled.length === 0) return { kind: 'blank' };
  if (filled.some((text) => /^(?:итого|всего)(?![а-я])/.test(fold(text)))) return { kind: 'total' };
  if (countsUp(filled) || countsUp(texts(all))) return { kind: 'column_numbers' };
  const section = filled.length === 1 ? sectionOfSubtitle(filled[0]!) : null;
  if (section !== null) return { kind: 'subtitle', section };
  return { kind: !hasNumber && filled.length <= 2 ? 'footer' : 'garage' };
}

function texts(cells: readonly Cell[]): string[] {
  return cells.map((cell) => tidy(cell.text)).filter(Boolean);
}

/** 1, 2, 3 … n; fewer than three could be a row of a garage. */
function countsUp(filled: string[]): boolean {
  return filled.length >= 3 && filled.every((text, index) => text === String(index + 1));
}
