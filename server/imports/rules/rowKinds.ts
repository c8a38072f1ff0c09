// Which rows below the header are garages.
import type { IgnoredAs } from '../../../contract/importFields.ts';
import type { Cell } from '../workbook.ts';
import { sectionOfSubtitle } from './place.ts';
import { fold, tidy } from './text.ts';

export type RowKind =
  { kind: 'garage' } | { kind: 'subtitle'; section: string } | { kind: Exclude<IgnoredAs, 'subtitle'> };

/** What a row shows to be judged by. */
export interface RowLook {
  /** Cells of the columns a person sees. */
  visible: readonly Cell[];
  /** Every cell of the row: hidden columns are numbered too. */
  all: readonly Cell[];
  /** Whether the number column is filled. */
  hasNumber: boolean;
  /** Whether a whole name, or a name and a sum, stand in their columns: such a row is no signature. */
  isPerson: boolean;
}

/** Kind of a row, by the first rule that fits. */
export function classifyRow({ visible, all, hasNumber, isPerson }: RowLook): RowKind {
  const filled = texts(visible);
  if (filled.length === 0) return { kind: 'blank' };
  if (filled.some((text) => /^(?:итого|всего)(?![а-я])/.test(fold(text)))) return { kind: 'total' };
  if (countsUp(filled) || countsUp(texts(all))) return { kind: 'column_numbers' };
  const section =
    filled.length === 1 || (filled.length === 2 && !hasNumber) || (filled.length === 2 && isWord(filled[0]!))
      ? sectionOfSubtitle(filled.join(' '))
      : null;
  if (section !== null) return { kind: 'subtitle', section };
  return { kind: !hasNumber && filled.length <= 2 && !isPerson ? 'footer' : 'garage' };
}

/** «Ряд» in one cell, its number in the next. */
const isWord = (text: string) => /^(?:ряд|линия|секция|этаж|блок|корпус|сектор)[\s№:.]*$/i.test(text);

function texts(cells: readonly Cell[]): string[] {
  return cells.map((cell) => tidy(cell.text)).filter(Boolean);
}

/** 1, 2, 3 … n; fewer than three could be a row of a garage. */
function countsUp(filled: string[]): boolean {
  return filled.length >= 3 && filled.every((text, index) => text === String(index + 1));
}
