// The journal of papers: every number stays, copies stand beside their originals, what lost its force is crossed out.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { ListBase } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { documents, type DocumentRow } from '../../contract/documents.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { DocumentFilters, useDocumentChips } from './DocumentFilters.tsx';
import { hasNoForce, paperName, stateChips } from './words.ts';

const columns: Column<DocumentRow>[] = [
  { key: 'number', label: '№', width: '150px', sort: 'number', fixed: true, render: (row) => <NumberOf row={row} /> },
  { key: 'on_date', label: 'Дата', width: '110px', sort: 'on_date', render: (row) => formatDate(row.on_date) },
  { key: 'type', label: 'Вид', sort: 'type', fixed: true, render: (row) => row.document_type.name },
  { key: 'state', label: 'Состояние', width: '140px', render: (row) => <State row={row} /> },
  { key: 'object', label: 'Объект', width: '170px', render: (row) => <About row={row} /> },
  { key: 'po', label: 'ПО', width: '130px', render: (row) => row.po.name },
  { key: 'printed_by', label: 'Напечатал', width: '150px', render: (row) => row.printed_by?.name ?? '' },
];

/** A paper, or all papers of a pile. */
const pathOf = ({ id, batch }: DocumentRow) =>
  batch ? `${pages.documents}?filter=${encodeURIComponent(JSON.stringify({ batch: batch.id }))}` : pages.document(id);

const NumberOf = ({ row }: { row: DocumentRow }) =>
  hasNoForce(row) && !row.batch ? (
    <s>{row.number}</s>
  ) : (
    <b style={{ fontWeight: 600 }}>{row.batch ? `${row.number} … ${row.batch.last}` : row.number}</b>
  );

function State({ row }: { row: DocumentRow }) {
  if (row.is_copy && !hasNoForce(row)) return <StatusChip>Копия</StatusChip>;
  return row.state === 'valid' ? null : (
    <StatusChip kind={stateChips[row.state].kind}>{stateChips[row.state].text}</StatusChip>
  );
}

function About({ row }: { row: DocumentRow }) {
  const { garage, profile, batch } = row;
  if (batch) return <b style={{ fontWeight: 500 }}>{countOf(batch.papers, ['гараж', 'гаража', 'гаражей'])}</b>;
  if (garage)
    return <GaragePlate section={garage.section} number={garage.number} size="s" to={pages.garage(garage.id)} />;
  return profile && <Link to={pages.profile(profile.id)}>{profile.name}</Link>;
}

export default function DocumentList() {
  return (
    <ListBase
      resource={documents.name}
      perPage={25}
      sort={{ field: 'printed_at', order: 'DESC' }}
      storeKey="documents"
      disableAuthentication
    >
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const navigate = useNavigate();
  const { may: mayFile } = useMay(registryEdit);
  return (
    <RegisterList<DocumentRow>
      title="Документы"
      searchKey="q"
      searchLabel="Номер, гараж или человек"
      columns={columns}
      storeKey="documents"
      nameOf={paperName}
      onOpen={(row) => void navigate(pathOf(row))}
      actions={
        <>
          {mayFile && (
            <Button component={Link} to={pages.documentScans}>
              Сканы подписанных
            </Button>
          )}
          <Button variant="contained" startIcon={<PrintIcon />} component={Link} to={pages.documentBatch}>
            Напечатать пачку
          </Button>
        </>
      }
      filters={<DocumentFilters />}
      chips={useDocumentChips()}
      totals={({ copies = 0 }) => <span>копий {formatNumber(copies)}</span>}
      renderCard={(row) => (
        <Link to={pathOf(row)} style={{ display: 'block', padding: 12, color: 'inherit' }}>
          <NumberOf row={row} /> · {formatDate(row.on_date)} <State row={row} />
          <br />
          {row.document_type.name}
        </Link>
      )}
      empty={
        <EmptyState title="Документов пока нет">
          Напечатайте первый из карточки гаража или человека: кнопка «Напечатать».
        </EmptyState>
      }
    />
  );
}
