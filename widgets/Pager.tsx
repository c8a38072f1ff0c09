// Pages of something longer than a screen that is no list of react-admin.
import { PageArrows, type PageArrowsProps } from './PageArrows.tsx';
import styles from './panels.module.css';

export interface PagerProps extends Omit<PageArrowsProps, 'rangeClass'> {
  label?: string;
}

export function Pager({ label = 'Страницы', ...pages }: PagerProps) {
  return (
    <nav className={styles.pager} aria-label={label}>
      <PageArrows {...pages} />
    </nav>
  );
}
