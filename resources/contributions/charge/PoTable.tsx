// What the run means for each ПО.
import type { AccrualPreview } from '../../../contract/contributions/charging.ts';
import { cx } from '../../../widgets/cx.ts';
import { formatNumber } from '../../../widgets/format.ts';
import { Money } from '../../../widgets/Money.tsx';
import styles from './charge.module.css';

type PoRow = AccrualPreview['pos'][number];
const sumOf = (rows: readonly PoRow[], value: (row: PoRow) => number) => rows.reduce((sum, row) => sum + value(row), 0);

export function PoTable({ rows }: { rows: AccrualPreview['pos'] }) {
  return (
    <div className={styles.planBox}>
      <table className={styles.plan}>
        <thead>
          <tr>
            <th>ПО</th>
            <th className={styles.end}>Гаражей</th>
            <th className={cx(styles.end, styles.wide)}>Со льготой</th>
            <th className={styles.end}>К начислению</th>
            <th className={cx(styles.end, styles.wide)}>Долг станет</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.po.id}>
              <td className={styles.owner}>{row.po.name}</td>
              <td className={styles.end}>{formatNumber(row.garages)}</td>
              <td className={cx(styles.end, styles.wide)}>{formatNumber(row.privileged)}</td>
              <td className={cx(styles.end, styles.sumCell)}>
                <Money kopecks={row.sum_kopecks} />
              </td>
              <td className={cx(styles.end, styles.wide)}>
                <Money kopecks={row.debt_after_kopecks} tone="debt" />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td className={styles.owner}>Итого</td>
            <td className={styles.end}>{formatNumber(sumOf(rows, (row) => row.garages))}</td>
            <td className={cx(styles.end, styles.wide)}>{formatNumber(sumOf(rows, (row) => row.privileged))}</td>
            <td className={cx(styles.end, styles.sumCell)}>
              <Money kopecks={sumOf(rows, (row) => row.sum_kopecks)} />
            </td>
            <td className={cx(styles.end, styles.wide)}>
              <Money kopecks={sumOf(rows, (row) => row.debt_after_kopecks)} tone="debt" />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
