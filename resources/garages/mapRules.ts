// How a cell of the section map is coloured, and how rows lie along the drive. Pure.
import type { MapCell } from '../../contract/garages.ts';

export type MapMode = 'debt' | 'member' | 'data';
export type Tone = 'plain' | 'advance' | 'debt1' | 'debt2' | 'debt3' | 'none' | 'member' | 'missing';

/** Debts of about a year and of two years of fees, kopecks: three steps of red. */
const ONE_YEAR_KOPECKS = 600_000;
const TWO_YEARS_KOPECKS = 1_200_000;

export const legends: Record<MapMode, readonly [Tone, string][]> = {
  debt: [
    ['plain', 'долга нет'],
    ['advance', 'аванс'],
    ['debt1', 'долг до 6 000 ₽'],
    ['debt2', 'до 12 000 ₽'],
    ['debt3', 'больше 12 000 ₽'],
    ['none', 'без владельца'],
  ],
  member: [
    ['member', 'член ВОА'],
    ['plain', 'не член'],
    ['none', 'без владельца'],
  ],
  data: [
    ['plain', 'всё внесено'],
    ['missing', 'не хватает данных'],
    ['none', 'без владельца'],
  ],
};

export function toneOf(cell: MapCell, mode: MapMode): Tone {
  if (mode === 'debt') {
    if (cell.balance_kopecks < -TWO_YEARS_KOPECKS) return 'debt3';
    if (cell.balance_kopecks < -ONE_YEAR_KOPECKS) return 'debt2';
    if (cell.balance_kopecks < 0) return 'debt1';
  }
  if (!cell.owners_count) return 'none';
  if (mode === 'debt') return cell.balance_kopecks > 0 ? 'advance' : 'plain';
  if (mode === 'member') return cell.isVOAMember ? 'member' : 'plain';
  return cell.missing.length ? 'missing' : 'plain';
}

/** Cells of a row before it wraps by halves. */
const ROW_LENGTH = 24;

/** Rows of a section: a short section is one row, a long one faces itself over the drive. */
export function rowsOf<T>(cells: readonly T[], perRow = ROW_LENGTH): T[][] {
  if (cells.length <= perRow) return [[...cells]];
  const count = Math.ceil(cells.length / perRow);
  const size = Math.ceil(cells.length / count);
  return Array.from({ length: count }, (_, row) => cells.slice(row * size, (row + 1) * size));
}
