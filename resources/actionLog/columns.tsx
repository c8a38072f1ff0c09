// Columns of the action log: each tab says in its own words what was done to whom.
import type { ActionRow } from '../../contract/actionLog.ts';
import { actionName, type LogTab } from '../../contract/actionWords.ts';
import { formatMoment } from '../../widgets/format.ts';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import styles from './actionLog.module.css';

export type TabKey = LogTab | 'all';

/** What the lines of a tab are about, and what of their changes stands in the row. */
const objectWords: Partial<Record<TabKey, string>> = {
  profile: 'Человек',
  reregistration: 'Переоформление',
  reference: 'Документ',
  sign: 'Над кем',
  user: 'Над кем',
};
const changeWords: Partial<Record<TabKey, string>> = {
  profile: 'Поля',
  reregistration: 'Было → стало',
  user: 'Было → стало',
};

function changesText(tab: TabKey, { changes }: ActionRow): string {
  if (tab === 'profile') return changes.map(({ field }) => field).join(', ');
  return changes.map(({ field, before, after }) => `${field}: ${before || '—'} → ${after || '—'}`).join('; ');
}

/** Columns of a tab; of places, those that differ within what the reader sees. */
export function columnsOf(tab: TabKey, withPo: boolean, withMo: boolean): Column<ActionRow>[] {
  const columns: (Column<ActionRow> | false)[] = [
    { key: 'at', label: 'Время', width: '158px', sort: 'at', fixed: true, render: (row) => formatMoment(row.at) },
    { key: 'user', label: 'Пользователь', width: '150px', render: (row) => row.user.name },
    {
      key: 'action',
      label: tab === 'sign' ? 'Результат' : 'Действие',
      width: '160px',
      wide: 4,
      render: (row) => actionName(row.verb) || <span className={styles.muted}>—</span>,
    },
    { key: 'text', label: 'Что сделано', fixed: true, render: (row) => <span title={row.text}>{row.text}</span> },
    {
      key: 'object',
      label: objectWords[tab] ?? 'Над чем',
      width: '150px',
      wide: 3,
      render: (row) => row.object?.name ?? '',
    },
    tab in changeWords && {
      key: 'changes',
      label: changeWords[tab]!,
      width: '170px',
      wide: 3,
      render: (row) => <span title={changesText(tab, row)}>{changesText(tab, row)}</span>,
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
