// The chain of a wizard: people through whom the garage passes, each with his day, reason, paper and fee.
import Button from '@mui/material/Button';
import type { Preview } from '../../contract/reregistrations.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatMoney } from '../../widgets/format.ts';
import { Note } from '../../widgets/Note.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { PersonPicker } from '../profiles/PersonPicker.tsx';
import styles from './reregistrations.module.css';
import { nameOfPick, newTransitRow, type StepProps, type TransitRow } from './wizardForm.ts';

/** People through whom the garage passes: each owns from his day to the next one's. */
export function Chain({ form, set, errors, reasons, preview }: StepProps & { preview: Preview | undefined }) {
  const troubles = preview?.checks.filter(({ key, state }) => key === 'transit' && state === 'blocks') ?? [];
  // Parts of the fee stand in the order of those who are named.
  const named = form.transit.filter((row) => nameOfPick(row.pick));
  const feeOf = (row: TransitRow) => (named.includes(row) ? preview?.fee_parts[named.indexOf(row)] : undefined);
  const change = (key: string, next: Partial<TransitRow>) =>
    set({ transit: form.transit.map((row) => (row.key === key ? { ...row, ...next } : row)) });
  return (
    <>
      <Checkbox
        label="Прежний владелец передаёт гараж прямо новому, без промежуточных"
        value={form.keepHimself}
        onChange={(keepHimself) =>
          set({
            keepHimself,
            transit: keepHimself || form.transit.length ? form.transit : [newTransitRow(form.reason)],
          })
        }
      />
      {!form.keepHimself &&
        form.transit.map((row, nth) => (
          <section key={row.key} className={styles.owner} aria-label={`Промежуточный владелец ${nth + 1}`}>
            <PersonPicker
              value={row.pick}
              onChange={(pick) => change(row.key, { pick })}
              errors={errors}
              prefix={`alreadyExistTransitProfile.${nth}.owner.`}
            />
            <div className={styles.grid}>
              <DateBox label="Владеет с" required value={row.date} onChange={(date) => change(row.key, { date })} />
              <SelectBox
                label="Основание"
                options={reasons.filter((one) => one.has_transit).map(({ id, name }) => ({ value: id, label: name }))}
                value={row.reason}
                onChange={(value) => change(row.key, { reason: Number(value ?? 1) })}
              />
              <TextBox
                label="Бумага"
                maxLength={200}
                value={row.paper}
                onChange={(paper) => change(row.key, { paper })}
              />
            </div>
            {feeOf(row) && named.length + 1 === preview?.fee_parts.length && (
              <p className={styles.muted}>Сбор за этот переход {formatMoney(feeOf(row)!.kopecks)}</p>
            )}
            <Button variant="text" onClick={() => set({ transit: form.transit.filter((one) => one.key !== row.key) })}>
              Убрать
            </Button>
          </section>
        ))}
      {!form.keepHimself &&
        troubles.map(({ text }) => (
          <Note key={text} tone="red" role="alert">
            {text}
          </Note>
        ))}
      {!form.keepHimself && form.transit.length < 4 && (
        <Button onClick={() => set({ transit: [...form.transit, newTransitRow(form.reason)] })}>
          Ещё один промежуточный
        </Button>
      )}
    </>
  );
}
