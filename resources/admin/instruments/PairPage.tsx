// One pair side by side: which side of each field is kept, what moves, the password, the merge.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import {
  LIKELY,
  mergePairs,
  openPair,
  setDifferent,
  type MergeField,
  type MergeView,
} from '../../../contract/instruments/merging.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { readAnew, reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { PageSkeleton } from '../../../widgets/PageSkeleton.tsx';
import { Stepper } from '../../../widgets/Stepper.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { countOf, formatNumber } from '../../../widgets/format.ts';
import { toast } from '../../../widgets/toasts.ts';
import { clusterAddress, levelWords, pairAddress, partWords, type Side } from './pairAddress.ts';
import { PairTable } from './PairTable.tsx';
import { MergePanel } from './MergePanel.tsx';
import styles from './instruments.module.css';

/** `isOfGroup`: one of a cluster that is merged card after card. */
export function PairPage({ one, other, isOfGroup = false }: { one: number; other: number; isOfGroup?: boolean }) {
  const { data, error, refetch } = useQuery({
    ...reading(openPair, { body: { one, other } }),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const walk = useWalk(one, other);
  const [stays, setStays] = useState<Side>('one');
  const [chosen, setChosen] = useState<Partial<Record<MergeField, Side>>>({});
  if (error)
    return (
      <div className={styles.page}>
        <Crumbs walk={walk} group={isOfGroup ? one : null} />
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      </div>
    );
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <Crumbs walk={walk} group={isOfGroup ? one : null} />
      <Head view={data} walk={walk} />
      <div className={styles.work}>
        <PairTable
          view={data}
          stays={stays}
          chosen={chosen}
          onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
          onSwap={() => setStays(stays === 'one' ? 'other' : 'one')}
        />
        <MergePanel view={data} stays={stays} chosen={chosen} isOfGroup={isOfGroup} />
      </div>
    </div>
  );
}

/** Pairs in the order of the list, how many there are in all, and which of them is looked at; -1: none of the first 200. */
function useWalk(one: number, other: number) {
  const { data: list } = useQuery({
    ...reading(mergePairs, { query: { limit: 200 }, stops: true }),
    staleTime: 0,
  });
  const pairs = list?.data ?? [];
  const at = pairs.findIndex((pair) => pair.one.id === one && pair.other.id === other);
  return { pairs, at, total: list?.total ?? 0 };
}
type Walk = ReturnType<typeof useWalk>;

/** `group`: the card that a cluster was opened by, to which it leads back. */
const Crumbs = ({ walk: { at, total }, group }: { walk: Walk; group: number | null }) => (
  <nav className={styles.crumbs} aria-label="Путь">
    <Link to={pages.adminInstruments}>Инструменты</Link> › <Link to={pages.adminMerge}>Объединение карточек</Link> ›{' '}
    {group && (
      <>
        <Link to={clusterAddress(group)}>группа</Link> ›{' '}
      </>
    )}
    {at < 0 ? 'пара' : `${formatNumber(at + 1)} из ${countOf(total, ['пары', 'пар', 'пар'])}`}
  </nav>
);

interface HeadProps {
  view: MergeView;
  walk: Walk;
}

function Head({ view: { one, other, score, parts, isDifferent }, walk: { pairs, at } }: HeadProps) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const step = (by: number) => {
    const pair = pairs[at + by];
    if (pair) void navigate(pairAddress(pair.one.id, pair.other.id));
  };
  const say = async () => {
    try {
      await call(setDifferent, { body: { one: one.id, other: other.id, isDifferent: !isDifferent }, quiet: true });
      toast(isDifferent ? 'Пара снова среди похожих' : 'Запомнили: это разные люди');
      await readAnew(client, 'merge_pairs');
      await navigate(pages.adminMerge);
    } catch (fault) {
      toast((fault as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <header className={styles.head}>
      <h1>Один и тот же человек?</h1>
      <StatusChip kind={score >= LIKELY ? 'waiting' : 'plain'}>{levelWords(score, LIKELY)}</StatusChip>
      <small className={styles.quiet}>{partWords(parts)}</small>
      <div className={styles.actions}>
        <Button variant="outlined" onClick={() => void say()}>
          {isDifferent ? 'Снова похожи' : 'Это разные люди'}
        </Button>
        <Stepper at={at} of={pairs.length} onStep={step} words={['Предыдущая пара', 'Следующая пара']} />
      </div>
    </header>
  );
}
