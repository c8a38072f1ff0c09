// All news of the society, drafts and withdrawn ones too.
import Button from '@mui/material/Button';
import { Link } from 'react-router';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatMoment } from '../../../widgets/format.ts';
import { pages } from '../../../contract/pages.ts';
import styles from '../../news/news.module.css';
import { useNewsList } from '../../news/useNewsList.ts';
import { useResourcePages } from '../../productResource.ts';

const words = { draft: 'черновик', planned: 'выйдет', published: 'вышла', withdrawn: 'снята' } as const;

export default function AdminNewsList() {
  const { create } = useResourcePages();
  const { newsList, hasMorePages, isLoading, error, loadMore, again } = useNewsList('everything', '');
  if (error) return <ErrorNote onRetry={again}>{error.message}</ErrorNote>;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Новости</h1>
        <div className={styles.tools}>
          <Button component={Link} to={create} variant="contained">
            Написать новость
          </Button>
        </div>
      </header>
      <ul className={styles.table} aria-label="Новости">
        {newsList.map((row) => (
          <li key={row.id}>
            <Link to={pages.adminNews(row.id)} className={styles.row}>
              <span className={styles.meta}>
                {[words[row.state], row.published_at && formatMoment(row.published_at), row.source]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.title}>{row.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hasMorePages && (
        <Button onClick={loadMore} disabled={isLoading}>
          Показать ещё
        </Button>
      )}
    </div>
  );
}
