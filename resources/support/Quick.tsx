// Instructions that may answer what is being typed: from the third sign, Tab takes the first, Esc hides them for this message.
import { useGetList } from 'react-admin';
import type { TutorialRow } from '../../contract/tutorials.ts';
import styles from './support.module.css';

const FROM_SIGNS = 3;

/** Instructions found by the words of a message; none before the third sign. */
export function useQuick(words: string): readonly TutorialRow[] {
  const q = words.trim().slice(0, 100);
  const { data } = useGetList<TutorialRow>(
    'tutorials',
    { pagination: { page: 1, perPage: 2 }, sort: { field: 'sort', order: 'ASC' }, filter: { q } },
    { enabled: q.length >= FROM_SIGNS },
  );
  return q.length >= FROM_SIGNS ? (data ?? []) : [];
}

export function Quick(props: { title: string; rows: readonly TutorialRow[]; onTake: (row: TutorialRow) => void }) {
  if (!props.rows.length) return null;
  return (
    <div className={styles.answers}>
      <small>{props.title} · Tab — взять, Esc — скрыть</small>
      {props.rows.map((row) => (
        <button key={row.id} type="button" onClick={() => props.onTake(row)}>
          {row.title}
        </button>
      ))}
    </div>
  );
}
