// «Журнал действий»: a tab for each kind of work, its lines with filters, and what each line changed.
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { ListBase, useListContext } from 'react-admin';
import { useMemo, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { actionLog, type ActionRow } from '../../contract/actionLog.ts';
import { actionName, logTabs, type LogTab } from '../../contract/actionWords.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { useExport } from '../lists/useListTools.ts';
import { LineDialog } from './LineDialog.tsx';
import { LogFilters, useLogChips } from './LogFilters.tsx';
import { monthAgo } from './period.ts';
import styles from './actionLog.module.css';

const tabs = Object.entries(logTabs) as [LogTab, (typeof logTabs)[LogTab]][];

export default function ActionLogPage() {
  const { tab } = useParams();
  if (!tab || !Object.hasOwn(logTabs, tab)) return <Navigate to={pages.statisticsTab(tabs[0]![0])} replace />;
  return <LogTabPage key={tab} tab={tab as LogTab} />;
}

function LogTabPage({ tab }: { tab: LogTab }) {
  const [mode, setMode] = useState<'table' | 'graph'>('table');
  const period = useMemo(() => ({ from: monthAgo() }), []);
  return (
    <div className={styles.page}>
      <Tabs
        value={tab}
        variant="scrollable"
        scrollButtons={false}
        aria-label="Виды действий"
        sx={{ px: 'var(--gr-pageX)', borderBottom: '1px solid var(--gr-line)', flex: 'none' }}
      >
        {tabs.map(([key, { title }]) => (
          <Tab key={key} value={key} label={title} component={Link} to={pages.statisticsTab(key)} />
        ))}
      </Tabs>
      <ListBase
        resource={actionLog.name}
        perPage={50}
        sort={{ field: 'at', order: 'DESC' }}
        filter={{ tab }}
        filterDefaultValues={period}
        storeKey={`${actionLog.name}.${tab}`}
        disableAuthentication
      >
        <Screen tab={tab} mode={mode} onMode={setMode} />
      </ListBase>
    </div>
  );
}

interface ScreenProps {
  tab: LogTab;
  mode: 'table' | 'graph';
  onMode: (mode: 'table' | 'graph') => void;
}

const modes = [
  { value: 'table' as const, label: 'Таблица' },
  { value: 'graph' as const, label: 'Графики' },
];

function Screen({ tab, mode, onMode }: ScreenProps) {
  const actor = useActor();
  const [open, setOpen] = useState<ActionRow | null>(null);
  const { filterValues } = useListContext();
  const columns = useMemo(() => columnsOf(tab, !actor?.po, Boolean(actor?.region)), [tab, actor?.po, actor?.region]);
  return (
    <>
      <RegisterList<ActionRow>
        title="Журнал действий"
        switcher={<Segmented small label="Вид" value={mode} options={modes} onChange={onMode} />}
        columns={columns}
        storeKey={actionLog.name}
        nameOf={(row) => row.text}
        onOpen={setOpen}
        renderCard={(row) => <PhoneLine row={row} onOpen={() => setOpen(row)} />}
        filters={<LogFilters tab={tab} />}
        chips={useLogChips()}
        fixedFilter={{ tab }}
        onExport={useExport('action_log', { tab })}
        instead={
          mode === 'graph' && (
            <EmptyState title="Графики готовятся">
              Они появятся вместе со страницами статистики. Все действия уже в таблице.
            </EmptyState>
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

function columnsOf(tab: LogTab, withPo: boolean, withMo: boolean): Column<ActionRow>[] {
  const columns: (Column<ActionRow> | false)[] = [
    { key: 'at', label: 'Время', width: '158px', sort: 'at', fixed: true, render: (row) => formatMoment(row.at) },
    { key: 'user', label: 'Пользователь', width: '150px', render: (row) => row.user.name },
    {
      key: 'action',
      label: 'Действие',
      width: '160px',
      wide: 4,
      render: (row) => actionName(row.verb) || <span className={styles.muted}>—</span>,
    },
    { key: 'text', label: 'Что сделано', fixed: true, render: (row) => <span title={row.text}>{row.text}</span> },
    {
      key: 'object',
      label: tab === 'user' || tab === 'sign' ? 'Над кем' : 'Над чем',
      width: '150px',
      wide: 3,
      render: (row) => row.object?.name ?? '',
    },
    withMo && { key: 'mo', label: 'МО', width: '130px', wide: 2, render: (row) => row.mo ?? '' },
    withPo && { key: 'po', label: 'ПО', width: '124px', wide: 5, render: (row) => row.po ?? '' },
    { key: 'ip', label: 'Адрес', width: '120px', wide: 1, optional: tab !== 'sign', render: (row) => row.ip ?? '' },
    {
      key: 'device',
      label: 'Устройство',
      width: '120px',
      wide: 1,
      optional: tab !== 'sign',
      render: (row) => row.device ?? '',
    },
  ];
  return columns.filter((column) => column !== false);
}

function PhoneLine({ row, onOpen }: { row: ActionRow; onOpen: () => void }) {
  return (
    <button type="button" className={styles.line} onClick={onOpen}>
      <span>
        <b>{row.user.name}</b>
        <time dateTime={row.at}>{formatMoment(row.at)}</time>
      </span>
      <span className={styles.words}>{row.text}</span>
      <small>{[row.object?.name, row.po ?? row.mo].filter(Boolean).join(' · ')}</small>
    </button>
  );
}
