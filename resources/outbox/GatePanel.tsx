// The gate before everything that leaves the house, and what is late by the schedule: closed with a reason, opened with the count.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  closeOutgoing,
  decideMoment,
  lateMoments,
  openOutgoing,
  outgoing,
  type Gate,
  type OutgoingChannel,
} from '../../contract/outbox.ts';
import { call } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { countOf, formatMoment, formatNumber } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import styles from './outbox.module.css';

const names: Record<OutgoingChannel, string> = {
  mail: 'Почта',
  sms: 'SMS',
  imap: 'Входящая почта',
  reports: 'Отчёты',
  schedule: 'Расписание',
};
const SCHEDULE =
  'Стоит всё, что программа делает сама в свой час: завершение переоформлений, уничтожение данных, выход новостей, рассылки, отчёты, удаление старого по срокам, ночные копии. Идут только сверки учёта и журнала и сохранение файлов документов.';
const all = Object.keys(names) as OutgoingChannel[];

export function GatePanel() {
  const client = useQueryClient();
  const { data } = useQuery(reading(outgoing));
  const late = useQuery(reading(lateMoments));
  const [isClosing, setClosing] = useState(false);
  const doing = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      toast((error as Error).message, { kind: 'error' });
    }
    void readAnew(client, 'outgoing', 'outbox');
  };
  if (!data) return null;
  const closed = data.data.filter((gate) => gate.closed);
  return (
    <div className={styles.gate}>
      {closed.map((gate) => (
        <ClosedNote
          key={gate.channel}
          gate={gate}
          onOpen={(body) => void doing(() => call(openOutgoing, { body, quiet: true }))}
        />
      ))}
      {late.data?.faults.map((one) => (
        <Note key={one.what} tone="amber" title={`Не получается: ${one.title}`}>
          {`С ${formatMoment(one.since)}, ${countOf(one.times, ['раз', 'раза', 'раз'])}, последний — ${formatMoment(one.last_at)}. Программа пробует снова сама. ${one.failure}`}
        </Note>
      ))}
      {late.data?.data.map((one) => (
        <Note
          key={one.id}
          tone="amber"
          title={`Не выполнено в срок: ${one.title}`}
          action={[true, false].map((isWanted) => (
            <Button
              key={String(isWanted)}
              size="small"
              onClick={() =>
                void doing(() => call(decideMoment, { params: { id: one.id }, body: { isWanted }, quiet: true }))
              }
            >
              {isWanted ? 'Выполнить' : 'Пропустить'}
            </Button>
          ))}
        >
          {formatMoment(one.due_at)} {one.failure}
        </Note>
      ))}
      {closed.length < all.length && (
        <Button size="small" variant="outlined" onClick={() => setClosing(true)}>
          Закрыть исходящее
        </Button>
      )}
      {isClosing && (
        <CloseDialog
          onCancel={() => setClosing(false)}
          onClose={(reason) => {
            setClosing(false);
            void doing(() => call(closeOutgoing, { body: { channels: all, reason }, quiet: true }));
          }}
        />
      )}
    </div>
  );
}

function ClosedNote({
  gate,
  onOpen,
}: {
  gate: Gate;
  onOpen: (body: { channel: OutgoingChannel; waiting: number }) => void;
}) {
  const { channel, waiting, parts } = gate;
  const { cause, reason, by, at } = gate.closed!;
  return (
    <Note
      tone="amber"
      title={`${names[channel]}: закрыто, ждёт ${formatNumber(waiting)}`}
      action={
        cause !== 'trial' && (
          <Button size="small" onClick={() => onOpen({ channel, waiting })}>
            {waiting ? `Открыть и отпустить ${formatNumber(waiting)}` : 'Открыть'}
          </Button>
        )
      }
    >
      {[reason, by, at && formatMoment(at)].filter(Boolean).join(' · ')}
      {channel === 'schedule' && cause !== 'trial' && <p>{SCHEDULE}</p>}
      {parts.length > 0 && (
        <ul>
          {parts.map(({ title, count }) => (
            <li key={title}>
              {title}: {formatNumber(count)}
            </li>
          ))}
        </ul>
      )}
    </Note>
  );
}

function CloseDialog({ onClose, onCancel }: { onClose: (reason: string) => void; onCancel: () => void }) {
  const [reason, setReason] = useState('');
  return (
    <ConfirmDialog
      open
      title="Закрыть всё исходящее?"
      confirm="Закрыть"
      cancel="Отмена"
      onConfirm={() => onClose(reason)}
      onCancel={onCancel}
    >
      <p>Письма, SMS, отчёты и расписание будут копиться в очереди, пока их не откроют. {SCHEDULE}</p>
      <TextBox label="Причина" value={reason} onChange={setReason} />
    </ConfirmDialog>
  );
}
