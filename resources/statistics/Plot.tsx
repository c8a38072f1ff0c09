// Bars and lines over points of time. The table beside it says the same to those who don't see it.
import { Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber } from '../../widgets/format.ts';
import styles from './statistics.module.css';

export interface Series {
  name: string;
  color: string;
}
export interface PlotProps {
  series: readonly Series[];
  points: readonly { name: string; full: string; values: readonly (number | null)[] }[];
  kind: 'bars' | 'line';
  /** The last point is not whole: it is drawn apart, by dashes. */
  isUnfinished: boolean;
}

const HEIGHT = 210;
const small = { fontSize: 12, fill: 'var(--gr-text2)' };

export default function Plot({ series, points, kind, isUnfinished }: PlotProps) {
  const last = points.length - 1;
  const isApart = kind === 'line' && isUnfinished && last > 0;
  const rows = points.map(({ name, full, values }, at) => ({
    name,
    full,
    ...Object.fromEntries(values.map((value, nth) => [`v${nth}`, isApart && at === last ? null : value])),
    ...(isApart && at >= last - 1 ? { open: values[0] } : {}),
  }));
  return (
    <div className={styles.plot} aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <ComposedChart data={rows} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--gr-line)" />
          <XAxis
            dataKey="name"
            tick={small}
            tickLine={false}
            axisLine={{ stroke: 'var(--gr-lineStrong)' }}
            minTickGap={8}
          />
          <YAxis
            tick={small}
            tickLine={false}
            axisLine={false}
            width={52}
            tickFormatter={(value: number) => formatNumber(value)}
          />
          <Tooltip
            cursor={{ fill: 'var(--gr-hover)', stroke: 'var(--gr-line)' }}
            content={({ active, label }) =>
              active ? <Tip point={points.find((one) => one.name === label)} series={series} /> : null
            }
          />
          {series.map(({ name, color }, nth) =>
            kind === 'bars' ? (
              <Bar key={name} dataKey={`v${nth}`} fill={color} isAnimationActive={false} maxBarSize={28} />
            ) : (
              <Line
                key={name}
                dataKey={`v${nth}`}
                stroke={color}
                strokeWidth={2}
                dot={points.length < 3}
                isAnimationActive={false}
                type="linear"
              />
            ),
          )}
          {isApart && (
            <Line
              dataKey="open"
              stroke={series[0]!.color}
              strokeWidth={2}
              strokeDasharray="4 4"
              isAnimationActive={false}
              type="linear"
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </div>
  );
}

function Tip({ point, series }: { point: PlotProps['points'][number] | undefined; series: readonly Series[] }) {
  if (!point) return null;
  return (
    <div className={styles.tip}>
      <b>{point.full}</b>
      {series.map(({ name, color }, nth) => (
        <span key={name}>
          <i style={{ background: color }} />
          {name} <b>{point.values[nth] === null ? '—' : formatNumber(point.values[nth] ?? 0, 1)}</b>
        </span>
      ))}
    </div>
  );
}
