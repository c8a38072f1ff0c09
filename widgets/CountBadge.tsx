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

/** The badge is absent at zero. What is new is «+N» whatever N is; errors stop at «99+». */
export function CountBadge({ count, kind = 'new', label }: CountBadgeProps) {
  if (count <= 0) return null;
  const shown = {
    new: `+${formatNumber(count)}`,
    plain: formatNumber(count),
    error: count > 99 ? '99+' : String(count),
  };
  const named = label ? { role: 'img', 'aria-label': `${formatNumber(count)} ${label}` } : {};
  return (
    <span className={cx(styles.badge, styles[kind])} {...named}>
      {shown[kind]}
    </span>
  );
}
