// The foot of a list: the totals that matter, the size of a page, the pages.
import LeftIcon from '@mui/icons-material/ChevronLeft';
import RightIcon from '@mui/icons-material/ChevronRight';
import { useListContext } from 'react-admin';
import type { ReactNode } from 'react';
import { formatNumber } from '../format.ts';
import styles from './list.module.css';

const PAGE_SIZES = [25, 50, 100];

/** Stands from the beginning, empty while the list is being read: nothing moves when it comes. */
export function ListFooter({ totals }: { totals: ReactNode }) {
  const { total, page, perPage, setPage, setPerPage } = useListContext();
  if (total === 0) return null;
  if (total === undefined) return <div className={styles.footer} />;
  const first = (page - 1) * perPage + 1;
  return (
    <div className={styles.footer} data-help="totals">
      <div className={styles.totals}>{totals}</div>
      <nav className={styles.pager} aria-label="Страницы">
        <span className={styles.sizes} role="group" aria-label="Строк на странице">
          <span>Строк</span>
          {PAGE_SIZES.map((size) => (
            <button key={size} type="button" aria-pressed={size === perPage} onClick={() => setPerPage(size)}>
              {size}
            </button>
          ))}
        </span>
        <span className={styles.range}>
          {formatNumber(first)}–{formatNumber(Math.min(total, page * perPage))} из {formatNumber(total)}
        </span>
        <button type="button" aria-label="Предыдущая страница" disabled={page <= 1} onClick={() => setPage(page - 1)}>
          <LeftIcon />
        </button>
        <button
          type="button"
          aria-label="Следующая страница"
          disabled={page * perPage >= total}
          onClick={() => setPage(page + 1)}
        >
          <RightIcon />
        </button>
      </nav>
    </div>
  );
}
