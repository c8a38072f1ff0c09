// Columns of the list of re-registrations; the keys of those that are taken away are those of the export.
import { pages } from '../../contract/pages.ts';
import type { ReregistrationRow } from '../../contract/reregistrations.ts';
import type { Level } from '../../contract/kernel/scope.ts';
import { formatDate, formatMoney, shortName } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from './reregistrations.module.css';
import { cx } from '../../widgets/cx.ts';
import { closingWords, statusKinds, statusWords, turnWords } from './ru.ts';

const LONG_IDLE = 7;
type Row = ReregistrationRow;

/** Halves of exchanges that stand one under the other. */
export interface Pairs {
  upper: ReadonlySet<number>;
  lower: ReadonlySet<number>;
}

export function caseColumns(level: Level | null, pairs: Pairs): Column<Row>[] {
  const columns: (Column<Row> | false)[] = [
    {
      key: 'number',
      label: '№',
      width: '72px',
      sort: 'id',
      fixed: true,
      render: (row) => <Number row={row} level={level} pairs={pairs} />,
    },
    {
      key: 'date_request',
      label: 'Заявка',
      width: '104px',
      sort: 'date_request',
      render: (row) => formatDate(row.date_request),
    },
    {
      key: 'plate',
      label: 'Гараж',
      width: '100px',
      sort: 'place',
      fixed: true,
      render: (row) => (
        <GaragePlate section={row.garage.section} number={row.garage.number} to={pages.garage(row.garage.id)} />
      ),
    },
    { key: 'owners', label: 'Прежний → новый владелец', fixed: true, render: (row) => <Change row={row} /> },
    { key: 'reason', label: 'Основание', width: '150px', render: (row) => row.reason_name },
    { key: 'status', label: 'Осталось', width: '176px', render: (row) => <Left row={row} /> },
    { key: 'days', label: 'Дней', width: '72px', sort: 'days', render: (row) => row.days },
    {
      key: 'idle',
      label: 'Без движения',
      width: '120px',
      sort: 'idle_days',
      render: (row) =>
        row.idle_days > LONG_IDLE && [1, 2, 6].includes(row.status) ? (
          <StatusChip kind="waiting">{row.idle_days} дн.</StatusChip>
        ) : (
          <span className={styles.muted}>{row.idle_days || 'сегодня'}</span>
        ),
    },
    level !== 'po' && { key: 'po', label: 'ПО', width: '130px', render: (row) => row.po.name },
    level === 'region' && { key: 'mo', label: 'МО', width: '150px', render: (row) => row.mo_name },
  ];
  return columns.filter((column): column is Column<Row> => Boolean(column));
}

function Number({ row, level, pairs }: { row: Row; level: Level | null; pairs: Pairs }) {
  const half = pairs.upper.has(row.id) ? styles.upper : pairs.lower.has(row.id) ? styles.lower : undefined;
  return (
    <span className={cx(styles.nth2, half)} title={row.pair_id ? `Обмен, вторая половина № ${row.pair_id}` : undefined}>
      {row.turn === level && row.status === 2 && <i className={styles.turnDot} aria-label="ваш ход" role="img" />}
      {row.id}
    </span>
  );
}

export function Change({ row }: { row: Row }) {
  const [first = 'без владельца', ...olds] = row.old_owners;
  const [next, ...others] = row.new_owners;
  return (
    <span className={styles.change}>
      <span className={styles.old} title={row.old_owners.join(', ')}>
        {shortName(first)}
        {olds.length > 0 && ` +${olds.length}`}
      </span>
      <span aria-label="становится">→</span>
      {row.transit > 0 && <span className={styles.muted}>{row.transit} лица →</span>}
      <span className={styles.new} title={row.new_owners.join(', ')}>
        {next ? shortName(next) : row.reason === 7 ? row.po.name : 'без изменений'}
        {others.length > 0 && ` +${others.length}`}
      </span>
    </span>
  );
}

/** The one thing that stops the case; of a closed one, how it ended. */
export function Left({ row }: { row: Row }) {
  if (![1, 2, 6].includes(row.status))
    return (
      <StatusChip kind={statusKinds[row.status]}>
        {row.closing ? closingWords[row.closing] : statusWords[row.status]}
      </StatusChip>
    );
  const owes = row.debt_kopecks > 0 && row.debt_answer !== 'stays_old' && row.debt_answer !== 'moves_new';
  if (row.status === 1) return <span>взять в работу</span>;
  if (row.status === 6) return <span>исправить ({turnWords.po})</span>;
  if (owes && ![9, 12, 13].includes(row.reason))
    return <span style={{ color: 'var(--gr-red)' }}>решить долг {formatMoney(row.debt_kopecks)}</span>;
  if (row.missing_paper) return <span>{row.missing_paper.toLowerCase()}</span>;
  if (row.pair_id && row.pair_id < row.id) return <span className={styles.muted}>вместе с № {row.pair_id}</span>;
  return <span style={{ color: 'var(--gr-green)' }}>можно завершать</span>;
}
