// Into the archive with a reason, and back.
import { useState } from 'react';
import { archiveGarage, archiveReasons, garages, restoreGarage, type GarageCard } from '../../contract/garages.ts';
import { call } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { formatMoney } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { standingOf } from '../balance/standingOf.ts';
import { useAction } from '../useAction.ts';

type Reason = keyof typeof archiveReasons;

export function ArchiveDialog({ garage, onClose }: { garage: GarageCard; onClose: () => void }) {
  const [reason, setReason] = useState<Reason>('demolished');
  const [comment, setComment] = useState('');
  const [confirmed, setConfirmed] = useState(false);
  const [became, setBecame] = useState<readonly SelectOption[]>([]);
  const hasPlace = reason === 'merged' || reason === 'split';
  const { debt, advance } = standingOf(garage);
  const { run, busy, errors } = useAction<GarageCard>('garages', garage.id);
  const archive = () =>
    void run(
      call(archiveGarage, {
        params: { id: garage.id },
        body: {
          version: garage.version,
          reason,
          became: hasPlace ? became.map((option) => Number(option.value)) : [],
          comment,
          confirmBalance: confirmed,
        },
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
      form={{ reason, comment, became }}
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
      {hasPlace && (
        <SearchMultiSelect
          label={reason === 'merged' ? 'С каким гаражом объединён' : 'На какие гаражи разделён'}
          required
          load={othersOf(garage)}
          placeholder="номер гаража этого ПО"
          value={became}
          onChange={setBecame}
          error={errors.became}
        />
      )}
      <TextArea label="Комментарий" value={comment} onChange={setComment} error={errors.comment} maxLength={1000} />
      {/* What a former owner has paid too much is known to the server alone. */}
      {(debt > 0 || advance > 0 || garage.former_kopecks > 0 || confirmed || errors.confirmBalance) && (
        <Checkbox
          value={confirmed}
          onChange={setConfirmed}
          error={errors.confirmBalance}
          label={`${openWords(garage) || 'Остаток не нулевой'}: перевести всё равно`}
        />
      )}
    </ConfirmDialog>
  );
}

/** Other garages of the same ПО: neighbours first, any by its number. */
const othersOf =
  ({ id, po, neighbours }: GarageCard): OptionLoader =>
  async (q, signal) => {
    const found = q
      ? await call(garages.list, {
          query: { filter: JSON.stringify({ nameFilter: q, poFilter: [po.id] }) },
          signal,
          quiet: true,
        })
      : neighbours;
    return {
      data: found
        .filter((one) => one.id !== id)
        .map((one) => ({ value: one.id, label: [one.section, one.number].filter(Boolean).join(' ') })),
    };
  };

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
