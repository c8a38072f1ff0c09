// Progress of long work with its counts.
import type { CSSProperties } from 'react';
import { formatNumber } from './format.ts';
import styles from './panels.module.css';

export interface ProgressBarProps {
  /** What is going on: «Начисление взносов». */
  label: string;
  done: number;
  /** Unknown yet: a moving bar without counts. */
  total?: number | null;
}

/** 4 px bar with «312 из 1 200». */
export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const known = typeof total === 'number' && total > 0;
  const percent = known ? Math.min(100, Math.round((done / total) * 100)) : 0;
  const counts = known ? `${formatNumber(done)} из ${formatNumber(total)}` : '';
  return (
    <div className={styles.progress}>
      <div className={styles.progressWords}>
        <span>{label}</span>
        <span>{counts}</span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        className={styles.track}
        {...(known && { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100, 'aria-valuetext': counts })}
      >
        <div className={known ? styles.fill : styles.moving} style={{ '--done': `${percent}%` } as CSSProperties} />
      </div>
    </div>
  );
}
