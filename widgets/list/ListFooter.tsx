// The foot of a list: the totals that matter, the size of a page, the pages.
import { useListContext } from 'react-admin';
import type { ReactNode } from 'react';
import { PageArrows } from '../PageArrows.tsx';
import styles from './list.module.css';

const PAGE_SIZES = [25, 50, 100];

/** Stands from the beginning, empty while the list is being read: nothing moves when it comes. */
export function ListFooter({ totals }: { totals: ReactNode }) {
  const { total, page, perPage, setPage, setPerPage } = useListContext();
  if (total === 0) return null;
  if (total === undefined) return <div className={styles.footer} />;
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
        <PageArrows page={page} perPage={perPage} total={total} onPage={setPage} rangeClass={styles.range} />
      </nav>
    </div>
  );
}
