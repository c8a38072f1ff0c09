// The paper of a row beside the journal: looked at, copied, saved, cancelled without leaving the list.
import CloseIcon from '@mui/icons-material/Close';
import { useGetOne } from 'react-admin';
import { Link } from 'react-router';
import { documents, type DocumentCard } from '../../contract/documents.ts';
import { pages } from '../../contract/pages.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { Note } from '../../widgets/Note.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import styles from './documents.module.css';
import { Actions, Notes, Pages } from './PaperParts.tsx';
import { hasNoForce, stateChips } from './words.ts';

interface SidePaperProps {
  id: number;
  onClose: () => void;
  onCancel: (paper: DocumentCard) => void;
}

export function SidePaper({ id, onClose, onCancel }: SidePaperProps) {
  const { data, error, refetch } = useGetOne<DocumentCard>(documents.name, { id });
  // A list leaves its shorter rows in the cache: the card is shown when it has come whole.
  const paper = data?.copies === undefined ? undefined : data;
  return (
    <aside className={styles.side} aria-label="Выбранный документ">
      <IconButtonWithTip label="Закрыть просмотр" onClick={onClose} sx={{ float: 'right' }}>
        <CloseIcon />
      </IconButtonWithTip>
      {error && <ErrorNote onRetry={() => void refetch()}>{(error as Error).message}</ErrorNote>}
      {!paper && !error && <div className={styles.beside} aria-busy="true" />}
      {paper && <Paper paper={paper} onCancel={() => onCancel(paper)} />}
    </aside>
  );
}

function Paper({ paper, onCancel }: { paper: DocumentCard; onCancel: () => void }) {
  const { garage } = paper;
  return (
    <>
      <h2>
        <Link to={pages.document(paper.id)}>{paper.document_type.name}</Link>
      </h2>
      <p className={styles.sideLine}>
        {hasNoForce(paper) ? <s>№ {paper.number}</s> : `№ ${paper.number}`} от {formatDate(paper.on_date)}{' '}
        {garage && (
          <GaragePlate section={garage.section} number={garage.number} size="s" to={pages.garage(garage.id)} />
        )}
        <StatusChip kind={paper.is_copy ? 'plain' : stateChips[paper.state].kind}>
          {paper.is_copy && !hasNoForce(paper) ? 'Копия' : stateChips[paper.state].text}
        </StatusChip>
      </p>
      <Actions paper={paper} onCancel={onCancel} />
      <Notes paper={paper} />
      {paper.paper_refusal ? (
        <Note tone="blue">{paper.paper_refusal}</Note>
      ) : (
        <Pages key={paper.id} id={paper.id} bare />
      )}
      <p className={styles.foot}>Хранится с {formatMoment(paper.printed_at)}. Копия выйдет с отметкой «КОПИЯ»</p>
    </>
  );
}
