// What uses a row of a reference list: the first of them by name, each with its page.
import { Link } from 'react-router';
import type { UsedBy } from '../../../contract/kernel/usedBy.ts';
import { formatNumber } from '../../../widgets/format.ts';
import styles from './references.module.css';

export function UsedByList({ usedBy }: { usedBy: UsedBy | null | undefined }) {
  if (!usedBy?.items.length) return null;
  const more = usedBy.total - usedBy.items.length;
  return (
    <p className={styles.usedBy}>
      Где используется:{' '}
      {usedBy.items.map(({ title, link }, nth) => (
        <span key={link}>
          {nth > 0 && '; '}
          <Link to={link}>{title}</Link>
        </span>
      ))}
      {more > 0 && ` и ещё ${formatNumber(more)}`}
    </p>
  );
}
