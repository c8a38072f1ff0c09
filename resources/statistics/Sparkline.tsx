// The debt from January to today as one line; its ends are written under it, the figures are told to readers.
import { formatDate, formatMoney } from '../../widgets/format.ts';
import styles from './today.module.css';

const WIDTH = 280;
const HEIGHT = 48;
const PAD = 5;

export function Sparkline({ points }: { points: readonly { on: string; kopecks: number }[] }) {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length < 2) return null;
  const sums = points.map((point) => point.kopecks);
  const [least, most] = [Math.min(...sums), Math.max(...sums)];
  const at = (kopecks: number, nth: number) => ({
    x: PAD + (nth / (points.length - 1)) * (WIDTH - 2 * PAD),
    y: most === least ? HEIGHT / 2 : HEIGHT - PAD - ((kopecks - least) / (most - least)) * (HEIGHT - 2 * PAD),
  });
  const end = at(last.kopecks, points.length - 1);
  return (
    <figure className={styles.spark}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Долг: ${points.map((point) => `${formatDate(point.on)} ${formatMoney(point.kopecks)}`).join(', ')}`}
      >
        <polyline
          points={sums.map((sum, nth) => `${at(sum, nth).x},${at(sum, nth).y}`).join(' ')}
          fill="none"
          stroke="var(--gr-chart-4)"
          strokeWidth="2"
        />
        <circle cx={end.x} cy={end.y} r="4" fill="var(--gr-surface)" stroke="var(--gr-chart-4)" strokeWidth="2" />
      </svg>
      <figcaption>
        <span>{formatDate(first.on)}</span>
        <span>сегодня</span>
      </figcaption>
    </figure>
  );
}
