// How a cell of the section map is coloured, and how rows lie along the drive. Pure.
import { formatMoney } from '../../widgets/format.ts';
import type { MapCell } from '../../contract/garages.ts';
import { standingOf } from '../balance/standingOf.ts';

export type MapMode = 'debt' | 'member' | 'data';
export type Tone = 'plain' | 'advance' | 'debt1' | 'debt2' | 'debt3' | 'none' | 'member' | 'missing';
/** What the legend filters by: a colour, or the corner of a garage that is being re-registered. */
export type Mark = Tone | 'locked';

const locked = ['locked', 'идёт переоформление'] as const;
export const legends: Record<MapMode, readonly (readonly [Mark, string])[]> = {
  debt: [
    ['plain', 'долга нет'],
    ['advance', 'аванс'],
    ['debt1', 'долг до года'],
    ['debt2', '1–2 года'],
    ['debt3', 'больше 2 лет'],
    ['none', 'без владельца'],
    locked,
  ],
  member: [['member', 'член ВОА'], ['plain', 'не член'], ['none', 'без владельца'], locked],
  data: [['plain', 'всё внесено'], ['missing', 'не хватает данных'], ['none', 'без владельца'], locked],
};

/** Colour of a cell: a debt darkens by the years it is made of. */
export function toneOf(cell: MapCell, mode: MapMode): Tone {
  if (mode === 'debt' && standingOf(cell).debt > 0) {
    if (cell.debt_years > 2) return 'debt3';
    return cell.debt_years > 1 ? 'debt2' : 'debt1';
  }
  if (!cell.owners_count) return 'none';
  if (mode === 'debt') return cell.balance_kopecks > 0 ? 'advance' : 'plain';
  if (mode === 'member') return cell.isVOAMember ? 'member' : 'plain';
  return cell.missing.length ? 'missing' : 'plain';
}

export const isMarked = (cell: MapCell, mode: MapMode, mark: Mark): boolean =>
  mark === 'locked' ? cell.is_locked : toneOf(cell, mode) === mark;

/** A cell in words for screen readers: what the colours say. */
export function cellWords(cell: MapCell, mode: MapMode): string {
  const tone = toneOf(cell, mode);
  const words = legends[mode].find(([mark]) => mark === tone)?.[1] ?? '';
  const { debt } = standingOf(cell);
  const sum = debt > 0 ? `, долг ${formatMoney(debt)}` : '';
  return `Гараж ${cell.section} ${cell.number}, ${words}${sum}${cell.is_locked ? ', идёт переоформление' : ''}`;
}

/** Debt of the cells, kopecks. */
export const debtOf = (cells: readonly MapCell[]): number =>
  cells.reduce((sum, cell) => sum + standingOf(cell).debt, 0);

/** Cells of a row before it wraps by halves. */
const ROW_LENGTH = 24;

/** Rows of a section: a short section is one row, a long one faces itself over the drive. */
export function rowsOf<T>(cells: readonly T[], perRow = ROW_LENGTH): T[][] {
  if (cells.length <= perRow) return [[...cells]];
  const count = Math.ceil(cells.length / perRow);
  const size = Math.ceil(cells.length / count);
  return Array.from({ length: count }, (_, row) => cells.slice(row * size, (row + 1) * size));
}
