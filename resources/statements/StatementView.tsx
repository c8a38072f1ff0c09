// One statement: its control sums, then its rows by how surely they were recognised.
import BackIcon from '@mui/icons-material/ArrowBack';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { groupNames, RowGroup, type Statement } from '../../contract/statements.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { Money } from '../../widgets/Money.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { Rows } from './Rows.tsx';
import { accountText, openRows, periodOf } from './ru.ts';
import styles from './statements.module.css';
import { PAGE, useStatement } from './useStatements.ts';

export function StatementView({ id, onOpen }: { id: number; onOpen: (id: number) => void }) {
  const { data, error, refetch } = useStatement(id);
  const [limits, setLimits] = useState<Partial<Record<RowGroup, number>>>({});
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{data.file_name}</h1>
        <Button component={Link} to={pages.statement} startIcon={<BackIcon />} className={styles.toPayments}>
          Все выписки
        </Button>
        <p className={styles.facts}>
          {periodOf(data)} · {data.po?.name ?? 'счёт МО'} · счёт {accountText(data.account)}
        </p>
      </header>
      <Control statement={data} />
      {data.counts.length ? (
        <Rows
          statement={id}
          counts={data.counts}
          groups={Object.keys(groupNames) as RowGroup[]}
          limits={limits}
          onMore={(group) => setLimits({ ...limits, [group]: (limits[group] ?? PAGE) + PAGE })}
          onOpenStatement={onOpen}
        />
      ) : (
        <EmptyState>В выписке нет ни одного документа по этому счёту.</EmptyState>
      )}
    </div>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>Выписка</h1>
        <Button component={Link} to={pages.statement} startIcon={<BackIcon />} className={styles.toPayments}>
          Все выписки
        </Button>
      </header>
      <ErrorNote onRetry={onRetry}>{message}</ErrorNote>
    </div>
  );
}

/** Opening + came − left = closing, as an equation; what does not agree is said below. */
function Control({ statement }: { statement: Statement }) {
  const {
    opening_kopecks: opening,
    closing_kopecks: closing,
    incoming_kopecks: came,
    outgoing_kopecks: left,
  } = statement;
  const known = opening !== null && closing !== null;
  const agrees = known && opening + came - left === closing;
  return (
    <>
      <div className={styles.control}>
        <dl>
          {known && <Sum name="На начало" kopecks={opening} />}
          <Sum name="Поступило" sign="+" kopecks={came} />
          <Sum name="Списано" sign="−" kopecks={left} />
          {known && <Sum name="На конец" sign="=" kopecks={closing} />}
        </dl>
        <div className={styles.verdict}>
          {known && (
            <StatusChip kind={agrees ? 'done' : 'refused'}>
              {agrees ? 'суммы сходятся' : 'суммы не сходятся'}
            </StatusChip>
          )}
          {!openRows(statement.counts) && <StatusChip kind="done">разобрано</StatusChip>}
        </div>
      </div>
      {statement.warnings.length > 0 && (
        <div className={styles.warnings}>
          <Note tone={agrees || !known ? 'blue' : 'amber'}>
            {statement.warnings.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Note>
        </div>
      )}
    </>
  );
}

function Sum({ name, sign, kopecks }: { name: string; sign?: string; kopecks: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {sign && <i>{sign}</i>} <Money kopecks={kopecks} />
      </dd>
    </div>
  );
}
