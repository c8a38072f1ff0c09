// One mailing after it was sent: counters as filters, every message with its fate, acts over what did not arrive.
import Button from '@mui/material/Button';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useParams } from 'react-router';
import {
  approveNotification,
  channelRules,
  notifications,
  repeatNotification,
  unreachableReasons,
  type NotificationCard,
  type UnreachableReason,
} from '../../contract/notifications.ts';
import { informingHistory, markMessage, printLetters, type MessageRow } from '../../contract/notifications/messages.ts';
import { call, download, saveFile, type HttpError } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/dates.ts';
import { EmptyState } from '../../widgets/EmptyState.tsx';
import { countOf, formatDate, formatMoment } from '../../widgets/format.ts';
import { GaragePlate } from '../../widgets/GaragePlate.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { openModal } from '../../widgets/modals.ts';
import { toast } from '../../widgets/toasts.ts';
import { RowAction } from './NotificationList.tsx';
import { DeliveryBar, MailingStatus, MessageStatus, money, useMailingNews } from './words.tsx';
import styles from './notifications.module.css';

const groups = [
  { key: 'all', label: 'Все', statuses: [] as number[] },
  { key: 'delivered', label: 'Доставлено', statuses: [2, 10] },
  { key: 'read', label: 'Прочитано', statuses: [3] },
  { key: 'moving', label: 'В пути', statuses: [0, 1] },
  { key: 'failed', label: 'Не доставлено', statuses: [4, 5, 6] },
  { key: 'unknown', label: 'Неизвестно', statuses: [11] },
  { key: 'none', label: 'Не отправляли', statuses: [7, 8, 9] },
] as const;
const PAGE = 100;
const people = ['человек', 'человека', 'человек'] as const;

export default function HistoryPage() {
  const id = Number(useParams().id);
  const client = useQueryClient();
  const [group, setGroup] = useState<(typeof groups)[number]>(groups[0]);
  const [shown, setShown] = useState(PAGE);
  const { data: card, error } = useQuery({
    queryKey: ['notifications', 'getOne', { id: String(id) }, 'history'],
    queryFn: () => call(notifications.one, { params: { id } }),
  });
  const { data: rows } = useQuery({
    queryKey: ['informing_history', id, group.key, shown],
    queryFn: () =>
      call(informingHistory.list, {
        query: {
          filter: JSON.stringify({ notification: id, statusFilter: [...group.statuses] }),
          range: JSON.stringify([0, shown - 1]),
          sort: JSON.stringify(['attention', 'ASC']),
        },
        quiet: true,
      }),
  });
  const refresh = useCallback(() => {
    void client.invalidateQueries({ queryKey: ['notifications'] });
    void client.invalidateQueries({ queryKey: ['informing_history', id] });
  }, [client, id]);
  useMailingNews(useCallback((told) => void (told.id === id && refresh()), [id, refresh]));
  if (error) return <EmptyState title="Рассылка не найдена">Её нет или она не вашего места.</EmptyState>;
  if (!card) return <PageSkeleton />;
  return (
    <main className={styles.page}>
      <Head card={card} onDone={refresh} />
      <DeliveryBar row={card} />
      <div className={styles.counters} role="radiogroup" aria-label="Сообщения" style={{ marginTop: 12 }}>
        {groups.map((one) => (
          <Button
            key={one.key}
            role="radio"
            aria-checked={one.key === group.key}
            variant={one.key === group.key ? 'contained' : 'outlined'}
            onClick={() => setGroup(one)}
          >
            {one.label} {sumOf(card, one.statuses)}
          </Button>
        ))}
      </div>
      <ul className={styles.list} aria-label="Сообщения рассылки">
        {rows?.map((row) => (
          <Message key={row.id} row={row} onDone={refresh} />
        ))}
      </ul>
      {rows?.length === 0 && <EmptyState title="Таких сообщений нет">Выберите другую группу.</EmptyState>}
      {rows && rows.length === shown && <Button onClick={() => setShown(shown + PAGE)}>Показать ещё</Button>}
    </main>
  );
}

function sumOf({ statuses }: NotificationCard, wanted: readonly number[]): number {
  const all = Object.entries(statuses);
  return all.reduce(
    (sum, [status, count]) => (!wanted.length || wanted.includes(Number(status)) ? sum + count : sum),
    0,
  );
}

function Head({ card, onDone }: { card: NotificationCard; onDone: () => void }) {
  const actor = useActor();
  const told = (error: HttpError) => {
    toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });
    onDone();
  };
  const approve = () => call(approveNotification, { params: { id: card.id }, quiet: true }).then(onDone, told);
  const letters = () =>
    download(printLetters, { params: { id: card.id }, body: { expected: card.letters }, quiet: true }).then((file) => {
      saveFile(file);
      toast('Письма напечатаны. Когда вручите, отметьте дату у каждого');
      onDone();
    }, told);
  const repeat = () =>
    call(repeatNotification, { params: { id: card.id }, quiet: true }).then(onDone, (error: HttpError) =>
      toast(error.message, { kind: 'error' }),
    );
  return (
    <header className={styles.head}>
      <div>
        <h1>{card.title}</h1>
        <p className={styles.muted}>
          {card.sender?.name ?? 'Переоформления'}, {card.sent_from}
          {card.madeBy === 'rule' ? ', по правилу напоминаний' : ''} · {channelRules[card.channel]} ·{' '}
          {card.template ? `шаблон «${card.template.name}»` : 'без шаблона'} · {money(card.cost)} ·{' '}
          {formatMoment(card.started_at)}
        </p>
        <MailingStatus status={card.status} />
      </div>
      <div className={styles.chips}>
        <RowAction row={card} onDone={onDone} />
        {card.awaits_approval && card.sender?.id !== actor?.userId && (
          <Button variant="contained" onClick={() => void approve()}>
            Согласовать: {countOf(card.receiverCounter.people - card.receiverCounter.none, people)}, {money(card.cost)}
          </Button>
        )}
        {card.letters > 0 && (
          <Button variant="contained" onClick={() => void letters()}>
            Печать писем для {countOf(card.letters, ['человека', 'человек', 'человек'])}
          </Button>
        )}
        {card.kind === 'meeting' && (
          <Button
            onClick={() =>
              openModal({
                name: 'print-document',
                about: { notification_id: card.id },
                title: `Рассылка «${card.title}»`,
              })
            }
          >
            Напечатать
          </Button>
        )}
        {[5, 6].includes(card.status) && card.failed > 0 && (
          <Button variant="outlined" onClick={() => void repeat()}>
            Повторить неушедшие
          </Button>
        )}
      </div>
    </header>
  );
}

/** A message as it was sent, with what may be said about it by hand. */
export function Message({ row, onDone, withTitle }: { row: MessageRow; onDone: () => void; withTitle?: boolean }) {
  const [handing, setHanding] = useState(false);
  const mark = (status: 2) =>
    call(markMessage, { params: { id: row.id }, body: { status }, quiet: true }).then(onDone, (error: HttpError) =>
      toast(error.message, { kind: 'error' }),
    );
  const isUnknown = row.status === 11;
  return (
    <li className={styles.message}>
      <div className={styles.row}>
        <b>{withTitle ? row.notification.title : row.name}</b>
        <MessageStatus status={row.status} />
      </div>
      <div className={styles.chips}>
        {row.plates.slice(0, 4).map((plate) => (
          <GaragePlate key={plate.id} section={plate.section} number={plate.number} size="s" />
        ))}
        <span className={styles.muted}>
          {[
            row.address,
            formatMoment(row.changed_at ?? row.created_at),
            reasonWords(row.reason),
            row.cost ? money(row.cost) : null,
            row.handed_on
              ? `вручено ${formatDate(row.handed_on)}`
              : row.letter_printed_at && `письмо напечатано ${formatMoment(row.letter_printed_at)}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </div>
      {row.body && (
        <details>
          <summary>Текст</summary>
          <p className={styles.bubble}>{row.body}</p>
        </details>
      )}
      {isUnknown && <p>Могло дойти, могло не дойти. Второй раз сами не шлём, чтобы не прислать дважды.</p>}
      <div className={styles.chips}>
        {isUnknown && <Button onClick={() => void mark(2)}>Человек получил</Button>}
        {(isUnknown || (row.status >= 4 && row.status <= 9)) && (
          <>
            {row.profile && row.notification.kind === 'meeting' && (
              <Button
                onClick={() =>
                  openModal({
                    name: 'print-document',
                    about: { notification_id: row.notification.id, profile_id: row.profile!.id },
                    title: `Уведомление о собрании, ${row.name}`,
                    onPrinted: () => {},
                  })
                }
              >
                Напечатать
              </Button>
            )}
            <Button onClick={() => setHanding(true)}>Вручено на бумаге</Button>
          </>
        )}
      </div>
      {handing && <HandingDialog row={row} onClose={() => setHanding(false)} onDone={onDone} />}
    </li>
  );
}

const reasonWords = (reason: string | null) => unreachableReasons[reason as UnreachableReason] ?? reason;

/** A letter is handed over on a day, not by printing it. */
function HandingDialog({ row, onClose, onDone }: { row: MessageRow; onClose: () => void; onDone: () => void }) {
  const [handedOn, setHandedOn] = useState<string | null>(today());
  const [error, setError] = useState<string>();
  const save = () =>
    call(markMessage, { params: { id: row.id }, body: { status: 10, handedOn }, quiet: true }).then(
      () => {
        onDone();
        onClose();
      },
      ({ message, body }: HttpError) => setError(body.errors?.handedOn ?? message),
    );
  return (
    <ConfirmDialog
      open
      title={`Вручено: ${row.name}`}
      confirm="Отметить"
      onConfirm={() => void save()}
      onCancel={onClose}
    >
      <DateBox label="Дата вручения" required value={handedOn} onChange={setHandedOn} max={today()} error={error} />
    </ConfirmDialog>
  );
}
