// Bars and lines over points of time. Arrows walk the points, Enter opens the rows behind one; the table beside it says the same.
import { useState, type Key, type KeyboardEvent } from 'react';
import {
  Bar,
  CartesianGrid,
  Cell,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { formatNumber } from '../../widgets/format.ts';
import { cx } from '../../widgets/cx.ts';
import styles from './statistics.module.css';

export interface Series {
  name: string;
  color: string;
  /** What it was before: a thin line behind the others. */
  isPast?: boolean;
}
export interface PlotProps {
  title: string;
  series: readonly Series[];
  points: readonly { name: string; full: string; values: readonly (number | null)[] }[];
  kind: 'bars' | 'line';
  /** The last point is not whole: it is drawn apart, by dashes. */
  isUnfinished: boolean;
  onPick?: ((point: number) => void) | undefined;
}

const HEIGHT = 210;
const small = { fontSize: 12, fill: 'var(--gr-text2)' };
const axisX = {
  dataKey: 'name',
  tick: small,
  tickLine: false,
  axisLine: { stroke: 'var(--gr-lineStrong)' },
  minTickGap: 8,
};
const axisY = {
  tick: small,
  tickLine: false,
  axisLine: false,
  // Five figures have room at this height: none is measured.
  interval: 0,
  width: 52,
  tickFormatter: (value: number) => formatNumber(value),
};

export default function Plot(props: PlotProps) {
  const { title, series, points, kind, isUnfinished, onPick } = props;
  const [at, setAt] = useState<number | null>(null);
  const last = points.length - 1;
  const isApart = kind === 'line' && isUnfinished && last > 0;
  const rows = rowsOf(props, isApart);
  const press = pressed(last, at, setAt, onPick);
  const isCounted = points.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const told = at === null ? undefined : points[at];
  return (
    <div
      className={styles.plot}
      role="group"
      tabIndex={0}
      aria-label={`График «${title}»: стрелки — по точкам${onPick ? ', Enter — открыть строки' : ''}`}
      onKeyDown={press}
      onBlur={() => setAt(null)}
    >
      <span className={styles.spoken} role="status">
        {told && `${told.full}: ${told.values.map((value, nth) => `${series[nth]!.name} ${said(value)}`).join(', ')}`}
      </span>
      {told && <Tip point={told} series={series} className={styles.kept} />}
      <div aria-hidden="true" className={onPick && styles.pressed}>
        <ResponsiveContainer width="100%" height={HEIGHT}>
          <ComposedChart
            data={rows}
            accessibilityLayer={false}
            margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
            onClick={({ activeTooltipIndex }) => {
              const nth = Number(activeTooltipIndex);
              if (points[nth]) onPick?.(nth);
            }}
          >
            <CartesianGrid vertical={false} stroke="var(--gr-line)" />
            <XAxis {...axisX} />
            <YAxis {...axisY} allowDecimals={!isCounted} />
            <Tooltip
              cursor={{ fill: 'var(--gr-hover)', stroke: 'var(--gr-line)' }}
              content={({ active, activeIndex }) => {
                const point = points[Number(activeIndex)];
                return active && point && !told ? <Tip point={point} series={series} /> : null;
              }}
            />
            {told && <ReferenceLine x={told.name} stroke="var(--gr-lineStrong)" />}
            {series.map((one, nth) => shapeOf(one, nth, { kind, rows, isUnfinished }))}
            {isApart && (
              <Line
                dataKey="open"
                stroke={series[0]!.color}
                strokeWidth={2}
                strokeDasharray="4 4"
                dot={loneDot(rows, 'open', series[0]!.color)}
                isAnimationActive={false}
                type="linear"
              />
            )}
          </ComposedChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

type Row = Record<string, string | number | null | undefined>;
interface Dot {
  key?: Key | null | undefined;
  cx?: number | null | undefined;
  cy?: number | null | undefined;
  index?: number | undefined;
}

/** A point without neighbours, which no line leads through: a month of charges among months without any. */
export function loneDot(rows: readonly Row[], key: string, color: string) {
  const isThere = (at: number) => typeof rows[at]?.[key] === 'number';
  return ({ key: name, cx, cy, index = 0 }: Dot) =>
    isThere(index) && !isThere(index - 1) && !isThere(index + 1) ? (
      <circle key={name} cx={cx ?? 0} cy={cy ?? 0} r={3.5} fill={color} />
    ) : (
      <g key={name} />
    );
}

/** Rows as the chart reads them: `v0`, `v1`…; the last point of a line that is not whole stands apart as `open`. */
const rowsOf = ({ points, series }: PlotProps, isApart: boolean): Row[] =>
  points.map(({ name, full, values }, nth) => ({
    name,
    full,
    ...Object.fromEntries(
      values.map((value, of) => [`v${of}`, isApart && nth === points.length - 1 && !series[of]!.isPast ? null : value]),
    ),
    ...(isApart && nth >= points.length - 2 ? { open: values[0] } : {}),
  }));

/** Keys of a chart: arrows walk its points, Enter opens the one that is told. */
const pressed =
  (last: number, at: number | null, setAt: (at: number) => void, onPick: PlotProps['onPick']) =>
  (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) setAt(Math.min(last, Math.max(0, at === null ? (step > 0 ? 0 : last) : at + step)));
    else if (event.key === 'Enter' && at !== null) onPick?.(at);
    else return;
    event.preventDefault();
  };

function shapeOf(
  { name, color, isPast }: Series,
  nth: number,
  about: { kind: string; rows: readonly Row[]; isUnfinished: boolean },
) {
  const { kind, rows, isUnfinished } = about;
  const count = rows.length;
  if (kind === 'bars' && !isPast)
    return (
      <Bar key={name} dataKey={`v${nth}`} fill={color} isAnimationActive={false} maxBarSize={28}>
        {Array.from({ length: count }, (_, at) => (
          <Cell
            key={at}
            {...(isUnfinished && at === count - 1
              ? { fillOpacity: 0.25, stroke: color, strokeWidth: 1.5, strokeDasharray: '4 3' }
              : {})}
          />
        ))}
      </Bar>
    );
  return (
    <Line
      key={name}
      dataKey={`v${nth}`}
      stroke={color}
      strokeWidth={isPast ? 1 : 2}
      strokeOpacity={isPast ? 0.7 : 1}
      dot={loneDot(rows, `v${nth}`, color)}
      isAnimationActive={false}
      type="linear"
    />
  );
}

const said = (value: number | null | undefined) => (value === null ? '—' : formatNumber(value ?? 0, 1));

interface TipProps {
  point: PlotProps['points'][number];
  series: readonly Series[];
  className?: string | undefined;
}

const Tip = ({ point, series, className }: TipProps) => (
  <div className={cx(styles.tip, className)}>
    <b>{point.full}</b>
    {series.map(({ name, color }, nth) => (
      <span key={name}>
        <i style={{ background: color }} />
        {name} <b>{said(point.values[nth])}</b>
      </span>
    ))}
  </div>
);
