// Bars that stay in sight: the editor's bar with its buttons, the ink bar of a selection.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './panels.module.css';

export interface StickyBarProps {
  /** Left: the state of the draft, what is selected. */
  info?: ReactNode;
  /** Right: buttons, the main one last. */
  children: ReactNode;
  /** Dark bar of a selection, 52 px. */
  ink?: boolean;
  /** Name for screen readers: «Действия с выбранным». */
  label?: string;
}

/** Bottom bar of 60 px above the safe area of a phone. */
export function StickyBar({ info, children, ink, label }: StickyBarProps) {
  return (
    <div
      className={cx(styles.bar, ink && styles.ink)}
      role="region"
      aria-label={label ?? 'Действия'}
      {...(ink && { 'data-on-ink': '' })}
    >
      {info && <div className={styles.barInfo}>{info}</div>}
      <div className={styles.barActions}>{children}</div>
    </div>
  );
}
