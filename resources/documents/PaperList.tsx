// Papers printed of one record, the latest first.
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { documents, type DocumentRow } from '../../contract/documents.ts';
import { listWith, pages } from '../../contract/pages.ts';
import { dataProvider } from '../../providers/dataProvider.ts';
import { formatDate } from '../../widgets/format.ts';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { cx } from '../../widgets/cx.ts';
import styles from '../lists/plainList.module.css';
import own from './documents.module.css';
import { hasNoForce, paperName, stateChips } from './words.ts';

const SHOWN = 20;

/** The record: one of them. */
export interface PapersAbout {
  garage?: number;
  profile?: number;
  contribution?: number;
  reregistration?: number;
}

/** Rows of react-admin's list. */
const papersKey = (about: PapersAbout) => [documents.name, 'of', about];

/** The last papers of a record and how many there are. */
export const usePapers = (about: PapersAbout) =>
  useQuery({
    queryKey: papersKey(about),
    queryFn: () =>
      dataProvider.getList<DocumentRow>(documents.name, {
        pagination: { page: 1, perPage: SHOWN },
        sort: { field: 'printed_at', order: 'DESC' },
        filter: about,
      }),
  });

/** What is to be known of a paper beside its name: a copy, one without force. */
export function PaperChips({ row }: { row: DocumentRow }) {
  return (
    <>
      {row.is_copy && <StatusChip>Копия</StatusChip>}
      {hasNoForce(row) && <StatusChip kind={stateChips[row.state].kind}>{stateChips[row.state].text}</StatusChip>}
    </>
  );
}

export function PaperList(about: PapersAbout) {
  const { data } = usePapers(about);
  if (!data) return null;
  const more = (data.total ?? 0) - data.data.length;
  return (
    <section aria-label="Напечатанные документы">
      <h3>Напечатанные документы</h3>
      {data.data.length === 0 && (
        <p style={{ color: 'var(--gr-text2)' }}>Пока ничего не напечатано: документ печатают кнопкой «Напечатать»</p>
      )}
      <ul className={cx(styles.list, own.papers)}>
        {data.data.map((row) => (
          <li key={row.id}>
            <Link to={pages.document(row.id)} className={styles.grow}>
              {paperName(row)}
              {row.paper_refusal && <small>{row.paper_refusal}</small>}
            </Link>
            <PaperChips row={row} />
            <span>{formatDate(row.on_date)}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <Link to={listWith(pages.documents, about)}>Ещё {more} в журнале</Link>}
    </section>
  );
}
