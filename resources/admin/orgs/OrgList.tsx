// Lists of regions, МО and ПО for superusers: one screen for three addresses.
import AddIcon from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { ListBase, useResourceContext } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import { formatNumber } from '../../../widgets/format.ts';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import type { Column } from '../../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { useExport } from '../../lists/useListTools.ts';
import { useResourcePages } from '../../productResource.ts';

interface OrgRow {
  id: number;
  name: string;
  chairman_name: string | null;
  phone: string | null;
  is_active: boolean;
  garage_count: number;
  mo?: { name: string };
  region?: { name: string };
  code?: number;
  po_count?: number;
}

const words = {
  regions: { title: 'Регионы', add: 'Добавить регион' },
  moes: { title: 'МО', add: 'Добавить МО' },
  poes: { title: 'ПО', add: 'Добавить ПО' },
} as const;
type Kind = keyof typeof words;

export default function OrgList() {
  const kind = useResourceContext() as Kind;
  return (
    <ListBase perPage={50} sort={{ field: 'order', order: 'ASC' }} storeKey={kind} disableAuthentication>
      <Screen kind={kind} />
    </ListBase>
  );
}

function Screen({ kind }: { kind: Kind }) {
  const navigate = useNavigate();
  const { title, add } = words[kind];
  const { create, card } = useResourcePages();
  return (
    <RegisterList<OrgRow>
      title={title}
      actions={
        <Button variant="contained" startIcon={<AddIcon />} component={Link} to={create}>
          {add}
        </Button>
      }
      searchKey="q"
      searchLabel="Название"
      columns={columnsOf[kind]}
      storeKey={kind}
      onExport={useExport(kind)}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate(card(row.id))}
      renderCard={(row) => (
        <Link to={card(row.id)} style={{ display: 'block', padding: 12, color: 'inherit', textDecoration: 'none' }}>
          <b>{row.name}</b>
          <br />
          <small>
            {[[row.mo?.name, row.region?.name].filter(Boolean).join(', '), `гаражей ${formatNumber(row.garage_count)}`]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </Link>
      )}
      empty={<EmptyState>Добавьте первую запись.</EmptyState>}
    />
  );
}

const common: Column<OrgRow>[] = [
  { key: 'chairman', label: 'Председатель', width: '240px', wide: true, render: (row) => row.chairman_name ?? '—' },
  { key: 'phone', label: 'Телефон', width: '170px', wide: true, render: (row) => row.phone ?? '—' },
  {
    key: 'garages',
    label: 'Гаражей',
    width: '90px',
    align: 'end',
    sort: 'garage_count',
    render: (row) => formatNumber(row.garage_count),
  },
  {
    key: 'state',
    label: '',
    width: '120px',
    render: (row) => !row.is_active && <StatusChip kind="archived">не работает</StatusChip>,
  },
];
const name: Column<OrgRow> = {
  key: 'name',
  label: 'Название',
  sort: 'order',
  fixed: true,
  render: (row) => <b style={{ fontWeight: 500 }}>{row.name}</b>,
};
const columnsOf: Record<Kind, Column<OrgRow>[]> = {
  regions: [
    name,
    { key: 'po_count', label: 'ПО', width: '70px', align: 'end', render: (row) => formatNumber(row.po_count ?? 0) },
    ...common,
  ],
  moes: [
    name,
    { key: 'region', label: 'Регион', width: '260px', render: (row) => row.region?.name },
    { key: 'po_count', label: 'ПО', width: '70px', align: 'end', render: (row) => formatNumber(row.po_count ?? 0) },
    ...common,
  ],
  poes: [
    { key: 'code', label: 'Код', width: '80px', sort: 'code', render: (row) => row.code },
    name,
    { key: 'mo', label: 'МО', width: '180px', render: (row) => row.mo?.name },
    ...common,
  ],
};
