// All instructions, hidden ones too.
import Button from '@mui/material/Button';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import type { TutorialRow } from '../../../contract/tutorials.ts';
import { tutorialPages } from '../../../contract/tutorialWords.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { pages } from '../../../contract/pages.ts';
import { useResourcePages } from '../../productResource.ts';
import styles from '../../tutorials/tutorials.module.css';

export default function AdminTutorialList() {
  const { create } = useResourcePages();
  const { data, error } = useGetList<TutorialRow>('tutorials', {
    pagination: { page: 1, perPage: 500 },
    sort: { field: 'sort', order: 'ASC' },
    filter: { hidden: true },
  });
  if (error) return <ErrorNote>{error.message}</ErrorNote>;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Инструкции</h1>
        <div className={styles.search}>
          <Button component={Link} to={create} variant="contained">
            Добавить инструкцию
          </Button>
        </div>
      </header>
      <div className={styles.list}>
        {data?.map((row) => (
          <Link key={row.id} to={pages.adminTutorial(row.id)} className={styles.row}>
            <b>{row.title}</b>
            <small>{row.pages.map((page) => tutorialPages[page]).join(', ')}</small>
            <small>{row.is_active ? 'показана' : 'скрыта'}</small>
          </Link>
        ))}
      </div>
    </div>
  );
}
