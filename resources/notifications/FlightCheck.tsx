// The last look before sending: names and numbers, who is left out, the costliest message, the typed number.
import { useState } from 'react';
import { useNavigate } from 'react-router';
import {
  sendNotification,
  unreachableReasons,
  type MailingContent,
  type NotificationPreview,
  type UnreachableReason,
} from '../../contract/notifications.ts';
import { pages } from '../../contract/pages.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatMoment } from '../../widgets/format.ts';
import { releaseGuard } from '../../widgets/leaveGuard.ts';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { forgetReceivers } from './stash.ts';
import { money } from './words.tsx';
import styles from './notifications.module.css';

interface Props {
  /** Keeps what is on the screen; answers what was kept, null when it was not. */
  save: () => Promise<{ id: number; version: number } | null>;
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
  preview: NotificationPreview;
  onClose: () => void;
}

export function FlightCheck({ save, content, change, preview, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [later, setLater] = useState('');
  const [busy, setBusy] = useState(false);
  const { receiverCounter: counter, cost, total } = preview;
  const people = counter.people - counter.none;
  const asksNumber = people > preview.confirm_above;
  const asksApproval = preview.approve_above !== null && people > preview.approve_above;
  const send = async () => {
    setBusy(true);
    try {
      const kept = await save();
      if (!kept) return setBusy(false);
      await call(sendNotification, {
        params: { id: kept.id },
        body: {
          version: kept.version,
          expected: { people, messages: total, cost },
          confirmed: asksNumber ? Number(typed.replace(/\s/g, '')) : null,
          scheduledAt: later ? new Date(later).toISOString() : null,
        },
        quiet: true,
      });
      if (asksApproval) toast('Рассылка ждёт согласования другого сотрудника');
      releaseGuard();
      forgetReceivers();
      void navigate(pages.notifications);
    } catch (error) {
      setBusy(false);
      toast((error as HttpError).message, { kind: 'error' });
    }
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title="Проверка перед отправкой"
      confirm={
        asksApproval
          ? `На согласование: ${people} чел., ${money(cost)}`
          : later
            ? `Запланировать: ${people} чел., ${money(cost)}`
            : `Отправить: ${people} чел., ${money(cost)}`
      }
      cancel="Назад"
      onConfirm={() => void send()}
      onCancel={onClose}
    >
      <Receivers preview={preview} counter={counter} people={people} />
      {counter.none > 0 && <Unreached content={content} change={change} preview={preview} counter={counter} />}
      {asksApproval && (
        <p>Получателей больше {preview.approve_above}: рассылка уйдёт, когда её согласует другой сотрудник.</p>
      )}
      {preview.quiet_until && <p>СМС уйдут {formatMoment(preview.quiet_until)}: ночью не беспокоим.</p>}
      {preview.warnings.map((warning) => (
        <p key={warning}>{warning}</p>
      ))}
      {preview.sample?.sms && counter.sms > 0 && <p className={styles.bubble}>{preview.sample.sms}</p>}
      <label>
        Отправить позже <input type="datetime-local" value={later} onChange={(event) => setLater(event.target.value)} />
      </label>
      {asksNumber && <TextBox label={`Впишите число получателей: ${people}`} value={typed} onChange={setTyped} />}
    </ConfirmDialog>
  );
}

function Receivers({
  preview,
  counter,
  people,
}: {
  preview: NotificationPreview;
  counter: NotificationPreview['receiverCounter'];
  people: number;
}) {
  return (
    <>
      <p>
        Получат <b>{people}</b> из {counter.people}:{' '}
        {preview.receivers
          .slice(0, 5)
          .map(({ name }) => name)
          .join(', ')}
        {people > 5 && ` и ещё ${people - 5}`}
      </p>
      <details>
        <summary>Весь список</summary>
        <ul>
          {preview.receivers.map((one) => (
            <li key={`${one.id}-${one.name}`}>{one.name}</li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** Those who get nothing, and whether the others should. */
function Unreached({
  content,
  change,
  preview,
  counter,
}: {
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
  preview: NotificationPreview;
  counter: NotificationPreview['receiverCounter'];
}) {
  return (
    <>
      <p>
        Не получат <b>{counter.none}</b>:{' '}
        {preview.not_notifiable_receivers
          .map((one) => `${one.name} (${unreachableReasons[one.reason as UnreachableReason]})`)
          .join(', ')}
      </p>
      <Checkbox
        label="Отправить остальным"
        value={content.ignoreUnnotifiable}
        onChange={(ignoreUnnotifiable) => change({ ignoreUnnotifiable })}
      />
    </>
  );
}
