// «Изменить доли»: an error of the books, corrected by a case that nobody leaves and nobody comes by.
import { useState } from 'react';
import type { GarageCard } from '../../contract/garages.ts';
import { changeShares } from '../../contract/garages/shares.ts';
import { call } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { Note } from '../../widgets/Note.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { ownersDone } from './ownersDone.ts';
import { useAction } from '../useAction.ts';
import { SharesEditor } from './SharesEditor.tsx';

export function SharesDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const [date, setDate] = useState<string | null>(today());
  const [shares, setShares] = useState<Record<string, string | null>>({});
  const [reason, setReason] = useState('');
  const [check, setCheck] = useState(false);
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const save = () =>
    void run(
      call(changeShares, { params: { id: garage.id }, body: { date: date ?? '', shares, reason, check }, quiet: true }),
      ownersDone('Доли исправлены'),
    ).then((ok) => ok && onClose());
  return (
    <ConfirmDialog
      open
      title="Изменить доли"
      confirm="Исправить доли"
      busy={busy}
      onConfirm={save}
      form={{ date, shares, reason, check }}
      onCancel={onClose}
    >
      <p>Доли меняет дело «Исправление ошибки учёта»: оно останется в истории гаража, и его можно аннулировать.</p>
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <SharesEditor owners={garage.owners} value={shares} onChange={setShares} error={errors.share} always />
      <DateBox label="Дата" required value={date} onChange={setDate} error={errors.date} max={today()} />
      <TextArea
        label="В чём ошибка"
        required
        value={reason}
        onChange={setReason}
        error={errors.reason}
        helperText="Не короче 20 знаков"
      />
      <Checkbox label="Акт комиссии проверен" value={check} onChange={setCheck} />
    </ConfirmDialog>
  );
}
