// Those who owe: plate, ПО, owners, since when, how much.
import { dayForms } from '../../contract/kernel/days.ts';
import type { Debtor } from '../../contract/balance.ts';
import { pages } from '../../contract/pages.ts';
import { useActor } from '../../providers/session.ts';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { WholeName } from '../../widgets/WholeName.tsx';
import styles from './ageing.module.css';
import { OwnerOfDebt } from './OwnerOfDebt.tsx';

export function DebtorRows({ rows }: { rows: readonly Debtor[] }) {
  const actor = useActor();
  return (
    <ol className={styles.debtors}>
      {rows.map((row) => (
        <li key={row.id}>
          <GaragePlate
            section={row.section}
            number={row.number}
            size="s"
            archived={!row.is_active}
            to={pages.garage(row.id)}
          />
          <div className={styles.who}>
            <OwnerOfDebt owners={row.owners} />
            <small>
              {!actor?.po && (
                <>
                  <WholeName>{row.po.name}</WholeName> ·{' '}
                </>
              )}
              с&nbsp;{formatDate(row.since)}, {countOf(row.days, dayForms)}
              {row.unowned_kopecks > 0 && <>, владельца не было: {formatMoney(row.unowned_kopecks)}</>}
            </small>
          </div>
          <Money kopecks={row.debt_kopecks} tone="debt" />
        </li>
      ))}
    </ol>
  );
}
