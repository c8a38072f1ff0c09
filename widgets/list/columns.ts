// Columns of a list: how they are declared, which of them are shown, and what gives way when the table is narrow.
import { useStore } from 'react-admin';
import { useLayoutEffect, useMemo, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';

export interface Column<Row> {
  /** Key of the column in saved choices and in exports. */
  key: string;
  label: string;
  /** Width in px, «112px»; the one column without it takes the rest. */
  width?: string;
  align?: 'end';
  /** Field to sort by. */
  sort?: string;
  render: (row: Row) => ReactNode;
  /** Always shown: can't be switched off in «Столбцы». */
  fixed?: boolean;
  /** May give way in a narrow table: 1 goes first; `true` goes after the numbered ones, from the right. */
  wide?: boolean | number;
  /** Hidden until it is chosen. */
  optional?: boolean;
  /** What its cell looks like before the rows come. */
  skeleton?: 'text' | 'plate';
}

/** What the person decided in «Столбцы»: true shows, false hides; a column that is not there follows the width. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

/** Least width of the column without a width of its own, px: a full name is never squeezed to a letter. */
export const REST_WIDTH = 220;
/** The column of ticks, px. */
const TICKS_WIDTH = 52;

export const widthOf = (column: Pick<Column<unknown>, 'width'>) =>
  column.width ? Number.parseInt(column.width) : REST_WIDTH;

/**
 * Columns to show in `width` px; 0 means that the width does not matter (cards, exports from a phone).
 * A chosen column stays whatever the width: then the table scrolls inside its box.
 */
export function fitColumns<Row>(
  columns: readonly Column<Row>[],
  choice: ColumnChoice,
  width: number,
  hasTicks: boolean,
): Column<Row>[] {
  let shown = columns.filter((column) => column.fixed || (choice[column.key] ?? !column.optional));
  if (!width) return shown;
  const room = width - (hasTicks ? TICKS_WIDTH : 0);
  const rank = (column: Column<Row>) =>
    typeof column.wide === 'number' ? column.wide : 1000 + columns.length - columns.indexOf(column);
  const yielding = shown
    .filter((column) => column.wide && choice[column.key] !== true)
    .sort((one, other) => rank(one) - rank(other));
  for (const column of yielding) {
    if (tableWidth(shown) <= room) break;
    shown = shown.filter((one) => one !== column);
  }
  return shown;
}

/** Least width of a table of these columns, px, without ticks. */
export const tableWidth = (columns: readonly Pick<Column<unknown>, 'width'>[]) =>
  columns.reduce((sum, column) => sum + widthOf(column), 0);

export interface ColumnState<Row> {
  shown: readonly Column<Row>[];
  choice: ColumnChoice;
  setChoice: (choice: ColumnChoice) => void;
}

/** The columns in force; the choice is kept in the store under `<storeKey>.columns`. */
export function useColumns<Row>(
  columns: readonly Column<Row>[],
  storeKey: string,
  width: number,
  hasTicks: boolean,
): ColumnState<Row> {
  const [choice, setChoice] = useStore<ColumnChoice>(`${storeKey}.columns`, nothingChosen);
  const keys = fitColumns(columns, choice, width, hasTicks)
    .map((column) => column.key)
    .join();
  // The same columns are the same array: rows are drawn anew only when a column comes or goes.
  const shown = useMemo(() => columns.filter((column) => keys.split(',').includes(column.key)), [columns, keys]);
  return { shown, choice, setChoice };
}

const nothingChosen: ColumnChoice = {};

/**
 * Width of an element in px; 0 where nothing is laid out. It begins as that of the page beside the navigation, which most
 * lists fill: asking the element while the first rows are being made would lay out the whole page twice.
 */
export function useWidth(box: RefObject<HTMLElement | null>): number {
  const isLaidOut = typeof ResizeObserver !== 'undefined';
  const [width, setWidth] = useState(() => (isLaidOut ? pageWidth() : 0));
  useLayoutEffect(() => {
    if (!box.current || !isLaidOut) return;
    // Told after the layout and before the frame is shown: a list in a narrower place is never seen too wide.
    const observer = new ResizeObserver(([entry]) => {
      const measured = Math.floor(entry?.contentRect.width ?? 0);
      flushSync(() => setWidth(measured));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, isLaidOut]);
  return width;
}

/** The navigation at the left of a page, px; it is there in windows wider than the burger's. */
export const NAVIGATION_WIDTH = 228;
const BURGER_WIDTH = 1024;

/** What a window leaves to its page, px. */
export const pageWidth = () => window.innerWidth - (window.innerWidth > BURGER_WIDTH ? NAVIGATION_WIDTH : 0);
