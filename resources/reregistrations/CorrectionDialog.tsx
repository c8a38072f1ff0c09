// What may be corrected once a case is over: where its papers are, the price, the comment.
import { useState } from 'react';
import type { ReregistrationCard } from '../../contract/reregistrations.ts';
import { correctReregistration, type ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/dates.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useReasons } from './chips.ts';
import { useKeepCard } from './useKeepCard.ts';

/** What answers only to annulment: names, and what the fee was taken by. */
const fixed = new Set<string>(['relation', 'surcharge', 'newLastName', 'newFirstName', 'newFatherName']);

export function CorrectionDialog({ card, onClose }: { card: ReregistrationCard; onClose: () => void }) {
  const keep = useKeepCard();
  const [archiveNo, setArchive] = useState(card.archive_no ?? '');
  const [papersGivenTo, setGivenTo] = useState(card.papers_given_to ?? '');
  const [papersGivenOn, setGivenOn] = useState(card.papers_given_on);
  const [garagePrice, setPrice] = useState(card.form.garagePrice);
  const [comment, setComment] = useState(card.form.comment ?? '');
  const [details, setDetails] = useState(card.form.details);
  const fields = useReasons()
    .find(({ id }) => id === card.reason)
    ?.fields.filter(({ key }) => !fixed.has(key));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = async () => {
    const numbers = Object.fromEntries((fields ?? []).map(({ key }) => [key, details[key] ?? null]));
    const said = { archiveNo, papersGivenTo, papersGivenOn, garagePrice, comment, details: numbers };
    const body = { version: card.version, ...said };
    try {
      keep(await call(correctReregistration, { params: { id: card.id }, body, quiet: true }));
      toast('Сохранено');
      onClose();
    } catch (error) {
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
    }
  };
  return (
    <ConfirmDialog open title="Исправить данные" confirm="Сохранить" onConfirm={() => void save()} onCancel={onClose}>
      {errors.form && (
        <Note tone="red" role="alert">
          {errors.form}
        </Note>
      )}
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
      {card.form.garagePrice !== null && (
        <MoneyBox label="Цена гаража" value={garagePrice} onChange={setPrice} error={errors.garagePrice} />
      )}
      <Numbers fields={fields ?? []} details={details} setDetails={setDetails} errors={errors} />
      <TextArea label="Примечание" value={comment} onChange={setComment} error={errors.comment} />
    </ConfirmDialog>
  );
}

type Details = ReregistrationCard['form']['details'];
/** Numbers and days of the papers that the reason asks for. */
function Numbers({
  fields,
  details,
  setDetails,
  errors,
}: {
  fields: ReasonInfo['fields'];
  details: Details;
  setDetails: (details: Details) => void;
  errors: Readonly<Record<string, string>>;
}) {
  return fields.map(({ key, label, kind, required }) =>
    kind === 'date' ? (
      <DateBox
        key={key}
        label={label}
        required={required}
        value={details[key] ?? null}
        onChange={(value) => setDetails({ ...details, [key]: value })}
        error={errors[`details.${key}`]}
        max={today()}
      />
    ) : (
      <TextBox
        key={key}
        label={label}
        required={required}
        value={details[key] ?? ''}
        onChange={(value) => setDetails({ ...details, [key]: value })}
        error={errors[`details.${key}`]}
        maxLength={200}
      />
    ),
  );
}
