// Kinds of papers for superusers: where each is printed, what it asks, who may print it.
import { ListBase } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { documentKinds, type DocumentKindRow } from '../../../contract/documents/kinds.ts';
import { dateModes } from '../../../contract/fields/documents.ts';
import { pages } from '../../../contract/pages.ts';
import { EmptyState } from '../../../widgets/EmptyState.tsx';
import type { Column } from '../../../widgets/list/columns.ts';
import { RegisterList } from '../../../widgets/list/RegisterList.tsx';
import { StatusChip } from '../../../widgets/StatusChip.tsx';
import { accessOf, contextsOf } from './words.ts';

const yes = (value: boolean) => (value ? 'да' : '—');
const columns: Column<DocumentKindRow>[] = [
  {
    key: 'name',
    label: 'Название',
    sort: 'name',
    fixed: true,
    render: (row) => <b style={{ fontWeight: 500 }}>{row.name}</b>,
  },
  { key: 'contexts', label: 'Где печатают', width: '170px', render: contextsOf },
  { key: 'po', label: 'ПО', width: '70px', wide: true, render: (row) => yes(row.is_po_specific) },
  {
    key: 'number',
    label: 'Номер',
    width: '110px',
    wide: true,
    render: (row) => (row.is_manual_numerated ? 'вручную' : 'сам'),
  },
  {
    key: 'date',
    label: 'Дата',
    width: '90px',
    wide: true,
    render: (row) => (row.date_mode ? dateModes[row.date_mode] : '—'),
  },
  { key: 'repeat', label: 'Повтор', width: '90px', wide: true, render: (row) => yes(row.warns_of_repeat) },
  { key: 'access', label: 'Доступ', width: '150px', render: (row) => accessOf(row.is_personal) },
  {
    key: 'state',
    label: 'Состояние',
    width: '150px',
    render: (row) => (
      <StatusChip kind={row.is_active ? 'done' : 'archived'}>
        {row.is_active ? 'используется' : 'не используется'}
      </StatusChip>
    ),
  },
];

export default function DocumentTypeList() {
  return (
    <ListBase
      resource={documentKinds.name}
      perPage={50}
      sort={{ field: 'sort', order: 'ASC' }}
      storeKey={documentKinds.name}
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const navigate = useNavigate();
  return (
    <RegisterList<DocumentKindRow>
      title="Виды документов"
      searchKey="q"
      searchLabel="Название"
      columns={columns}
      storeKey={documentKinds.name}
      nameOf={(row) => row.name}
      onOpen={(row) => void navigate(pages.adminDocumentType(row.id))}
      renderCard={(row) => (
        <Link
          to={pages.adminDocumentType(row.id)}
          style={{ display: 'block', padding: 12, color: 'inherit', textDecoration: 'none' }}
        >
          <b>{row.name}</b>
          <br />
          <small>
            {[contextsOf(row), row.is_personal && accessOf(true), !row.is_active && 'не используется']
              .filter(Boolean)
              .join(' · ')}
          </small>
        </Link>
      )}
      empty={<EmptyState>Такого вида нет.</EmptyState>}
    />
  );
}
