// Columns of the list of payments.
import { pages } from '../../contract/pages.ts';
import type { Level } from '../../contract/kernel/scope.ts';
import type { OperationRow } from '../../contract/payments.ts';
import { cx } from '../../widgets/cx.ts';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import type { Column } from '../../widgets/list/columns.ts';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from './payments.module.css';
import { Purpose } from './Purpose.tsx';
import { sourceName } from './ru.ts';

/** `level` hides what is the same in every row. */
export function paymentColumns(level: Level | null): Column<OperationRow>[] {
  const columns: (Column<OperationRow> | false)[] = [
    {
      key: 'on_date',
      label: 'Дата',
      width: '106px',
      sort: 'on_date',
      fixed: true,
      render: (row) => formatDate(row.on_date),
    },
    { key: 'account', label: 'ЛС', width: '110px', wide: 2, render: (row) => row.account_no },
    {
      key: 'plate',
      label: 'Гараж',
      width: '104px',
      fixed: true,
      skeleton: 'plate',
      render: (row) => (
        <GaragePlate
          section={row.garage.section}
          number={row.garage.number}
          archived={row.garage.is_active === false}
          to={pages.garage(row.garage.id)}
        />
      ),
    },
    level === 'region' && { key: 'mo', label: 'МО', width: '130px', wide: 4, render: (row) => row.mo_name },
    level !== 'po' && { key: 'po', label: 'ПО', width: '116px', wide: 5, render: (row) => row.po.name },
    { key: 'payer', label: 'Плательщик', fixed: true, render: (row) => <Payer row={row} /> },
    { key: 'purpose', label: 'Вид', width: '170px', wide: 6, render: (row) => <Purpose row={row} /> },
    { key: 'method', label: 'Способ', width: '160px', render: (row) => row.payment_type?.name ?? '—' },
    {
      key: 'amount',
      label: 'Сумма',
      width: '128px',
      align: 'end',
      sort: 'amount_kopecks',
      fixed: true,
      render: (row) => <Sum row={row} />,
    },
    { key: 'paper', label: 'Документ', width: '100px', wide: 3, render: (row) => row.paper_no ?? '—' },
    { key: 'user', label: 'Кто', width: '140px', wide: 1, render: (row) => row.user?.name ?? 'система' },
    { key: 'source', label: 'Откуда', width: '140px', optional: true, render: sourceName },
    { key: 'comment', label: 'Комментарий', width: '200px', optional: true, render: (row) => row.comment ?? '—' },
  ];
  return columns.filter((column) => column !== false);
}

function Payer({ row }: { row: OperationRow }) {
  return (
    <span className={styles.states}>
      {row.payer?.name ?? <span className={styles.muted}>без владельца</span>}
      {row.is_reversed && <StatusChip kind="refused">отменён</StatusChip>}
      {row.kind === 'reversal' && <StatusChip>сторно</StatusChip>}
    </span>
  );
}

export const Sum = ({ row }: { row: OperationRow }) => (
  <Money kopecks={row.amount_kopecks} className={cx(row.is_reversed && styles.undone)!} />
);
