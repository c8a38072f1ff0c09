// Letters and messages to one person, newest first.
import Button from '@mui/material/Button';
import { mailingSend } from '../../contract/kernel/scope.ts';
import { useMay } from '../../providers/session.ts';
import { EmptyState, ErrorNote } from '../../widgets/EmptyState.tsx';
import { Message } from './history/Message.tsx';
import { useMessages } from './history/useMessages.ts';
import styles from './notifications.module.css';

export function PersonMessages({ profile }: { profile: number }) {
  const { may, reason } = useMay(mailingSend);
  const { messages, pagination, loadMore, error, refetch } = useMessages({
    of: { profile },
    sort: ['changed_at', 'DESC'],
    enabled: may,
  });
  if (!may) return <EmptyState title="Сообщения скрыты">{reason}</EmptyState>;
  if (error) return <ErrorNote onRetry={refetch}>{error.message}</ErrorNote>;
  if (messages?.length === 0)
    return <EmptyState title="Этому человеку не писали">Здесь будут письма и СМС рассылок.</EmptyState>;
  return (
    <ul className={styles.list} aria-label="Сообщения человеку">
      {messages?.map((row) => (
        <Message key={row.id} row={row} onDone={refetch} />
      ))}
      {pagination.hasMorePages && (
        <li>
          <Button onClick={loadMore}>Показать ещё</Button>
        </li>
      )}
    </ul>
  );
}
