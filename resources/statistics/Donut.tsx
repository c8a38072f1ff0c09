// A ring of shares. Its slices open their rows; the list beside it says the same and is what the keyboard walks.
import { Cell, Pie, PieChart, ResponsiveContainer, Tooltip } from 'recharts';
import { formatNumber } from '../../widgets/format.ts';
import styles from './statistics.module.css';

export interface Slice {
  key: string;
  name: string;
  value: number;
  color: string;
  onOpen?: (() => void) | undefined;
}

export default function Donut({ slices }: { slices: readonly Slice[] }) {
  const all = slices.reduce((sum, slice) => sum + slice.value, 0);
  const share = (value: number) => `${Math.round((value / Math.max(1, all)) * 100)} %`;
  return (
    <div className={styles.donut}>
      <div aria-hidden="true" className={styles.ring}>
        <ResponsiveContainer width="100%" height={180}>
          <PieChart accessibilityLayer={false}>
            <Pie
              data={[...slices]}
              dataKey="value"
              nameKey="name"
              innerRadius="62%"
              outerRadius="96%"
              isAnimationActive={false}
              stroke="var(--gr-surface)"
              rootTabIndex={-1}
              onClick={(_, nth: number) => slices[nth]?.onOpen?.()}
            >
              {slices.map((slice) => (
                <Cell key={slice.key} fill={slice.color} cursor={slice.onOpen ? 'pointer' : 'default'} />
              ))}
            </Pie>
            <Tooltip
              content={({ active, payload }) => {
                const slice = slices.find(({ name }) => name === payload?.[0]?.name);
                return active && slice ? (
                  <div className={styles.tip}>
                    <b>{slice.name}</b>
                    <span>
                      {formatNumber(slice.value)} · {share(slice.value)}
                    </span>
                  </div>
                ) : null;
              }}
            />
          </PieChart>
        </ResponsiveContainer>
        <b>{formatNumber(all)}</b>
      </div>
      <ul className={styles.slices}>
        {slices.map((slice) => (
          <li key={slice.key}>
            <i style={{ background: slice.color }} aria-hidden="true" />
            {slice.onOpen ? (
              <button type="button" className={styles.pick} onClick={slice.onOpen}>
                {slice.name}
              </button>
            ) : (
              <span>{slice.name}</span>
            )}
            <b>{formatNumber(slice.value)}</b>
            <small>{share(slice.value)}</small>
          </li>
        ))}
      </ul>
    </div>
  );
}
