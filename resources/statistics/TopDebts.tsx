// The largest debts of the place: whose garage owes how much, the first of them at once and the rest on demand.
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import type { OwingGarage } from '../../contract/balance.ts';
import { useActor } from '../../providers/session.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Money } from '../../widgets/Money.tsx';
import { WholeName } from '../../widgets/WholeName.tsx';
import { OwnerOfDebt } from '../balance/OwnerOfDebt.tsx';
import styles from './topDebts.module.css';

const FIRST = 5;

export function TopDebts({ rows }: { rows: readonly OwingGarage[] }) {
  const actor = useActor();
  const [isWhole, setWhole] = useState(false);
  if (!rows.length) return null;
  return (
    <section aria-labelledby="top-debts" className={styles.block}>
      <header>
        <h2 id="top-debts">{rows.length < 20 ? 'Крупнейшие долги' : '20 крупнейших долгов'}</h2>
        <Link to={pages.debtAgeing}>Возраст долга</Link>
      </header>
      <ol>
        {(isWhole ? rows : rows.slice(0, FIRST)).map((row) => (
          <li key={row.id}>
            <GaragePlate
              section={row.section}
              number={row.number}
              size="s"
              archived={!row.is_active}
              to={pages.garageContributions(row.id)}
            />
            <span>
              <OwnerOfDebt owners={row.owners} />
              {!actor?.po && (
                <small>
                  <WholeName>{row.po.name}</WholeName>
                </small>
              )}
            </span>
            <Money kopecks={row.debt_kopecks} tone="debt" />
          </li>
        ))}
      </ol>
      {rows.length > FIRST && !isWhole && (
        <button type="button" onClick={() => setWhole(true)}>
          Показать все {rows.length}
        </button>
      )}
    </section>
  );
}
