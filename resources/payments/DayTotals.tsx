// Totals of a cash day by method: the footer of the desk and of the list.
import type { ReactNode } from 'react';
import type { CashDay } from '../../contract/payments.ts';
import { countOf, formatMoney } from '../../widgets/format.ts';
import styles from './payments.module.css';

const paymentForms = ['платёж', 'платежа', 'платежей'] as const;

export function DayTotals({ day, children }: { day: CashDay | undefined; children?: ReactNode }) {
  return (
    <footer className={styles.totals} aria-label="Итоги дня">
      {day?.methods.map((method) => (
        <div key={method.payment_type.id}>
          <small>{method.payment_type.name}</small>
          <b>{formatMoney(method.amount_kopecks)}</b>
        </div>
      ))}
      <div className={styles.allDay}>
        <small>{day ? `Проведено ${countOf(day.count, paymentForms)}` : ' '}</small>
        <b>{day ? formatMoney(day.amount_kopecks) : ' '}</b>
      </div>
      {children}
    </footer>
  );
}
