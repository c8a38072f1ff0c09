// «Добавить владельца»: somebody on record or a new person, with a date, a share and the papers checked.
import { useState } from 'react';
import { addOwner, type GarageCard } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { Note } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { emptyPick, personBody, PersonPicker, type PersonPick } from '../profiles/PersonPicker.tsx';
import { SharesEditor } from './SharesEditor.tsx';
import { useAction } from '../useAction.ts';

export function AddOwnerDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const [pick, setPick] = useState<PersonPick>(emptyPick);
  const [date, setDate] = useState<string | null>(today());
  const [share, setShare] = useState('');
  const [shares, setShares] = useState<Record<string, string | null>>({});
  const [check, setCheck] = useState(false);
  const [reason, setReason] = useState('');
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const add = () => {
    const body = {
      ...personBody(pick),
      date: date ?? '',
      share,
      shares,
      check,
      reason,
      isPrimary: false,
      isNew: pick.isNew,
    };
    void run(call(addOwner, { params: { id: garage.id }, body, quiet: true }), 'Владелец добавлен').then(
      (ok) => ok && onClose(),
    );
  };
  return (
    <ConfirmDialog
      open
      title="Добавить владельца"
      confirm="Добавить"
      busy={busy}
      onConfirm={add}
      form={{ pick, date, share, shares, check, reason }}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <PersonPicker value={pick} onChange={setPick} errors={errors} />
      <DateBox label="Владеет с" required value={date} onChange={setDate} error={errors.date} max={today()} />
      <TextBox
        label="Доля"
        placeholder="1/2"
        value={share}
        onChange={setShare}
        error={garage.owners.length ? undefined : errors.share}
        helperText="Пусто — владеют совместно"
      />
      <SharesEditor
        owners={garage.owners}
        value={shares}
        onChange={setShares}
        error={errors.share}
        plus={1}
        onEqual={setShare}
      />
      <TextBox
        label="Основание"
        value={reason}
        onChange={setReason}
        maxLength={120}
        placeholder="Купля-продажа, наследование…"
      />
      <Checkbox label="Документы проверены" value={check} onChange={setCheck} />
    </ConfirmDialog>
  );
}
