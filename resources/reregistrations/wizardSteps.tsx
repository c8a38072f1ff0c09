// The steps of the wizard: reason with its fields, people, papers, debt and fee, the check.
import type { ReasonInfo } from '../../contract/reregistrations/steps.ts';
import Button from '@mui/material/Button';
import type { FieldKey, Preview } from '../../contract/reregistrations.ts';
import { restrictionNames } from '../../contract/garages/restrictions.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/today.ts';
import { cx } from '../../widgets/cx.ts';
import { formatMoney, formatSum, shortName } from '../../widgets/format.ts';
import { readSum } from '../../widgets/sums.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { RadioGroup } from '../../widgets/RadioInput.tsx';
import { SearchSelect } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { among } from '../lists/filters.tsx';
import { emptyPick, PersonPicker } from '../profiles/PersonPicker.tsx';
import { debtChoices } from './cardParts.tsx';
import { Chain } from './Chain.tsx';
import { FeeWords } from './FeeWords.tsx';
import styles from './reregistrations.module.css';
import { sumOfShares } from './shares.ts';
import { nameOfPick, newOwnerRow, saidOf, type OwnerRow, type StepProps, type WizardForm } from './wizardForm.ts';

export function ReasonStep({ form, set, errors, reason, reasons, start }: StepProps) {
  const detail = (key: (typeof reason.fields)[number]['key'], value: string | null) =>
    set({ details: { ...form.details, [key]: value } });
  return (
    <>
      {start.restrictions.map((one) => (
        <Note key={one.id} tone={one.kind === 'pledge' ? 'amber' : 'red'}>
          {restrictionNames[one.kind]}: {one.ground}
        </Note>
      ))}
      <div className={styles.grid}>
        <SelectBox
          label="Основание"
          required
          options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.reason}
          onChange={(value) => set({ reason: Number(value ?? 1) })}
          error={errors.reason}
        />
        <DateBox
          label="Дата заявки"
          required
          value={form.dateRequest}
          onChange={(dateRequest) => set({ dateRequest })}
          max={today()}
          error={errors.dateRequest}
        />
        <DateBox
          label="Дата перехода"
          required
          value={form.date}
          onChange={(date) => set({ date })}
          error={errors.date}
        />
        {reason.has_price && (
          <MoneyBox
            label="Цена гаража"
            required
            value={form.garagePrice}
            onChange={(garagePrice) => set({ garagePrice })}
            error={errors.garagePrice}
          />
        )}
        <ReasonFields form={form} errors={errors} fields={fieldsOf(reason, form, start)} detail={detail} />
      </div>
      <TextArea
        label={reason.id === 13 ? 'В чём ошибка' : 'Примечание'}
        required={reason.id === 13}
        value={form.comment}
        onChange={(comment) => set({ comment })}
        error={errors.comment}
      />
    </>
  );
}

/** Fields of a reason; an organisation and an estate whose name changes have one name, what was typed besides is there to be cleared. */
function fieldsOf(reason: ReasonInfo, form: WizardForm, { owners }: StepProps['start']): ReasonInfo['fields'] {
  const renamed = owners.find(({ id }) => form.leaving.includes(id)) ?? owners[0];
  if (reason.id !== 12 || !renamed || renamed.kind === 'person') return reason.fields;
  return reason.fields.flatMap((field) =>
    field.key === 'newLastName' ? [{ ...field, label: 'Новое название' }] : form.details[field.key] ? [field] : [],
  );
}

/** What the ground asks for besides. */
function ReasonFields({
  form,
  errors,
  fields,
  detail,
}: {
  form: WizardForm;
  errors: StepProps['errors'];
  fields: ReasonInfo['fields'];
  detail: (key: FieldKey, value: string | null) => void;
}) {
  return fields.map((field) =>
    field.kind === 'date' ? (
      <DateBox
        key={field.key}
        label={field.label}
        required={field.required}
        value={form.details[field.key] ?? null}
        onChange={(value) => detail(field.key, value)}
        error={errors[`details.${field.key}`]}
      />
    ) : field.kind === 'money' ? (
      <MoneyBox
        key={field.key}
        label={field.label}
        required={field.required}
        value={readSum(form.details[field.key] ?? '').value}
        onChange={(kopecks) => detail(field.key, kopecks === null ? null : formatSum(kopecks))}
        error={errors[`details.${field.key}`]}
      />
    ) : (
      <TextBox
        key={field.key}
        label={field.label}
        required={field.required}
        maxLength={200}
        value={form.details[field.key] ?? ''}
        onChange={(value) => detail(field.key, value)}
        error={errors[`details.${field.key}`]}
      />
    ),
  );
}

export function PeopleStep({ preview, ...step }: StepProps & { preview: Preview | undefined }) {
  const props = { ...step, preview, errors: { ...saidOf(preview, 'shares.'), ...step.errors } };
  const { form, set, errors, reason, start } = props;
  const change = (key: string, next: Partial<OwnerRow>) =>
    set({ owners: form.owners.map((row) => (row.key === key ? { ...row, ...next } : row)) });
  return (
    <>
      {start.owners.length > 1 && reason.leaves === 'chosen' && <LeavingOwners {...props} />}
      {start.owners.length > 1 && reason.id === 12 && <RenamedOwner {...props} />}
      {reason.id === 4 && <ExchangeGarage {...props} />}
      {reason.comes === 'nobody' && reason.id !== 12 && <Note>По этому основанию нового владельца нет.</Note>}
      {reason.id === 12 && (
        <Note>Владелец остаётся тем же, меняется его имя. Паспорт человека внесите в его карточке.</Note>
      )}
      {reason.comes !== 'nobody' &&
        reason.id !== 4 &&
        form.owners.map((row, nth) => (
          <section key={row.key} className={styles.owner} aria-label={`Новый владелец ${nth + 1}`}>
            <PersonPicker
              full
              value={row.pick}
              onChange={(pick) => change(row.key, { pick })}
              errors={errors}
              prefix={`newOwner.${nth}.`}
            />
            <TextBox
              label="Доля"
              placeholder="1/2"
              maxLength={12}
              value={row.share}
              onChange={(share) => change(row.key, { share })}
              helperText="Пусто: владеют совместно или доля выбывающего"
              error={errors[`newOwner.${nth}.share`] ?? (nth === 0 ? errors.newOwner : undefined)}
            />
            {form.owners.length > 1 && (
              <Button variant="text" onClick={() => set({ owners: form.owners.filter((one) => one.key !== row.key) })}>
                Убрать
              </Button>
            )}
          </section>
        ))}
      {reason.comes === 'added' && <StayingShares {...props} />}
      {reason.comes !== 'nobody' && reason.id !== 4 && <ShareBar {...props} />}
      {reason.comes === 'new' && reason.id !== 4 && (
        <div className={styles.more}>
          <Button onClick={() => set({ owners: [...form.owners, newOwnerRow()] })}>Ещё один новый владелец</Button>
        </div>
      )}
      {reason.has_transit && <Chain {...props} />}
    </>
  );
}

/** Owners who stay beside those who come. */
function stayingOf({ form, reason, start }: Pick<StepProps, 'form' | 'reason' | 'start'>) {
  if (reason.leaves === 'nobody') return start.owners;
  const leaving = form.leaving.length ? form.leaving : start.owners.map((owner) => owner.id);
  return start.owners.filter((owner) => !leaving.includes(owner.id));
}

/** Nobody leaves: those who are there make room for the one who comes. */
function StayingShares({ form, set, start, errors }: StepProps) {
  return (
    <section className={styles.owner} aria-label="Кто остаётся">
      <b>Кто остаётся</b>
      {start.owners.map((owner) => (
        <TextBox
          key={owner.id}
          label={`Доля после: ${owner.full_name}`}
          placeholder="1/2"
          maxLength={12}
          value={form.shares[String(owner.id)] ?? owner.share ?? ''}
          onChange={(share) => set({ shares: { ...form.shares, [owner.id]: share } })}
          error={errors[`shares.${owner.id}`]}
        />
      ))}
    </section>
  );
}

/**
 * Shares have a length: who gets how much, what is missing, and the ready answers. Who has a row counts, named or not yet:
 * «Поровну» gives him his part, and a rest may wait for one who is not known.
 */
export function ShareBar({ form, set, reason, start }: StepProps) {
  const staying = stayingOf({ form, reason, start });
  const rows = [
    ...form.owners.map((row, nth) => ({
      name: nameOfPick(row.pick) || `${nth + 1}-й`,
      share: row.share,
      kind: 'comes',
    })),
    ...staying.map((owner) => ({
      name: owner.full_name,
      share: form.shares[String(owner.id)] ?? owner.share ?? '',
      kind: '',
    })),
  ];
  // An heir alone may take a part: the rest stays in the estate.
  if (rows.length < 2 && !(reason.id === 3 && rows[0]?.share)) return null;
  const sum = sumOfShares(rows.map((row) => row.share));
  const equal = () => set({ owners: form.owners.map((row) => ({ ...row, share: `1/${form.owners.length}` })) });
  const rest = sum && sum.value < 1 ? sum.missing : null;
  const estate = rest && reason.id === 3 ? estatePick(form, start) : null;
  const leave = (pick: OwnerRow['pick']) =>
    set({ owners: [...form.owners.filter((row) => nameOfPick(row.pick)), { ...newOwnerRow(), pick, share: rest! }] });
  return (
    <section aria-label="Доли">
      <div className={styles.bar}>
        {rows.map((row, nth) => (
          <span
            key={nth}
            className={cx(styles.share, row.kind && styles.comes)}
            style={{ flexGrow: (sumOfShares([row.share])?.value ?? 0) * 100 || 1 }}
          >
            {row.share || '?'} {shortName(row.name)}
          </span>
        ))}
        {sum && sum.value < 1 && (
          <span className={cx(styles.share, styles.nobody)} style={{ flexGrow: (1 - sum.value) * 100 }}>
            {sum.missing} не распределена
          </span>
        )}
      </div>
      <p role="status" className={sum && sum.value !== 1 ? styles.debt : styles.muted}>
        {sum === null
          ? 'Доли пусты: владеют совместно'
          : sum.value === 1
            ? `${sum.text} = 1`
            : `${sum.text} = ${sum.total}, ${sum.value < 1 ? `не хватает ${sum.missing}` : 'больше 1'}`}
      </p>
      <div className={styles.more}>
        {!staying.length && form.owners.length > 1 && (
          <Button size="small" onClick={equal}>
            Поровну: по 1/{form.owners.length}
          </Button>
        )}
        {!staying.length && rest && (
          <Button size="small" onClick={() => set({ owners: [...form.owners, { ...newOwnerRow(), share: rest }] })}>
            {rest} ждёт ещё одного
          </Button>
        )}
        {estate && (
          <Button size="small" onClick={() => leave(estate)}>
            {rest} не оформлена: оставить в наследстве
          </Button>
        )}
      </div>
    </section>
  );
}

/** The estate of the one after whom it is inherited, as an owner; null where it stands among the owners already or there are several. */
function estatePick(form: WizardForm, start: StepProps['start']): OwnerRow['pick'] | null {
  const leaving = start.owners.filter((owner) => !form.leaving.length || form.leaving.includes(owner.id));
  const [owner] = leaving;
  if (leaving.length !== 1 || !owner?.dead) return null;
  const { dead, estate } = owner;
  const isThere = form.owners.some(({ pick }) =>
    pick.isNew ? pick.kind === 'estate' : estate !== null && Number(pick.existing?.value) === estate.id,
  );
  if (isThere) return null;
  if (estate) return { ...emptyPick, existing: { value: estate.id, label: estate.name } };
  const estateOf = { value: dead.id, label: dead.name };
  return { ...emptyPick, isNew: true, kind: 'estate', estateOf, lastName: `Наследство: ${dead.name}`.slice(0, 80) };
}

/** Of several owners one changes his name: nobody is chosen until a person says who. */
function RenamedOwner({ form, set, errors, start }: StepProps) {
  const [chosen, ...others] = form.leaving;
  return (
    <section className={styles.owner}>
      <RadioGroup
        label="У кого меняется имя"
        required
        value={others.length ? null : (chosen ?? null)}
        options={start.owners.map(({ id, full_name, share }) => ({
          value: id,
          label: `${full_name}${share ? `, доля ${share}` : ''}`,
        }))}
        onChange={(id) => set({ leaving: [Number(id)] })}
        error={errors.leaving}
      />
    </section>
  );
}

function LeavingOwners({ form, set, errors, start }: StepProps) {
  const chosen = form.leaving.length ? form.leaving : start.owners.map((owner) => owner.id);
  return (
    <section className={styles.owner} aria-label="Кто выбывает">
      <b>Кто выбывает</b>
      {start.owners.map((owner) => (
        <div key={owner.id}>
          <Checkbox
            label={`${owner.full_name}${owner.share ? `, доля ${owner.share}` : ''}`}
            value={chosen.includes(owner.id)}
            // Nobody chosen means all of them: the last one stays.
            disabled={chosen.length === 1 && chosen.includes(owner.id)}
            onChange={(on) => set({ leaving: on ? [...chosen, owner.id] : chosen.filter((id) => id !== owner.id) })}
          />
          {!chosen.includes(owner.id) && (
            <TextBox
              label={`Доля после: ${owner.full_name}`}
              maxLength={12}
              value={form.shares[String(owner.id)] ?? owner.share ?? ''}
              onChange={(share) => set({ shares: { ...form.shares, [owner.id]: share } })}
              error={errors[`shares.${owner.id}`]}
            />
          )}
        </div>
      ))}
      {errors.leaving && <Note tone="red">{errors.leaving}</Note>}
    </section>
  );
}

function ExchangeGarage({ form, set, errors, start }: StepProps) {
  const options = start.exchangeGarages.map((one) => ({
    value: one.id,
    label: `${one.section} ${one.number}`.trim(),
    hint: [one.po_name, one.owners].filter(Boolean).join(' · '),
  }));
  return (
    <SearchSelect
      label="Гараж для обмена"
      required
      load={among(options)}
      value={options.find((one) => one.value === form.exchangeGarage) ?? null}
      onChange={(option) => set({ exchangeGarage: option ? Number(option.value) : null })}
      helperText={options.find((one) => one.value === form.exchangeGarage)?.hint}
      error={errors.exchangeGarage}
    />
  );
}

export function MoneyStep({ form, set, errors, reason, preview }: StepProps & { preview: Preview | undefined }) {
  const debt = preview?.debt_kopecks ?? 0;
  return (
    <>
      <dl className={styles.money}>
        <dt>{preview && debt !== preview.garage_debt_kopecks ? 'Долг за тем, кто выбывает' : 'Долг по гаражу'}</dt>
        <dd className={debt > 0 ? styles.debt : ''}>{formatMoney(debt)}</dd>
      </dl>
      {reason.asks_debt && debt > 0 && (
        <RadioGroup
          label="Кто погашает долг"
          value={form.debtAnswer}
          onChange={(value) => set({ debtAnswer: value as typeof form.debtAnswer })}
          error={errors.debtAnswer}
          options={debtChoices}
        />
      )}
      {!reason.asks_debt && <p className={styles.muted}>По этому основанию долг не мешает.</p>}
      <dl className={styles.money}>
        <dt>Сбор за переоформление</dt>
        <dd>{formatMoney(preview?.fee_kopecks ?? 0)}</dd>
      </dl>
      {preview && <FeeWords preview={preview} />}
      <dl className={styles.money}>
        <dt>Вступительный взнос</dt>
        <dd>{preview?.entrance_kopecks ? formatMoney(preview.entrance_kopecks) : 'не нужен'}</dd>
      </dl>
      {preview?.after && (
        <p className={styles.sum}>
          <b>После завершения: {preview.after.name}</b>
          <b>{formatMoney(preview.after.kopecks)}</b>
        </p>
      )}
    </>
  );
}
