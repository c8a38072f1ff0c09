// The list of garages: active and archive, filters, ticks, totals, the section map.
import type { SetURLSearchParams } from 'react-router';
import AddIcon from '@mui/icons-material/Add';
import ListIcon from '@mui/icons-material/TableRowsOutlined';
import MapIcon from '@mui/icons-material/GridViewOutlined';
import RoubleIcon from '@mui/icons-material/CurrencyRubleOutlined';
import PrintIcon from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { lazy, Suspense, useMemo } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { garages, garageSelection, type GarageFilter, type GarageRow } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { financeEdit, levelOf, registryCreate, SUPERUSER } from '../../contract/kernel/scope.ts';
import { call } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { countOf, formatMoney } from '../../widgets/format.ts';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { selectionBody, type SelectionModel } from '../../widgets/list/useSelection.ts';
import { Money } from '../../widgets/Money.tsx';
import { later } from '../../widgets/overlay.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { MarksLegend } from '../../widgets/YearMarks.tsx';
import { PhoneBar } from '../../widgets/PhoneBar.tsx';
import { HomeSwitch } from '../statistics/HomeSwitch.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { ShowPhones } from '../profiles/PhoneCell.tsx';
import { firstList } from './firstList.ts';
import { GarageCardRow } from './GarageCardRow.tsx';
import { garageColumns, nameOfRow, ownersWithPhones } from './columns.tsx';
import { useGarageChips } from './chips.ts';

const GarageFilters = later(() => import('./GarageFilters.tsx'));
const PhonesMenu = later(() => import('./PhonesMenu.tsx'));
const SectionMap = lazy(() => loadPatiently(() => import('./SectionMap.tsx')));

/** What the archive page keeps, whatever the person filters by. */
const archived = { type: 'archive' };

export default function GarageList() {
  const { pathname } = useLocation();
  const archive = pathname === pages.archive;
  return (
    <ListBase
      key={pathname}
      resource={garages.name}
      perPage={firstList.perPage}
      sort={firstList.sort}
      filter={archive ? archived : {}}
      storeKey={archive ? 'garages.archive' : firstList.storeKey}
      disableAuthentication
    >
      <Screen archive={archive} />
    </ListBase>
  );
}

function Screen({ archive }: { archive: boolean }) {
  const actor = useActor();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const { data = [] } = useListContext<GarageRow>();
  const columns = useColumns(data);
  const map = search.get('view') === 'map' && !archive;
  const exportAs = useExport('garages', archive ? archived : {});
  const counts = useStateCounts();
  return (
    <RegisterList<GarageRow>
      title={firstList.title}
      switcher={!actor?.po && <StateSwitch archive={archive} counts={counts} />}
      actions={<Actions archive={archive} />}
      viewSwitch={!archive && <ViewSwitch search={search} setSearch={setSearch} map={map} />}
      instead={
        map && (
          <Suspense fallback={<PageSkeleton />}>
            <SectionMap />
          </Suspense>
        )
      }
      searchKey="nameFilter"
      searchLabel="Номер, владелец или телефон"
      columns={columns}
      storeKey="garages"
      nameOf={nameOfRow}
      onOpen={(row) => void navigate(pages.garage(row.id))}
      renderCard={(row) => <GarageCardRow row={row} />}
      filters={<GarageFilters />}
      chips={useGarageChips()}
      allCount={archive ? counts?.archive : counts?.active}
      totals={(totals) => (
        <Totals debt={totals.debt_kopecks ?? 0} debtors={totals.debtors ?? 0} advance={totals.advance_kopecks ?? 0} />
      )}
      footNote={<MarksLegend />}
      fixedFilter={archive ? archived : {}}
      selectionInfo={(selection) => <SelectedDebt selection={selection} archive={archive} />}
      bulk={archive ? undefined : (selection) => <BulkActions selection={selection} />}
      onExport={exportAs}
      views={useSavedViews('garages')}
      empty={<Nothing archive={archive} />}
      phoneBar={!map && <PhoneActions />}
    />
  );
}

/** Columns for the level; those of years follow the years of the answer. */
function useColumns(data: GarageRow[]) {
  const actor = useActor();
  const level = actor && levelOf(actor);
  const years = data[0]?.years;
  const yearsKey = JSON.stringify(years ?? []);
  const columns = useMemo(() => garageColumns(level, JSON.parse(yearsKey) as GarageRow['years']), [level, yearsKey]);
  return columns;
}

function StateSwitch({
  archive,
  counts,
}: {
  archive: boolean;
  counts: { active: number; archive: number } | undefined;
}) {
  const navigate = useNavigate();
  return (
    <Segmented
      small
      label="Состояние гаражей"
      value={archive ? 'archive' : 'active'}
      onChange={(state) => void navigate(state === 'archive' ? pages.archive : pages.garages)}
      options={[
        { value: 'active', label: 'Действующие', count: counts?.active },
        { value: 'archive', label: 'Архив', count: counts?.archive },
      ]}
    />
  );
}

function Actions({ archive }: { archive: boolean }) {
  const create = useMay(registryCreate);
  // Of the one ПО that is looked at, if there is one.
  const { poFilter: po } = useListContext().filterValues as Partial<GarageFilter>;
  return (
    <>
      {!archive && <HomeSwitch value="garages" />}
      {!archive && (
        <Button component={Link} to={pages.garagesAsOf(po?.length === 1 ? { po: po[0]! } : {})}>
          На дату…
        </Button>
      )}
      {!archive && (
        <Suspense fallback={null}>
          <PhonesMenu />
        </Suspense>
      )}
      <ActionButton main icon={<AddIcon />} refusal={create.reason} to={pages.garageCreate}>
        Добавить гараж
      </ActionButton>
    </>
  );
}

function ViewSwitch({
  search,
  setSearch,
  map,
}: {
  search: URLSearchParams;
  setSearch: SetURLSearchParams;
  map: boolean;
}) {
  return (
    <Segmented
      label="Вид"
      value={map ? 'map' : 'list'}
      onChange={(view) =>
        setSearch(view === 'map' ? { view: 'map', ...(search.get('po') ? { po: search.get('po')! } : {}) } : {})
      }
      options={[
        { value: 'list', label: 'Список', icon: <ListIcon fontSize="small" /> },
        { value: 'map', label: 'Шахматка', icon: <MapIcon fontSize="small" /> },
      ]}
    />
  );
}

/** What is done with the chosen garages. */
function BulkActions({ selection }: { selection: SelectionModel }) {
  return (
    <>
      <PrintSelected selection={selection} />
      <ChargeSelected selection={selection} />
      {!selection.all && <ShowPhonesOf ids={selection.included} />}
    </>
  );
}

function Nothing({ archive }: { archive: boolean }) {
  const actor = useActor();
  return (
    <EmptyState title={archive ? 'В архиве пусто' : 'Гаражей пока нет'}>
      {archive
        ? 'Сюда попадают снесённые, объединённые и ошибочно внесённые гаражи.'
        : 'Добавьте первый гараж. Реестр из Excel суперпользователь загружает на странице ПО.'}{' '}
      {!archive && actor?.isSuperuser === SUPERUSER && <Link to={pages.admin}>Открыть организации</Link>}
    </EmptyState>
  );
}

function PhoneActions() {
  return (
    <PhoneBar>
      <Button component={Link} to="/?view=map" startIcon={<MapIcon />}>
        Шахматка
      </Button>
      <PayButton />
    </PhoneBar>
  );
}

/** Phones of the owners of ticked garages that are on the page. */
function ShowPhonesOf({ ids }: { ids: Iterable<number> }) {
  const { data = [] } = useListContext<GarageRow>();
  const ticked = new Set(ids);
  return <ShowPhones ids={ownersWithPhones(data.filter((row) => ticked.has(row.id)))} />;
}

function PayButton() {
  const { may } = useMay(financeEdit);
  return may ? (
    <Button variant="contained" component={Link} to={pages.paymentDesk()} startIcon={<RoubleIcon />}>
      Принять оплату
    </Button>
  ) : null;
}

/** Two numbers as one answer, read anew with the lists. */
const statesKey = (place: readonly unknown[]) => ['garages', 'getList', 'states', ...place];

/** How many there are in each state, without filters. */
function useStateCounts() {
  const actor = useActor();
  const count = async (type: 'active' | 'archive') =>
    (
      await call(garageSelection, {
        body: { filter: { type }, included: [], excluded: [], all: true, expected: 0 },
        quiet: true,
      })
    ).count;
  const { data } = useQuery({
    queryKey: statesKey([actor?.region, actor?.mo, actor?.po]),
    queryFn: async () => ({ active: await count('active'), archive: await count('archive') }),
  });
  return data;
}

function Totals({ debt, debtors, advance }: { debt: number; debtors: number; advance: number }) {
  return (
    <>
      <span>
        Долг{' '}
        <b>
          <Money kopecks={debt} tone={debt ? 'debt' : 'plain'} />
        </b>
        {debtors > 0 && ` у ${countOf(debtors, ['гаража', 'гаражей', 'гаражей'])}`}
      </span>
      <span>
        Аванс{' '}
        <b>
          <Money kopecks={advance} tone={advance ? 'advance' : 'plain'} />
        </b>
      </span>
    </>
  );
}

/** Sums of what is ticked; the same selection will be sent to mass actions. */
function SelectedDebt({ selection, archive }: { selection: SelectionModel; archive: boolean }) {
  const { filterValues } = useListContext();
  const body = selectionBody(selection, { ...filterValues, ...(archive ? archived : {}) } as GarageFilter);
  const { data } = useQuery({
    ...reading(garageSelection, { body }),
    placeholderData: (before) => before,
  });
  return <span>{data ? `долг ${formatMoney(data.debt_kopecks)}` : ''}</span>;
}

/** Charges what is ticked: the selection travels as it is, by its filter. */
function ChargeSelected({ selection }: { selection: SelectionModel }) {
  const { filterValues } = useListContext();
  const navigate = useNavigate();
  const { may, reason } = useMay(financeEdit);
  const handed = selectionBody(selection, filterValues as GarageFilter);
  return (
    <span title={reason ?? ''}>
      <Button
        startIcon={<RoubleIcon />}
        disabled={!may}
        onClick={() => void navigate(pages.accrual, { state: { selection: handed } })}
      >
        Начислить
      </Button>
    </span>
  );
}

/** Papers of what is ticked, in one pile. */
function PrintSelected({ selection }: { selection: SelectionModel }) {
  const { filterValues } = useListContext();
  const navigate = useNavigate();
  const handed = selectionBody(selection, filterValues as GarageFilter);
  return (
    <Button
      startIcon={<PrintIcon />}
      onClick={() => void navigate(pages.documentBatch, { state: { selection: handed } })}
    >
      Напечатать
    </Button>
  );
}
