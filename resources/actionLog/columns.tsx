// Columns of the action log: each tab says in its own words what was done to whom.
import { subjectTitles, type ActionRow, type LogSubject } from '../../contract/actionLog.ts';
import { actionName, changesText, changeTitles, type LogTab } from '../../contract/actionWords.ts';
import { formatMoney } from '../../widgets/format.ts';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { When } from './When.tsx';
import styles from './actionLog.module.css';

export type TabKey = LogTab | 'all';

/** What the lines of a tab are about. */
const objectWords: Partial<Record<TabKey, string>> = {
  profile: 'Человек',
  reregistration: 'Переоформление',
  reference: 'Документ',
  sign: 'Над кем',
  user: 'Над кем',
};
const subjectWidths: Record<keyof LogSubject, [width: string, wide: number]> = {
  number: ['60px', 5],
  place: ['84px', 5],
  kind: ['130px', 4],
  state: ['112px', 4],
  days: ['64px', 3],
  fee_kopecks: ['96px', 2],
  file: ['190px', 4],
  reason: ['150px', 3],
};
/** A case has the number of its row, a paper «1123-4/5-26»; what was taken away has a name, not a plate. */
const ownWidths: Partial<Record<TabKey, Partial<Record<keyof LogSubject, string>>>> = {
  reference: { number: '116px' },
  copy: { place: '140px' },
};

function subjectColumns(tab: TabKey): Column<ActionRow>[] {
  const titles = Object.entries(subjectTitles[tab] ?? {}) as [keyof LogSubject, string][];
  return titles.map(([key, label]) => {
    const [usual, wide] = subjectWidths[key];
    const width = ownWidths[tab]?.[key] ?? usual;
    const isFigure = key === 'days' || key === 'fee_kopecks';
    return {
      key: `subject_${key}`,
      label,
      width,
      wide,
      ...(isFigure && { align: 'end' as const }),
      render: ({ subject }) => {
        const text = subjectText(subject?.[key] ?? null, key === 'fee_kopecks');
        return <span title={text}>{text}</span>;
      },
    };
  });
}

const subjectText = (value: string | number | null, isMoney: boolean) =>
  value === null ? '' : isMoney ? formatMoney(Number(value)) : String(value);

/** Columns of a tab; of places, those that differ within what the reader sees. */
export function columnsOf(tab: TabKey, withPo: boolean, withMo: boolean): Column<ActionRow>[] {
  const columns: (Column<ActionRow> | false)[] = [
    { key: 'at', label: 'Время, МСК', width: '158px', sort: 'at', fixed: true, render: (row) => <When row={row} /> },
    {
      key: 'user',
      label: 'Пользователь',
      width: tab in subjectTitles ? '130px' : '150px',
      render: (row) => row.user.name,
    },
    {
      key: 'action',
      label: tab === 'sign' ? 'Результат' : 'Действие',
      width: '160px',
      // Where there are columns of the subject, the text says what was done well enough.
      wide: tab in subjectTitles ? 1 : 4,
      render: (row) => actionName(row.verb) || <span className={styles.muted}>—</span>,
    },
    { key: 'text', label: 'Что сделано', fixed: true, render: (row) => <span title={row.text}>{row.text}</span> },
    ...subjectColumns(tab),
    {
      key: 'object',
      label: objectWords[tab] ?? 'Над чем',
      width: '150px',
      wide: 3,
      optional: tab in subjectTitles,
      render: (row) => row.object?.name ?? '',
    },
    tab in changeTitles && {
      key: 'changes',
      label: changeTitles[tab]!,
      width: '170px',
      wide: tab in subjectTitles ? 1 : 3,
      render: (row) => <Changes text={changesText(tab, row.changes)} />,
    },
    withMo && { key: 'mo', label: 'МО', width: '130px', wide: 2, render: (row) => row.mo ?? '' },
    withPo && { key: 'po', label: 'ПО', width: '124px', wide: 5, render: (row) => row.po ?? '' },
    { key: 'ip', label: 'Адрес', width: '120px', wide: 1, optional: tab !== 'sign', render: (row) => row.ip ?? '' },
    {
      key: 'device',
      label: 'Устройство',
      width: '160px',
      wide: 2,
      optional: tab !== 'sign' && tab !== 'all',
      render: (row) => row.device && <span title={row.device}>{row.device}</span>,
    },
  ];
  return columns.filter((column) => column !== false);
}

const Changes = ({ text }: { text: string }) => <span title={text}>{text}</span>;
