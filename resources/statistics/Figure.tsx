// A figure of a table: a button that opens the rows behind it.
import type { ReactNode } from 'react';
import { cx } from '../../widgets/cx.ts';
import styles from './statistics.module.css';

/** A figure is a button that opens its rows; nothing opens nothing. */
export function Figure(props: {
  label: string;
  onOpen: () => void;
  isNothing: boolean;
  children: ReactNode;
  className?: string | undefined;
}) {
  if (props.isNothing) return <span className={styles.zero}>{props.children}</span>;
  return (
    <button type="button" className={cx(styles.pick, props.className)} aria-label={props.label} onClick={props.onOpen}>
      {props.children}
    </button>
  );
}
