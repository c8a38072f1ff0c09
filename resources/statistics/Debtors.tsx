// Garages behind a debt: whose debt moved within the period, or who owes at its end.
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { pages } from '../../contract/pages.ts';
import { debtMovers, type DebtorRow, type StatReply } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { keyOf } from '../../providers/reading.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatSum } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { debtorsFilter } from './linesFilter.ts';
import styles from './statistics.module.css';
import { conditionsOf, type StatView } from './statView.ts';
import { signedSum } from './words.ts';

const PER_PAGE = 50;
const kinds = [
  { value: 'moved' as const, label: 'Чей долг изменился' },
  { value: 'owing' as const, label: 'Кто должен' },
];

export function Debtors(props: { reply: StatReply; view: StatView; onChange: (change: StatView) => void }) {
  const { reply, view, onChange } = props;
  const which = view.who ?? 'moved';
  const filter = debtorsFilter(conditionsOf(view));
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: keyOf(debtMovers, { query: { filter, which }, as: 'pages' }),
    initialPageParam: 1,
    queryFn: ({ pageParam }) =>
      call(debtMovers, { query: { filter, which, page: pageParam, per_page: PER_PAGE }, quiet: true }),
    getNextPageParam: (last, all) => (all.length * PER_PAGE < last.total ? all.length + 1 : undefined),
  });
  const first = data?.pages[0];
  return (
    <>
      <div className={styles.sub}>
        <Segmented
          small
          label="Какие гаражи"
          value={which}
          options={kinds}
          onChange={(who) => onChange({ who: who === 'moved' ? undefined : who })}
        />
        {first && (
          <span role="status">
            {countOf(first.total, ['гараж', 'гаража', 'гаражей'])}, долг {formatSum(first.debt_kopecks)} ₽,{' '}
            {signedSum(first.debt_kopecks - first.debt_before_kopecks)} ₽ за период
          </span>
        )}
      </div>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : !data ? (
        <TableSkeleton columns={[{ label: 'Гараж' }, { label: 'Долг', width: 120, kind: 'money' }]} rows={6} />
      ) : !first?.total ? (
        <EmptyState title={which === 'moved' ? 'Долг не изменился' : 'Долгов нет'} />
      ) : (
        <Garages rows={data.pages.flatMap((page) => page.data)} reply={reply} />
      )}
      {hasNextPage && (
        <div className={styles.more}>
          <Button variant="outlined" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Показать ещё
          </Button>
        </div>
      )}
    </>
  );
}

const Garages = ({ rows, reply }: { rows: readonly DebtorRow[]; reply: StatReply }) => (
  <div className={styles.scroll} role="region" aria-label="Гаражи" tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Гараж</th>
          <th scope="col" className={styles.start}>
            ПО
          </th>
          <th scope="col" className={styles.start}>
            Владельцы
          </th>
          <th scope="col">{`До ${formatDate(reply.period.from)}, ₽`}</th>
          <th scope="col">{`На ${formatDate(reply.period.to)}, ₽`}</th>
          <th scope="col">за период</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <GaragePlate
                section={row.section}
                number={row.number}
                archived={!row.is_active}
                to={pages.garageContributions(row.id)}
              />
            </th>
            <td className={styles.start}>{row.po.name}</td>
            <td className={styles.start}>{row.owners.map((owner) => owner.full_name).join(', ') || 'без владельца'}</td>
            <td>{formatSum(row.debt_before_kopecks)}</td>
            <td className={styles.debt}>{formatSum(row.debt_kopecks)}</td>
            <td className={row.debt_kopecks > row.debt_before_kopecks ? styles.bad : styles.good}>
              {signedSum(row.debt_kopecks - row.debt_before_kopecks)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
