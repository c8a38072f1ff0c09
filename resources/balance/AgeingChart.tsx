// Four bars, one for each age, in the red ramp of debt. The table below says the same to those who don't see it.
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Rectangle,
  ResponsiveContainer,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts';
import { debtAges, type AgeSum, type DebtAge } from '../../contract/balance.ts';
import { formatNumber } from '../../widgets/format.ts';
import styles from './ageing.module.css';

export interface AgeingChartProps {
  ages: readonly AgeSum[];
  measure: 'debt_kopecks' | 'garages';
  current: DebtAge | null;
  onPick: (age: DebtAge) => void;
}

const HEIGHT = 220;
const order = Object.keys(debtAges);
const small = { fontSize: 12, fill: 'var(--gr-text2)' };

export default function AgeingChart({ ages, measure, current, onPick }: AgeingChartProps) {
  const rows = ages.map((one) => ({ ...one, name: debtAges[one.age], label: words(one, measure) }));
  return (
    <div className={styles.chart} aria-hidden="true">
      <ResponsiveContainer width="100%" height={HEIGHT}>
        <BarChart data={rows} accessibilityLayer={false} margin={{ top: 22, right: 4, bottom: 0, left: 4 }}>
          <CartesianGrid vertical={false} stroke="var(--gr-line)" />
          <XAxis
            dataKey="name"
            tick={small}
            tickLine={false}
            axisLine={{ stroke: 'var(--gr-lineStrong)' }}
            interval={0}
          />
          <YAxis hide />
          <Bar
            dataKey={measure}
            isAnimationActive={false}
            maxBarSize={88}
            onClick={(_, index) => onPick(ages[index]!.age)}
            shape={(props: BarShapeProps) => <AgeBar {...props} current={current} />}
          >
            <LabelList dataKey="label" position="top" style={{ ...small, fill: 'var(--gr-text)', fontWeight: 500 }} />
          </Bar>
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function AgeBar({ current, ...props }: BarShapeProps & { current: DebtAge | null }) {
  const { age } = props.payload as AgeSum;
  const faded = current !== null && current !== age;
  return (
    <g data-age={age}>
      <Rectangle
        {...props}
        radius={[3, 3, 0, 0]}
        fill={`var(--gr-debtAge-${order.indexOf(age) + 1})`}
        fillOpacity={faded ? 0.45 : 1}
        style={{ cursor: 'pointer' }}
      />
    </g>
  );
}

/** Thousands and millions: a label is as wide as its bar. */
function words(one: AgeSum, measure: AgeingChartProps['measure']): string {
  if (measure === 'garages') return formatNumber(one.garages);
  const roubles = one.debt_kopecks / 100;
  if (roubles >= 1_000_000) return `${formatNumber(roubles / 1_000_000, 1)}\u00a0млн`;
  return roubles >= 10_000
    ? `${formatNumber(Math.round(roubles / 1000))}\u00a0тыс.`
    : formatNumber(Math.round(roubles));
}
