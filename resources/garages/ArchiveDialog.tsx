// Into the archive with a reason, and back.
import { useState } from 'react';
import { archiveGarage, archiveReasons, restoreGarage, type GarageCard } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatMoney } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { standingOf } from '../balance/billRules.ts';
import { useAction } from '../useAction.ts';

type Reason = keyof typeof archiveReasons;

export function ArchiveDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const [reason, setReason] = useState<Reason>('demolished');
  const [comment, setComment] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const { debt, advance } = standingOf(garage);
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const archive = () =>
    void run(
      call(archiveGarage, {
        params: { id: garage.id },
        body: { version: garage.version, reason, comment, confirmBalance: confirmed },
        quiet: true,
      }),
      'Гараж переведён в архив',
    ).then((ok) => ok && onClose());
  return (
    <ConfirmDialog
      open
      title={`Перевести гараж № ${garage.number} в архив?`}
      confirm="В архив"
      danger
      busy={busy}
      onConfirm={archive}
      onCancel={onClose}
    >
      {errors.form && <Note tone="red">{errors.form}</Note>}
      <SelectBox
        label="Причина"
        required
        options={Object.entries(archiveReasons).map(([value, label]) => ({ value, label }))}
        value={reason}
        onChange={(value) => setReason((value ?? 'demolished') as Reason)}
      />
      <TextArea label="Комментарий" value={comment} onChange={setComment} maxLength={1000} />
      {(debt > 0 || advance > 0 || garage.former_kopecks > 0) && (
        <Checkbox
          value={confirmed}
          onChange={setConfirmed}
          error={errors.confirmBalance}
          label={`${openWords(garage)}: перевести всё равно`}
        />
      )}
    </ConfirmDialog>
  );
}

/** «Долг 500,00 ₽, аванс 200,00 ₽»: everything that stands on the garage. */
function openWords(garage: GarageCard): string {
  const { debt, advance } = standingOf(garage);
  const parts = [
    debt > 0 && `долг ${formatMoney(debt)}`,
    advance > 0 && `аванс ${formatMoney(advance)}`,
    garage.former_kopecks > 0 && `долг прежних владельцев ${formatMoney(garage.former_kopecks)}`,
  ];
  return parts
    .filter(Boolean)
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase());
}

export function RestoreDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const restore = () =>
    void run(
      call(restoreGarage, { params: { id: garage.id }, body: { version: garage.version }, quiet: true }),
      'Гараж возвращён из архива',
    ).then((ok) => ok && onClose());
  return (
    <ConfirmDialog
      open
      title={`Вернуть гараж № ${garage.number} из архива?`}
      confirm="Вернуть"
      busy={busy}
      onConfirm={restore}
      onCancel={onClose}
    >
      {(errors.number ?? errors.form) && <Note tone="red">{errors.number ?? errors.form}</Note>}
      Гараж снова будет в списке действующих, в начислениях и на шахматке.
    </ConfirmDialog>
  );
}
