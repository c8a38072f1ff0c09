// Columns of the garage list; the keys are those of the export.
import CheckIcon from '@mui/icons-material/Check';
import LockIcon from '@mui/icons-material/LockOutlined';
import { pages } from '../../contract/pages.ts';
import type { GarageRow } from '../../contract/garages.ts';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { marksTitle, YearMarks } from '../../widgets/YearMarks.tsx';
import { DebtCell } from './DebtCell.tsx';
import styles from './garages.module.css';

/** `level` hides what is the same in every row: МО for an МО user, ПО for a ПО user. */
export function garageColumns(level: 'region' | 'mo' | 'po' | null, years: GarageRow['years']): Column<GarageRow>[] {
  const columns: (Column<GarageRow> | false)[] = [
    {
      key: 'plate',
      label: 'Гараж',
      width: '112px',
      sort: 'place',
      fixed: true,
      skeleton: 'plate',
      render: (row) => <Plate row={row} />,
    },
    level === 'region' && { key: 'mo', label: 'МО', width: '130px', render: (row) => row.mo_name },
    level !== 'po' && { key: 'po', label: 'ПО', width: '116px', render: (row) => row.po.name },
    { key: 'type', label: 'Тип', width: '118px', wide: 2, render: (row) => row.type.label },
    { key: 'owner', label: 'Владелец', sort: 'owner', fixed: true, render: (row) => <Owners row={row} /> },
    {
      key: 'phone',
      label: 'Телефон',
      width: '150px',
      wide: 3,
      render: (row) => <span className={styles.muted}>{row.phone ?? '—'}</span>,
    },
    { key: 'account', label: 'Лицевой счёт', width: '110px', optional: true, render: (row) => row.account_no },
    {
      key: 'built',
      label: 'Построен',
      width: '100px',
      optional: true,
      sort: 'date_of_construction',
      render: (row) => formatDate(row.date_of_construction),
    },
    {
      key: 'last_payment',
      label: 'Посл. оплата',
      width: '108px',
      sort: 'last_payment_on',
      render: (row) => formatDate(row.last_payment_on),
    },
    {
      key: 'pib',
      label: 'ПИБ',
      width: '58px',
      wide: 1,
      render: (row) =>
        row.has_pib ? <CheckIcon titleAccess="есть" sx={{ fontSize: 18, color: 'var(--gr-green)' }} /> : '—',
    },
    {
      key: 'years',
      label: marksTitle(years) || 'Годы',
      width: '74px',
      render: (row) => <YearMarks marks={row.years} />,
    },
    {
      key: 'debt',
      label: 'Долг',
      width: '126px',
      align: 'end',
      sort: 'balance_kopecks',
      fixed: true,
      render: (row) => <DebtCell row={row} />,
    },
  ];
  return columns.filter((column) => column !== false);
}

function Plate({ row }: { row: GarageRow }) {
  return (
    <span className={styles.plateCell}>
      <GaragePlate section={row.section} number={row.number} archived={!row.is_active} to={pages.garage(row.id)} />
      {row.is_locked && (
        <LockIcon titleAccess="Идёт переоформление" sx={{ fontSize: 16, color: 'var(--gr-amberText)' }} />
      )}
    </span>
  );
}

export function Owners({ row }: { row: GarageRow }) {
  const [first, ...others] = row.owners;
  if (!first) return <span className={styles.muted}>без владельца</span>;
  return (
    <span className={styles.owners}>
      <span className={styles.name} title={first.full_name}>
        {first.full_name}
      </span>
      {others.length > 0 && (
        <span className={styles.muted} title={others.map((owner) => owner.full_name).join(', ')}>
          +{others.length}
        </span>
      )}
      {row.privilege && (
        <span className={styles.chip}>
          <StatusChip title={row.privilege.is_expired ? 'Срок действия льготы истёк' : row.privilege.name}>
            {row.privilege.is_expired ? `${row.privilege.name}, истекла` : row.privilege.name}
          </StatusChip>
        </span>
      )}
    </span>
  );
}
