// «Сводная»: one side of the money by place or kind and by period or kind; every cell opens its operations.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { moneyPivot, type PivotReply } from '../../contract/statistics.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatSum } from '../../widgets/format.ts';
import { Segmented } from '../../widgets/Segmented.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import styles from './statistics.module.css';
import { TakeAway } from './TakeAway.tsx';
import { conditionsOf, type StatView } from './useStatistics.ts';
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
type Shown = PivotReply & { shape: { side: 'charged' | 'paid'; rows: Rows; columns: Columns } };

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
  const side = view.side ?? 'charged';
  // The same kind can't stand on both sides.
  const rows: Rows = columns === 'kind' && wanted === 'kind' ? 'po' : wanted;
  const filter = JSON.stringify(conditionsOf(view));
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['money_pivot', filter, side, rows, columns],
    queryFn: async (): Promise<Shown> => ({
      ...(await call(moneyPivot, { query: { filter, side, rows, columns }, quiet: true })),
      shape: { side, rows, columns },
    }),
    placeholderData: (before: Shown | undefined) => before,
  });
  const choices: { value: Rows; label: string }[] = [
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
        <TakeAway table="pivot" pivot={{ side, rows, columns }} conditions={conditions} />
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
          data={data}
          isBusy={isPlaceholderData}
          nameOf={(key, name) => (data.shape.columns === 'kind' ? name : periodName(key))}
          onOpen={(row, column) => onOpen({ rows: 'lines', ...viewOf(data, row, column) })}
        />
      )}
    </>
  );
}

/** Conditions of the operations in a cell; null is the whole row or column. */
const viewOf = (
  { shape: { side, rows, columns }, period }: Shown,
  row: string | null,
  column: string | null,
): StatView => ({
  side,
  ...(row === null ? {} : rowView(rows, row, side)),
  ...(column === null ? {} : columns === 'kind' ? rowView('kind', column, side) : periodDays(column, period)),
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

interface PivotTableProps {
  data: PivotReply;
  isBusy: boolean;
  nameOf: (key: string, name: string) => string;
  /** Opens the operations of a cell; null is the whole row or column. */
  onOpen: (row: string | null, column: string | null) => void;
}

function PivotTable({ data, isBusy, nameOf, onOpen }: PivotTableProps) {
  const sum = (one: { kopecks: number; lines: number }, name: string, row: string | null, column: string | null) =>
    one.lines ? (
      <button
        type="button"
        className={styles.pick}
        aria-label={`${name}: ${formatSum(one.kopecks)}, открыть операции`}
        onClick={() => onOpen(row, column)}
      >
        {formatSum(one.kopecks)}
      </button>
    ) : (
      <span className={styles.zero}>—</span>
    );
  return (
    <div className={styles.scroll} role="region" aria-label="Сводная" aria-busy={isBusy} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">₽</th>
            {data.columns.map((column) => (
              <th key={column.key} scope="col">
                {nameOf(column.key, column.name)}
              </th>
            ))}
            <th scope="col">Всего</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.name}</th>
              {row.cells.map((cell, nth) => {
                const column = data.columns[nth]!;
                return (
                  <td key={column.key}>
                    {sum(cell, `${row.name}, ${nameOf(column.key, column.name)}`, row.key, column.key)}
                  </td>
                );
              })}
              <td>{sum(row, `${row.name}, всего`, row.key, null)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Всего</th>
            {data.columns.map((column) => (
              <td key={column.key}>{sum(column, `Всего, ${nameOf(column.key, column.name)}`, null, column.key)}</td>
            ))}
            <td>{sum(data, 'Всего', null, null)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
