// The list of re-registrations: states as tabs with counts, what waits for the reader first.
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { levelOf } from '../../contract/kernel/scope.ts';
import { listWith, pages } from '../../contract/pages.ts';
import {
  OPEN,
  reregistrations,
  type ReregistrationFilter,
  type ReregistrationRow,
  type Status,
} from '../../contract/reregistrations.ts';
import { reregistrationCounts } from '../../contract/reregistrations/steps.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { CountBadge } from '../../widgets/CountBadge.tsx';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { Money } from '../../widgets/Money.tsx';
import { later } from '../../widgets/overlay.tsx';
import { useExport, useSavedViews } from '../lists/useListTools.ts';
import { useCaseChips } from './chips.ts';
import { Change, Left } from './columns.tsx';
import styles from './reregistrations.module.css';
import { useTurns } from './useTurns.tsx';

const Filters = later(() => import('./CaseFilters.tsx'));

/** One state, those that wait for somebody, or all. */
type View = Status | 'open' | 'all';

/**
 * Tabs in the order of the page: applications and those for rework have an address of their own. Several states together have a
 * tab while they are shown: a number or a chart leads there.
 */
const tabs: { view: View; label: string }[] = [
  { view: 1, label: 'Заявки' },
  { view: 6, label: 'На доработке' },
  { view: 2, label: 'В работе' },
  { view: 3, label: 'Завершённые' },
  { view: 4, label: 'Отклонённые' },
  { view: 5, label: 'Аннулированные' },
  { view: 0, label: 'Мои черновики' },
  { view: 'open', label: 'Открытые' },
  { view: 'all', label: 'Все' },
];
const ALL: Status[] = [0, 1, 2, 3, 4, 5, 6];
const statesOf = (view: View): Status[] => (view === 'open' ? OPEN : view === 'all' ? ALL : [view]);
const countOfView = (view: View, counts: Record<string, number>) =>
  statesOf(view).reduce<number>((sum, status) => sum + (counts[status] ?? 0), 0);

const onApplications = (view: View) => view === 1 || view === 6;

/** The view that an address asks for: its states are told there by whoever leads to them. */
function viewAsked(search: string): View | undefined {
  try {
    const { status } = JSON.parse(new URLSearchParams(search).get('filter') ?? '{}') as ReregistrationFilter;
    if (!Array.isArray(status)) return status;
    return status.length === 1 ? status[0] : status.length > OPEN.length ? 'all' : 'open';
  } catch {
    return undefined;
  }
}

export default function ReregistrationList() {
  const { pathname, search } = useLocation();
  const isApplications = pathname === pages.applications;
  const asked = viewAsked(search);
  const [chosen, setChosen] = useState<View>(2);
  // A condition that is set on the page says nothing of the view: it stays.
  const kept = onApplications(chosen) === isApplications ? chosen : isApplications ? 1 : 2;
  const view = asked ?? kept;
  if (view !== chosen) setChosen(view);
  const fixed = useMemo(() => ({ status: statesOf(view) }), [view]);
  return (
    <ListBase
      key={`${pathname}:${view}`}
      resource={reregistrations.name}
      perPage={25}
      sort={{ field: 'turn', order: 'ASC' }}
      filter={fixed}
      storeKey={`reregistrations.${view}`}
      disableAuthentication
    >
      <Screen view={view} fixed={fixed} />
    </ListBase>
  );
}

interface Shown {
  view: View;
  fixed: { status: Status[] };
}

function Screen({ view, fixed }: Shown) {
  const actor = useActor();
  const level = actor && levelOf(actor);
  const navigate = useNavigate();
  const { columns, groupOf } = useTurns(level, view === 2);
  const { data: counts } = useQuery(reading(reregistrationCounts, { as: [actor?.region, actor?.mo, actor?.po] }));
  const own = level === 'po' ? 6 : level === 'mo' ? 1 : null;
  const choose = (next: View) =>
    void navigate(
      listWith(onApplications(next) ? pages.applications : pages.reregistrations, { status: statesOf(next) }),
    );
  return (
    <>
      <StateTabs view={view} counts={counts} own={own} choose={choose} />
      <RegisterList<ReregistrationRow>
        title="Переоформления"
        actions={
          <Button variant="contained" component={Link} to={pages.garages}>
            Выбрать гараж
          </Button>
        }
        viewSwitch={<IdleSwitch view={view} count={counts?.idle ?? 0} />}
        searchKey="q"
        searchLabel="№, гараж или человек"
        columns={columns}
        storeKey="reregistrations"
        groupOf={groupOf}
        nameOf={(row) => `переоформление № ${row.id}`}
        onOpen={(row) => void navigate(pageOf(row), { state: draftOf(row) })}
        renderCard={(row) => <CaseCard row={row} />}
        filters={<Filters />}
        chips={useCaseChips()}
        allCount={counts && countOfView(view, counts.by_status)}
        fixedFilter={fixed}
        totals={(totals) => (
          <>
            <span>
              Долг по этим делам{' '}
              <Money kopecks={totals.debt_kopecks ?? 0} tone={totals.debt_kopecks ? 'debt' : 'plain'} />
            </span>
            {counts?.usual_days != null && <span>Обычно завершаете за {counts.usual_days} дн.</span>}
          </>
        )}
        onExport={useCaseExport(fixed)}
        views={useSavedViews('reregistrations')}
        empty={
          <EmptyState title="Здесь пока пусто">
            Новое переоформление начинают с карточки гаража: «Переоформить».
          </EmptyState>
        }
      />
    </>
  );
}

const pageOf = ({ id, status, garage }: ReregistrationRow) =>
  status === 0 ? pages.newReregistration(garage.id) : pages.reregistration(id);
/** Of several drafts of a garage the one that was pressed. */
const draftOf = ({ id, status }: ReregistrationRow) => (status === 0 ? { id } : null);

/** On the screen one column says who gives way to whom; in a file they stand in two. */
function useCaseExport(fixed: Shown['fixed']): ReturnType<typeof useExport> {
  const take = useExport('reregistrations', fixed);
  return (format, what) =>
    take(format, { ...what, columns: what.columns.flatMap((key) => (key === 'owners' ? [key, 'new_owners'] : [key])) });
}

function StateTabs({
  view,
  counts,
  own,
  choose,
}: {
  view: View;
  counts: { by_status: Record<string, number>; idle: number; usual_days: number | null } | undefined;
  own: 1 | 6 | null;
  choose: (next: View) => void;
}) {
  const shown = tabs.filter((tab) => typeof tab.view === 'number' || tab.view === view);
  return (
    <Tabs
      value={view}
      onChange={(_event, next: View) => choose(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Состояния переоформлений"
      className={styles.tabs}
    >
      {shown.map((tab) => (
        <Tab
          key={tab.view}
          value={tab.view}
          label={
            <span style={{ display: 'inline-flex', gap: 8 }}>
              {tab.label}
              <CountBadge
                count={counts ? countOfView(tab.view, counts.by_status) : 0}
                kind={tab.view === own ? 'new' : 'plain'}
              />
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

/** Counted over all that are open, so that is where it leads. */
function IdleSwitch({ view, count }: { view: View; count: number }) {
  const { filterValues, setFilters } = useListContext();
  const navigate = useNavigate();
  const { idle, status: _fixed, ...rest } = filterValues as ReregistrationFilter;
  return (
    <Button
      variant={idle ? 'contained' : 'outlined'}
      aria-pressed={Boolean(idle)}
      onClick={() => {
        if (idle) setFilters(rest, undefined, false);
        else if (view === 'open') setFilters({ ...rest, idle: true }, undefined, false);
        else void navigate(listWith(pages.reregistrations, { ...rest, status: OPEN, idle: true }));
      }}
    >
      Без движения больше 7 дней {count > 0 && `· ${count}`}
    </Button>
  );
}

function CaseCard({ row }: { row: ReregistrationRow }) {
  return (
    <Link to={pageOf(row)} state={draftOf(row)} className={styles.card}>
      <GaragePlate section={row.garage.section} number={row.garage.number} size="m" />
      <span>
        № {row.id} · {row.reason_name}
      </span>
      <span />
      <Change row={row} />
      <Left row={row} />
    </Link>
  );
}
