// Papers printed of a record, on its card: the latest first.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { documents } from '../../contract/documents.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { formatDate } from '../../widgets/format.ts';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from '../lists/plainList.module.css';
import { hasNoForce, paperName, stateChips } from './words.ts';

const SHOWN = 20;

export function PaperList(about: {
  garage?: number;
  profile?: number;
  contribution?: number;
  reregistration?: number;
}) {
  const { data } = useQuery({
    queryKey: [documents.name, 'of', about],
    queryFn: () =>
      call(documents.list, {
        query: { filter: JSON.stringify(about), sort: '["printed_at","DESC"]', range: `[0,${SHOWN - 1}]` },
        quiet: true,
      }),
  });
  if (!data?.length) return null;
  return (
    <section aria-label="Напечатанные документы">
      <h3>Напечатанные документы</h3>
      <ul className={styles.list}>
        {data.map((row) => (
          <li key={row.id}>
            <Link to={pages.document(row.id)} className={styles.grow}>
              {paperName(row)}
            </Link>
            {row.is_copy && <StatusChip>Копия</StatusChip>}
            {hasNoForce(row) && <StatusChip kind={stateChips[row.state].kind}>{stateChips[row.state].text}</StatusChip>}
            <span>{formatDate(row.on_date)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
