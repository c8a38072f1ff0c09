// The instruction of the page beside its work: opened from the menu and by F1, not modal, closed by Esc.
import CloseIcon from '@mui/icons-material/Close';
import { useEffect } from 'react';
import { useGetList } from 'react-admin';
import { Link, useLocation } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { TutorialRow } from '../../contract/tutorials.ts';
import { helpPageOf } from '../../contract/tutorialWords.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { closeHelp } from '../../widgets/supportChat.ts';
import { TutorialView } from './TutorialView.tsx';
import styles from './tutorials.module.css';

export default function HelpDrawer() {
  const { pathname } = useLocation();
  const page = helpPageOf(pathname);
  const asked = useGetList<TutorialRow>(
    'tutorials',
    { pagination: { page: 1, perPage: 10 }, sort: { field: 'sort', order: 'ASC' }, filter: { page } },
    { enabled: page !== null },
  );
  // Without a page of help there is nothing to ask for: the instructions of others would be foreign here.
  const data = page === null ? [] : asked.data;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) closeHelp();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const first = data?.[0];
  return (
    <aside className={styles.drawer} aria-label="Инструкция этой страницы">
      <div className={styles.drawerHead}>
        <Link to={pages.tutorials}>‹ Все инструкции</Link>
        <IconButtonWithTip label="Закрыть инструкцию" onClick={closeHelp}>
          <CloseIcon />
        </IconButtonWithTip>
      </div>
      {first && <TutorialView key={first.id} id={first.id} />}
      {data?.length === 0 && (
        <p>
          Для этой страницы инструкции пока нет. Поищите среди <Link to={pages.tutorials}>всех инструкций</Link>.
        </p>
      )}
      {asked.error && page !== null && (
        <ErrorNote onRetry={() => void asked.refetch()}>Инструкция не пришла.</ErrorNote>
      )}
      {data?.slice(1).map((row) => (
        <p key={row.id}>
          <Link to={pages.tutorial(row.id)}>{row.title}</Link>
        </p>
      ))}
    </aside>
  );
}
