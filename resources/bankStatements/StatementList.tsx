// Loaded statements: file, period, what came, how much of it still waits.
import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Statement } from '../../contract/bankStatements.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { Money } from '../../widgets/Money.tsx';
import { StatusChip } from '../../widgets/StatusChip.tsx';
import { TableSkeleton } from '../../widgets/TableSkeleton.tsx';
import { accountText, countIn, openRows, paymentsOf, periodOf } from './ru.ts';
import styles from './statements.module.css';

interface Props {
  list: UseQueryResult<{ data: Statement[]; total: number; waiting: Statement['counts'] }>;
  onOpen: (id: number) => void;
  onMore: () => void;
}

export function StatementList({ list, onOpen, onMore }: Props) {
  const { data, error, refetch } = list;
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data) return <TableSkeleton columns={[{}, { width: '160px' }, { width: '120px', kind: 'money' }]} rows={4} />;
  if (!data.data.length)
    return (
      <EmptyState>
        Загрузите выписку: платежи с лицевым счётом в назначении узнаются сами, остальные вы назначите здесь же.
      </EmptyState>
    );
  return (
    <>
      <ul className={styles.files}>
        {data.data.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles.file} onClick={() => onOpen(one.id)}>
              <span className={styles.fileName}>{one.file_name}</span>
              <span className={styles.fileFacts}>
                {periodOf(one)} · {one.po?.name ?? 'счёт МО'} · {accountText(one.account)}
              </span>
              <span className={styles.fileFacts}>
                загружено {formatMoment(one.created_at)}, {one.user}
              </span>
            </button>
            <span>
              <State counts={one.counts} />
            </span>
            <span className={styles.fileSum}>
              <Money kopecks={one.incoming_kopecks} />
              <small>поступило</small>
            </span>
          </li>
        ))}
      </ul>
      {data.total > data.data.length && <Button onClick={onMore}>Показать ещё</Button>}
    </>
  );
}

function State({ counts }: { counts: Statement['counts'] }) {
  const open = openRows(counts);
  if (open) return <StatusChip kind="waiting">ждёт {paymentsOf(open)}</StatusChip>;
  return countIn(counts, 'posted').rows + countIn(counts, 'registry').rows ? (
    <StatusChip kind="done">всё проведено</StatusChip>
  ) : (
    <StatusChip>нечего проводить</StatusChip>
  );
}
