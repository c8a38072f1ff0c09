// Letters and messages to one person, newest first.
import { useQuery } from '@tanstack/react-query';
import { informingHistory } from '../../contract/notifications/messages.ts';
import { mailingSend } from '../../contract/kernel/scope.ts';
import { call } from '../../providers/http.ts';
import { useMay } from '../../providers/session.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { Message } from './history/Message.tsx';
import styles from './notifications.module.css';

export function PersonMessages({ profile }: { profile: number }) {
  const { may, reason } = useMay(mailingSend);
  const { data, refetch } = useQuery({
    queryKey: ['informing_history', 'profile', profile],
    enabled: may,
    queryFn: () =>
      call(informingHistory.list, {
        query: {
          filter: JSON.stringify({ profile }),
          range: JSON.stringify([0, 99]),
          sort: JSON.stringify(['changed_at', 'DESC']),
        },
        quiet: true,
      }),
  });
  if (!may) return <EmptyState title="Сообщения скрыты">{reason}</EmptyState>;
  if (data?.length === 0)
    return <EmptyState title="Этому человеку не писали">Здесь будут письма и СМС рассылок.</EmptyState>;
  return (
    <ul className={styles.list} aria-label="Сообщения человеку">
      {data?.map((row) => (
        <Message key={row.id} row={row} onDone={() => void refetch()} />
      ))}
    </ul>
  );
}
