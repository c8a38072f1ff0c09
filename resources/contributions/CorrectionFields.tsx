// Fields of a correction, and what it would change: before and after, in numbers.
import { useEffect, type RefObject } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { skipNames, type AccrualPreview, type correctContribution } from '../../contract/contributions/charging.ts';
import type { ReadingRow } from '../../contract/readings.ts';
import type { AccrualType } from '../../contract/references.ts';
import type { ContributionCard } from '../../contract/contributions.ts';
import type { Sent } from '../../contract/kernel/endpoint.ts';
import { HttpError } from '../../providers/http.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { cx } from '../../widgets/cx.ts';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { formatMoney, formatNumber } from '../../widgets/format.ts';
import { DateInput, MoneyInput, SelectInput, TextAreaInput, TextInput } from '../../widgets/inputs.ts';
import { Note } from '../../widgets/Note.tsx';
import { ReadingsGrid } from '../readings/ReadingsGrid.tsx';
import { readingsProblem, sentReadings, type Readings } from '../readings/readings.ts';
import { countsOnly, usePreview } from './charge/usePreview.ts';
import { yearOptions } from './ContributionFilters.tsx';
import { usePaid } from './paid.tsx';
import { amountLabels, labels } from './ru.ts';
import styles from './contributions.module.css';

export interface CorrectionValues {
  basisDocument: string | null;
  contributionComment: string | null;
  accrualType: number | null;
  contributionPeriod: number | null;
  contributionAmount: number | null;
  contributionDate: string | null;
  reason: string | null;
  /** How many garages the person lets fall away. */
  falling: number;
  /** Readings, where the unit is a kWh. */
  readings: Readings;
}
/** What the person saw in the preview. */
export interface Seen {
  isFresh: boolean;
  expected: { garages: number; amount_kopecks: number } | null;
  /** Garages that the new terms leave out. */
  falling: number;
}

export const valuesOf = (card: ContributionCard, readings: Readings): CorrectionValues => ({
  basisDocument: card.basis_document,
  contributionComment: card.comment,
  accrualType: card.accrual_type?.id ?? null,
  contributionPeriod: card.year,
  contributionAmount: card.unit_kopecks,
  contributionDate: card.on_date,
  reason: null,
  falling: 0,
  readings,
});

const moneyFields = ['accrualType', 'contributionPeriod', 'contributionAmount', 'contributionDate'] as const;
export const isMoneyChanged = (values: CorrectionValues, before: CorrectionValues) =>
  moneyFields.some((field) => values[field] !== before[field]) ||
  JSON.stringify(sentReadings(values.readings)) !== JSON.stringify(sentReadings(before.readings));

/** What is sent: words always, money only when it changed. @throws when money is not typed or not seen yet */
export function correctionOf(
  values: CorrectionValues,
  before: CorrectionValues,
  card: Pick<ContributionCard, 'unit' | 'penalties'>,
  seen: Seen,
): Omit<Sent<(typeof correctContribution)['body']>, 'version' | 'idempotencyKey'> {
  const words = { basisDocument: values.basisDocument, contributionComment: values.contributionComment };
  if (!isMoneyChanged(values, before)) return { ...words, money: null };
  const errors: Record<string, string> = {};
  if (!values.contributionAmount)
    errors.contributionAmount = 'Сумма должна быть больше нуля, не более двух знаков после запятой';
  if (!values.contributionDate) errors.contributionDate = 'Введите корректную дату';
  if (!values.reason?.trim()) errors.reason = 'Укажите причину исправления';
  const wrong = card.unit === 'kwh' && readingsProblem(values.readings);
  if (wrong) errors.readings = wrong;
  if (!Object.keys(errors).length && (!seen.isFresh || !seen.expected))
    errors.form = 'Новые суммы ещё не посчитаны. Повторите через секунду';
  else if (!Object.keys(errors).length && seen.falling !== values.falling)
    errors.form = 'Часть гаражей выпадает из начисления: подтвердите это';
  if (Object.keys(errors).length) throw new HttpError(422, { message: Object.values(errors)[0]!, errors });
  return {
    ...words,
    money: {
      accrualType: { value: values.accrualType! },
      contributionPeriod: values.contributionPeriod!,
      contributionAmount: values.contributionAmount!,
      contributionDate: values.contributionDate!,
      reason: values.reason!,
      penalties_kopecks: card.penalties.amount_kopecks,
      readings: card.unit === 'kwh' ? sentReadings(values.readings) : [],
      falling: seen.falling,
      expected: seen.expected!,
    },
  };
}

export function WordFields() {
  return (
    <>
      <TextInput source="basisDocument" label={labels.basisDocument!} maxLength={300} />
      <TextAreaInput source="contributionComment" label={labels.contributionComment!} maxLength={1000} rows={2} />
    </>
  );
}

interface MoneyFieldsProps {
  card: ContributionCard;
  before: CorrectionValues;
  /** Garages whose meters the charge was made by. */
  meters: readonly ReadingRow[];
  types: readonly AccrualType[];
  today: string;
  seen: RefObject<Seen>;
}

export function MoneyFields({ card, before, meters, types, today, seen }: MoneyFieldsProps) {
  const { control } = useFormContext<CorrectionValues>();
  const values = useWatch({ control }) as CorrectionValues;
  const unit = types.find((type) => type.id === values.accrualType)?.unit ?? card.unit ?? 'garage';
  const changed = isMoneyChanged(values, before);
  return (
    <>
      <FieldGrid>
        <SelectInput
          source="accrualType"
          label={labels.accrualType!}
          options={types.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <SelectInput
          source="contributionPeriod"
          label={labels.contributionPeriod!}
          options={yearOptions(Number(today.slice(0, 4)) + 1, 1990)}
        />
        <MoneyInput source="contributionAmount" label={amountLabels[unit]} />
        <DateInput source="contributionDate" label={labels.contributionDate!} max={today} />
        <div className={styles.reason}>
          <TextInput source="reason" label={labels.reason!} required={changed} maxLength={300} />
        </div>
      </FieldGrid>
      {card.unit === 'kwh' && <MeterFields meters={meters} price={values.contributionAmount} />}
      {changed ? (
        <Change card={card} values={values} seen={seen} />
      ) : (
        <p className={styles.muted}>
          Если изменить сумму, вид, год, дату или показания, это начисление будет отменено сторно, а тем же гаражам
          начислено заново.
        </p>
      )}
    </>
  );
}

/** The readings anew; a garage whose reading is taken away is not charged any more. */
function MeterFields({ meters, price }: { meters: readonly ReadingRow[]; price: number | null }) {
  const { field, fieldState } = useController<CorrectionValues, 'readings'>({ name: 'readings' });
  return (
    <ReadingsGrid
      rows={meters}
      total={meters.length}
      readings={field.value}
      onChange={field.onChange}
      price={price}
      error={fieldState.error?.message}
    />
  );
}

/** Before → after, asked while the person types. */
function Change({ card, values, seen }: { card: ContributionCard; values: CorrectionValues; seen: RefObject<Seen> }) {
  const isWhole = Boolean(values.contributionAmount && values.contributionDate && values.contributionPeriod);
  const preview = usePreview(
    {
      isAllGaragSelected: false,
      accrualType: { value: values.accrualType ?? 1 },
      contributionPeriod: values.contributionPeriod ?? card.year ?? 2025,
      contributionAmount: values.contributionAmount ?? 1,
      contributionDate: values.contributionDate ?? card.on_date,
      repeated: 'add',
      readings: card.unit === 'kwh' ? sentReadings(values.readings) : [],
      corrects: card.id,
    },
    countsOnly,
    isWhole,
  );
  const { data, isFresh } = preview;
  useEffect(() => {
    seen.current = {
      isFresh,
      expected: data && { garages: data.garages, amount_kopecks: data.sum_kopecks },
      falling: data ? data.found - data.garages : 0,
    };
    return () => {
      seen.current = { isFresh: false, expected: null, falling: 0 };
    };
  }, [seen, isFresh, data]);
  const refused = [...Object.values(preview.refused), ...(preview.failure ? [preview.failure] : [])];
  return (
    <div className={styles.change} role="region" aria-label="Что изменится в деньгах" aria-busy={!isFresh}>
      {refused.map((text) => (
        <Note key={text} tone="red" role="alert">
          {text}
        </Note>
      ))}
      {isWhole && data && !refused.length && (
        <>
          <BeforeAfter card={card} data={data} isFresh={isFresh} />
          {data.moved.garages > 0 && <Note>{movedText(data.moved)}</Note>}
          {data.found > data.garages && <Falling data={data} />}
        </>
      )}
    </div>
  );
}

/** Where the new charge follows a debt that a case moved. */
export const movedText = ({ garages, formers }: AccrualPreview['moved']) =>
  `Долг по гаражам (${formatNumber(garages)}) перенесён переоформлением: новое начисление последует за ним${formers ? `, его должны прежние владельцы: ${formers}` : ''}`;

/** Garages that were charged and would not be: why, and a tick that it is meant. */
function Falling({ data }: { data: AccrualPreview }) {
  const { field } = useController<CorrectionValues, 'falling'>({ name: 'falling' });
  const count = data.found - data.garages;
  const reasons = data.skipped.map(({ reason, garages }) => `${skipNames[reason]}: ${formatNumber(garages)}`);
  return (
    <Note tone="red" role="alert">
      Выпадут из начисления гаражи, которым было начислено ({formatNumber(count)}): {reasons.join(', ')}
      <Checkbox
        value={field.value === count}
        label="Да, им не начислять"
        onChange={(isTicked) => field.onChange(isTicked ? count : 0)}
      />
    </Note>
  );
}

function BeforeAfter({ card, data, isFresh }: { card: ContributionCard; data: AccrualPreview; isFresh: boolean }) {
  // A part may have been undone garage by garage: only what still stands gives way.
  const stands = usePaid([card.id])?.get(card.id)?.amount_kopecks ?? card.amount_kopecks;
  const difference = data.sum_kopecks - stands - card.penalties.amount_kopecks;
  const rows: [string, string, string][] = [
    ['Гаражей', formatNumber(data.found), formatNumber(data.garages)],
    ['Сумма', formatMoney(stands), formatMoney(data.sum_kopecks)],
  ];
  return (
    <table className={cx(styles.table, !isFresh && styles.stale)}>
      <thead>
        <tr>
          <th>Что изменится</th>
          <th className={styles.end}>Было</th>
          <th className={styles.end}>Станет</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, before, after]) => (
          <tr key={name}>
            <td>{name}</td>
            <td className={styles.end}>{before}</td>
            <td className={styles.end}>
              <b>{after}</b>
            </td>
          </tr>
        ))}
        {card.penalties.garages > 0 && (
          <tr>
            <td>
              Пени на это начисление
              <small>отменятся вместе с ним, дни можно начислить заново</small>
            </td>
            <td className={styles.end}>{formatMoney(card.penalties.amount_kopecks)}</td>
            <td className={styles.end}>
              <b>{formatMoney(0)}</b>
            </td>
          </tr>
        )}
        <tr>
          <td>Долг гаражей {difference < 0 ? 'уменьшится' : 'вырастет'} на</td>
          <td />
          <td className={styles.end}>
            <b>{formatMoney(Math.abs(difference))}</b>
          </td>
        </tr>
      </tbody>
    </table>
  );
}
