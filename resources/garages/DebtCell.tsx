// The balance of a garage in a row of the list; of what a debt consists is said over it, by type.
import { Suspense, useState } from 'react';
import type { GarageRow } from '../../contract/garages.ts';
import { Money } from '../../widgets/Money.tsx';
import { later } from '../../widgets/overlay.tsx';
import { standingOf } from '../balance/standingOf.ts';
import styles from './garages.module.css';

const DebtTip = later(() => import('./DebtTip.tsx'));

export function DebtCell({ row }: { row: GarageRow }) {
  // A hundred tooltips would cost the list its speed: a row gets its own when the pointer comes to it.
  const [visited, setVisited] = useState(false);
  const { debt, advance } = standingOf(row);
  const money = (
    <>
      <Money kopecks={debt > 0 ? -debt : advance} tone="balance" />
      {debt > 0 && advance > 0 && <Money kopecks={advance} tone="advance" className={styles.besideDebt} />}
    </>
  );
  if (!debt && !row.aside_kopecks && !row.former_kopecks) return money;
  if (!visited) return <span onMouseEnter={() => setVisited(true)}>{money}</span>;
  const cell = <span>{money}</span>;
  return (
    <Suspense fallback={cell}>
      <DebtTip id={row.id}>{cell}</DebtTip>
    </Suspense>
  );
}
