// One chart in its card: its unit in the title, the same figures as a table behind a button.
import { lazy, Suspense, useState } from 'react';
import { formatNumber } from '../../widgets/format.ts';
import { loadPatiently } from '../../widgets/loadPatiently.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import type { Series } from './Plot.tsx';
import styles from './statistics.module.css';

const Plot = lazy(() => loadPatiently(() => import('./Plot.tsx')));

interface ChartProps {
  title: string;
  unit: string;
  series: readonly Series[];
  points: readonly { name: string; full: string; values: readonly (number | null)[] }[];
  kind: 'bars' | 'line';
  isUnfinished?: boolean;
}

/** A picture for the eye, the same as a table for everybody else. */
export function Chart({ title, unit, series, points, kind, isUnfinished = false }: ChartProps) {
  const [asTable, setAsTable] = useState(false);
  return (
    <SectionCard
      title={
        <>
          {title} <small className={styles.unit}>{unit}</small>
        </>
      }
      action={
        <span className={styles.legend}>
          {series.length > 1 &&
            series.map(({ name, color }) => (
              <span key={name}>
                <i style={{ background: color }} aria-hidden="true" />
                {name}
              </span>
            ))}
          <button type="button" className={styles.pick} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'График' : 'Таблица'}
          </button>
        </span>
      }
    >
      {!asTable && (
        <Suspense fallback={<div className={styles.plot} />}>
          <Plot series={series} points={points} kind={kind} isUnfinished={isUnfinished} />
        </Suspense>
      )}
      <div className={asTable ? styles.tall : styles.spoken}>
        <table className={styles.table}>
          <caption className={styles.spoken}>
            {title}, {unit}
          </caption>
          <thead>
            <tr>
              <th scope="col">Когда</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.full}>
                <th scope="row">{point.full}</th>
                {point.values.map((value, nth) => (
                  <td key={series[nth]!.name}>{value === null ? '—' : formatNumber(value, 2)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}

/** Bars lying down with their labels: a table already. `open` makes the name a button. */
export function BarRows(props: {
  title: string;
  unit: string;
  rows: readonly {
    key: string;
    name: string;
    value: number;
    text: string;
    color?: string;
    onOpen?: (() => void) | undefined;
  }[];
}) {
  const most = Math.max(1, ...props.rows.map((row) => row.value));
  return (
    <SectionCard
      title={
        <>
          {props.title} <small className={styles.unit}>{props.unit}</small>
        </>
      }
    >
      {props.rows.length === 0 && <p className={styles.muted}>За период ничего нет.</p>}
      <ul className={styles.barRows}>
        {props.rows.map((row) => (
          <li key={row.key}>
            {row.onOpen ? (
              <button type="button" className={styles.pick} onClick={row.onOpen}>
                {row.name}
              </button>
            ) : (
              <span>{row.name}</span>
            )}
            <b>{row.text}</b>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(row.value / most) * 100}%`, background: row.color ?? 'var(--gr-chart-1)' }} />
            </span>
          </li>
        ))}
      </ul>
    </SectionCard>
  );
}
