// A message as it was sent: its text, what became of it and when.
import { Link } from 'react-router';
import { unreachableReasons, type UnreachableReason } from '../../../contract/notifications.ts';
import { isLeftOut } from '../../../contract/notifications/fates.ts';
import type { MessageRow } from '../../../contract/notifications/messages.ts';
import { pages } from '../../../contract/pages.ts';
import { formatDate, formatMoment } from '../../../widgets/format.ts';
import { GaragePlates } from '../../../widgets/GaragePlates.tsx';
import { MessageStatus, money } from '../words.tsx';
import { Acts, useMessageQuestions, type MessageHands } from './MessageActs.tsx';
import own from './history.module.css';
import styles from '../notifications.module.css';

/** «нет согласия», or the words of the gateway. */
export const reasonWords = (reason: string | null) => unreachableReasons[reason as UnreachableReason] ?? reason;
const WAIT_MS = 72 * 3_600_000;
/** Until when an answer of the operator is waited for. */
export const waitedUntil = (handed: string) => formatMoment(new Date(Date.parse(handed) + WAIT_MS).toISOString());

/** One message in a list of a person's messages. */
export function Message({ row, onDone }: { row: MessageRow; onDone: () => void }) {
  const { ask, question } = useMessageQuestions(onDone);
  return (
    <li className={styles.message}>
      <div className={styles.row}>
        <b>{row.notification.title}</b>
        <MessageStatus status={row.status} reason={row.reason} />
      </div>
      <Facts row={row} />
      {row.body && (
        <details>
          <summary>Текст</summary>
          <p className={styles.bubble}>{row.body}</p>
        </details>
      )}
      <Acts row={row} ask={ask} onDone={onDone} />
      {question}
    </li>
  );
}

function Facts({ row }: { row: MessageRow }) {
  return (
    <div className={styles.chips}>
      <GaragePlates garages={row.plates} most={4} size="s" />
      <span className={styles.muted}>
        {[
          row.address,
          formatMoment(row.changed_at ?? row.created_at),
          isLeftOut(row.status, row.reason) ? null : reasonWords(row.reason),
          row.cost ? money(row.cost) : null,
          row.handed_on
            ? `вручено ${formatDate(row.handed_on)}`
            : row.letter_printed_at && `письмо напечатано ${formatMoment(row.letter_printed_at)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  );
}

/** The whole of one message beside the table. */
export function MessagePanel({ row, ...hands }: { row: MessageRow } & MessageHands) {
  return (
    <>
      <div className={styles.chips}>
        <GaragePlates garages={row.plates} size="s" />
        {row.profile && <Link to={pages.profileNotifications(row.profile.id)}>Все сообщения человеку</Link>}
      </div>
      {row.subject && <p className={styles.muted}>Тема: {row.subject}</p>}
      {row.body ? (
        <p className={styles.bubble}>{row.body}</p>
      ) : (
        <p className={styles.muted}>Сообщение не отправлялось: {reasonWords(row.reason) ?? 'канала нет'}.</p>
      )}
      <ol className={own.steps} aria-label="Что было">
        {stepsOf(row).map((step) => (
          <li key={step.words} data-kind={step.kind}>
            <time>{step.at}</time> <span>{step.words}</span>
          </li>
        ))}
      </ol>
      <Acts row={row} {...hands} />
    </>
  );
}

const fateWords = ['', '', 'доставлено', 'прочитано', 'не доставлено', 'срок истёк', 'отклонено'];

/** What was and what will be: hollow is ours, filled is what decides, dotted has not been yet. */
function stepsOf(row: MessageRow) {
  const at = (moment: string) => formatMoment(moment);
  const steps: { at: string; words: string; kind: 'ours' | 'fate' | 'ahead' }[] = [
    { at: at(row.created_at), words: row.channel ? 'в очереди' : 'пропущено', kind: 'ours' },
  ];
  if (row.handed_at)
    steps.push({
      at: at(row.handed_at),
      words: row.channel === 'sms' ? 'передано оператору' : 'письмо ушло',
      kind: 'ours',
    });
  const changed = row.changed_at ?? row.created_at;
  if (row.status === 11)
    steps.push({ at: at(changed), words: row.reason ?? 'связь оборвалась до ответа', kind: 'fate' });
  else if (fateWords[row.status])
    steps.push({
      at: at(changed),
      words: [fateWords[row.status], reasonWords(row.reason)].filter(Boolean).join(': '),
      kind: 'fate',
    });
  const silent = row.status === 11 ? (row.handed_at ?? changed) : null;
  if (silent && Date.parse(silent) + WAIT_MS < Date.now())
    steps.push({ at: waitedUntil(silent), words: 'срок истёк: ответа уже не будет', kind: 'fate' });
  if (row.letter_printed_at) steps.push({ at: at(row.letter_printed_at), words: 'письмо напечатано', kind: 'ours' });
  if (row.handed_on) steps.push({ at: formatDate(row.handed_on), words: 'вручено на бумаге', kind: 'fate' });
  if (row.status === 1 && row.channel === 'sms' && row.handed_at)
    steps.push({ at: waitedUntil(row.handed_at), words: 'если оператор молчит — «Истёк срок»', kind: 'ahead' });
  return steps;
}
