// Undoing a charge: the day, the reason where payments came, and what will happen in numbers.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { accrualDefaults } from '../../contract/books.ts';
import { reversalPreview, reverseContribution } from '../../contract/contributions/charging.ts';
import type { ContributionCard } from '../../contract/contributions.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew, reading } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { formatMoney } from '../../widgets/format.ts';
import { AlertNote } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { RelaidNote } from '../payments/RelaidNote.tsx';
import { usePaid } from './paid.tsx';
import { garagesOf, penaltiesText } from './ru.ts';
import styles from './contributions.module.css';

export function ReverseDialog({ card, onClose }: { card: ContributionCard; onClose: () => void }) {
  const client = useQueryClient();
  const { data: defaults } = useQuery(reading(accrualDefaults));
  const [key] = useState(operationKey);
  const [picked, setDate] = useState<string | null | undefined>(undefined);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const date = picked === undefined ? (defaults?.today ?? today()) : picked;
  const reverse = async () => {
    if (!date) return setErrors({ date: 'Введите корректную дату' });
    setBusy(true);
    try {
      const done = await call(reverseContribution, {
        params: { id: card.id },
        body: { idempotencyKey: key, date, reason, penalties_kopecks: card.penalties.amount_kopecks },
        quiet: true,
      });
      await readAnew(client, 'contributions', 'garages', 'menu');
      toast(`Начисление отменено: ${garagesOf(done.garages)}, ${formatMoney(done.amount_kopecks)}`);
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
      setBusy(false);
      // What the dialog says may have changed meanwhile.
      void readAnew(client, 'contributions');
    }
  };
  return (
    <ConfirmDialog
      open
      danger
      title="Отменить начисление?"
      confirm="Отменить начисление"
      cancel="Не отменять"
      busy={busy}
      onConfirm={() => void reverse()}
      form={{ picked, reason }}
      onCancel={onClose}
    >
      <AlertNote text={errors.form} />
      <Consequences card={card} date={date} />
      <DateBox
        label="Дата сторно"
        required
        value={date}
        min={card.on_date}
        max={defaults?.today ?? today()}
        error={errors.date}
        onChange={setDate}
      />
      <TextBox
        label="Причина"
        required={card.has_payments}
        maxLength={300}
        value={reason}
        error={errors.reason}
        helperText={card.has_payments ? 'По этим гаражам уже были оплаты' : undefined}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

function Consequences({ card, date }: { card: ContributionCard; date: string | null }) {
  const paid = usePaid([card.id])?.get(card.id);
  // A part may have been undone garage by garage: what still stands is what is undone now.
  const amount = paid?.amount_kopecks ?? card.amount_kopecks;
  const lines = card.lines - card.reversed_lines;
  return (
    <div className={styles.consequences}>
      <p>
        {card.unit === 'person' || lines !== card.garages ? `Строк: ${lines}` : garagesOf(card.garages)}, их долг
        уменьшится на <b>{formatMoney(amount)}</b>.
      </p>
      <RelaidNote
        about={date ? ['contribution', card.id, date] : null}
        ask={() => call(reversalPreview, { params: { id: card.id }, query: { date: date! }, quiet: true })}
      />
      {paid !== undefined && paid.paid_kopecks > 0 && (
        <p>
          Уже оплачено {formatMoney(paid.paid_kopecks)}: эти деньги закроют другие долги гаражей или останутся авансом.
        </p>
      )}
      {card.penalties.garages > 0 && (
        <p>
          Вместе с ним отменятся пени, начисленные на этот взнос: <b>{penaltiesText(card.penalties)}</b>. Их дни станут
          свободны: если взнос начислят снова, пени считаются заново.
        </p>
      )}
      <p className={styles.muted}>Записи не стираются: рядом встанет документ сторно на ту же сумму.</p>
    </div>
  );
}
