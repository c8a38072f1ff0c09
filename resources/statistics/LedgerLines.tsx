// Lines of the ledger behind a figure: those of the period, of one side when a figure was opened.
import Button from '@mui/material/Button';
import { useInfiniteGetList } from 'react-admin';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { balanceOperations, type OperationFilter, type OperationRow } from '../../contract/payments.ts';
import type { StatReply } from '../../contract/statistics.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { useTakeList } from '../lists/useListTools.ts';
import { Sum } from '../payments/columns.tsx';
import { linesFilter } from './linesFilter.ts';
import styles from './statistics.module.css';
import { TakeAwayMenu } from './TakeAway.tsx';
import type { StatView } from './statView.ts';

const PER_PAGE = 50;
const sides = [
  { value: 'all' as const, label: 'Все' },
  { value: 'charged' as const, label: 'Начислено' },
  { value: 'paid' as const, label: 'Оплачено' },
];

/** Columns of the table, and what a file tells besides. */
const COLUMNS = ['on_date', 'account', 'plate', 'po', 'payer', 'purpose', 'method', 'amount', 'paper', 'comment'];

interface LedgerLinesProps {
  reply: StatReply;
  view: StatView;
  /** In words, the days left out. */
  conditions: string | null;
  onChange: (change: StatView) => void;
}

export function LedgerLines({ reply, view, conditions, onChange }: LedgerLinesProps) {
  const take = useTakeList('balance_operations');
  const filter = linesFilter(view, reply.period);
  const { data, total, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteGetList<OperationRow>(balanceOperations.name, {
      filter,
      sort: { field: 'on_date', order: 'DESC' },
      pagination: { page: 1, perPage: PER_PAGE },
    });
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <div className={styles.sub}>
        <Segmented
          small
          label="Какие операции"
          value={view.side ?? 'all'}
          options={sides}
          onChange={(side) => onChange({ side: side === 'all' ? undefined : side })}
        />
        {(view.type !== undefined || view.method !== undefined) && (
          <button
            type="button"
            className={styles.pick}
            onClick={() => onChange({ type: undefined, method: undefined })}
          >
            {kindName(reply, view)}: снять отбор
          </button>
        )}
        <TakeAwayMenu
          onTake={(format) =>
            take(format, { columns: COLUMNS, sort: ['on_date', 'DESC'], filter: said(filter), conditions })
          }
        />
        {total !== undefined && <span role="status">{countOf(total, ['операция', 'операции', 'операций'])}</span>}
      </div>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{(error as Error).message}</ErrorNote>
      ) : !data ? (
        <TableSkeleton columns={[{ label: 'Дата' }, { label: 'Сумма', width: 120, kind: 'money' }]} rows={6} />
      ) : rows.length === 0 ? (
        <EmptyState title="За период операций нет">Выберите другой период или снимите условия.</EmptyState>
      ) : (
        <Lines rows={rows} />
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

/** Without what the filter leaves open. */
const said = (filter: OperationFilter) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));

/** What the lines are narrowed to, as the table calls it. */
const kindName = ({ money }: StatReply, { type, method }: StatView) =>
  money?.rows.find((row) =>
    type === undefined
      ? row.what === 'method' && row.key === `${method}`
      : row.what === 'type' && row.key === `${type}`,
  )?.name || 'Без вида';

const Lines = ({ rows }: { rows: readonly OperationRow[] }) => (
  <div className={styles.scroll} role="region" aria-label="Операции" tabIndex={0}>
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Дата</th>
          <th scope="col" className={styles.start}>
            ЛС
          </th>
          <th scope="col" className={styles.start}>
            Гараж
          </th>
          <th scope="col" className={styles.start}>
            ПО
          </th>
          <th scope="col" className={styles.start}>
            Плательщик
          </th>
          <th scope="col" className={styles.start}>
            Вид
          </th>
          <th scope="col" className={styles.start}>
            Способ
          </th>
          <th scope="col">Сумма</th>
          <th scope="col" className={styles.start}>
            Документ
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to={pages.balanceOperation(row.id)}>{formatDate(row.on_date)}</Link>
            </th>
            <td className={styles.start}>{row.account_no}</td>
            <td className={styles.start}>
              <GaragePlate
                section={row.garage.section}
                number={row.garage.number}
                archived={row.garage.is_active === false}
                to={pages.garage(row.garage.id)}
              />
            </td>
            <td className={styles.start}>{row.po.name}</td>
            <td className={styles.start}>{row.payer?.name ?? 'без владельца'}</td>
            <td className={styles.start}>{row.accrual_type ? `${row.accrual_type.name} ${row.year ?? ''}` : '—'}</td>
            <td className={styles.start}>
              {row.payment_type?.name ?? (row.kind === 'reversal' ? 'сторно' : 'начисление')}
            </td>
            <td>
              <Sum row={row} />
            </td>
            <td className={styles.start}>{row.paper_no ? `№ ${row.paper_no}` : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
