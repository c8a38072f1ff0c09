// Pages of something longer than a screen that is no list of react-admin: «51–100 из 312» and two arrows.
import LeftIcon from '@mui/icons-material/ChevronLeft';
import RightIcon from '@mui/icons-material/ChevronRight';
import { formatNumber } from './format.ts';
import styles from './panels.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  label?: string;
}

export function Pager({ page, perPage, total, onPage, label = 'Страницы' }: PagerProps) {
  const first = (page - 1) * perPage + 1;
  return (
    <nav className={styles.pager} aria-label={label}>
      <span>
        {formatNumber(first)}–{formatNumber(Math.min(total, page * perPage))} из {formatNumber(total)}
      </span>
      <button type="button" aria-label="Предыдущая страница" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        <LeftIcon />
      </button>
      <button
        type="button"
        aria-label="Следующая страница"
        disabled={page * perPage >= total}
        onClick={() => onPage(page + 1)}
      >
        <RightIcon />
      </button>
    </nav>
  );
}
