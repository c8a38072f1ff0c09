// Refund, offset, write-off, correction: one dialog, the fields that the kind asks for, what the garage has now.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { KEY_USED } from '../../contract/kernel/problems.ts';
import { operationKinds, specialOperation, type OperationKind, type PaymentAnswer } from '../../contract/payments.ts';
import { call, errorsOf, type HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { DateBox } from '../../widgets/DateInput.tsx';
import { formatMoney } from '../../widgets/format.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { useDeskDefaults } from './desk/useDesk.ts';
import { useGarageMoney } from './desk/WherePanel.tsx';
import { loadGarages } from './loaders.ts';
import { PurposeBox } from './PurposeBox.tsx';
import { IN_ORDER, inOrder, purposeOf, type Purpose } from './purposes.ts';
import styles from './payments.module.css';
import { WhoPays } from './WhoPays.tsx';
import { standingOf } from '../balance/standingOf.ts';
import { specialNames } from './ru.ts';

interface Values {
  kind: OperationKind;
  date: string | null;
  garage: SelectOption | null;
  toGarage: SelectOption | null;
  amount: number | null;
  direction: 'lower' | 'raise';
  paperNo: string;
  protocol: string;
  comment: string;
  purpose: Purpose;
  /** The former owner whose debt is written off. */
  debtor: number | null;
}

export function SpecialDialog({ first, onClose }: { first: OperationKind; onClose: () => void }) {
  const client = useQueryClient();
  const defaults = useDeskDefaults();
  const [key, setKey] = useState(operationKey);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const [values, setValues] = useState<Values>({
    kind: first,
    date: null,
    garage: null,
    toGarage: null,
    amount: null,
    direction: 'lower',
    paperNo: '',
    protocol: '',
    comment: '',
    purpose: inOrder,
    debtor: null,
  });
  const set = (change: Partial<Values>) => setValues({ ...values, ...change });
  const date = values.date ?? defaults?.today ?? null;
  const post = async () => {
    setBusy(true);
    setErrors({});
    try {
      const body = bodyOf(key, values, date);
      const answer = await call(specialOperation, { body, quiet: true });
      void readAnew(client, 'payments', 'garages', 'contributions');
      toast(`${specialNames[body.kind]}: ${sumOf(answer)}`);
      onClose();
    } catch (error) {
      const { body: said } = error as HttpError;
      if (said?.code !== KEY_USED) return setErrors(errorsOf(error));
      // An answer was lost and the form changed after it: what was sent first has arrived.
      setKey(operationKey());
      void readAnew(client, 'payments', 'garages', 'contributions');
      const arrived = said.current as PaymentAnswer;
      setErrors({ form: `Прежняя отправка дошла: проведено ${sumOf(arrived)}. То, что в форме, ещё нет` });
    } finally {
      setBusy(false);
    }
  };
  return (
    <ConfirmDialog
      open
      title={specialNames[values.kind]}
      confirm="Провести"
      busy={busy}
      onConfirm={() => void post()}
      form={values}
      onCancel={onClose}
    >
      <AlertNote text={errors.form} />
      <SelectBox
        label="Операция"
        options={operationKinds.map((kind) => ({ value: kind, label: specialNames[kind] }))}
        value={values.kind}
        onChange={(kind) => {
          setErrors({});
          set({ kind: kind as OperationKind, debtor: null });
        }}
      />
      <Fields values={values} set={set} errors={errors} date={date} today={defaults?.today} />
    </ConfirmDialog>
  );
}

/** An offset stands in two garages, the money is one. */
const sumOf = ({ lines }: PaymentAnswer) => formatMoney(Math.abs(lines[0]!.amount_kopecks));

/** The operation as the server takes it. */
function bodyOf(key: string, values: Values, date: string | null) {
  const { kind, direction, garage, toGarage, amount, paperNo, protocol, comment, purpose } = values;
  const debtor = kind === 'write_off' || kind === 'refund' ? values.debtor : null;
  return {
    kind,
    direction,
    idempotencyKey: key,
    date: date!,
    ...purposeOf(kind === 'refund' || debtor ? IN_ORDER : purpose.value),
    debtor,
    garage: Number(garage?.value ?? 0),
    toGarage: kind === 'offset' && toGarage ? Number(toGarage.value) : null,
    amount: amount ?? 0,
    paperNo: paperNo || null,
    protocol: protocol || null,
    comment: comment || null,
  };
}

interface FieldsProps {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: Record<string, string>;
  date: string | null;
  today: string | undefined;
}

function Fields({ values, set, errors, date, today }: FieldsProps) {
  const { kind } = values;
  const target = kind === 'offset' ? values.toGarage : values.garage;
  const card = useGarageMoney(values.garage ? Number(values.garage.value) : undefined);
  return (
    <div className={styles.fields}>
      <SearchSelect
        label={kind === 'offset' ? 'С гаража' : 'Гараж'}
        required
        load={loadGarages}
        value={values.garage}
        onChange={(garage) => set({ garage, debtor: null })}
        error={errors.garage}
        helperText={card && standingWords(card)}
      />
      <OtherSide values={values} set={set} errors={errors} kind={kind} />
      <MoneyBox
        label="Сумма"
        required
        value={values.amount}
        negative
        onChange={(amount) => set({ amount })}
        error={errors.amount}
      />
      {(kind === 'write_off' || kind === 'refund') && values.garage && (
        <WhoPays
          key={kind}
          label={kind === 'refund' ? 'Кому вернуть' : 'Чей долг'}
          of={kind === 'refund' ? 'advance_kopecks' : 'debt_kopecks'}
          garage={Number(values.garage.value)}
          value={values.debtor}
          onChange={(debtor) => set({ debtor })}
        />
      )}
      <AlertNote text={errors.debtor} />
      {kind !== 'refund' && !(kind === 'write_off' && values.debtor) && (
        <PurposeBox
          label={kind === 'offset' ? 'За что на новом гараже' : 'За что'}
          garage={target ? Number(target.value) : undefined}
          date={date ?? today ?? ''}
          value={values.purpose}
          onChange={(purpose) => set({ purpose })}
          helperText="Старый долг первым, если не выбрать"
          error={errors.accrualType ?? errors.year}
        />
      )}
      <DateBox
        label="Дата"
        required
        value={date}
        {...(today ? { max: today } : {})}
        onChange={(next) => set({ date: next })}
        error={errors.date}
      />
      <Paper values={values} set={set} errors={errors} kind={kind} />
      <TextBox
        label={kind === 'refund' ? 'Основание' : 'Комментарий'}
        helperText={kind === 'refund' ? 'Аванс гаража при переоформлении остаётся за гаражом' : undefined}
        required={kind === 'refund' || kind === 'correction'}
        maxLength={300}
        value={values.comment}
        onChange={(comment) => set({ comment })}
        error={errors.comment}
      />
    </div>
  );
}

/** The other garage of a transfer, or which way a correction goes. */
function OtherSide({
  values,
  set,
  errors,
  kind,
}: {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: Record<string, string>;
  kind: OperationKind;
}) {
  return (
    <>
      {kind === 'offset' && (
        <SearchSelect
          label="На гараж"
          required
          load={loadGarages}
          value={values.toGarage}
          onChange={(toGarage) => set({ toGarage })}
          error={errors.toGarage}
          helperText="Того же владельца"
        />
      )}
      {kind === 'correction' && (
        <SelectBox
          label="Долг"
          options={[
            { value: 'lower', label: 'Уменьшить' },
            { value: 'raise', label: 'Увеличить' },
          ]}
          value={values.direction}
          onChange={(direction) => set({ direction: direction as Values['direction'] })}
        />
      )}
    </>
  );
}

/** The paper that allows it. */
function Paper({
  values,
  set,
  errors,
  kind,
}: {
  values: Values;
  set: (change: Partial<Values>) => void;
  errors: Record<string, string>;
  kind: OperationKind;
}) {
  return (
    <>
      {kind === 'write_off' && (
        <TextBox
          label="Протокол"
          required
          placeholder="Протокол № 3 от 02.02.2026"
          maxLength={300}
          value={values.protocol}
          onChange={(protocol) => set({ protocol })}
          error={errors.protocol}
        />
      )}
      {kind === 'refund' && (
        <TextBox
          label="Номер документа"
          placeholder="РКО 1"
          maxLength={40}
          value={values.paperNo}
          onChange={(paperNo) => set({ paperNo })}
          error={errors.paperNo}
        />
      )}
    </>
  );
}

function standingWords(card: { balance_kopecks: number; aside_kopecks: number }): string {
  const { debt, advance } = standingOf(card);
  if (debt > 0 && advance > 0) return `Долг ${formatMoney(debt)}, отложен аванс ${formatMoney(advance)}`;
  return debt > 0 ? `Долг ${formatMoney(debt)}` : advance > 0 ? `Аванс ${formatMoney(advance)}` : 'Долга и аванса нет';
}
