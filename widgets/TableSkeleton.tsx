// What a table looks like before its rows come: real head, real heights, grey bars.
import type { CSSProperties } from 'react';
import { cx } from './cx.ts';
import styles from './states.module.css';

export interface SkeletonColumn {
  /** Head of the column, shown already. */
  label?: string;
  /** Px, or CSS: `1fr`. */
  width?: number | string;
  kind?: 'text' | 'plate' | 'money';
}

export interface TableSkeletonProps {
  columns: readonly SkeletonColumn[];
  rows?: number;
}

const bars = ['64%', '82%', '56%', '74%', '90%', '60%', '70%'];

/** Appears after 150 ms, so that a quick answer shows no flicker; still when motion is reduced. */
export function TableSkeleton({ columns, rows = 10 }: TableSkeletonProps) {
  const grid = {
    gridTemplateColumns: columns
      .map(({ width = '1fr' }) => (typeof width === 'number' ? `${width}px` : width))
      .join(' '),
  } as CSSProperties;
  return (
    <div className={styles.table} role="status" aria-label="Загружается">
      <div className={cx(styles.row, styles.head)} style={grid} aria-hidden="true">
        {columns.map((column, index) => (
          <span key={index} className={cx(column.kind === 'money' && styles.money)}>
            {column.label}
          </span>
        ))}
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={grid} aria-hidden="true">
          {columns.map((column, index) => (
            <span key={index} className={cx(column.kind === 'money' && styles.money)}>
              <i className={cx(styles.bar, styles[column.kind ?? 'text'])} style={barWidth(column, row + index)} />
            </span>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The same for a phone, where rows are cards of 81 px. */
export function CardSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div className={styles.table} role="status" aria-label="Загружается">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.cardRow} aria-hidden="true">
          <i className={cx(styles.bar, styles.plate)} />
          <i className={styles.bar} style={{ width: bars[row % bars.length] }} />
          <i className={styles.bar} style={{ width: bars[(row + 2) % bars.length] }} />
        </div>
      ))}
    </div>
  );
}

/** Grey bar of the given size for other shapes: cards, heads, charts. */
export function SkeletonBar({ width = '100%', height = 13 }: { width?: number | string; height?: number }) {
  return <i className={styles.bar} style={{ width, height }} aria-hidden="true" />;
}

function barWidth(column: SkeletonColumn, seed: number): CSSProperties | undefined {
  return column.kind === 'plate' ? undefined : { width: bars[seed % bars.length] };
}
