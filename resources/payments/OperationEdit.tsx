// The editor of a payment: a comment changes in place, money by a reversal and a new line with a reason.
import { useRecordContext } from 'react-admin';
import { useQueryClient } from '@tanstack/react-query';
import { Controller, useFormContext, useWatch, type Control } from 'react-hook-form';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { balanceOperations, correctOperation, type OperationCard } from '../../contract/payments.ts';
import { correctionPreview } from '../../contract/payments/previews.ts';
import { call, HttpError } from '../../providers/http.ts';
import { readAnew } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { operationKey } from '../../providers/operationKey.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { Editor } from '../../widgets/editor/Editor.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { formatDate, formatMoney } from '../../widgets/format.ts';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { Note } from '../../widgets/Note.tsx';
import { PageSkeleton } from '../../widgets/PageSkeleton.tsx';
import { SearchSelect, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextArea } from '../../widgets/TextArea.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { RecordPage } from '../../widgets/RecordPage.tsx';
import { useDeskDefaults } from './desk/useDesk.ts';
import { garageLabel, loadGarages } from './loaders.ts';
import { PurposeBox } from './PurposeBox.tsx';
import { RelaidNote } from './RelaidNote.tsx';
import { inOrder, purposeFrom, purposeOf, type Purpose } from './purposes.ts';

interface Values {
  garage: SelectOption | null;
  date: string | null;
  amount: number | null;
  purpose: Purpose;
  paymentType: number;
  paperNo: string;
  reason: string;
  comment: string;
}

const labels: Record<string, string> = {
  garage: 'Гараж',
  date: 'Дата',
  amount: 'Сумма',
  purpose: 'Вид',
  year: 'Вид',
  accrualType: 'Вид',
  paymentType: 'Способ',
  paperNo: 'Номер документа',
  reason: 'Причина исправления',
  comment: 'Комментарий',
};
const MONEY = ['garage', 'date', 'amount', 'purpose', 'paymentType', 'paperNo'] as const;

const valuesOf = (card: OperationCard): Values => ({
  garage: { value: card.garage.id, label: garageLabel(card.garage) },
  date: card.on_date,
  amount: card.amount_kopecks,
  purpose: purposeFrom(card.accrual_type, card.year),
  paymentType: card.payment_type?.id ?? 1,
  paperNo: card.paper_no ?? '',
  reason: '',
  comment: card.document_comment ?? '',
});

export default function OperationEdit() {
  return (
    <RecordPage resource={balanceOperations.name} editing>
      <Form />
    </RecordPage>
  );
}

function Form() {
  const card = useRecordContext<OperationCard>();
  const actor = useActor();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [key] = useState(operationKey);
  if (card?.version === undefined) return <PageSkeleton />;
  const back = () => void navigate(pages.balanceOperation(card.id));
  if (card.edit_refusal)
    return (
      <div style={{ padding: 24 }}>
        <Note
          tone="amber"
          title="Эту операцию нельзя исправить"
          action={<Link to={pages.balanceOperation(card.id)}>К операции</Link>}
        >
          {card.edit_refusal}
        </Note>
      </div>
    );
  const before = valuesOf(card);
  const save = async (values: Values, version: number | null) => {
    const { operation } = await call(correctOperation, {
      params: { id: card.id },
      body: {
        version: version ?? card.version,
        idempotencyKey: key,
        comment: values.comment || null,
        money: moneyOf(before, values),
      },
      quiet: true,
    }).catch(onFields);
    void readAnew(client, 'payments', 'balance_operations', 'garages');
    void navigate(pages.balanceOperation(operation));
  };
  return (
    <Editor<Values>
      title={`Исправление операции № ${card.id}`}
      crumbs={
        <span>
          <Link to={pages.payments}>Платежи</Link> ›{' '}
          <Link to={pages.balanceOperation(card.id)}>операция № {card.id}</Link>
        </span>
      }
      values={before}
      version={card.version}
      labels={labels}
      show={shown}
      draftKey={`${actor?.userId ?? 0}:operation:${card.id}`}
      fromRecord={(record) => valuesOf(record as OperationCard)}
      onSave={save}
      onCancel={back}
      sections={[
        { key: 'money', title: 'Деньги', fields: [...MONEY, 'reason'], children: <MoneyFields card={card} /> },
        { key: 'words', title: 'Комментарий', fields: ['comment'], children: <WordFields card={card} /> },
      ]}
    />
  );
}

/** Null when only words differ. */
function moneyOf(before: Values, values: Values) {
  const plain = (from: Values) =>
    JSON.stringify({ ...from, garage: from.garage?.value, purpose: from.purpose.value, reason: '', comment: '' });
  if (plain(before) === plain(values)) return null;
  return {
    garage: Number(values.garage?.value ?? 0),
    date: values.date ?? '',
    amount: values.amount ?? 0,
    paymentType: values.paymentType,
    paperNo: values.paperNo || null,
    reason: values.reason,
    ...purposeOf(values.purpose.value),
  };
}

/** The form has its fields side by side: «money.amount» is «amount» in it. */
function onFields(error: unknown): never {
  if (!(error instanceof HttpError) || !error.body.errors) throw error;
  const errors = Object.fromEntries(
    Object.entries(error.body.errors).map(([field, text]) => [field.replace(/^money\./, ''), text]),
  );
  throw new HttpError(error.status, { ...error.body, errors });
}

function shown(field: string, value: unknown): string {
  if (field === 'amount') return formatMoney(Number(value ?? 0));
  if (field === 'date') return formatDate(value as string | null);
  if (field === 'garage') return (value as SelectOption | null)?.label ?? '';
  if (field === 'purpose') return (value as Purpose | null)?.label ?? inOrder.label;
  return '';
}

function MoneyFields({ card }: { card: OperationCard }) {
  const { control } = useFormContext<Values>();
  const defaults = useDeskDefaults();
  const garage = useWatch({ control, name: 'garage' });
  const date = useWatch({ control, name: 'date' });
  return (
    <FieldGrid>
      <SumFields card={card} control={control} garage={garage} date={date} />
      <PaperFields control={control} defaults={defaults} />
      <RelaidPart card={card} />
    </FieldGrid>
  );
}

/** What of other payments the correction moves. */
function RelaidPart({ card }: { card: OperationCard }) {
  const { control } = useFormContext<Values>();
  const values = useWatch({ control }) as Values;
  const money = moneyOf(valuesOf(card), values);
  const isWhole = money && money.garage && money.date && money.amount > 0;
  const { reason: _reason, paperNo: _paper, ...asked } = money ?? { reason: '', paperNo: null };
  return (
    <RelaidNote
      about={isWhole ? ['correction', card.id, asked] : null}
      ask={() =>
        call(correctionPreview, { params: { id: card.id }, body: asked as NonNullable<typeof money>, quiet: true })
      }
    />
  );
}

/** Whose money, how much and for what. */
function SumFields({
  card,
  control,
  garage,
  date,
}: {
  card: OperationCard;
  control: Control<Values, any, Values>;
  garage: SelectOption | null;
  date: string | null;
}) {
  return (
    <>
      <Controller
        name="garage"
        control={control}
        render={({ field, fieldState }) => (
          <SearchSelect
            {...field}
            inputRef={field.ref}
            label="Гараж"
            required
            load={loadGarages}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="amount"
        control={control}
        render={({ field, fieldState }) => (
          <MoneyBox {...field} inputRef={field.ref} label="Сумма" required negative error={fieldState.error?.message} />
        )}
      />
      <Controller
        name="purpose"
        control={control}
        render={({ field, fieldState }) => (
          <PurposeBox
            label="Вид"
            garage={garage ? Number(garage.value) : undefined}
            date={date ?? card.on_date}
            value={field.value}
            onChange={field.onChange}
            inputRef={field.ref}
            helperText="Другой год наберите: «целевой 2019»"
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}

/** How and when it came, and why it is corrected. */
function PaperFields({
  control,
  defaults,
}: {
  control: Control<Values, any, Values>;
  defaults: ReturnType<typeof useDeskDefaults>;
}) {
  return (
    <>
      <Controller
        name="paymentType"
        control={control}
        render={({ field, fieldState }) => (
          <SelectBox
            {...field}
            inputRef={field.ref}
            label="Способ"
            options={(defaults?.methods ?? []).map((method) => ({ value: method.id, label: method.name }))}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="date"
        control={control}
        render={({ field, fieldState }) => (
          <DateBox
            {...field}
            inputRef={field.ref}
            label="Дата"
            required
            {...(defaults ? { max: defaults.today } : {})}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="paperNo"
        control={control}
        render={({ field, fieldState }) => (
          <TextBox
            {...field}
            inputRef={field.ref}
            label="Номер документа"
            maxLength={40}
            error={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="reason"
        control={control}
        render={({ field, fieldState }) => (
          <TextBox
            {...field}
            inputRef={field.ref}
            label="Причина исправления"
            maxLength={300}
            helperText="Нужна, когда меняются деньги: прежняя запись сторнируется, вносится новая"
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  );
}

function WordFields({ card }: { card: OperationCard }) {
  const { control } = useFormContext<Values>();
  return (
    <>
      <Controller
        name="comment"
        control={control}
        render={({ field, fieldState }) => (
          <TextArea {...field} label="Комментарий" maxLength={1000} error={fieldState.error?.message} />
        )}
      />
      {card.garages > 1 && <Note>Комментарий общий для всех строк документа № {card.document_id}.</Note>}
    </>
  );
}
