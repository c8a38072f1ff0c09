// Instructions by topic, what of them is read, and the first steps of a new ПО.
import CheckIcon from '@mui/icons-material/Check';
import SearchIcon from '@mui/icons-material/Search';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useGetList } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import {
  firstSteps,
  tutorialTypes,
  visitTutorials,
  type TutorialKind,
  type TutorialRow,
} from '../../contract/tutorials.ts';
import { tutorialTopics } from '../../contract/tutorialWords.ts';
import { call } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState, ErrorNote, NothingFound } from '../../widgets/EmptyState.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { useInAddress } from '../../widgets/useInAddress.ts';
import { openSupport } from '../../widgets/supportChat.ts';
import styles from './tutorials.module.css';

const MOST = 500;
const kindWords = { article: 'статья', video: 'видео', pdf: 'PDF' } as const;
const topicNames: Record<string, string> = tutorialTopics;

export default function TutorialList() {
  const [{ kind, q }, choose] = useInAddress<{ kind: TutorialKind | 'all'; q: string }>({ kind: 'all', q: '' });
  // What is being typed never waits for the address.
  const [words, type] = useState(q);
  const setWords = (next: string) => {
    type(next);
    choose({ q: next });
  };
  const { data: types } = useQuery(reading(tutorialTypes));
  const { data, error, refetch } = useGetList<TutorialRow>('tutorials', {
    pagination: { page: 1, perPage: MOST },
    sort: { field: 'sort', order: 'ASC' },
    filter: { ...(kind === 'all' ? {} : { kind }), ...(words.trim() ? { q: words.trim() } : {}) },
  });
  useVisit();
  return (
    <div className={styles.page}>
      <Head kind={kind} setKind={(next) => choose({ kind: next })} words={words} setWords={setWords} types={types} />
      <div className={styles.panes}>
        <div className={styles.list} data-help="rows">
          {error && <ErrorNote onRetry={() => void refetch()}>Инструкции не пришли.</ErrorNote>}
          {data?.length === 0 && (
            <NoneShown
              isAsked={words.trim() !== '' || kind !== 'all'}
              onReset={() => {
                type('');
                choose({ kind: 'all', q: '' });
              }}
            />
          )}
          {topicsOf(data ?? []).map(([topic, rows]) => (
            <Topic key={topic} topic={topic} rows={rows} />
          ))}
        </div>
        <aside className={styles.side} data-help="side">
          <Steps />
          {types && (
            <section>
              <h2>
                Прочитано{' '}
                <span>
                  {types.read} из {types.all}
                </span>
              </h2>
              <p>
                {types.newTutorialCounter > 0 && `Новых: ${types.newTutorialCounter}. `}
                На каждой странице «Инструкция» в меню или F1 открывает её инструкцию рядом.
              </p>
            </section>
          )}
          <section>
            <h2>Не нашли ответа?</h2>
            <Button variant="outlined" onClick={openSupport}>
              Спросить в чате
            </Button>
          </section>
        </aside>
      </div>
    </div>
  );
}

function Head({
  kind,
  setKind,
  words,
  setWords,
  types,
}: {
  kind: TutorialKind | 'all';
  setKind: (kind: TutorialKind | 'all') => void;
  words: string;
  setWords: (words: string) => void;
  types:
    | {
        data: { kind: 'article' | 'video' | 'pdf'; name: string; count: number }[];
        newTutorialCounter: number;
        read: number;
        all: number;
      }
    | undefined;
}) {
  return (
    <header className={styles.head} data-help="head">
      <h1>Инструкции</h1>
      <Segmented<TutorialKind | 'all'>
        small
        label="Вид инструкций"
        value={kind}
        onChange={setKind}
        options={[
          { value: 'all', label: 'Все', count: types?.all },
          ...(types?.data ?? []).map(({ kind: value, name, count }) => ({ value, label: name, count })),
        ]}
      />
      <div className={styles.search}>
        <TextBox
          label="Слово из инструкции"
          hideLabel
          reserve={false}
          type="search"
          placeholder="Например: закрыть год"
          start={<SearchIcon fontSize="small" />}
          value={words}
          onChange={setWords}
          maxLength={100}
        />
      </div>
    </header>
  );
}

function topicsOf(rows: readonly TutorialRow[]): [string, TutorialRow[]][] {
  const topics = new Map<string, TutorialRow[]>();
  for (const row of rows) topics.set(row.topic, [...(topics.get(row.topic) ?? []), row]);
  return [...topics];
}

/** The visit is told when the page is left: what was new stays so while it is looked at. */
function useVisit() {
  const looksOnly = useActor()?.viewOnly;
  useEffect(() => {
    if (looksOnly) return;
    return () => void call(visitTutorials, { quiet: true }).catch(() => undefined);
  }, [looksOnly]);
}

function Steps() {
  const { data } = useQuery(reading(firstSteps));
  if (!data) return null;
  const steps = data.data;
  const next = steps.find((step) => !step.done);
  return (
    <section>
      <h2>
        Первые шаги{' '}
        <span>
          {steps.filter((step) => step.done).length} из {steps.length}
        </span>
      </h2>
      <ul>
        {steps.map((step) => (
          <li key={step.key} data-done={step.done || undefined}>
            <CheckIcon fontSize="small" titleAccess={step.done ? 'сделано' : 'ещё нет'} />
            {step.title}
            {step === next && step.to && (
              <Button component={Link} to={step.to} variant="contained" size="small">
                Перейти
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is found by no word or kind is another thing than what was never written. */
const NoneShown = ({ isAsked, onReset }: { isAsked: boolean; onReset: () => void }) =>
  isAsked ? (
    <NothingFound onReset={onReset} />
  ) : (
    <EmptyState title="Инструкций пока нет">Их пишет суперпользователь в панели администратора.</EmptyState>
  );

const Topic = ({ topic, rows }: { topic: string; rows: readonly TutorialRow[] }) => (
  <section aria-label={topicNames[topic]}>
    <h2>{topicNames[topic]}</h2>
    {rows.map((row) => (
      <Link key={row.id} to={pages.tutorial(row.id)} className={styles.row}>
        <span>
          <b>{row.title}</b>
          <small>{row.lead}</small>
        </span>
        <small>{[kindWords[row.kind], row.length].filter(Boolean).join(' · ')}</small>
        <small data-read={row.is_read || undefined}>
          {row.is_read ? 'прочитано' : row.is_new ? 'новая' : 'не открыта'}
        </small>
      </Link>
    ))}
  </section>
);
