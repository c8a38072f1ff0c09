// What may be corrected once a case is over: where its papers are, the price, the comment.
import { useState } from 'react';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { correctReregistration } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/dates.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useKeepCard } from './useKeepCard.ts';

export function CorrectionDialog({ card, onClose }: { card: ReregistrationCard; onClose: () => void }) {
  const keep = useKeepCard();
  const [archiveNo, setArchive] = useState(card.archive_no ?? '');
  const [papersGivenTo, setGivenTo] = useState(card.papers_given_to ?? '');
  const [papersGivenOn, setGivenOn] = useState(card.papers_given_on);
  const [garagePrice, setPrice] = useState(card.form.garagePrice);
  const [comment, setComment] = useState(card.form.comment ?? '');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    const body = { version: card.version, archiveNo, papersGivenTo, papersGivenOn, garagePrice, comment };
    try {
      keep(await call(correctReregistration, { params: { id: card.id }, body, quiet: true }));
      toast('Сохранено');
      onClose();
    } catch (error) {
      setErrors(errorsOf(error));
    }
  };
  return (
    <ConfirmDialog open title="Исправить данные" confirm="Сохранить" onConfirm={() => void save()} onCancel={onClose}>
      <TextBox
        label="Бумаги выданы"
        value={papersGivenTo}
        onChange={setGivenTo}
        error={errors.papersGivenTo}
        maxLength={120}
      />
      <DateBox
        label="Когда выданы"
        value={papersGivenOn}
        onChange={setGivenOn}
        error={errors.papersGivenOn}
        max={today()}
      />
      <TextBox
        label="№ дела в архиве"
        value={archiveNo}
        onChange={setArchive}
        error={errors.archiveNo}
        maxLength={40}
      />
      <MoneyBox label="Цена гаража" value={garagePrice} onChange={setPrice} error={errors.garagePrice} />
      <TextArea label="Примечание" value={comment} onChange={setComment} error={errors.comment} />
    </ConfirmDialog>
  );
}
