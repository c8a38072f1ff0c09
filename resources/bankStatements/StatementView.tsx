// One statement: its control sums, then its rows by how surely they were recognised.
import BackIcon from '@mui/icons-material/ArrowBack';
import MoreIcon from '@mui/icons-material/MoreHoriz';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { financeEdit } from '../../contract/kernel/scope.ts';
import { pages } from '../../contract/pages.ts';
import { rowGroups, type Statement } from '../../contract/bankStatements.ts';
import { useMay } from '../../providers/session.ts';
import { IconDropdown } from '../../widgets/IconDropdown.tsx';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { Money } from '../../widgets/Money.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { Rows } from './Rows.tsx';
import { accountText, openRows, periodOf } from './ru.ts';
import styles from './statements.module.css';
import { useRematch, useRematchOnOpening, useStatement } from './useStatements.ts';
import { WithdrawDialog, withdrawRefusal, WithdrawnNote } from './Withdrawal.tsx';

interface Props {
  id: number;
  onOpen: (id: number) => void;
  onLeave: () => void;
}

export function StatementView({ id, onOpen, onLeave }: Props) {
  const { data, error, refetch } = useStatement(id);
  useRematchOnOpening(id);
  if (error) return <Failed message={error.message} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{data.file_name}</h1>
        <div className={styles.toPayments}>
          {!data.withdrawn && <Actions statement={data} onLeave={onLeave} />}
          <Button component={Link} to={pages.statement} startIcon={<BackIcon />}>
            Все выписки
          </Button>
        </div>
        <p className={styles.facts}>
          {periodOf(data)} · {data.po?.name ?? 'счёт МО'} · счёт {accountText(data.account)}
        </p>
      </header>
      {data.withdrawn ? <WithdrawnNote withdrawn={data.withdrawn} /> : <Control statement={data} />}
      {data.withdrawn ? null : data.counts.length ? (
        <Rows statement={id} counts={data.counts} groups={rowGroups} onOpenStatement={onOpen} />
      ) : (
        <EmptyState>В выписке нет ни одного документа по этому счёту.</EmptyState>
      )}
    </div>
  );
}

/** What may be done with the whole file. */
function Actions({ statement, onLeave }: { statement: Statement; onLeave: () => void }) {
  const { may, reason } = useMay(financeEdit);
  const { busy, rematch } = useRematch(statement.id);
  const [asks, setAsks] = useState(false);
  const stop = reason ?? withdrawRefusal(statement);
  return (
    <>
      <IconDropdown
        label="Действия с выпиской"
        icon={<MoreIcon />}
        items={[
          {
            key: 'match',
            label: 'Узнать платежи заново',
            hint: reason ?? 'После правок в реестре. Назначенное вручную не изменится',
            disabled: !may || busy,
            onSelect: () => void rematch({ always: true }),
          },
          {
            key: 'withdraw',
            label: 'Отозвать выписку',
            hint: stop ?? 'Если загрузили не тот файл',
            disabled: stop !== null,
            danger: stop === null,
            divided: true,
            onSelect: () => setAsks(true),
          },
        ]}
      />
      {asks && <WithdrawDialog statement={statement} onClose={() => setAsks(false)} onDone={onLeave} />}
    </>
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
      <div className={styles.control} data-help="statement.sums">
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
