// A card for what stands apart: owners, a debt, a chart.
import { useId } from 'react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './panels.module.css';

export interface SectionCardProps {
  title?: ReactNode;
  /** At the right of the title: a link, a legend. */
  action?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** Hairline, radius 10, no shadow; a titled card is a region with that name. */
export function SectionCard({ title, action, children, className }: SectionCardProps) {
  const id = useId();
  return (
    <section className={cx(styles.card, className)} aria-labelledby={title ? id : undefined}>
      {(title || action) && (
        <header className={styles.cardHead}>
          {title && (
            <h2 id={id} className={styles.cardTitle}>
              {title}
            </h2>
          )}
          {action}
        </header>
      )}
      {children}
    </section>
  );
}
