// Columns of the garage list; the keys are those of the export.
import CheckIcon from '@mui/icons-material/Check';
import GavelIcon from '@mui/icons-material/GavelOutlined';
import LockIcon from '@mui/icons-material/LockOutlined';
import { garageFields } from '../../contract/fields/garages.ts';
import { pages } from '../../contract/pages.ts';
import type { GarageRow } from '../../contract/garages.ts';
import { restrictionNames } from '../../contract/garages/restrictions.ts';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { fieldColumns } from '../../widgets/list/fieldColumns.ts';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { marksTitle, YearMarks } from '../../widgets/YearMarks.tsx';
import { DebtCell } from './DebtCell.tsx';
import { PhoneCell } from '../profiles/PhoneCell.tsx';
import styles from './garages.module.css';

/** Main owners whose phone the rows show masked. */
export const ownersWithPhones = (rows: readonly GarageRow[]): number[] =>
  rows.flatMap((row) => (row.phone && row.owners[0] ? [row.owners[0].id] : []));

/** How a row is named for its tick. */
export const nameOfRow = (row: GarageRow) => `гараж ${row.section} ${row.number}`;

/** `level` hides what is the same in every row: МО for an МО user, ПО for a ПО user. */
export function garageColumns(level: 'region' | 'mo' | 'po' | null, years: GarageRow['years']): Column<GarageRow>[] {
  const columns = fieldColumns<GarageRow>(garageFields, {
    plate: (row) => <Plate row={row} />,
    ...(level === 'region' ? { mo: (row) => row.mo_name } : {}),
    ...(level === 'po' ? {} : { po: (row) => row.po.name }),
    type: (row) => row.type.label,
    owner: (row) => <Owners row={row} />,
    phone: (row) => <PhoneCell profileId={row.owners[0]?.id} masked={row.phone ? [row.phone] : []} />,
    account: (row) => row.account_no,
    last_payment: (row) => formatDate(row.last_payment_on),
    pib: (row) =>
      row.has_pib ? <CheckIcon titleAccess="есть" sx={{ fontSize: 18, color: 'var(--gr-green)' }} /> : '—',
    years: (row) => <YearMarks marks={row.years} />,
    debt: (row) => <DebtCell row={row} />,
  });
  const named = marksTitle(years);
  return columns.map((column) => (column.key === 'years' && named ? { ...column, label: named } : column));
}

function Plate({ row }: { row: GarageRow }) {
  return (
    <span className={styles.plateCell}>
      <GaragePlate section={row.section} number={row.number} archived={!row.is_active} to={pages.garage(row.id)} />
      {row.is_locked && (
        <LockIcon titleAccess="Идёт переоформление" sx={{ fontSize: 16, color: 'var(--gr-amberText)' }} />
      )}
      {row.restrictions.length > 0 && (
        <GavelIcon
          titleAccess={row.restrictions.map((kind) => restrictionNames[kind]).join(', ')}
          sx={{ fontSize: 16, color: 'var(--gr-red)' }}
        />
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
