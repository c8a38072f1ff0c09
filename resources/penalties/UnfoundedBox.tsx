// Penalties that lost their ground: which, by what, and one press that takes them back. Nothing where there are none.
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { takeBackNeeds, takeBackUnfounded, type UnfoundedPenalty } from '../../contract/penalties.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { useMay } from '../../providers/session.ts';
import { ActionButton } from '../../widgets/ActionButton.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { countOf, formatDate, formatMoment, formatMoney } from '../../widgets/format.ts';
import { AlertNote, Note } from '../../widgets/Note.tsx';
import { toast } from '../../widgets/toasts.ts';
import { garagesOf } from '../contributions/ru.ts';
import { useUnfounded } from './useUnfounded.ts';

const penaltyForms = ['запись', 'записи', 'записей'] as const;
/** Rows that are read at once; the rest stand behind «Ещё». */
const SHORT = 5;

export function UnfoundedBox({ garage, onTakenBack }: { garage?: number; onTakenBack?: () => void }) {
  const { reason } = useMay(takeBackNeeds);
  const [asks, setAsks] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { data } = useUnfounded(garage);
  const { take, busy, error } = useTakeBack(garage ?? null, () => {
    setAsks(false);
    onTakenBack?.();
  });
  if (!data?.penalties) return null;
  const rows = isWhole ? data.rows : data.rows.slice(0, SHORT);
  const words = `${countOf(data.penalties, penaltyForms)}${garage ? '' : `, ${garagesOf(data.garages)}`}, ${formatMoney(data.amount_kopecks)}`;
  return (
    <Note
      tone="amber"
      title={`Пени без основания: ${words}`}
      action={
        <>
          {rows.length < data.rows.length && (
            <Button size="small" onClick={() => setWhole(true)}>
              Показать все
            </Button>
          )}
          <ActionButton size="small" main refusal={reason} onClick={() => setAsks(true)}>
            Снять пени
          </ActionButton>
        </>
      }
    >
      <p style={{ margin: 0 }}>
        После начисления внесли запись с более ранней датой: долга, за который начислены пени, в эти дни меньше.
      </p>
      <ul style={{ margin: 0, paddingLeft: 18 }}>
        {rows.map((row) => (
          <li key={row.id}>
            <Row row={row} hasGarage={garage === undefined} />
          </li>
        ))}
      </ul>
      {isWhole && data.penalties > data.rows.length && <p>Показаны первые {data.rows.length}</p>}
      {asks && (
        <ConfirmDialog
          open
          title="Снять пени без основания?"
          confirm="Снять пени"
          busy={busy}
          onCancel={() => setAsks(false)}
          onConfirm={() => void take(data)}
        >
          <p>
            Будет снято: {words}. Каждая запись снимается сторно сегодняшним днём, дни станут свободны: пени за них
            можно начислить заново по нынешнему долгу.
          </p>
          <AlertNote text={error} />
        </ConfirmDialog>
      )}
    </Note>
  );
}

function Row({ row, hasGarage }: { row: UnfoundedPenalty; hasGarage: boolean }) {
  const { garage, cause } = row;
  return (
    <>
      {hasGarage && (
        <>
          <Link to={pages.garage(garage.id)}>
            {[garage.po_name, `${garage.section} ${garage.number}`.trim()].filter(Boolean).join(', ')}
          </Link>
          :{' '}
        </>
      )}
      {formatMoney(row.sum_kopecks)} за {row.accrual_type}, {row.year}, с {formatDate(row.from)} по {formatDate(row.to)}{' '}
      (<Link to={pages.contribution(row.document_id)}>начислены {formatDate(row.on_date)}</Link>)
      {cause &&
        `. ${cause.name} ${formatMoney(cause.kopecks)} за ${formatDate(cause.on_date)}, внесено ${formatMoment(cause.entered_at)}`}
    </>
  );
}

/** One key for what was seen: a second press takes nothing more back. */
function useTakeBack(garage: number | null, onDone: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const key = useRef({ of: '', value: '' });
  const take = async ({ penalties, amount_kopecks }: { penalties: number; amount_kopecks: number }) => {
    const expected = { penalties, amount_kopecks };
    const of = JSON.stringify([garage, expected]);
    if (key.current.of !== of) key.current = { of, value: operationKey() };
    setBusy(true);
    setError(null);
    try {
      const done = await call(takeBackUnfounded, {
        body: { idempotencyKey: key.current.value, garage, expected },
        quiet: true,
      });
      toast(`Сняты пени: ${formatMoney(done.amount_kopecks)}`);
      key.current = { of: '', value: '' };
      onDone();
    } catch (refused) {
      const errors = errorsOf(refused);
      setError(errors.form ?? Object.values(errors)[0] ?? null);
    } finally {
      setBusy(false);
      void readAnew(client, 'garages', 'contributions', 'payments', 'menu');
    }
  };
  return { take, busy, error };
}
