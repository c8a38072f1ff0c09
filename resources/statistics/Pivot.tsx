// «Сводная»: one side of the money by place and period, told by kinds too, or by kind; every cell opens its operations.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyPivot, type PivotReply } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { keyOf } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { PivotTable, type PivotCell } from './PivotTable.tsx';
import styles from './statistics.module.css';
import { TakeAway } from './TakeAway.tsx';
import { conditionsOf, type StatView } from './statView.ts';
import { monthDays, monthName } from './words.ts';

type Rows = 'mo' | 'po' | 'kind' | 'region';
type Columns = 'month' | 'quarter' | 'year' | 'kind';

const sides = [
  { value: 'charged' as const, label: 'Начислено' },
  { value: 'paid' as const, label: 'Оплачено' },
];
const periods: { value: Columns; label: string }[] = [
  { value: 'month', label: 'Месяцы' },
  { value: 'quarter', label: 'Кварталы' },
  { value: 'year', label: 'Годы' },
  { value: 'kind', label: 'Виды' },
];

/** A pivot with what it stands on: it stays on screen while the next one is on its way, and its keys are still of its own. */
type Shown = PivotReply & { shape: { side: 'charged' | 'paid'; rows: Rows; columns: Columns; split?: 'kind' } };

/** What is one step below a place. */
const below = { region: { rows: 'mo', name: 'МО' }, mo: { rows: 'po', name: 'ПО' } } as const;

interface PivotProps {
  view: StatView;
  conditions: string | null;
  onChange: (change: StatView) => void;
  onOpen: (change: StatView) => void;
}

export function Pivot({ view, conditions, onChange, onOpen }: PivotProps) {
  const actor = useActor();
  const [wanted, setRows] = useState<Rows>(actor?.region ? 'mo' : actor?.po ? 'kind' : 'po');
  const [columns, setColumns] = useState<Columns>('month');
  const [isSplit, setSplit] = useState(true);
  const side = view.side ?? 'charged';
  // The same kind can't stand on both sides.
  const rows: Rows = columns === 'kind' && wanted === 'kind' ? 'po' : wanted;
  const maySplit = rows !== 'kind' && columns !== 'kind';
  const shape = { side, rows, columns, ...(maySplit && isSplit && { split: 'kind' as const }) };
  const filter = JSON.stringify(conditionsOf(view));
  const asked = { query: { filter, ...shape } };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: keyOf(moneyPivot, { ...asked, as: 'with its shape' }),
    queryFn: async (): Promise<Shown> => ({
      ...(await call(moneyPivot, { ...asked, quiet: true })),
      shape,
    }),
    placeholderData: (before: Shown | undefined) => before,
  });
  const choices = useRowChoices();
  const shown = data?.shape.rows;
  const stepBelow = shown === 'region' || shown === 'mo' ? below[shown] : undefined;
  return (
    <>
      <div className={styles.sub}>
        <Segmented small label="Сумма" value={side} options={sides} onChange={(one) => onChange({ side: one })} />
        <span className={styles.named}>
          Строки
          <Segmented small label="Строки сводной" value={rows} options={choices} onChange={setRows} />
        </span>
        <span className={styles.named}>
          Столбцы
          <Segmented small label="Столбцы сводной" value={columns} options={periods} onChange={setColumns} />
        </span>
        {maySplit && <Checkbox label="По видам" value={isSplit} onChange={setSplit} />}
        <TakeAway table="pivot" pivot={shape} conditions={conditions} />
      </div>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : !data ? (
        <TableSkeleton columns={[{ label: 'Строка' }, { label: 'Всего', width: 120, kind: 'money' }]} rows={6} />
      ) : !data.rows.length ? (
        <EmptyState title={data.shape.side === 'charged' ? 'За период не начисляли' : 'За период не платили'}>
          Выберите другой период или снимите условия.
        </EmptyState>
      ) : (
        <PivotTable
          key={`${data.shape.rows} ${data.shape.columns} ${data.shape.side}`}
          data={data}
          isBusy={isPlaceholderData}
          head={choices.find(({ value }) => value === data.shape.rows)?.label ?? ''}
          nameOf={(key, name) => (data.shape.columns === 'kind' ? name : periodName(key))}
          behind={(cell) => ({ ...viewOf(data, cell), rows: 'lines' })}
          onOpen={onOpen}
          below={stepBelow?.name}
          onBelow={(key) => {
            setRows(stepBelow!.rows);
            if (data.shape.rows === 'mo') onChange({ mo: [Number(key)] });
          }}
        />
      )}
    </>
  );
}

function useRowChoices(): { value: Rows; label: string }[] {
  const actor = useActor();
  return [
    // Whoever works in a region reads that one region: its row is the whole, beside periods or kinds.
    ...(actor?.region
      ? [
          { value: 'region' as const, label: 'Регион' },
          { value: 'mo' as const, label: 'МО' },
        ]
      : []),
    { value: 'po', label: 'ПО' },
    { value: 'kind', label: 'Виды' },
  ];
}

/** Conditions of the operations in a cell; null is all of that side. */
const viewOf = ({ shape: { side, rows, columns }, period }: Shown, { row, column, kind }: PivotCell): StatView => ({
  side,
  ...(row === null ? {} : rowView(rows, row, side)),
  ...(column === null ? {} : columns === 'kind' ? rowView('kind', column, side) : periodDays(column, period)),
  ...(kind === null ? {} : rowView('kind', kind, side)),
});

const rowView = (rows: Rows, key: string, side: 'charged' | 'paid'): StatView =>
  rows === 'mo'
    ? { mo: [Number(key)] }
    : rows === 'po'
      ? { po: [Number(key)] }
      : rows === 'region'
        ? {}
        : side === 'charged'
          ? { type: Number(key) }
          : { method: Number(key) };

/** «Март 2026», «2 кв. 2026», «2026». */
function periodName(key: string): string {
  if (key.length === 4) return key;
  return key.length === 6 ? `${key.slice(5)} кв. ${key.slice(0, 4)}` : monthName(key);
}

/** Days of a month, a quarter or a year within the period. */
export function periodDays(key: string, period: { from: string; to: string }): { from: string; to: string } {
  if (key.length === 7) return monthDays(key, period);
  const year = key.slice(0, 4);
  const [first, last] = key.length === 4 ? [1, 12] : [Number(key.slice(5)) * 3 - 2, Number(key.slice(5)) * 3];
  const month = (nth: number) => `${year}-${String(nth).padStart(2, '0')}`;
  return { from: monthDays(month(first), period).from, to: monthDays(month(last), period).to };
}
