// «Журнал действий»: a tab for each kind of work, its lines with filters, and what each line changed.
import { ListBase, useListContext } from 'react-admin';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { logTabs, type LogTab } from '../../contract/actionWords.ts';
import { financeRead } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { useActor, useMay } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { useExport } from '../lists/useListTools.ts';
import { CutSwitch, Figures } from '../statistics/Figures.tsx';
import type { StatView } from '../statistics/statView.ts';
import { cutsOf, isOfLog, NO_NARROWING, useStatView } from '../statistics/useStatistics.ts';
import { columnsOf, type TabKey } from './columns.tsx';
import { KeptNote } from './KeptNote.tsx';
import { LineDialog } from './LineDialog.tsx';
import { LogFilters, useLogChips } from './LogFilters.tsx';
import { monthAgo } from './period.ts';
import { When } from './When.tsx';
import styles from './actionLog.module.css';

const tabs = Object.entries(logTabs) as [LogTab, (typeof logTabs)[LogTab]][];

/** Without a tab it is the timeline of everything; a tab that is not there leads to it. */
export default function ActionLogPage() {
  const { tab = 'all' } = useParams();
  if (tab !== 'all' && !Object.hasOwn(logTabs, tab)) return <Navigate to={pages.statistics} replace />;
  return <LogTabPage key={tab} tab={tab as TabKey} />;
}

/** Kinds of work, each at its own address: links, of which the one that is open stands in sight. */
function TabLinks({ tab }: { tab: TabKey }) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    // With the next drawing: measured now, the page would be laid out twice.
    const frame = requestAnimationFrame(() => {
      const current = row.current?.querySelector<HTMLElement>('[aria-current]');
      if (!current) return;
      const { clientWidth } = row.current!;
      const isInSight = current.offsetLeft + current.offsetWidth <= clientWidth;
      row.current!.scrollLeft = isInSight ? 0 : current.offsetLeft - (clientWidth - current.offsetWidth) / 2;
    });
    return () => cancelAnimationFrame(frame);
  }, [tab]);
  const link = (key: TabKey, title: string, to: string) => (
    <Link key={key} to={to} aria-current={key === tab ? 'page' : undefined}>
      {title}
    </Link>
  );
  return (
    <nav ref={row} className={styles.tabs} aria-label="Виды действий" data-help="tabs">
      {link('all', 'Все', pages.statistics)}
      {tabs.map(([key, { title }]) => link(key, title, pages.statisticsTab(key)))}
    </nav>
  );
}

function LogTabPage({ tab }: { tab: TabKey }) {
  const period = useMemo(() => ({ from: monthAgo() }), []);
  const lookOf = useLook(tab);
  // Where figures stand in the place of lines, these are not asked for.
  const queryOptions = {
    enabled: ({ queryKey }: { queryKey: readonly unknown[] }) =>
      lookOf((queryKey[2] as { filter: StatView }).filter).isLog,
  };
  return (
    <div className={styles.page}>
      <TabLinks tab={tab} />
      <ListBase
        resource={actionLog.name}
        perPage={50}
        sort={{ field: 'at', order: 'DESC' }}
        filter={{ tab }}
        filterDefaultValues={period}
        storeKey={`${actionLog.name}.${tab}`}
        queryOptions={queryOptions}
        disableAuthentication
      >
        <Screen tab={tab} />
      </ListBase>
    </div>
  );
}

const modes = [
  { value: 'table' as const, label: 'Таблица' },
  { value: 'graph' as const, label: 'Графики' },
];

/** How a tab is looked at under its conditions. */
function useLook(tab: TabKey) {
  const isPo = Boolean(useActor()?.po);
  const money = useMay(financeRead).may;
  return (view: StatView) => {
    const cutsHere = cutsOf(tab, isPo, money && !isOfLog(view));
    const cut = view.rows && cutsHere.includes(view.rows) ? view.rows : cutsHere[0]!;
    const mode = view.mode === 'graph' ? ('graph' as const) : ('table' as const);
    return { cutsHere, cut, mode, isLog: cut === 'log' && mode === 'table' };
  };
}

function Screen({ tab }: { tab: TabKey }) {
  const actor = useActor();
  const [view, change] = useStatView();
  const { cutsHere, cut, mode, isLog } = useLook(tab)(view);
  const switcher = <CutSwitch cut={cut} cutsHere={cutsHere} onChange={(rows) => change({ ...NO_NARROWING, rows })} />;
  const [open, setOpen] = useState<ActionRow | null>(null);
  const { filterValues } = useListContext();
  const chips = useLogChips();
  const words = chips
    .filter(({ key }) => key !== 'from' && key !== 'to')
    .map(({ label, value }) => `${label}: ${value}`);
  const columns = useMemo(() => columnsOf(tab, !actor?.po, Boolean(actor?.region)), [tab, actor?.po, actor?.region]);
  return (
    <>
      {isLog && <KeptNote from={filterValues.from as string | undefined} />}
      <RegisterList<ActionRow>
        title="Журнал действий"
        switcher={
          <Segmented
            small
            label="Вид"
            value={mode}
            options={modes}
            onChange={(one) => change({ mode: one === 'graph' ? one : undefined })}
          />
        }
        viewSwitch={isLog && switcher}
        searchKey="q"
        searchLabel="Кто, человек, гараж, № документа, ПО"
        columns={columns}
        storeKey={actionLog.name}
        nameOf={(row) => row.text}
        onOpen={setOpen}
        renderCard={(row) => <PhoneLine row={row} onOpen={() => setOpen(row)} />}
        filters={<LogFilters tab={tab} />}
        chips={chips}
        fixedFilter={{ tab }}
        onExport={useExport('action_log', { tab })}
        keepsTools
        instead={
          !isLog && (
            <Figures
              tab={tab}
              cut={cut === 'log' ? 'month' : cut}
              switcher={switcher}
              conditions={words.join('; ') || null}
            />
          )
        }
        empty={
          <EmptyState>
            {filterValues.from ? 'За этот срок здесь ничего не делали.' : 'Здесь ещё ничего не делали.'}
          </EmptyState>
        }
      />
      {open && <LineDialog row={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function PhoneLine({ row, onOpen }: { row: ActionRow; onOpen: () => void }) {
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span>
        <b>{row.user.name}</b>
        <When row={row} />
      </span>
      <span className={styles.words}>{row.text}</span>
      <small>
        {[row.object?.name, row.subject?.file, row.subject?.reason, row.po ?? row.mo, row.device]
          .filter(Boolean)
          .join(' · ')}
      </small>
    </button>
  );
}
