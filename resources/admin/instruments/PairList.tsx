// Pairs that the search found, the search itself, merges that can still be taken back.
import SearchIcon from '@mui/icons-material/ManageSearchOutlined';
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { LIKELY, mergePairs, searchPairs, type MergePair } from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type ReplyOf } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { onLive } from '../../../providers/liveProvider.ts';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { formatDate, formatMoment } from '../../../widgets/format.ts';
import { Note } from '../../../widgets/Note.tsx';
import { Pager } from '../../../widgets/Pager.tsx';
import { ProgressBar } from '../../../widgets/ProgressBar.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { CardSkeleton } from '../../../widgets/TableSkeleton.tsx';
import { usePageTitle } from '../../../widgets/usePageTitle.ts';
import { MergedList } from './MergedList.tsx';
import { clusterAddress, levelWords, pairAddress, partWords } from './pairAddress.ts';
import { useLoudAction } from '../../useLoudAction.ts';
import styles from './instruments.module.css';

type Pairs = ReplyOf<typeof mergePairs>;
type PairLevel = 'all' | 'likely' | 'possible' | 'different';
const PER_PAGE = 50;
const POLL_MS = 3000;
const isUnderWay = (search: Pairs['search']) => search?.status === 'queued' || search?.status === 'running';

export function PairList() {
  usePageTitle('Объединение карточек');
  const client = useQueryClient();
  const [level, setLevel] = useState<PairLevel>('all');
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery({
    ...reading(mergePairs, { query: { level, offset: (page - 1) * PER_PAGE, limit: PER_PAGE }, stops: true }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data?.search ?? null) ? POLL_MS : false),
  });
  useEffect(() => onLive(({ type }) => void (type === 'job_status' && readAnew(client, 'merge_pairs'))), [client]);
  const { run, busy } = useLoudAction('merge_pairs');
  const search = () => run(() => call(searchPairs, { body: { after: data?.search?.job_id ?? null }, quiet: true }));
  const isBusy = busy || isUnderWay(data?.search ?? null);
  const button = (
    <Button variant="contained" startIcon={<SearchIcon />} disabled={isBusy} onClick={() => void search()}>
      {data?.search ? 'Искать заново' : 'Искать похожие'}
    </Button>
  );
  return (
    <div className={styles.page}>
      <nav className={styles.crumbs} aria-label="Путь">
        <Link to={pages.adminInstruments}>Инструменты</Link> › Объединение карточек
      </nav>
      <header className={styles.head}>
        <h1>Объединение карточек</h1>
        <Segmented<PairLevel>
          small
          label="Какие пары"
          value={level}
          onChange={(value) => {
            setLevel(value);
            setPage(1);
          }}
          options={[
            { value: 'all', label: 'Все', count: data && data.counts.likely + data.counts.possible },
            { value: 'likely', label: 'Вероятно', count: data?.counts.likely },
            { value: 'possible', label: 'Возможно', count: data?.counts.possible },
            { value: 'different', label: 'Разные люди', count: data?.counts.different },
          ]}
        />
        <div className={styles.actions}>{button}</div>
      </header>
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {!data && !error && <CardSkeleton />}
      {data && <Search search={data.search} />}
      {data &&
        (data.data.length ? (
          <ul className={styles.pairs} aria-label="Похожие пары">
            {data.data.map((pair) => (
              <PairRow key={`${pair.one.id} ${pair.other.id}`} pair={pair} />
            ))}
          </ul>
        ) : (
          <EmptyState title={emptyWords(data.search, level)[0]}>{emptyWords(data.search, level)[1]}</EmptyState>
        ))}
      {data && data.total > PER_PAGE && <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />}
      <MergedList />
    </div>
  );
}

/** What an empty list says: that nothing was found is known only when a search has ended. */
function emptyWords(search: Pairs['search'], level: PairLevel): [title: string, text: string] {
  if (level === 'different') return ['Таких пар нет', 'Здесь пары, о которых сказано «Это разные люди».'];
  if (!search) return ['Поиск ещё не запускали', 'Поиск идёт в фоне по всему реестру и ничего не меняет.'];
  if (isUnderWay(search)) return ['Идёт поиск', 'Похожие пары появятся здесь сами. Страницу можно закрыть.'];
  if (search.status !== 'done') return ['Поиск не закончен', 'Что похожего есть в реестре, пока неизвестно.'];
  return ['Пар нет', 'Похожих карточек не нашлось.'];
}

function Search({ search }: { search: Pairs['search'] }) {
  if (!search) return null;
  if (isUnderWay(search))
    return <ProgressBar label={search.stage || 'Ждёт очереди'} done={search.done} total={search.total || null} />;
  if (search.status === 'failed') return <Note tone="red">{search.failure}</Note>;
  return <p className={styles.quiet}>Последний поиск: {formatMoment(search.at)}</p>;
}

function PairRow({ pair: { one, other, score, parts, others } }: { pair: MergePair }) {
  return (
    <li>
      <Link className={styles.pair} to={pairAddress(one.id, other.id)}>
        <StatusChip kind={score >= LIKELY ? 'waiting' : 'plain'}>{levelWords(score, LIKELY)}</StatusChip>
        <span className={styles.who}>
          <b>{one.name}</b>
          <small>
            {[one.birthday && formatDate(one.birthday), one.place, `карточка ${one.id}`].filter(Boolean).join(' · ')}
          </small>
        </span>
        <span className={styles.who}>
          <b>{other.name}</b>
          <small>
            {[other.birthday && formatDate(other.birthday), other.place, `карточка ${other.id}`]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <small>{partWords(parts)}</small>
      </Link>
      {others > 0 && (
        <Link className={styles.group} to={clusterAddress(one.id)}>
          Ещё пар с ними: {others}. Показать всю группу
        </Link>
      )}
    </li>
  );
}
