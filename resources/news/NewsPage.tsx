// News: the list at the left, the one that is open at the right, each with an address of its own.
import PinIcon from '@mui/icons-material/PushPin';
import EditIcon from '@mui/icons-material/EditOutlined';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { mailingSend, refusal } from '../../contract/kernel/scope.ts';
import type { NewsRow } from '../../contract/news.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState, ErrorNote, NothingFound } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useInAddress } from '../../widgets/useInAddress.ts';
import { useNarrow } from '../../widgets/useScreen.ts';
import { Article } from './Article.tsx';
import styles from './news.module.css';
import { useNewsList, type Show } from './useNewsList.ts';

const stateWords = { draft: 'Черновик', planned: 'Выйдет', published: '', withdrawn: 'Снята' } as const;

export default function NewsPage() {
  const { id } = useParams();
  const actor = useActor();
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const [{ show, q }, choose] = useInAddress<{ show: Show; q: string }>({ show: 'all', q: '' });
  // What is being typed never waits for the address.
  const [words, type] = useState(q);
  const setWords = (next: string) => {
    type(next);
    choose({ q: next });
  };
  const list = useNewsList(show, words.trim());
  const chosen = Number(id) || null;
  const firstUnread = list.newsList.find((row) => !row.is_read) ?? list.newsList[0];
  // Nothing chosen: on a wide screen the first unread one opens.
  const open = chosen ?? (isNarrow ? null : (firstUnread?.id ?? null));
  const mayWrite = actor !== null && refusal(actor, mailingSend) === null;
  const { search } = useLocation();
  const go = (to: number) => void navigate(`${pages.newsOne(to)}${search}`, { replace: chosen !== null });
  return (
    <div className={styles.page}>
      {!(isNarrow && chosen) && (
        <header className={styles.head} data-help="head">
          <h1>Новости</h1>
          <Segmented<Show>
            small
            label="Какие новости"
            value={show}
            onChange={(next) => choose({ show: next })}
            options={[
              { value: 'all', label: 'Все', count: list.totals.all },
              { value: 'unread', label: 'Непрочитанные', count: list.totals.unread },
              ...(mayWrite ? [{ value: 'mine' as const, label: 'Мои', count: list.totals.mine }] : []),
            ]}
          />
          <div className={styles.tools}>
            <TextBox
              label="Слово из новости"
              hideLabel
              reserve={false}
              type="search"
              placeholder="Слово из новости"
              start={<SearchIcon fontSize="small" />}
              value={words}
              onChange={setWords}
              maxLength={100}
            />
            {mayWrite && (
              <Button component={Link} to={pages.newsNew} variant="outlined" startIcon={<EditIcon />}>
                Написать новость
              </Button>
            )}
          </div>
        </header>
      )}
      <div className={styles.panes}>
        {!(isNarrow && chosen) && (
          <NewsRows {...list} show={show} open={open} onOpen={go} onReset={words.trim() ? () => setWords('') : null} />
        )}
        {open ? <Article key={open} id={open} isAlone={isNarrow} /> : !isNarrow && <div className={styles.article} />}
      </div>
    </div>
  );
}

type RowsProps = ReturnType<typeof useNewsList> & {
  show: Show;
  open: number | null;
  onOpen: (id: number) => void;
  /** Drops the word that is looked for; none where none is. */
  onReset: (() => void) | null;
};

function NewsRows({ newsList, hasMorePages, isLoading, error, loadMore, again, ...of }: RowsProps) {
  const { show, open, onOpen, onReset } = of;
  const end = useRef<HTMLLIElement>(null);
  const more = useRef(loadMore);
  useEffect(() => {
    more.current = loadMore;
  });
  useEffect(() => {
    if (!end.current) return;
    const watcher = new IntersectionObserver((seen) => seen.some((one) => one.isIntersecting) && more.current(), {
      rootMargin: '300px',
    });
    watcher.observe(end.current);
    return () => watcher.disconnect();
  }, [hasMorePages, newsList.length]);
  const walk = (event: KeyboardEvent) => {
    const at = newsList.findIndex(({ id }) => id === open);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: newsList.length - 1 }[event.key];
    const next = to === undefined ? undefined : newsList[to];
    if (!next) return;
    event.preventDefault();
    onOpen(next.id);
  };
  if (error) return <ErrorNote onRetry={again}>Список новостей не пришёл.</ErrorNote>;
  if (!newsList.length && !isLoading)
    return (
      <div className={styles.list}>
        {onReset ? (
          <NothingFound onReset={onReset} />
        ) : (
          <EmptyState title={show === 'unread' ? 'Всё прочитано' : 'Новостей нет'} />
        )}
      </div>
    );
  return (
    <ul className={styles.list} data-help="rows" aria-label="Список новостей" onKeyDown={walk}>
      {newsList.map((row) => (
        <Row key={row.id} row={row} isOpen={row.id === open} />
      ))}
      {(hasMorePages || isLoading) && <li ref={end} className={styles.skeleton} aria-label="Загружается" />}
    </ul>
  );
}

function Row({ row, isOpen }: { row: NewsRow; isOpen: boolean }) {
  const { search } = useLocation();
  return (
    <li>
      <Link
        to={`${pages.newsOne(row.id)}${search}`}
        className={styles.row}
        aria-current={isOpen ? 'true' : undefined}
        data-unread={!row.is_read || undefined}
      >
        <span className={styles.meta}>
          {[stateWords[row.state], row.published_at && formatMoment(row.published_at), row.is_mine ? 'вы' : row.source]
            .filter(Boolean)
            .join(' · ')}
          {row.is_pinned && <PinIcon titleAccess="Закреплена" />}
        </span>
        <span className={styles.title}>{row.title}</span>
        <span className={styles.lead}>{row.lead}</span>
        {!row.is_read && <span className={styles.hidden}>не прочитана</span>}
      </Link>
    </li>
  );
}
