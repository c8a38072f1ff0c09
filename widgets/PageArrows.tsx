// «51–100 из 312» with two arrows, for whatever stands around it.
import LeftIcon from '@mui/icons-material/ChevronLeft';
import RightIcon from '@mui/icons-material/ChevronRight';
import { formatNumber } from './format.ts';

export interface PageArrowsProps {
  /** From 1. */
  page: number;
  perPage: number;
  total: number;
  onPage: (page: number) => void;
  rangeClass?: string | undefined;
}

export function PageArrows({ page, perPage, total, onPage, rangeClass }: PageArrowsProps) {
  const first = (page - 1) * perPage + 1;
  return (
    <>
      <span className={rangeClass}>
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
    </>
  );
}
