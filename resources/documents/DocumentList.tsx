// The journal of papers: every number stays, copies stand beside their originals, what lost its force is crossed out.
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { ListBase, useGetList, useListContext } from 'react-admin';
import { Link, useNavigate } from 'react-router';
import { documents, type DocumentCard, type DocumentRow } from '../../contract/documents.ts';
import { registryEdit } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { useMay } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { DocumentFilters, useDocumentChips } from './DocumentFilters.tsx';
import styles from './documents.module.css';
import { Cancelling } from './PaperParts.tsx';
import { SidePaper } from './SidePaper.tsx';
import { hasNoForce, paperName, stateChips } from './words.ts';

const columns: Column<DocumentRow>[] = [
  { key: 'number', label: '№', width: '150px', sort: 'number', fixed: true, render: (row) => <NumberOf row={row} /> },
  { key: 'on_date', label: 'Дата', width: '110px', sort: 'on_date', render: (row) => formatDate(row.on_date) },
  {
    key: 'type',
    label: 'Вид',
    sort: 'type',
    fixed: true,
    render: (row) => (
      <span className={styles.kind}>
        <span>{row.document_type.name}</span>
        <State row={row} />
      </span>
    ),
  },
  { key: 'object', label: 'Объект', width: '170px', render: (row) => <About row={row} /> },
  { key: 'po', label: 'ПО', width: '130px', wide: 2, render: (row) => row.po.name },
  { key: 'printed_by', label: 'Напечатал', width: '150px', wide: 1, render: (row) => row.printed_by?.name ?? '' },
  {
    key: 'state',
    label: 'Состояние',
    width: '140px',
    optional: true,
    render: (row) => (row.is_copy && !hasNoForce(row) ? 'Копия' : stateChips[row.state].text),
  },
  { key: 'mo', label: 'МО', width: '150px', optional: true, render: (row) => row.mo_name },
];

/** A paper, or all papers of a pile. */
const pathOf = ({ id, batch }: DocumentRow) =>
  batch ? listWith(pages.documents, { batch: batch.id }) : pages.document(id);

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
  const hasRoom = useMediaQuery(SIDE_ROOM, { noSsr: true });
  const [beside, setBeside] = useState<number | null>(null);
  const [cancelling, setCancelling] = useState<DocumentCard | null>(null);
  const { data: rows } = useListContext<DocumentRow>();
  const isBeside = hasRoom && (rows?.some(({ id }) => id === beside) ?? false);
  const list = (
    <RegisterList<DocumentRow>
      title="Документы"
      switcher={<StateSwitch />}
      beside={isBeside ? beside : null}
      onExport={useExport('documents')}
      views={useSavedViews('documents')}
      searchKey="q"
      searchLabel="Номер, гараж или человек"
      columns={columns}
      storeKey="documents"
      nameOf={paperName}
      onOpen={(row) => (hasRoom && !row.batch && row.id !== beside ? setBeside(row.id) : void navigate(pathOf(row)))}
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
        <Link to={pathOf(row)} className={styles.card}>
          <span>
            <NumberOf row={row} /> · {formatDate(row.on_date)} <State row={row} />
          </span>
          <span>{row.document_type.name}</span>
          <span>
            {row.garage && !row.batch && (
              <GaragePlate section={row.garage.section} number={row.garage.number} size="s" />
            )}
            {row.batch ? countOf(row.batch.papers, ['гараж', 'гаража', 'гаражей']) : row.profile?.name}
          </span>
        </Link>
      )}
      empty={
        <EmptyState title="Документов пока нет">
          Напечатайте первый из карточки гаража или человека: кнопка «Напечатать».
        </EmptyState>
      }
    />
  );
  return (
    <div className={styles.journal}>
      {list}
      {isBeside && <SidePaper id={beside!} onClose={() => setBeside(null)} onCancel={setCancelling} />}
      {/* Asked above the sheet: a narrower window takes it away. */}
      {cancelling && <Cancelling paper={cancelling} onClose={() => setCancelling(null)} />}
    </div>
  );
}

/** The list and a sheet beside it both stay readable. */
const SIDE_ROOM = '(min-width: 1200px)';

/** All papers, or those that were cancelled, each with how many there are. */
function StateSwitch() {
  const { filterValues, setFilters } = useListContext();
  const { total, meta } = useGetList(documents.name, { pagination: { page: 1, perPage: 1 } });
  const { cancelled } = (meta as { totals?: { cancelled?: number } } | undefined)?.totals ?? {};
  const isCancelled = filterValues.state === 'cancelled';
  return (
    <Segmented
      small
      label="Состояние документов"
      value={isCancelled ? 'cancelled' : 'all'}
      onChange={(value) => {
        const { state: _, ...rest } = filterValues;
        setFilters(value === 'cancelled' ? { ...rest, state: 'cancelled' } : rest);
      }}
      options={[
        { value: 'all', label: 'Все', count: total },
        { value: 'cancelled', label: 'Аннулированные', count: cancelled },
      ]}
    />
  );
}
