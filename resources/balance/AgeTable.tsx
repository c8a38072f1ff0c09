// The chart as a table: each age with its garages, sum and share; a row opens its garages.
import { debtAges, type AgeSum, type DebtAge } from '../../contract/balance.ts';
import { formatMoney, formatNumber } from '../../widgets/format.ts';
import styles from './ageing.module.css';

export interface AgeTableProps {
  ages: readonly AgeSum[];
  current: DebtAge | null;
  onPick: (age: DebtAge) => void;
}

export function AgeTable({ ages, current, onPick }: AgeTableProps) {
  const total = ages.reduce((sum, one) => sum + one.debt_kopecks, 0);
  return (
    <table className={styles.table}>
      <caption className={styles.spoken}>Возраст долга</caption>
      <thead>
        <tr>
          <th scope="col">Возраст</th>
          <th scope="col" className={styles.end}>
            Гаражей
          </th>
          <th scope="col" className={styles.end}>
            Долг
          </th>
          <th scope="col" className={styles.end}>
            Доля
          </th>
        </tr>
      </thead>
      <tbody>
        {ages.map((one, index) => (
          <tr key={one.age}>
            <th scope="row">
              <button
                type="button"
                className={styles.pick}
                aria-pressed={current === one.age}
                disabled={!one.garages}
                onClick={() => onPick(one.age)}
              >
                <i style={{ background: `var(--gr-debtAge-${index + 1})` }} aria-hidden="true" />
                {debtAges[one.age]}
              </button>
            </th>
            <td className={styles.end}>{formatNumber(one.garages)}</td>
            <td className={styles.end}>{formatMoney(one.debt_kopecks)}</td>
            <td className={styles.end}>{total ? `${formatNumber((one.debt_kopecks / total) * 100, 1)} %` : '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
