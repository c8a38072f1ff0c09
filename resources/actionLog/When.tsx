// The moment of a line in a table or on a card of a phone.
import type { ActionRow } from '../../contract/actionLog.ts';
import { formatMoment } from '../../widgets/format.ts';
import { bothTimes, localTime } from './moments.ts';
import styles from './actionLog.module.css';

export function When({ row }: { row: Pick<ActionRow, 'at' | 'zone'> }) {
  const local = localTime(row);
  return (
    <time dateTime={row.at} title={bothTimes(row)} className={styles.when}>
      {formatMoment(row.at)}
      {local && <small>{`на месте ${local}`}</small>}
    </time>
  );
}
