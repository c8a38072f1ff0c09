// Step 2: the type, the year, the sum with its unit, the day, the ground; readings where the unit is a kWh.
import { withType, type ChargeDraft } from './model.ts';
import { MAX_AMOUNT_KOPECKS } from '../../../contract/books.ts';
import type { AccrualType } from '../../../contract/references.ts';
import { closedUpTo } from '../../../contract/kernel/words.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { FieldGrid } from '../../../widgets/FieldGrid.tsx';
import { formatMoney } from '../../../widgets/format.ts';
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { Note } from '../../../widgets/Note.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { yearOptions } from '../ContributionFilters.tsx';
import { amountLabels } from '../ru.ts';
import { SelectionReadings } from './SelectionReadings.tsx';
import type { StepProps } from './WhoStep.tsx';
import styles from './charge.module.css';

export interface WhatStepProps extends StepProps {
  types: readonly AccrualType[];
  today: string;
  closedUntil: string | null;
}

export function WhatStep(props: WhatStepProps) {
  const { draft, change, errors, types, today, closedUntil } = props;
  const type = types.find((one) => one.id === draft.accrualType);
  const unit = type?.unit ?? 'garage';
  return (
    <div className={styles.form}>
      <Terms
        draft={draft}
        change={change}
        errors={errors}
        types={types}
        today={today}
        closedUntil={closedUntil}
        unit={unit}
      />
      <TextBox
        label="Основание"
        name="basisDocument"
        placeholder="Протокол № 14 от 02.02.2026"
        maxLength={300}
        value={draft.basis}
        error={errors.basisDocument}
        onChange={(basis) => change({ basis })}
      />
      <TextArea
        label="Комментарий"
        name="contributionComment"
        maxLength={1000}
        rows={2}
        value={draft.comment}
        error={errors.contributionComment}
        onChange={(comment) => change({ comment })}
      />
      {type && <TypeNotes type={type} />}
      {unit === 'kwh' && (
        <SelectionReadings
          selection={{
            isAllGaragSelected: draft.all,
            selectedGarageFilters: draft.all ? draft.filter : {},
            includedGarages: draft.included,
            excludedGarages: draft.excluded,
            accrualType: { value: draft.accrualType },
          }}
          readings={draft.readings}
          price={draft.amount}
          error={errors.readings}
          onChange={(readings) => change({ readings })}
        />
      )}
    </div>
  );
}

/** What is charged, for which year, how much and when. */
function Terms({
  draft,
  change,
  errors,
  types,
  today,
  closedUntil,
  unit,
}: {
  draft: ChargeDraft;
  change: (next: Partial<ChargeDraft>) => void;
  errors: WhatStepProps['errors'];
  types: readonly AccrualType[];
  today: string;
  closedUntil: string | null;
  unit: 'person' | 'garage' | 'm2' | 'kwh';
}) {
  return (
    <FieldGrid>
      <SelectBox
        label="Вид начисления"
        name="accrualType"
        required
        options={types.map(({ id, name }) => ({ value: id, label: name }))}
        value={draft.accrualType}
        error={errors.accrualType}
        onChange={(accrualType) => change(withType(draft, Number(accrualType)))}
      />
      <SelectBox
        label="Год"
        name="contributionPeriod"
        required
        options={yearOptions(Number(today.slice(0, 4)) + 1, 1990)}
        value={draft.year}
        error={errors.contributionPeriod}
        onChange={(year) => change({ year: Number(year) })}
      />
      <MoneyBox
        label={amountLabels[unit]}
        name="contributionAmount"
        required
        value={draft.amount}
        error={errors.contributionAmount ?? tooMuch(draft.amount)}
        onChange={(amount) => change({ amount, isOwnAmount: amount !== null })}
      />
      <DateBox
        label="Дата начисления"
        name="contributionDate"
        required
        value={draft.date}
        error={errors.contributionDate}
        helperText={closedUntil ? closedUpTo(closedUntil) : undefined}
        onChange={(date) => change({ date })}
      />
      <DateBox
        label="Оплатить до"
        name="dueOn"
        value={draft.dueOn ?? null}
        error={errors.dueOn}
        helperText="Пусто — годовой взнос по сроку ПО, другие через 30 дней"
        onChange={(dueOn) => change({ dueOn })}
      />
    </FieldGrid>
  );
}

const tooMuch = (amount: number | null) =>
  amount !== null && amount > MAX_AMOUNT_KOPECKS
    ? `Слишком большая сумма: не больше ${formatMoney(MAX_AMOUNT_KOPECKS)}`
    : undefined;

/** What the type means for the sum and for the payer. */
function TypeNotes({ type }: { type: AccrualType }) {
  return (
    <>
      {type.is_service && <Note tone="amber">Платная услуга: плательщику нужен кассовый чек.</Note>}
      {type.unit === 'm2' && (
        <Note>Сумма гаража — цена, умноженная на длину и ширину. Без размеров гараж пропускается.</Note>
      )}
      {type.unit === 'person' && <Note>Начисляется каждому владельцу гаража отдельно.</Note>}
      {!type.privilege_applies && <Note>Льготы на этот вид начисления не действуют.</Note>}
    </>
  );
}
