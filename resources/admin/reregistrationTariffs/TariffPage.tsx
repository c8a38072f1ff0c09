// Tariffs of re-registrations: rows with their overlaps, a dialog for each, «сколько возьмём с…».
import Button from '@mui/material/Button';
import { ListBase } from 'react-admin';
import { useState } from 'react';
import { reregistrationTariffs, type Tariff } from '../../../contract/reregistrations/tariffs.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { formatDate, formatMoney } from '../../../widgets/format.ts';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import type { Column } from '../../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { groupNames } from './ru.ts';
import { TariffDialog } from './TariffDialog.tsx';
import { TariffTester } from './TariffTester.tsx';

/** Whose fee it is: «член ВОА, стаж от 5 лет». */
const whoOf = (row: Tariff) =>
  [
    row.isMember === null ? 'любой' : row.isMember ? 'член ВОА' : 'не член ВОА',
    row.minYears ? `стаж от ${row.minYears} лет` : null,
    row.reason ? `основание ${row.reason}` : null,
  ]
    .filter(Boolean)
    .join(', ');
const placeOf = (row: Tariff) => row.po_name ?? row.mo_name ?? 'везде';
const daysOf = (row: Tariff) => `с ${formatDate(row.validFrom)}${row.validTo ? ` по ${formatDate(row.validTo)}` : ''}`;

const columns: Column<Tariff>[] = [
  { key: 'group', label: 'За что', width: '170px', sort: 'group', fixed: true, render: (row) => groupNames[row.group] },
  { key: 'place', label: 'Где', width: '190px', render: placeOf },
  {
    key: 'who',
    label: 'Новый владелец',
    render: whoOf,
  },
  {
    key: 'days',
    label: 'Действует',
    width: '190px',
    sort: 'validFrom',
    render: daysOf,
  },
  {
    key: 'amount',
    label: 'Сумма',
    width: '120px',
    sort: 'amount',
    fixed: true,
    render: (row) => formatMoney(row.amount),
  },
  {
    key: 'state',
    label: 'Состояние',
    width: '200px',
    render: (row) =>
      row.overlaps.length ? (
        <StatusChip kind="waiting">пересекается с № {row.overlaps.join(', ')}</StatusChip>
      ) : (
        <StatusChip kind={row.isActive ? 'done' : 'archived'}>{row.isActive ? 'действует' : 'не действует'}</StatusChip>
      ),
  },
];

export default function TariffPage() {
  const [open, setOpen] = useState<Tariff | 'new' | null>(null);
  return (
    <ListBase
      resource={reregistrationTariffs.name}
      perPage={100}
      sort={{ field: 'group', order: 'ASC' }}
      disableAuthentication
    >
      <div style={{ padding: '16px var(--gr-pageX) 0' }}>
        <TariffTester />
      </div>
      <RegisterList<Tariff>
        title="Тарифы переоформления"
        actions={
          <Button variant="contained" onClick={() => setOpen('new')}>
            Добавить тариф
          </Button>
        }
        columns={columns}
        storeKey="reregistration_tariffs"
        nameOf={(row) => `тариф № ${row.id}`}
        onOpen={setOpen}
        renderCard={(row) => <TariffCard row={row} onOpen={() => setOpen(row)} />}
        empty={<EmptyState title="Тарифов пока нет">Без тарифа сбор за переоформление не начисляется.</EmptyState>}
      />
      {open && <TariffDialog tariff={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </ListBase>
  );
}

/** A row on a phone: all that tells it from the others of its group. */
export function TariffCard({ row, onOpen }: { row: Tariff; onOpen: () => void }) {
  return (
    <Button fullWidth onClick={onOpen} sx={{ display: 'block', textAlign: 'left' }}>
      <span style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
        <b>{groupNames[row.group]}</b>
        <b>{formatMoney(row.amount)}</b>
      </span>
      <small style={{ display: 'block', fontWeight: 400 }}>
        {[whoOf(row), placeOf(row), daysOf(row), row.isActive ? null : 'не действует'].filter(Boolean).join(' · ')}
      </small>
    </Button>
  );
}
