// Words and marks of mailings: statuses, channels, the bar of delivery.
import { useEffect } from 'react';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { onLive } from '../../providers/liveProvider.ts';
import {
  mailingStatuses,
  messageStatuses,
  type NotificationRow,
  type TemplateColor,
} from '../../contract/notifications.ts';
import { formatSum } from '../../widgets/format.ts';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import styles from './notifications.module.css';

const mailingKinds: StatusKind[] = [
  'plain',
  'waiting',
  'waiting',
  'inProgress',
  'done',
  'waiting',
  'refused',
  'archived',
];
const messageKinds: StatusKind[] = [
  'inProgress',
  'inProgress',
  'done',
  'done',
  'refused',
  'refused',
  'refused',
  'waiting',
  'waiting',
  'waiting',
  'done',
  'debt',
];

export const MailingStatus = ({ status }: { status: number }) => (
  <StatusChip kind={mailingKinds[status] ?? 'plain'}>{mailingStatuses[status]}</StatusChip>
);
export const MessageStatus = ({ status }: { status: number }) => (
  <StatusChip kind={messageKinds[status] ?? 'plain'}>{messageStatuses[status]}</StatusChip>
);
export const ColorMark = ({ color }: { color: TemplateColor }) => (
  <span className={styles.mark} data-color={color} aria-hidden />
);
/** «84,00 ₽» */
export const money = (kopecks: number) => `${formatSum(kopecks)} ₽`;

/** What became of the messages, drawn and in words. */
export function DeliveryBar({ row }: { row: NotificationRow }) {
  const { total, delivered, failed, unknown, status, receiverCounter } = row;
  const waiting = Math.max(0, total - delivered - failed - unknown);
  const none = receiverCounter.none ? `, не получат ${receiverCounter.none}` : '';
  const words =
    status === 0
      ? `получат ${receiverCounter.people - receiverCounter.none}${none}`
      : status === 7
        ? 'отозвана'
        : status < 3
          ? `ещё ничего не ушло${none}`
          : [`${delivered} из ${total}`, failed && `${failed} ошибки`, unknown && `${unknown} неизвестно`]
              .filter(Boolean)
              .join(' · ');
  return (
    <span className={styles.delivery}>
      <span className={styles.bar} data-still={status < 3 || undefined} aria-hidden>
        {(['delivered', 'unknown', 'failed', 'waiting'] as const).map((part) => {
          const share = { delivered, unknown, failed, waiting }[part];
          return share ? <i key={part} data-part={part} style={{ flexGrow: share }} /> : null;
        })}
      </span>
      <small>{row.pause_reason ?? words}</small>
    </span>
  );
}

type Told = Extract<LiveMessage, { type: 'new_notification_status' }>['message'];
/** Hears where mailings are. */
export function useMailingNews(hear: (told: Told) => void): void {
  useEffect(
    () =>
      onLive((message) => {
        if (message.type === 'new_notification_status') hear(message.message);
      }),
    [hear],
  );
}
