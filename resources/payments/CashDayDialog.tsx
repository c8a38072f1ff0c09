// «Закрыть кассу за день»: what was taken by method and by ПО, closing it, opening it again with a reason.
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { closeCashDay, reopenCashDay, type CashDay } from '../../contract/payments.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatDate, formatMoment, formatMoney, formatNumber } from '../../widgets/format.ts';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { Dialog } from '../../widgets/overlay.tsx';
import { SkeletonBar } from '../../widgets/TableSkeleton.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useCashDay } from './desk/useDesk.ts';
import styles from './payments.module.css';

export function CashDayDialog({ date: first, onClose }: { date: string; onClose: () => void }) {
  const titleId = useId();
  const client = useQueryClient();
  const [date, setDate] = useState(first);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { data: day, error: fault, refetch } = useCashDay(date);
  const run = async (work: Promise<CashDay>, done: string) => {
    setBusy(true);
    setError(null);
    try {
      await work;
      await readAnew(client, 'payments');
      toast(done);
      onClose();
    } catch (refusal) {
      const { body, message } = refusal as HttpError;
      setError(Object.values(body?.errors ?? {})[0] ?? message);
      await readAnew(client, 'payments');
    } finally {
      setBusy(false);
    }
  };
  const close = () => {
    const expected = { count: day!.count, amount_kopecks: day!.amount_kopecks };
    void run(
      call(closeCashDay, { body: { date, expected }, quiet: true }),
      `Касса за ${formatDate(date)} закрыта: ${formatMoney(expected.amount_kopecks)}`,
    );
  };
  const reopen = () =>
    void run(call(reopenCashDay, { body: { date, reason }, quiet: true }), `Касса за ${formatDate(date)} открыта`);
  const mayReopen = day !== undefined && day.state !== 'open' && day.reopen_refusal === null;
  return (
    <Dialog open onClose={() => !busy && onClose()} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>Касса за день</DialogTitle>
      <DialogContent>
        <DateBox
          label="День"
          value={date}
          {...(day ? { max: day.today } : {})}
          onChange={(next) => next && setDate(next)}
        />
        <AlertNote text={error} />
        {day?.date === date && <DayTable day={day} />}
        {day?.date !== date && !fault && <SkeletonBar width={240} height={80} />}
        {day?.date !== date && fault && <ErrorNote onRetry={() => void refetch()}>{fault.message}</ErrorNote>}
        {mayReopen && (
          <TextBox label="Причина открытия" value={reason} onChange={setReason} maxLength={300} reserve={false} />
        )}
        {day?.close_refusal && day.state !== 'closed' && <p className={styles.muted}>{day.close_refusal}</p>}
      </DialogContent>
      <Actions
        onClose={onClose}
        reason={reason}
        busy={busy}
        day={day}
        close={close}
        reopen={reopen}
        mayReopen={mayReopen}
      />
    </Dialog>
  );
}

function Actions({
  onClose,
  reason,
  busy,
  day,
  close,
  reopen,
  mayReopen,
}: {
  onClose: () => void;
  reason: string;
  busy: boolean;
  day: CashDay | undefined;
  close: () => void;
  reopen: () => void;
  mayReopen: boolean;
}) {
  return (
    <DialogActions>
      <Button onClick={onClose} disabled={busy}>
        Отмена
      </Button>
      {mayReopen && (
        <Button onClick={reopen} disabled={!reason.trim()} loading={busy}>
          Открыть день
        </Button>
      )}
      {day?.state !== 'closed' && (
        <Button variant="contained" onClick={close} disabled={!day || day.close_refusal !== null} loading={busy}>
          Закрыть {day ? formatMoney(day.amount_kopecks) : ''}
        </Button>
      )}
    </DialogActions>
  );
}

function DayTable({ day }: { day: CashDay }) {
  return (
    <>
      <table className={styles.dayTable}>
        <caption>По способам оплаты</caption>
        <tbody>
          {day.methods.map((method) => (
            <tr key={method.payment_type.id}>
              <th scope="row">{method.payment_type.name}</th>
              <td>{formatNumber(method.count)}</td>
              <td>{formatMoney(method.amount_kopecks)}</td>
            </tr>
          ))}
          <tr className={styles.sumRow}>
            <th scope="row">Всего</th>
            <td>{formatNumber(day.count)}</td>
            <td>{formatMoney(day.amount_kopecks)}</td>
          </tr>
        </tbody>
      </table>
      {day.undone_kopecks > 0 && (
        <p className={styles.muted}>В том числе сторно платежей прошлых дней: −{formatMoney(day.undone_kopecks)}</p>
      )}
      {(day.pos.length > 1 || day.pos.some((one) => one.closed)) && (
        <table className={styles.dayTable}>
          <caption>По ПО</caption>
          <tbody>
            {day.pos.map((one) => (
              <tr key={one.po.id}>
                <th scope="row">
                  {one.po.name}
                  {one.closed && (
                    <small>
                      закрыта {formatMoment(one.closed.at)}
                      {one.closed.by && `, ${one.closed.by}`}
                    </small>
                  )}
                </th>
                <td>{formatNumber(one.count)}</td>
                <td>{formatMoney(one.amount_kopecks)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {day.state !== 'closed' && (
        <Note>После закрытия этим днём ничего не принимается. Сторно проводится следующим днём.</Note>
      )}
    </>
  );
}
