// A garage of the list on a phone.
import { Link } from 'react-router';
import type { GarageRow } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { YearMarks } from '../../widgets/YearMarks.tsx';
import { Standing } from '../balance/Standing.tsx';
import styles from './garages.module.css';

export function GarageCardRow({ row }: { row: GarageRow }) {
  return (
    <Link to={pages.garage(row.id)} className={styles.card}>
      <GaragePlate section={row.section} number={row.number} size="m" archived={!row.is_active} />
      <span className={styles.cardName}>{row.owners[0]?.full_name ?? 'без владельца'}</span>
      <YearMarks marks={row.years} size="phone" />
      <Standing of={row} />
    </Link>
  );
}
