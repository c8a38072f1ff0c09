// The list of re-registrations: states as tabs with counts, what waits for the reader first.
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useQuery } from '@tanstack/react-query';
import { ListBase, useListContext } from 'react-admin';
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { levelOf } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import {
  reregistrations,
  type ReregistrationFilter,
  type ReregistrationRow,
  type Status,
} from '../../contract/reregistrations.ts';
import { reregistrationCounts } from '../../contract/reregistrations/steps.ts';
import { call } from '../../providers/http.ts';
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

/** Tabs in the order of the page: applications and those for rework have an address of their own. */
const tabs: { status: Status; label: string }[] = [
  { status: 1, label: 'Заявки' },
  { status: 6, label: 'На доработке' },
  { status: 2, label: 'В работе' },
  { status: 3, label: 'Завершённые' },
  { status: 4, label: 'Отклонённые' },
  { status: 5, label: 'Аннулированные' },
  { status: 0, label: 'Мои черновики' },
];

const onApplications = (status: Status) => status === 1 || status === 6;

export default function ReregistrationList() {
  const { pathname, state } = useLocation();
  const isApplications = pathname === pages.applications;
  const asked = (state as { status?: Status } | null)?.status;
  const initial: Status = asked ?? (isApplications ? 1 : 2);
  return <TabbedList key={`${pathname}:${initial}`} initial={initial} />;
}

function TabbedList({ initial }: { initial: Status }) {
  const [status, setStatus] = useState<Status>(initial);
  const fixed = useMemo(() => ({ status }), [status]);
  return (
    <ListBase
      key={status}
      resource={reregistrations.name}
      perPage={25}
      sort={{ field: 'turn', order: 'ASC' }}
      filter={fixed}
      storeKey={`reregistrations.${status}`}
      disableAuthentication
    >
      <Screen status={status} onStatus={setStatus} fixed={fixed} />
    </ListBase>
  );
}

function Screen({
  status,
  onStatus,
  fixed,
}: {
  status: Status;
  onStatus: (status: Status) => void;
  fixed: { status: Status };
}) {
  const actor = useActor();
  const level = actor && levelOf(actor);
  const navigate = useNavigate();
  const { columns, groupOf } = useTurns(level, status);
  const { data: counts } = useQuery({
    queryKey: [reregistrations.name, 'getList', 'counts', actor?.region, actor?.mo, actor?.po],
    queryFn: () => call(reregistrationCounts, { quiet: true }),
  });
  const own = level === 'po' ? 6 : level === 'mo' ? 1 : null;
  const choose = (next: Status) => {
    const to = onApplications(next) ? pages.applications : pages.reregistrations;
    if (onApplications(next) === onApplications(status)) onStatus(next);
    else void navigate(to, { state: { status: next } });
  };
  return (
    <>
      <StateTabs status={status} counts={counts} own={own} choose={choose} />
      <RegisterList<ReregistrationRow>
        title="Переоформления"
        actions={
          <Button variant="contained" component={Link} to={pages.garages}>
            Выбрать гараж
          </Button>
        }
        viewSwitch={<IdleSwitch count={counts?.idle ?? 0} />}
        searchKey="q"
        searchLabel="№, гараж или человек"
        columns={columns}
        storeKey="reregistrations"
        groupOf={groupOf}
        nameOf={(row) => `переоформление № ${row.id}`}
        onOpen={(row) =>
          void navigate(row.status === 0 ? pages.newReregistration(row.garage.id) : pages.reregistration(row.id))
        }
        renderCard={(row) => <CaseCard row={row} />}
        filters={<Filters />}
        chips={useCaseChips()}
        allCount={counts?.by_status[status]}
        fixedFilter={fixed}
        totals={(totals) => (
          <>
            <span>
              Долг по этим гаражам{' '}
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

/** On the screen one column says who gives way to whom; in a file they stand in two. */
function useCaseExport(fixed: { status: Status }): ReturnType<typeof useExport> {
  const take = useExport('reregistrations', fixed);
  return (format, what) =>
    take(format, { ...what, columns: what.columns.flatMap((key) => (key === 'owners' ? [key, 'new_owners'] : [key])) });
}

function StateTabs({
  status,
  counts,
  own,
  choose,
}: {
  status: Status;
  counts: { by_status: Record<string, number>; idle: number; usual_days: number | null } | undefined;
  own: 1 | 6 | null;
  choose: (next: Status) => void;
}) {
  return (
    <Tabs
      value={status}
      onChange={(_event, next: Status) => choose(next)}
      variant="scrollable"
      scrollButtons={false}
      aria-label="Состояния переоформлений"
      className={styles.tabs}
    >
      {tabs.map((tab) => (
        <Tab
          key={tab.status}
          value={tab.status}
          label={
            <span style={{ display: 'inline-flex', gap: 8 }}>
              {tab.label}
              <CountBadge count={counts?.by_status[tab.status] ?? 0} kind={tab.status === own ? 'new' : 'plain'} />
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

function IdleSwitch({ count }: { count: number }) {
  const { filterValues, setFilters } = useListContext();
  const values = filterValues as ReregistrationFilter;
  return (
    <Button
      variant={values.idle ? 'contained' : 'outlined'}
      aria-pressed={Boolean(values.idle)}
      onClick={() => {
        const { idle, ...rest } = values;
        setFilters(idle ? rest : { ...rest, idle: true }, undefined, false);
      }}
    >
      Без движения больше 7 дней {count > 0 && `· ${count}`}
    </Button>
  );
}

function CaseCard({ row }: { row: ReregistrationRow }) {
  return (
    <Link
      to={row.status === 0 ? pages.newReregistration(row.garage.id) : pages.reregistration(row.id)}
      className={styles.card}
    >
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
