// The small bill: what is owed, how it arose, money; a rule, the sum. The same on the card and on the page of the debt.
import type { DebtLine } from '../../contract/balance.ts';
import { formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import styles from './balance.module.css';
import { lineKey, lineName, lineStory, owedLines } from './billRules.ts';

export function BillLines({ lines }: { lines: readonly DebtLine[] }) {
  const owed = owedLines(lines);
  const total = owed.reduce((sum, line) => sum + line.owed_kopecks, 0);
  return (
    <table className={styles.bill}>
      <caption className={styles.spoken}>Почему такой долг: из чего он состоит</caption>
      <tbody>
        {owed.map((line) => (
          <tr key={lineKey(line)}>
            <th scope="row">{lineName(line)}</th>
            <td className={styles.story}>{lineStory(line)}</td>
            <td>{formatMoney(line.owed_kopecks)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Итого к оплате
          </th>
          <td>
            <Money kopecks={total} tone="debt" />
          </td>
        </tr>
      </tfoot>
    </table>
  );
}
