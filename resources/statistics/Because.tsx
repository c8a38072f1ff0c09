// Under a ПО that is opened: the garages because of whom its debt moved.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { debtMovers, type MoneyRow } from '../../contract/statistics.ts';
import { reading } from '../../providers/reading.ts';
import { formatNumber } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { debtorsFilter } from './linesFilter.ts';
import styles from './statistics.module.css';
import { conditionsOf, type StatView } from './statView.ts';
import { signedSum } from './words.ts';

/** «Из-за кого +86 850,00»: the garages whose debt grew most. */
export function Because({ row, view, onAll }: { row: MoneyRow; view: StatView; onAll: () => void }) {
  const filter = debtorsFilter({ ...conditionsOf(view), po: [Number(row.key)] });
  const { data, error } = useQuery(reading(debtMovers, { query: { filter, which: 'moved', per_page: 5 } }));
  if (error) return <span>{error.message}</span>;
  if (!data) return <span className={styles.muted}>Ищем…</span>;
  const map = <Link to={pages.garageMap(Number(row.key))}>Шахматка</Link>;
  if (!data.total)
    return (
      <div className={styles.plates}>
        <span className={styles.muted}>Ни у одного гаража долг не изменился.</span>
        {map}
      </div>
    );
  const moved = data.debt_kopecks - data.debt_before_kopecks;
  return (
    <div className={styles.plates}>
      <span>
        Из-за кого <b className={moved > 0 ? styles.bad : styles.good}>{signedSum(moved)}</b>
      </span>
      {data.data.map((garage) => (
        <span key={garage.id} className={styles.plate}>
          <GaragePlate
            section={garage.section}
            number={garage.number}
            archived={!garage.is_active}
            to={pages.garageContributions(garage.id)}
          />
          {signedSum(garage.debt_kopecks - garage.debt_before_kopecks)}
        </span>
      ))}
      {data.total > data.data.length && (
        <button type="button" className={styles.pick} onClick={onAll}>
          ещё {formatNumber(data.total - data.data.length)}
        </button>
      )}
      {map}
    </div>
  );
}
