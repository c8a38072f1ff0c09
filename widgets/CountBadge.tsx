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

/** The badge is absent at zero and stops at «99+», but for a plain count of what is in a tab: that one is read, not noticed. */
export function CountBadge({ count, kind = 'new', label }: CountBadgeProps) {
  if (count <= 0) return null;
  const short = count > 99 ? '99+' : kind === 'new' ? `+${count}` : String(count);
  const named = label ? { role: 'img', 'aria-label': `${formatNumber(count)} ${label}` } : {};
  return (
    <span className={cx(styles.badge, styles[kind])} {...named}>
      {kind === 'plain' ? formatNumber(count) : short}
    </span>
  );
}
