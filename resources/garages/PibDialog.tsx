// Number and date of the ПИБ paper changed where they are read.
import { useState } from 'react';
import { useUpdate } from 'react-admin';
import { garages, type GarageCard } from '../../contract/garages.ts';
import { errorsOf } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { garageBody, garageValues } from './GarageInputs.tsx';

export function PibDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const [update, { isPending }] = useUpdate();
  const [pibNumber, setNumber] = useState(garage.pibNumber ?? '');
  const [pibDate, setDate] = useState(garage.pibDate);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    const values = { ...garageValues(garage), pibNumber: pibNumber.trim() || null, pibDate };
    const data = { ...garageBody(values), version: garage.version };
    try {
      await update(garages.name, { id: garage.id, data, previousData: garage }, { returnPromise: true });
      toast('Справка ПИБ сохранена');
      onClose();
    } catch (failure) {
      setErrors(errorsOf(failure));
    }
  };
  const other = Object.entries(errors).find(([field]) => !['pibNumber', 'pibDate'].includes(field))?.[1];
  return (
    <ConfirmDialog
      open
      title="Справка ПИБ"
      confirm="Сохранить"
      busy={isPending}
      onConfirm={() => void save()}
      form={{ pibNumber, pibDate }}
      onCancel={onClose}
    >
      <TextBox label="Номер" value={pibNumber} onChange={setNumber} maxLength={60} error={errors.pibNumber} />
      <DateBox label="Дата" value={pibDate} onChange={setDate} error={errors.pibDate} />
      {other && <Note tone="amber">{other}</Note>}
    </ConfirmDialog>
  );
}
