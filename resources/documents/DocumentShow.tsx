// One paper: what it is, whether it has force, its pages as they were printed, copies, cancelling.
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router';
import { documents, type DocumentCard } from '../../contract/documents.ts';
import { pages } from '../../contract/pages.ts';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from './documents.module.css';
import { Actions, Notes, Pages } from './PaperParts.tsx';
import { StoryLink } from '../actionLog/StoryLink.tsx';
import { hasNoForce, stateChips } from './words.ts';

export default function DocumentShow() {
  return (
    <RecordPage resource={documents.name}>
      <Card />
    </RecordPage>
  );
}

function Card() {
  const paper = useRecordContext<DocumentCard>();
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  if (paper?.copies === undefined) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <nav aria-label="Путь">
        <Link to={pages.documents}>Документы</Link> › {paper.po.name}
      </nav>
      <header className={styles.top}>
        <div>
          <h1>
            {paper.document_type.name}{' '}
            <StatusChip kind={paper.is_copy ? 'plain' : stateChips[paper.state].kind}>
              {paper.is_copy && !hasNoForce(paper) ? 'Копия' : stateChips[paper.state].text}
            </StatusChip>
          </h1>
          <p>
            {hasNoForce(paper) ? <s>№ {paper.number}</s> : `№ ${paper.number}`} от {formatDate(paper.on_date)}{' '}
            {paper.garage && (
              <GaragePlate
                section={paper.garage.section}
                number={paper.garage.number}
                size="s"
                to={pages.garage(paper.garage.id)}
              />
            )}{' '}
            {paper.profile && <Link to={pages.profile(paper.profile.id)}>{paper.profile.name}</Link>}
          </p>
        </div>
        <Actions paper={paper} />
      </header>
      <Notes paper={paper} />
      {paper.paper_refusal ? <Note tone="blue">{paper.paper_refusal}</Note> : <Pages id={paper.id} />}
      <StoryLink type="document" id={paper.id} />
      <p className={styles.foot}>
        Хранится с {formatMoment(paper.printed_at)}, напечатал(а): {paper.printed_by?.name ?? 'система'} · Следующий раз
        выйдет копия с отметкой «КОПИЯ»
        {hasNoForce(paper) && ` и словом «${stateChips[paper.state].text.toUpperCase()}»`}. Проверка подлинности:{' '}
        {paper.check_url}
      </p>
    </div>
  );
}
