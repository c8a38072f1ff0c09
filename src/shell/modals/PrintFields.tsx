// What the print dialog asks of a kind of paper.
import { useState } from 'react';
import type { DocumentTypeInfo } from '../../../contract/documents.ts';
import { poOptions } from '../../../contract/orgs.ts';
import { consentKinds, type ConsentKind } from '../../../contract/profiles.ts';
import { call } from '../../../providers/http.ts';
import { DateBox } from '../../../widgets/DateInput.tsx';
import { MoneyBox } from '../../../widgets/MoneyInput.tsx';
import { SearchSelect } from '../../../widgets/SearchSelect.tsx';
import { Segmented } from '../../../widgets/Segmented.tsx';
import { SelectBox } from '../../../widgets/SelectInput.tsx';
import { TextArea } from '../../../widgets/TextArea.tsx';
import { TextBox } from '../../../widgets/TextInput.tsx';
import { today } from '../../../widgets/today.ts';
import { asksPo, digitsOf, type PrintForm } from './printRules.ts';

interface FieldsProps {
  info: DocumentTypeInfo;
  form: PrintForm;
  set: (change: Partial<PrintForm>) => void;
  errors: Record<string, string>;
  hasPo: boolean;
}

/** What the kind asks. */
export function Fields({ info, form, set, errors, hasPo }: FieldsProps) {
  return (
    <>
      {asksPo(info, hasPo) && <PoField info={info} form={form} set={set} error={errors.specific_po} />}
      {info.people && (
        <SelectBox
          label="Для кого"
          required
          value={form.person}
          options={info.people.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => set({ person: id === null ? null : Number(id) })}
          error={errors.profile_id}
          helperText="Новых владельцев несколько: на каждого свой лист"
        />
      )}
      {info.is_manual_numerated && (
        <TextBox
          label="Номер"
          required
          inputMode="numeric"
          value={form.number}
          onChange={(text) => set({ number: digitsOf(text) })}
          error={errors.number}
          helperText={`Только цифры. ${info.is_number_of_card ? 'В карточке' : 'Следующий по порядку'} — ${info.next_number}`}
        />
      )}
      {info.is_date_specific && <Dates form={form} set={set} errors={errors} />}
      {info.consents && (
        <SelectBox
          label="На что согласие"
          required
          value={form.consent}
          options={info.consents.map(({ kind }) => ({ value: kind, label: consentKinds[kind] }))}
          onChange={(kind) => kind && set({ consent: kind as ConsentKind })}
          error={errors.consent_kind}
          helperText="Каждое согласие — отдельный лист"
        />
      )}
      {info.asks_court && <CourtFields form={form} set={set} errors={errors} />}
    </>
  );
}

/** The ПО of the record, and no other; a person of several ПО leaves the choice. */
function PoField({
  info,
  form,
  set,
  error,
}: Pick<FieldsProps, 'info' | 'form' | 'set'> & { error: string | undefined }) {
  const [label, setLabel] = useState(info.po?.name ?? '');
  return (
    <SearchSelect
      label="Первичная организация"
      required
      value={form.po ? { value: form.po, label } : null}
      onChange={(option) => {
        setLabel(option?.label ?? '');
        set({ po: option ? Number(option.value) : null });
      }}
      load={async (q, signal) => {
        if (info.po) return { data: [{ value: info.po.id, label: info.po.name }] };
        const { data } = await call(poOptions, { query: { q }, signal, quiet: true });
        return { data: data.map((po) => ({ value: po.value, label: po.label, hint: po.mo_name })) };
      }}
      {...(error ? { error } : {})}
    />
  );
}

function Dates({ form, set, errors }: Pick<FieldsProps, 'form' | 'set' | 'errors'>) {
  return (
    <>
      <div style={{ margin: '8px 0 16px' }}>
        <div aria-hidden="true" style={{ marginBottom: 4, fontSize: '0.8125rem', fontWeight: 500 }}>
          Дата документа
        </div>
        <Segmented
          label="Дата документа"
          value={form.mode}
          options={[
            { value: 'day', label: 'День' },
            { value: 'period', label: 'Период' },
          ]}
          onChange={(mode) => set({ mode })}
        />
      </div>
      {form.mode === 'period' && (
        <DateBox
          label="Начало"
          required
          value={form.start}
          onChange={(start) => set({ start })}
          error={errors.start_date}
        />
      )}
      <DateBox
        label={form.mode === 'day' ? 'Дата' : 'Конец'}
        required
        max={today()}
        value={form.end}
        onChange={(end) => set({ end })}
        error={errors.end_date}
      />
    </>
  );
}

/** What only people know of a claim; what is left empty is written by hand. */
function CourtFields({ form, set, errors }: Pick<FieldsProps, 'form' | 'set' | 'errors'>) {
  const { court } = form;
  const change = (more: Partial<PrintForm['court']>) => set({ court: { ...court, ...more } });
  return (
    <>
      <TextBox
        label="Суд"
        value={court.court ?? ''}
        onChange={(text) => change({ court: text || null })}
        maxLength={200}
        placeholder="Мировому судье судебного участка № …"
        helperText="Пустые поля останутся местом для руки"
        error={errors['court.court']}
      />
      <TextBox
        label="Адрес суда"
        value={court.court_address ?? ''}
        onChange={(text) => change({ court_address: text || null })}
        maxLength={300}
        error={errors['court.court_address']}
      />
      <MoneyBox
        label="Уплаченная госпошлина"
        value={court.duty_kopecks ?? null}
        onChange={(sum) => change({ duty_kopecks: sum })}
        error={errors['court.duty_kopecks']}
      />
      <DateBox
        label="Когда уведомили должника"
        max={today()}
        value={court.notified_on ?? null}
        onChange={(day) => change({ notified_on: day })}
        error={errors['court.notified_on']}
      />
      <TextBox
        label="Как уведомили"
        value={court.notified_how ?? ''}
        onChange={(text) => change({ notified_how: text || null })}
        maxLength={200}
        placeholder="заказным письмом, лично под подпись"
        error={errors['court.notified_how']}
      />
      <TextArea
        label="Обстоятельства"
        value={court.circumstances ?? ''}
        onChange={(text) => change({ circumstances: text || null })}
        maxLength={3000}
        error={errors['court.circumstances']}
      />
    </>
  );
}
