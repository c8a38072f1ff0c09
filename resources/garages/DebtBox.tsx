// The heart of the card: how much is owed, for which years, and why, as a small bill.
import { useState } from 'react';
import type { GarageCard } from '../../contract/garages.ts';
import { formatMoney } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { YearMarks } from '../../widgets/YearMarks.tsx';
import styles from './garages.module.css';

export function DebtBox({ garage }: { garage: GarageCard }) {
  const owed = garage.debt.filter((line) => line.owed_kopecks > 0);
  const [open, setOpen] = useState(owed.length > 0 && owed.length <= 4);
  const { balance_kopecks: balance } = garage;
  return (
    <section className={styles.box} aria-label="Долг">
      <div className={styles.debtHead}>
        <div>
          <h2>{balance > 0 ? 'Аванс' : 'Долг'}</h2>
          <Money
            kopecks={Math.abs(balance)}
            tone={balance < 0 ? 'debt' : balance > 0 ? 'advance' : 'plain'}
            size="display"
          />
        </div>
        <YearMarks marks={garage.years} size="card" />
      </div>
      {balance < 0 && (
        <>
          <button type="button" className={styles.why} aria-expanded={open} onClick={() => setOpen(!open)}>
            Почему такой долг? {open ? '▴' : '▾'}
          </button>
          {open && (
            <table className={styles.bill}>
              <tbody>
                {owed.map((line) => (
                  <tr key={`${line.accrual_type}${line.year}`}>
                    <td>
                      {line.accrual_type} {line.year}
                    </td>
                    <td>
                      начислено {formatMoney(line.accrued_kopecks)},{' '}
                      {line.paid_kopecks ? `оплачено ${formatMoney(line.paid_kopecks)}` : 'не оплачено'}
                    </td>
                    <td>{formatMoney(line.owed_kopecks)}</td>
                  </tr>
                ))}
                <tr>
                  <td colSpan={2}>Итого к оплате</td>
                  <td>
                    <Money kopecks={-balance} tone="debt" />
                  </td>
                </tr>
              </tbody>
            </table>
          )}
        </>
      )}
    </section>
  );
}
