// Chip of a state: words on a tint with a dot or an icon, so that colour is never the only sign.
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './chips.module.css';

export type StatusKind = 'plain' | 'debt' | 'advance' | 'waiting' | 'inProgress' | 'done' | 'refused' | 'archived';

export interface StatusChipProps {
  kind?: StatusKind;
  /** Replaces the dot; 14 px. */
  icon?: ReactNode;
  children: ReactNode;
  title?: string;
}

const dotted = new Set<StatusKind>(['waiting', 'inProgress', 'done', 'refused']);

/** 22 px chip: «Действующий», «Идёт переоформление № 318», «Не сохранено». */
export function StatusChip({ kind = 'plain', icon, children, title }: StatusChipProps) {
  return (
    <span className={cx(styles.status, styles[kind])} title={title}>
      {icon ? <span className={styles.icon}>{icon}</span> : dotted.has(kind) && <i className={styles.dot} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
