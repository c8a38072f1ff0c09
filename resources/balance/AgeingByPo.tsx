// Debts of each ПО by age, in the official order; a sum opens its garages.
import { debtAges, type AgeingReply } from '../../contract/balance.ts';
import { useActor } from '../../providers/session.ts';
import { formatMoney, formatSum } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import styles from './ageing.module.css';
import type { AgeingView } from './useAgeingView.ts';

export function AgeingByPo({ reply, onPick }: { reply: AgeingReply; onPick: (change: Partial<AgeingView>) => void }) {
  const actor = useActor();
  return (
    <SectionCard title="По первичным организациям, ₽" className={styles.byPo}>
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Долг по первичным организациям">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">ПО</th>
              {Object.values(debtAges).map((name) => (
                <th key={name} scope="col" className={styles.end}>
                  {name}
                </th>
              ))}
              <th scope="col" className={styles.end}>
                Всего
              </th>
            </tr>
          </thead>
          <tbody>
            {reply.by_po.map(({ po, mo, ages }) => (
              <tr key={po.id}>
                <th scope="row">
                  <button type="button" className={styles.pick} onClick={() => onPick({ po: [po.id], age: null })}>
                    {po.name}
                  </button>
                  {actor?.region && <small>{mo.name}</small>}
                </th>
                {ages.map((one) => (
                  <td key={one.age} className={styles.end}>
                    {one.garages ? (
                      <button
                        type="button"
                        className={styles.pick}
                        aria-label={`${po.name}, ${debtAges[one.age]}: ${formatMoney(one.debt_kopecks)}`}
                        onClick={() => onPick({ po: [po.id], age: one.age })}
                      >
                        {formatSum(one.debt_kopecks)}
                      </button>
                    ) : (
                      <span className={styles.zero}>—</span>
                    )}
                  </td>
                ))}
                <td className={styles.end}>
                  <b>{formatSum(ages.reduce((sum, one) => sum + one.debt_kopecks, 0))}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SectionCard>
  );
}
