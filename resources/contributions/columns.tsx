// Columns of the list of charges; the keys are those of the export.
import { pages } from '../../contract/pages.ts';
import type { ContributionRow } from '../../contract/contributions.ts';
import type { Level } from '../../contract/kernel/scope.ts';
import { Link } from 'react-router';
import { formatDate, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { PaidCell } from './paid.tsx';
import styles from './contributions.module.css';

/** `level` hides what is the same in every row: МО for an МО user, ПО for a ПО user. */
export function contributionColumns(level: Level | null): Column<ContributionRow>[] {
  const columns: (Column<ContributionRow> | false)[] = [
    {
      key: 'on_date',
      label: 'Дата',
      width: '112px',
      sort: 'on_date',
      fixed: true,
      render: (row) => formatDate(row.on_date),
    },
    { key: 'type', label: 'Вид', fixed: true, render: (row) => <Type row={row} /> },
    { key: 'year', label: 'Период', width: '84px', sort: 'year', render: (row) => row.year ?? '—' },
    level === 'region' && { key: 'mo', label: 'МО', width: '140px', render: (row) => row.mo_name },
    level !== 'po' && { key: 'po', label: 'ПО', width: '116px', render: (row) => row.po?.name ?? 'несколько' },
    {
      key: 'garages',
      label: 'Гаражей',
      width: '100px',
      align: 'end',
      sort: 'garages',
      render: (row) => <Garages row={row} />,
    },
    {
      key: 'amount',
      label: 'Сумма',
      width: '138px',
      align: 'end',
      sort: 'amount_kopecks',
      fixed: true,
      render: (row) => <Amount row={row} />,
    },
    { key: 'paid', label: 'Оплачено', width: '124px', align: 'end', render: (row) => <PaidCell row={row} /> },
    {
      key: 'basis',
      label: 'Основание',
      width: '190px',
      wide: 1,
      render: (row) => <span title={row.basis_document ?? ''}>{row.basis_document ?? '—'}</span>,
    },
    {
      key: 'comment',
      label: 'Комментарий',
      width: '200px',
      optional: true,
      render: (row) => <span title={row.comment ?? ''}>{row.comment ?? '—'}</span>,
    },
    { key: 'user', label: 'Кто', width: '144px', wide: 2, render: (row) => row.user?.name ?? 'система' },
  ];
  return columns.filter((column) => column !== false);
}

function Type({ row }: { row: ContributionRow }) {
  return (
    <span className={styles.typeCell}>
      <Link to={pages.contribution(row.id)} className={styles.type} title={row.accrual_type?.name}>
        {row.accrual_type?.name ?? 'Начисление'}
      </Link>
      <States row={row} />
    </span>
  );
}

/** «Сторнировано», «Сторно»: what makes the row differ from a charge in force. */
export function States({ row }: { row: ContributionRow }) {
  if (row.kind === 'reversal') return <StatusChip kind="refused">Сторно</StatusChip>;
  return row.is_reversed ? <StatusChip kind="archived">Сторнировано</StatusChip> : null;
}

function Garages({ row }: { row: ContributionRow }) {
  if (!row.garage) return formatNumber(row.garages);
  const { garage } = row;
  return (
    <GaragePlate
      section={garage.section}
      number={garage.number}
      archived={garage.is_active === false}
      to={pages.garage(garage.id)}
    />
  );
}

export function Amount({ row }: { row: ContributionRow }) {
  const money = <Money kopecks={row.amount_kopecks} />;
  return row.is_reversed ? <s className={styles.muted}>{money}</s> : <b className={styles.amount}>{money}</b>;
}
