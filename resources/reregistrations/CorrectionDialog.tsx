// What may be corrected once a case is over: where its papers are, the price, the comment.
import { useState } from 'react';
import type { FieldKey, ReregistrationCard } from '../../contract/reregistrations.ts';
import { correctReregistration, type ReasonInfo } from '../../contract/reregistrations/steps.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { StaleDialog } from '../../widgets/editor/StaleDialog.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useReasons } from './chips.ts';
import { detailsOf, differing, flatDetails, isDetail, labelsOf, tell, type Flat } from './sides.ts';
import { staleOf, type StaleCase } from './StaleCase.tsx';
import { useKeepCard } from './useKeepCard.ts';

/** What answers only to annulment: names, and what the fee was taken by. */
const fixed = new Set<string>(['relation', 'surcharge', 'newLastName', 'newFirstName', 'newFatherName']);

/** What the dialog holds, by its fields. */
const valuesOf = ({ archive_no, papers_given_to, papers_given_on, form }: ReregistrationCard) => ({
  archiveNo: archive_no ?? '',
  papersGivenTo: papers_given_to ?? '',
  papersGivenOn: papers_given_on,
  garagePrice: form.garagePrice,
  comment: form.comment ?? '',
  details: form.details,
});
type Values = ReturnType<typeof valuesOf>;
const ownLabels = { archiveNo: '№ дела в архиве', papersGivenTo: 'Бумаги выданы', papersGivenOn: 'Когда выданы' };
const flatValues = ({ details, ...values }: Values): Flat => ({ ...values, ...flatDetails(details) });
const unflatValues = (values: Flat): Values => ({
  ...(Object.fromEntries(Object.entries(values).filter(([key]) => !isDetail(key))) as unknown as Values),
  details: detailsOf(values),
});

/** What is typed, kept over the card as it is known; another's saving in between is shown beside it. */
function useCorrection(card: ReregistrationCard, onClose: () => void) {
  const keep = useKeepCard();
  const [values, setValues] = useState(() => valuesOf(card));
  const [base, setBase] = useState(card);
  const [stale, setStale] = useState<StaleCase | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const send = async (sent: Values, over: ReregistrationCard, keys: readonly FieldKey[]) => {
    const details = Object.fromEntries(keys.map((key) => [key, sent.details[key] ?? null]));
    const body = { version: over.version, ...sent, details };
    try {
      keep(await call(correctReregistration, { params: { id: card.id }, body, quiet: true }));
      toast('Сохранено');
      onClose();
    } catch (error) {
      const other = staleOf(error);
      if (other) return setStale(other);
      const texts = errorsOf(error);
      setErrors(Object.keys(texts).length ? texts : { form: (error as HttpError).message });
    }
  };
  const resolve = (chosen: Values, keys: readonly FieldKey[]) => {
    const over = stale!.theirs;
    setBase(over);
    setValues(chosen);
    setStale(null);
    return send(chosen, over, keys);
  };
  const set = (change: Partial<Values>) => setValues((now) => ({ ...now, ...change }));
  return { values, set, base, stale, errors, send, resolve, keepEditing: () => setStale(null) };
}

/** Both sides of a correction: what was not touched here stays as the other left it. */
function StaleCorrection({
  stale,
  base,
  values,
  onResolve,
  onCancel,
}: {
  stale: StaleCase;
  base: ReregistrationCard;
  values: Values;
  onResolve: (chosen: Values) => void;
  onCancel: () => void;
}) {
  const reasons = useReasons();
  const names = { reasons, owners: base.owners };
  const [before, mine, theirs] = [valuesOf(base), values, valuesOf(stale.theirs)].map(flatValues) as [Flat, Flat, Flat];
  const own = differing(before, mine, names);
  return (
    <StaleDialog
      message={stale.message}
      own={stale.own}
      fields={own}
      told={differing(before, theirs, names).filter((field) => !own.includes(field))}
      labels={{ ...labelsOf(reasons), ...ownLabels }}
      show={(field, value) => tell(field, value, names)}
      before={before}
      mine={mine}
      theirs={theirs}
      onResolve={(chosen) => onResolve(unflatValues({ ...theirs, ...chosen }))}
      onCancel={onCancel}
    />
  );
}

export function CorrectionDialog({ card, onClose }: { card: ReregistrationCard; onClose: () => void }) {
  const { values, set, base, stale, errors, send, resolve, keepEditing } = useCorrection(card, onClose);
  const fields =
    useReasons()
      .find(({ id }) => id === card.reason)
      ?.fields.filter(({ key }) => !fixed.has(key)) ?? [];
  const keys = fields.map(({ key }) => key);
  if (stale)
    return (
      <StaleCorrection
        stale={stale}
        base={base}
        values={values}
        onResolve={(chosen) => void resolve(chosen, keys)}
        onCancel={keepEditing}
      />
    );
  return (
    <ConfirmDialog
      open
      title="Исправить данные"
      confirm="Сохранить"
      onConfirm={() => void send(values, base, keys)}
      onCancel={onClose}
    >
      {errors.form && (
        <Note tone="red" role="alert">
          {errors.form}
        </Note>
      )}
      <TextBox
        label="Бумаги выданы"
        value={values.papersGivenTo}
        onChange={(papersGivenTo) => set({ papersGivenTo })}
        error={errors.papersGivenTo}
        maxLength={120}
      />
      <DateBox
        label="Когда выданы"
        value={values.papersGivenOn}
        onChange={(papersGivenOn) => set({ papersGivenOn })}
        error={errors.papersGivenOn}
        max={today()}
      />
      <TextBox
        label="№ дела в архиве"
        value={values.archiveNo}
        onChange={(archiveNo) => set({ archiveNo })}
        error={errors.archiveNo}
        maxLength={40}
      />
      {card.form.garagePrice !== null && (
        <MoneyBox
          label="Цена гаража"
          value={values.garagePrice}
          onChange={(garagePrice) => set({ garagePrice })}
          error={errors.garagePrice}
        />
      )}
      <Numbers fields={fields} details={values.details} setDetails={(details) => set({ details })} errors={errors} />
      <TextArea
        label="Примечание"
        value={values.comment}
        onChange={(comment) => set({ comment })}
        error={errors.comment}
      />
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
