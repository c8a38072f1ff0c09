// A message as it was sent: its text, what became of it and when, and what may be done about it by hand.
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { unreachableReasons, type UnreachableReason } from '../../../contract/notifications.ts';
import { isLeftOut } from '../../../contract/notifications/fates.ts';
import { markMessage, resendToPerson, type MessageRow } from '../../../contract/notifications/messages.ts';
import { pages } from '../../../contract/pages.ts';
import { call, type HttpError } from '../../../providers/http.ts';
import { ConfirmDialog } from '../../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { today } from '../../../widgets/today.ts';
import { formatDate, formatMoment } from '../../../widgets/format.ts';
import { GaragePlate } from '../../../widgets/GaragePlate.tsx';
import { openModal } from '../../../widgets/modals.ts';
import { toast } from '../../../widgets/toasts.ts';
import { MessageStatus, money } from '../words.tsx';
import own from './history.module.css';
import styles from '../notifications.module.css';

/** «нет согласия», or the words of the gateway. */
export const reasonWords = (reason: string | null) => unreachableReasons[reason as UnreachableReason] ?? reason;
const WAIT_MS = 72 * 3_600_000;
/** Until when an answer of the operator is waited for. */
export const waitedUntil = (handed: string) => formatMoment(new Date(Date.parse(handed) + WAIT_MS).toISOString());

/** One message in a list of a person's messages. */
export function Message({ row, onDone }: { row: MessageRow; onDone: () => void }) {
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
      <Acts row={row} onDone={onDone} />
    </li>
  );
}

function Facts({ row }: { row: MessageRow }) {
  return (
    <div className={styles.chips}>
      {row.plates.slice(0, 4).map((plate) => (
        <GaragePlate key={plate.id} section={plate.section} number={plate.number} size="s" />
      ))}
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
export function MessagePanel({ row, onDone }: { row: MessageRow; onDone: () => void }) {
  return (
    <>
      <div className={styles.chips}>
        {row.plates.slice(0, 4).map((plate) => (
          <GaragePlate key={plate.id} section={plate.section} number={plate.number} size="s" />
        ))}
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
      <Acts row={row} onDone={onDone} />
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
  if (row.letter_printed_at) steps.push({ at: at(row.letter_printed_at), words: 'письмо напечатано', kind: 'ours' });
  if (row.handed_on) steps.push({ at: formatDate(row.handed_on), words: 'вручено на бумаге', kind: 'fate' });
  if (row.status === 1 && row.channel === 'sms' && row.handed_at)
    steps.push({ at: waitedUntil(row.handed_at), words: 'если оператор молчит — «Срок истёк»', kind: 'ahead' });
  return steps;
}

/** What may be said and done about a message by hand. */
export function Acts({ row, onDone }: { row: MessageRow; onDone: () => void }) {
  const [asked, setAsked] = useState<'handing' | 'again' | null>(null);
  const told = (error: HttpError) =>
    toast(Object.values(error.body.errors ?? {})[0] ?? error.message, { kind: 'error' });
  const mark = () => call(markMessage, { params: { id: row.id }, body: { status: 2 }, quiet: true }).then(onDone, told);
  const again = () =>
    call(resendToPerson, { params: { id: row.id }, body: { mayComeTwice: true }, quiet: true }).then(onDone, told);
  const isUnknown = row.status === 11;
  const mayHand = isUnknown || (row.status >= 4 && row.status <= 9);
  const maySend = row.is_latest && row.channel !== null && [4, 5, 6, 11].includes(row.status);
  return (
    <>
      {isUnknown && (
        <p>
          <b>Могло дойти, могло не дойти.</b> Второй раз сами не шлём, чтобы не прислать дважды. Позвоните или выберите:
        </p>
      )}
      <div className={own.acts}>
        {isUnknown && row.profile && (
          <Button variant="outlined" component={Link} to={pages.profile(row.profile.id)}>
            Телефон в карточке
          </Button>
        )}
        {isUnknown && (
          <Button variant="outlined" onClick={() => void mark()}>
            Человек получил
          </Button>
        )}
        {mayHand && row.profile && row.notification.kind === 'meeting' && (
          <Button
            variant="outlined"
            onClick={() =>
              openModal({
                name: 'print-document',
                about: { notification_id: row.notification.id, profile_id: row.profile!.id },
                title: `Уведомление о собрании, ${row.name}`,
              })
            }
          >
            Напечатать
          </Button>
        )}
        {mayHand && (
          <Button variant="outlined" onClick={() => setAsked('handing')}>
            Вручено на бумаге
          </Button>
        )}
        {maySend && (
          <Button
            variant="outlined"
            onClick={() => (row.status === 4 || row.status === 6 ? void again() : setAsked('again'))}
          >
            Послать ещё раз
          </Button>
        )}
      </div>
      {asked === 'handing' && <HandingDialog row={row} onClose={() => setAsked(null)} onDone={onDone} />}
      {asked === 'again' && <AgainDialog row={row} onClose={() => setAsked(null)} onSend={() => void again()} />}
    </>
  );
}

/** Of what may have arrived a person has to say that he knows. */
function AgainDialog({ row, onClose, onSend }: { row: MessageRow; onClose: () => void; onSend: () => void }) {
  return (
    <ConfirmDialog
      open
      title={`Послать ещё раз: ${row.name}`}
      confirm="Послать, может прийти дважды"
      onConfirm={() => {
        onClose();
        onSend();
      }}
      onCancel={onClose}
    >
      <p>Первое сообщение могло дойти: ответа оператора нет. Человек может получить его дважды.</p>
    </ConfirmDialog>
  );
}

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
