// Fields side by side that fold to one column by themselves.
import type { CSSProperties, ReactNode } from 'react';
import styles from './field.module.css';

/** `min` is the least width of a field in px before a row breaks. */
export function FieldGrid({ children, min = 220 }: { children: ReactNode; min?: number }) {
  return (
    <div className={styles.grid} style={{ '--field-min': `${min}px` } as CSSProperties}>
      {children}
    </div>
  );
}
