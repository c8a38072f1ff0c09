// Review of a run: old and new side by side, by quality; applied, left or given back one by one or all of a quality.
import Button from '@mui/material/Button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type Dispatch, type SetStateAction } from 'react';
import { Link } from 'react-router';
import {
  addressQualities,
  addressStates,
  decideAddresses,
  normalisationRows,
  type AddressDeed,
  type AddressQuality,
  type AddressRow,
  type AddressRun,
} from '../../../contract/instruments/normalising.ts';
import { pages } from '../../../contract/pages.ts';
import { call } from '../../../providers/http.ts';
import { reading } from '../../../providers/reading.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { EmptyState, ErrorNote } from '../../../widgets/EmptyState.tsx';
import { countOf, formatNumber } from '../../../widgets/format.ts';
import { Pager } from '../../../widgets/Pager.tsx';
import { SectionCard } from '../../../widgets/SectionCard.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { StatusChip, type StatusKind } from '../../../widgets/StatusChip.tsx';
import { useLoudAction } from '../../useLoudAction.ts';
import styles from './instruments.module.css';

const PER_PAGE = 50;
const shownQualities = ['variants', 'leftovers', 'sure', 'garbage', 'failed'] as const;
const chips: Record<AddressQuality, StatusKind> = {
  sure: 'done',
  leftovers: 'waiting',
  variants: 'waiting',
  garbage: 'refused',
  failed: 'refused',
  same: 'plain',
};
const deedWords: Record<AddressDeed, string> = {
  apply: 'Применить',
  skip: 'Пропустить',
  wait: 'Решить заново',
  return: 'Вернуть прежний',
};
const CARD = ['карточка', 'карточки', 'карточек'] as const;

interface Wish {
  deed: AddressDeed;
  rows: number[] | null;
  quality: AddressQuality | null;
  expected: number;
}

export function AddressReview({ run, isBusy }: { run: AddressRun; isBusy: boolean }) {
  const [quality, setQuality] = useState<AddressQuality | null>(null);
  const [page, setPage] = useState(1);
  const [asked, setAsked] = useState<Wish | null>(null);
  const { data, error, refetch } = useQuery({
    ...reading(normalisationRows, {
      params: { id: run.id },
      body: { quality, offset: (page - 1) * PER_PAGE, limit: PER_PAGE },
      // Each finished piece of the run changes the counts, and the rows with them.
      as: [isBusy, ...run.counts.map(({ state }) => state)],
      stops: true,
    }),
    placeholderData: keepPreviousData,
    enabled: !isBusy,
    staleTime: 0,
  });
  const { decide, busy } = useDecide(run.id);
  if (isBusy) return null;
  const count = (of: AddressQuality | null, state?: string) =>
    run.counts
      .filter((one) => (of ? one.quality === of : one.quality !== 'same') && (!state || one.state === state))
      .reduce((sum, { addresses }) => sum + addresses, 0);
  const same = count('same');
  return (
    <SectionCard
      title="Разбор"
      action={<QualityChoice quality={quality} setQuality={setQuality} setPage={setPage} count={count} />}
    >
      <p className={styles.quiet}>
        {same > 0 && `Без изменений: ${formatNumber(same)}. `}Ждут решения: {formatNumber(count(quality, 'waiting'))}.
      </p>
      {quality && <Bulk {...{ run, quality, count, onAsk: setAsked, busy }} />}
      {error && <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>}
      {data &&
        (data.data.length ? (
          <ul className={styles.pairs} aria-label="Адреса">
            {data.data.map((row) => (
              <Row
                key={row.id}
                row={row}
                canReturn={run.canReturn}
                busy={busy}
                onDeed={(deed) => void decide({ deed, rows: [row.id], quality: null, expected: 1 })}
              />
            ))}
          </ul>
        ) : (
          <EmptyState title="Строк нет">Всё уже написано одинаково.</EmptyState>
        ))}
      {data && data.total > PER_PAGE && <Pager page={page} perPage={PER_PAGE} total={data.total} onPage={setPage} />}
      <ConfirmDialog
        open={asked !== null}
        title={
          asked ? `${deedWords[asked.deed]}: ${asked.quality ? addressQualities[asked.quality].toLowerCase() : ''}` : ''
        }
        confirm={asked ? deedWords[asked.deed] : ''}
        busy={busy}
        onCancel={() => setAsked(null)}
        onConfirm={() => asked && void decide(asked).then(() => setAsked(null))}
      >
        Написаний — {formatNumber(asked?.expected ?? 0)}. Каждая изменённая карточка получит строку в журнале.
      </ConfirmDialog>
    </SectionCard>
  );
}

function QualityChoice({
  quality,
  setQuality,
  setPage,
  count,
}: {
  quality: AddressQuality | null;
  setQuality: Dispatch<SetStateAction<AddressQuality | null>>;
  setPage: Dispatch<SetStateAction<number>>;
  count: (of: AddressQuality | null, state?: string) => number;
}) {
  return (
    <Segmented<AddressQuality | 'all'>
      small
      label="Качество"
      value={quality ?? 'all'}
      onChange={(value) => {
        setQuality(value === 'all' ? null : value);
        setPage(1);
      }}
      options={[
        { value: 'all', label: 'Все', count: count(null) },
        ...shownQualities
          .filter((one) => count(one))
          .map((one) => ({ value: one, label: addressQualities[one], count: count(one) })),
      ]}
    />
  );
}

function useDecide(id: number) {
  const { run, busy } = useLoudAction('address_normalizations');
  const decide = (body: Wish) =>
    run(
      () => call(decideAddresses, { params: { id }, body, quiet: true }),
      ({ job_id, cards, left }) =>
        job_id
          ? `Записываем в фоне: ${countOf(cards, CARD)}`
          : `Сделано${cards ? `: ${countOf(cards, CARD)}` : ''}${left ? `. Изменены раньше и оставлены: ${left}` : ''}`,
    );
  return { decide, busy };
}

interface BulkProps {
  run: AddressRun;
  quality: AddressQuality;
  count: (of: AddressQuality, state: string) => number;
  busy: boolean;
  onAsk: (wish: Wish) => void;
}

function Bulk({ run, quality, count, busy, onAsk }: BulkProps) {
  const has = !['garbage', 'failed'].includes(quality);
  const deeds: [AddressDeed, string][] = [
    ...(has ? ([['apply', 'waiting']] as [AddressDeed, string][]) : []),
    ['skip', 'waiting'],
    ...(run.canReturn ? ([['return', 'applied']] as [AddressDeed, string][]) : []),
  ];
  return (
    <div className={styles.head}>
      {deeds.map(([deed, state]) => {
        const expected = count(quality, state);
        return expected ? (
          <Button
            key={deed}
            size="small"
            variant="outlined"
            disabled={busy}
            onClick={() => onAsk({ deed, rows: null, quality, expected })}
          >
            {deedWords[deed]} все {formatNumber(expected)}
          </Button>
        ) : null;
      })}
    </div>
  );
}

interface RowProps {
  row: AddressRow;
  canReturn: boolean;
  busy: boolean;
  onDeed: (deed: AddressDeed) => void;
}

function Row({ row, canReturn, busy, onDeed }: RowProps) {
  const deeds: AddressDeed[] =
    row.state === 'waiting'
      ? row.becomes
        ? ['apply', 'skip']
        : ['skip']
      : row.state === 'skipped'
        ? ['wait']
        : row.state === 'applied' && canReturn
          ? ['return']
          : [];
  return (
    <li className={styles.address}>
      <span className={styles.who}>
        <StatusChip kind={chips[row.quality]}>{addressQualities[row.quality]}</StatusChip>
        {row.state !== 'waiting' && <small>{addressStates[row.state]}</small>}
      </span>
      <span className={styles.who}>
        <small>Было</small>
        {row.was}
        <small>
          {row.profile_id ? (
            <Link to={pages.profile(row.profile_id)}>{countOf(row.cards, CARD)}</Link>
          ) : (
            'карточек больше нет'
          )}
        </small>
      </span>
      <span className={styles.who}>
        <small>Станет</small>
        {row.becomes ? <b>{row.becomes}</b> : 'останется как есть'}
        {row.remark && <small>{row.remark}</small>}
        {row.becomes && !row.isPostal && <small>Для почты не хватает города или дома</small>}
      </span>
      <span className={styles.actions}>
        {deeds.map((deed) => (
          <Button
            key={deed}
            size="small"
            variant={deed === 'apply' ? 'contained' : 'outlined'}
            disabled={busy}
            onClick={() => onDeed(deed)}
          >
            {deedWords[deed]}
          </Button>
        ))}
      </span>
    </li>
  );
}
