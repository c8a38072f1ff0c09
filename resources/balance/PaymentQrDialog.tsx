// «QR для оплаты»: the picture any bank application reads, and the same requisites beside it to be copied by hand.
import CloseIcon from '@mui/icons-material/Close';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { garagePaymentQr, type PaymentQrReply } from '../../contract/balance.ts';
import type { GarageCard } from '../../contract/garages.ts';
import { reading } from '../../providers/reading.ts';
import { ErrorNote } from '../../widgets/EmptyState.tsx';
import { formatMoney } from '../../widgets/format.ts';
import { IconButtonWithTip } from '../../widgets/IconButtonWithTip.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Dialog } from '../../widgets/overlay.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { lineKey, lineName, owedLines } from './billRules.ts';
import { standingOf } from './standingOf.ts';
import { PaymentQrBody } from './PaymentQrBody.tsx';
import styles from './qr.module.css';
import { useSettled } from './useSettled.ts';

/** Pause after the last key before the picture is made anew, ms. */
const SETTLE_MS = 400;
const WHOLE = 'whole';

export interface PaymentQrDialogProps {
  garage: GarageCard;
  onClose: () => void;
}

export default function PaymentQrDialog({ garage, onClose }: PaymentQrDialogProps) {
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId}>
      <DialogTitle id={titleId} sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        QR для оплаты
        <IconButtonWithTip label="Закрыть" onClick={onClose} sx={{ m: '-6px -8px -6px 0' }}>
          <CloseIcon />
        </IconButtonWithTip>
      </DialogTitle>
      <DialogContent>
        <Choice garage={garage} />
      </DialogContent>
    </Dialog>
  );
}

function Choice({ garage }: { garage: GarageCard }) {
  const lines = owedLines(garage.debt).filter((line) => line.accrual_type_id !== null);
  const [what, setWhat] = useState(WHOLE);
  const line = lines.find((one) => lineKey(one) === what);
  const [sum, setSum] = useState<number | null>(owedBy(garage) || null);
  const settled = useSettled(sum, SETTLE_MS);
  const query = {
    ...(settled && { amount: settled }),
    ...(line && { accrual_type: line.accrual_type_id!, year: line.year }),
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...reading(garagePaymentQr, { params: { id: garage.id }, query }),
    placeholderData: (before: PaymentQrReply | undefined) => before,
  });
  const choose = (next: string) => {
    const chosen = lines.find((one) => lineKey(one) === next);
    setWhat(next);
    setSum((chosen ? chosen.owed_kopecks : owedBy(garage)) || null);
  };
  return (
    <>
      <div className={styles.choice}>
        <SelectBox
          label="За что"
          reserve={false}
          value={what}
          onChange={(next) => choose(String(next ?? WHOLE))}
          options={[
            { value: WHOLE, label: owedBy(garage) > 0 ? `Весь долг, ${formatMoney(owedBy(garage))}` : 'Аванс' },
            ...lines.map((one) => ({
              value: lineKey(one),
              label: `${lineName(one)}, ${formatMoney(one.owed_kopecks)}`,
            })),
          ]}
        />
        <MoneyBox label="Сумма" reserve={false} value={sum} onChange={setSum} />
      </div>
      {error ? (
        <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>
      ) : (
        <PaymentQrBody
          reply={sum ? data : data && { ...data, text: null, sum_kopecks: 0 }}
          stale={isPlaceholderData || settled !== sum}
          owes={owedBy(garage) > 0}
        />
      )}
    </>
  );
}

const owedBy = (garage: GarageCard) => standingOf(garage).debt;
