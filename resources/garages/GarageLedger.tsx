// Charges and payments of one garage, newest first, with the balance after each.
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { garageLedger } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import styles from './garages.module.css';

const PAGE = 50;
const kinds = { accrual: 'Начисление', payment: 'Оплата', reversal: 'Сторно' } as const;

export function GarageLedger({ id }: { id: number }) {
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetching } = useInfiniteQuery({
    queryKey: ['garages', 'ledger', id],
    queryFn: ({ pageParam }) =>
      call(garageLedger, { params: { id }, query: { before: pageParam, limit: PAGE }, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.data.length === PAGE ? page.data.at(-1)!.id : undefined),
  });
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  const lines = data?.pages.flatMap((page) => page.data) ?? [];
  if (data && !lines.length) return <EmptyState>По гаражу ещё ничего не начислено.</EmptyState>;
  return (
    <div className={styles.scrollX} tabIndex={0} role="region" aria-label="Учётные строки" style={{ marginTop: 12 }}>
      <table className={styles.ledger}>
        <thead>
          <tr>
            <th>Дата</th>
            <th>Операция</th>
            <th>Год</th>
            <th className={styles.end}>Сумма</th>
            <th className={styles.end}>Остаток</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id}>
              <td>{formatDate(line.on_date)}</td>
              <td>
                {kinds[line.kind]}: {line.name}
                {line.is_reversed && ' (сторнировано)'}
                {line.comment && <div className={styles.muted}>{line.comment}</div>}
              </td>
              <td>{line.year}</td>
              <td className={styles.end}>{formatMoney(line.amount_kopecks)}</td>
              <td className={styles.end}>
                <Money kopecks={line.balance_kopecks} tone="balance" />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button sx={{ mt: 1 }} loading={isFetching} onClick={() => void fetchNextPage()}>
          Показать ещё
        </Button>
      )}
    </div>
  );
}
