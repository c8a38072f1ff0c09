// Small counters: amber «+N» for what waits for the person, grey for plain counts.
import { cx } from './cx.ts';
import { formatNumber } from './format.ts';
import styles from './chips.module.css';

export interface CountBadgeProps {
  count: number;
  /** `new` is amber with a plus; `plain` is a grey pill (tabs, jobs); `error` is red (sections of an editor). */
  kind?: 'new' | 'plain' | 'error';
  /** What is counted, for screen readers: «новых заявок». */
  label?: string;
}

/** The badge is absent at zero and stops at «99+» when it counts news. */
export function CountBadge({ count, kind = 'new', label }: CountBadgeProps) {
  if (count <= 0) return null;
  const news = count > 99 ? '99+' : `+${count}`;
  const named = label ? { role: 'img', 'aria-label': `${formatNumber(count)} ${label}` } : {};
  return (
    <span className={cx(styles.badge, styles[kind])} {...named}>
      {kind === 'new' ? news : formatNumber(count)}
    </span>
  );
}
