// Letters and SMS that leave the house, for superusers.
import Button from '@mui/material/Button';
import { ListBase, useListContext } from 'react-admin';
import { useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { outbox, resendMessage } from '../../contract/outbox.ts';
import { pages } from '../../contract/pages.ts';
import { call } from '../../providers/http.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { RegisterList } from '../../widgets/list/RegisterList.tsx';
import type { Column } from '../../widgets/list/RegisterTable.tsx';
import { toast } from '../../widgets/toasts.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { GatePanel } from './GatePanel.tsx';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import styles from '../lists/plainList.module.css';

type Letter = z.output<typeof outbox.row>;

/** What a message is about; an SMS has no subject, its first words stand for it. */
const subjectOf = ({ channel, subject, body_text }: Letter) =>
  subject || (channel === 'sms' ? `SMS: ${body_text.slice(0, 80)}` : 'Без темы');

const columns: Column<Letter>[] = [
  {
    key: 'created_at',
    label: 'Написано',
    width: '150px',
    sort: 'created_at',
    fixed: true,
    render: (row) => formatMoment(row.created_at),
  },
  { key: 'recipient', label: 'Кому', width: '240px', sort: 'recipient', render: (row) => row.recipient },
  { key: 'subject', label: 'Тема', fixed: true, render: subjectOf },
  { key: 'state', label: 'Состояние', width: '160px', render: (row) => <State row={row} /> },
];

const states: Record<Letter['state'], [StatusKind, string]> = {
  queued: ['waiting', 'в очереди'],
  sending: ['inProgress', 'уходит'],
  sent: ['done', 'отправлено'],
  failed: ['refused', 'не ушло'],
  unknown: ['debt', 'неизвестно'],
  cancelled: ['plain', 'отменено'],
};

const State = ({ row }: { row: Letter }) => <StatusChip kind={states[row.state][0]}>{states[row.state][1]}</StatusChip>;

/** A message on a phone. */
function LetterCard({ row, onOpen }: { row: Letter; onOpen: () => void }) {
  return (
    <button
      type="button"
      style={{
        display: 'block',
        width: '100%',
        padding: 12,
        border: 0,
        background: 'none',
        color: 'inherit',
        font: 'inherit',
        textAlign: 'left',
      }}
      onClick={onOpen}
    >
      <b>{subjectOf(row)}</b>
      <br />
      {formatMoment(row.created_at)}, {row.recipient} <State row={row} />
    </button>
  );
}

export default function OutboxPage() {
  return (
    <ListBase resource={outbox.name} perPage={25} sort={{ field: 'created_at', order: 'DESC' }} disableAuthentication>
      <Screen />
    </ListBase>
  );
}

function Screen() {
  const [open, setOpen] = useState<Letter | null>(null);
  const { total, refetch } = useListContext();
  const resend = async ({ id }: Letter) => {
    try {
      await call(resendMessage, { params: { id }, quiet: true });
      setOpen(null);
    } catch (error) {
      toast((error as Error).message, { kind: 'error' });
    }
    void refetch();
  };
  return (
    <>
      <GatePanel />
      <RegisterList<Letter>
        title="Исходящие"
        searchKey="q"
        searchLabel="Адрес, телефон или тема"
        columns={columns}
        storeKey="outbox"
        nameOf={subjectOf}
        onOpen={setOpen}
        allCount={total}
        renderCard={(row) => <LetterCard row={row} onOpen={() => setOpen(row)} />}
        empty={
          <EmptyState>
            Здесь лежат письма и SMS: отправленные и, если почта или SMS не подключены, все остальные.
          </EmptyState>
        }
      />
      {open && (
        <ConfirmDialog
          open
          title={subjectOf(open)}
          confirm="Закрыть"
          cancel="Назад"
          onConfirm={() => setOpen(null)}
          onCancel={() => setOpen(null)}
        >
          <p>
            {open.recipient}, {formatMoment(open.created_at)}
          </p>
          <p className={styles.letter}>{open.body_text}</p>
          {open.failure && <p>Ошибка: {open.failure}</p>}
          {open.mailing !== null ? (
            <p>
              Сообщение рассылки: <Link to={pages.informingHistory(open.mailing)}>повторить можно в её истории</Link>
            </p>
          ) : (
            (open.state === 'failed' || open.state === 'unknown') && (
              <Button variant="outlined" onClick={() => void resend(open)}>
                {open.state === 'unknown' ? 'Отправить ещё раз: может прийти дважды' : 'Отправить ещё раз'}
              </Button>
            )
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
