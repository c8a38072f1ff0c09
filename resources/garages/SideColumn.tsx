// Beside the card: neighbours in the row, the last papers and the last comment.
import { Link } from 'react-router';
import type { GarageCard } from '../../contract/garages.ts';
import { pages } from '../../contract/pages.ts';
import { formatDate } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { dayOf } from '../../widgets/today.ts';
import { useNarrow } from '../../widgets/useScreen.ts';
import { LastPapers } from '../documents/LastPapers.tsx';
import { useComments } from '../comments/CommentList.tsx';
import styles from './garages.module.css';

export function SideColumn({ garage }: { garage: GarageCard }) {
  const narrow = useNarrow();
  const object = { type: 'garage' as const, objectId: garage.id };
  const comment = useComments(object).data?.data[0];
  const row = [...garage.neighbours, { id: garage.id, section: garage.section, number: garage.number }].sort(
    (one, other) => one.number.localeCompare(other.number, 'ru', { numeric: true }),
  );
  return (
    <aside className={styles.side} aria-label="Связанное">
      <section>
        <h2>Соседи по ряду</h2>
        <div className={styles.plates}>
          {row.map((near) => (
            <GaragePlate
              key={near.id}
              section={near.section}
              number={near.number}
              size={narrow ? 'm' : 's'}
              current={near.id === garage.id}
              to={pages.garage(near.id)}
            />
          ))}
        </div>
        <Link to={pages.garageMap(garage.po.id)}>Показать на шахматке</Link>
      </section>
      <LastPapers about={{ garage: garage.id }} all={`${pages.garage(garage.id)}?tab=documents`} />
      {comment && (
        <section>
          <h2>Комментарий</h2>
          <div style={{ overflowWrap: 'anywhere' }}>{comment.text}</div>
          <div className={styles.muted}>
            {comment.author.name}, {formatDate(dayOf(comment.created_at))}
          </div>
        </section>
      )}
    </aside>
  );
}
