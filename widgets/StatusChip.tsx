// Chip of a state: words on a tint with a dot, so that colour is never the only sign.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './chips.module.css';

export type StatusKind = 'plain' | 'debt' | 'advance' | 'waiting' | 'inProgress' | 'done' | 'refused' | 'archived';

export interface StatusChipProps {
  kind?: StatusKind;
  children: ReactNode;
  title?: string;
}

const dotted = new Set<StatusKind>(['waiting', 'inProgress', 'done', 'refused']);

/** 22 px chip: «Действующий», «Идёт переоформление № 318», «Не сохранено». */
export function StatusChip({ kind = 'plain', children, title }: StatusChipProps) {
  return (
    <span className={cx(styles.status, styles[kind])} title={title}>
      {dotted.has(kind) && <i className={styles.dot} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
