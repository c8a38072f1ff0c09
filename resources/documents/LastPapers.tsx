// The last papers of a record, at the side of its card.
import { Link } from 'react-router';
import { formatDate } from '../../widgets/format.ts';
import { SectionCard } from '../../widgets/SectionCard.tsx';
import styles from './documents.module.css';
import { PaperChips, usePapers, type PapersAbout } from './PaperList.tsx';
import { paperName } from './words.ts';
import { pages } from '../../contract/pages.ts';

const SHOWN = 3;
const TITLE = 'Последние документы';

/** `all` is where the record lists all of them; `boxed` is a card of its own among others. */
export function LastPapers({ about, all, boxed }: { about: PapersAbout; all: string; boxed?: boolean }) {
  const { data } = usePapers(about);
  const papers = (
    <>
      {data?.data.slice(0, SHOWN).map((row) => (
        <div key={row.id} className={styles.last}>
          <Link to={pages.document(row.id)} title={row.paper_refusal ?? paperName(row)}>
            {row.document_type.name}
          </Link>
          <span>{formatDate(row.on_date)}</span>
          <PaperChips row={row} />
        </div>
      ))}
      {data?.data.length === 0 && <span className={styles.none}>Пока ничего не напечатано</span>}
      {(data?.total ?? 0) > SHOWN && <Link to={all}>Все документы: {data!.total}</Link>}
    </>
  );
  if (boxed) return <SectionCard title={TITLE}>{papers}</SectionCard>;
  return (
    <section aria-label={TITLE}>
      <h2>{TITLE}</h2>
      {papers}
    </section>
  );
}
