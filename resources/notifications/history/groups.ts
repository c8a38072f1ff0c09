// Groups of fates in the order of the page, with what is said under each number.
import { unreachableReasons, type NotificationCard, type UnreachableReason } from '../../../contract/notifications.ts';
import { countOf, formatNumber } from '../../../widgets/format.ts';

export interface Group {
  key: 'all' | 'delivered' | 'read' | 'moving' | 'failed' | 'unknown' | 'none';
  label: string;
  /** Statuses of messages; none named: all of them. */
  statuses: readonly number[];
  hint: (card: NotificationCard) => string;
}

const share = ({ total }: NotificationCard, part: number) =>
  total ? `${Math.round((100 * part) / total)} % из ${formatNumber(total)}` : '';
const short: Record<number, UnreachableReason> = { 7: 'no_contact', 8: 'no_consent' };

/** Mail tells nobody that a letter arrived, only that it came back: of letters no answer is waited for. */
function movingWords(card: NotificationCard): string {
  const letters = Math.max(0, card.delivered - sum(card, [2, 3, 10]));
  const waiting = sum(card, [0, 1]) - letters;
  return [
    letters > 0 && `${countOf(letters, ['письмо', 'письма', 'писем'])}: почта приняла`,
    waiting > 0 && 'ответ ждём 72 часа',
  ]
    .filter(Boolean)
    .join(', ');
}

export const groups: readonly [Group, ...Group[]] = [
  { key: 'all', label: 'Все', statuses: [], hint: () => '' },
  { key: 'delivered', label: 'Доставлено', statuses: [2, 10], hint: (card) => share(card, sum(card, [2, 10])) },
  { key: 'read', label: 'Прочитано', statuses: [3], hint: (card) => (sum(card, [3]) ? 'по ссылке' : '') },
  { key: 'moving', label: 'В пути', statuses: [0, 1], hint: movingWords },
  {
    key: 'failed',
    label: 'Не доставлено',
    statuses: [4, 5, 6],
    hint: ({ repeatable }) => (repeatable ? `${formatNumber(repeatable)} можно повторить` : ''),
  },
  { key: 'unknown', label: 'Неизвестно', statuses: [11], hint: (card) => (sum(card, [11]) ? 'не повторяем сами' : '') },
  {
    key: 'none',
    label: 'Не отправляли',
    statuses: [7, 8, 9],
    hint: (card) =>
      [7, 8, 9]
        .filter((status) => sum(card, [status]))
        .map(
          (status) =>
            `${formatNumber(sum(card, [status]))} ${status === 9 ? 'отписаны или пропущены' : unreachableReasons[short[status]!]}`,
        )
        .join(', '),
  },
];

/** Messages of a card with these statuses; all when none is named. */
export function sum({ statuses }: NotificationCard, wanted: readonly number[]): number {
  return Object.entries(statuses).reduce(
    (all, [status, count]) => (!wanted.length || wanted.includes(Number(status)) ? all + count : all),
    0,
  );
}
export const countIn = (card: NotificationCard, { statuses }: Group): number => sum(card, statuses);
