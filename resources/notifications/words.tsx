// Words and marks of mailings: statuses, channels, the bar of delivery.
import { useEffect } from 'react';
import type { LiveMessage } from '../../contract/kernel/live.ts';
import { onLive } from '../../providers/liveProvider.ts';
import {
  mailingStatuses,
  type ChannelRule,
  type NotificationRow,
  type TemplateColor,
} from '../../contract/notifications.ts';
import { messageFate } from '../../contract/notifications/fates.ts';
import { countOf, formatNumber, formatSum } from '../../widgets/format.ts';
import { StatusChip, type StatusKind } from '../../widgets/StatusChip.tsx';
import styles from './notifications.module.css';

const mailingKinds: StatusKind[] = ['plain', 'waiting', 'waiting', 'inProgress', 'done', 'waiting', 'debt', 'archived'];
/** What failed is red, what nobody knows is plum. */
const messageKinds: StatusKind[] = [
  'inProgress',
  'inProgress',
  'done',
  'done',
  'debt',
  'debt',
  'debt',
  'waiting',
  'waiting',
  'waiting',
  'done',
  'refused',
];

export const MailingStatus = ({ status }: { status: number }) => (
  <StatusChip kind={mailingKinds[status] ?? 'plain'}>{mailingStatuses[status]}</StatusChip>
);
export const MessageStatus = ({ status, reason }: { status: number; reason: string | null }) => (
  <StatusChip kind={messageKinds[status] ?? 'plain'}>{messageFate(status, reason)}</StatusChip>
);
/** After «в»: places that a mailing to officials reaches or misses. */
export const placeForms = ['организации', 'организациях', 'организациях'] as const;
export const ColorMark = ({ color }: { color: TemplateColor }) => (
  <span className={styles.mark} data-color={color} aria-hidden />
);
/** «84,00 ₽» */
export const money = (kopecks: number) => `${formatSum(kopecks)} ₽`;

/** What became of the messages, drawn and in words. */
export function DeliveryBar({ row }: { row: NotificationRow }) {
  const { total, delivered, failed, unknown, status } = row;
  // What was taken back did not fail: nothing of it was sent.
  const isBack = status === 7;
  const shares = isBack
    ? { delivered: 0, unknown: 0, failed: 0, handed: 0 }
    : { delivered, unknown, failed, handed: status > 3 ? Math.max(0, total - delivered - failed - unknown) : 0 };
  const words = row.pause_reason ?? fateWords(row, shares.handed);
  return (
    <span className={styles.delivery}>
      <span className={styles.bar} data-still={status === 2 || undefined} aria-hidden>
        {(['delivered', 'handed', 'unknown', 'failed'] as const).map((part) =>
          shares[part] ? <i key={part} data-part={part} style={{ width: `${(100 * shares[part]) / total}%` }} /> : null,
        )}
      </span>
      <small title={words}>{words}</small>
    </span>
  );
}

/** Mail tells nobody that a letter arrived: of letters the last that is known is that they were taken. */
const allWords: Record<ChannelRule, string> = {
  sms: 'доставлено всем, кому отправлено',
  email: 'почта приняла все письма',
  email_else_sms: 'принято почтой или доставлено всем',
  both: 'принято почтой или доставлено всем',
};

/** The fate of a mailing in words; `handed` went to the operator and has no answer yet. */
function fateWords(row: NotificationRow, handed: number) {
  const { total, delivered, failed, unknown, status, receiverCounter, channel } = row;
  const none = receiverCounter.none ? `${formatNumber(receiverCounter.none)} не получат` : '';
  const joined = (...parts: (string | false)[]) => parts.filter(Boolean).join(' · ');
  if (status === 0) return joined(`получат ${formatNumber(receiverCounter.people - receiverCounter.none)}`, none);
  if (status === 7)
    return row.total ? 'отозвана, ничего не ушло' : 'ничего не ушло: пока она ждала, получатели отказались или выбыли';
  if (status < 3) return joined('ещё ничего не ушло', none);
  if (total && delivered === total) return joined(allWords[channel], none);
  return joined(
    handed && !delivered
      ? `передано оператору ${formatNumber(handed)} из ${formatNumber(total)}, ответа ещё нет`
      : `${formatNumber(delivered)} из ${formatNumber(total)}`,
    handed > 0 && delivered > 0 && `${formatNumber(handed)} в пути`,
    failed > 0 && countOf(failed, ['ошибка', 'ошибки', 'ошибок']),
    unknown > 0 && `${formatNumber(unknown)} неизвестно`,
    none,
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
