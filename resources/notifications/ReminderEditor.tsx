// A reminder rule in a dialog: who, when, which text, how often at most.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageTemplates } from '../../contract/messageTemplates.ts';
import { channelRules, type ChannelRule } from '../../contract/notifications.ts';
import { debtRules, type DebtRule, type DebtRuleBody } from '../../contract/notifications/reminders.ts';
import { call, type HttpError } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { NumberBox } from '../../widgets/NumberInput.tsx';
import { RhythmFields } from '../../widgets/RhythmFields.tsx';
import { SearchMultiSelect } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { among, idsOf } from '../lists/filters.tsx';
import { useAccrualTypes } from '../lists/types.ts';

/** What a rule says, as it is saved. */
export const bodyOfRule = (rule: DebtRule): DebtRuleBody => ({
  name: rule.name,
  minDebt: rule.minDebt,
  minDays: rule.minDays,
  accrualTypes: rule.accrualTypes,
  every: rule.every,
  onDay: rule.onDay,
  atHour: rule.atHour,
  template: rule.template.id,
  channel: rule.channel,
  repeatDays: rule.repeatDays,
  payDays: rule.payDays,
});

type Numbers = 'minDebt' | 'minDays' | 'atHour' | 'repeatDays' | 'payDays' | 'template';
type Values = Omit<DebtRuleBody, Numbers> & { [K in Numbers]: number | null };
const usual: Values = {
  name: 'Напоминание о долге',
  minDebt: 1000_00,
  minDays: 30,
  accrualTypes: [],
  every: 'month',
  onDay: 10,
  atHour: 10,
  template: null,
  channel: 'email_else_sms',
  repeatDays: 25,
  payDays: 14,
};

interface Props {
  rule: DebtRule | null;
  onClose: () => void;
  onSaved: () => void;
}

export function ReminderEditor({ rule, onClose, onSaved }: Props) {
  const [values, setValues] = useState<Values>(rule ? bodyOfRule(rule) : usual);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const save = () => {
    setBusy(true);
    const body = values as DebtRuleBody;
    const saved = rule
      ? call(debtRules.update, { params: { id: rule.id }, body: { ...body, version: rule.version }, quiet: true })
      : call(debtRules.create, { body, quiet: true });
    saved.then(
      () => {
        toast(
          rule?.isOn ? 'Сохранено и выключено: посмотрите список и включите снова' : 'Правило сохранено, выключено',
        );
        onSaved();
      },
      (error: HttpError) => {
        setBusy(false);
        setErrors(error.body.errors ?? {});
        if (!error.body.errors || error.body.errors.form) toast(error.message, { kind: 'error' });
      },
    );
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={rule ? 'Правило напоминаний' : 'Новое правило напоминаний'}
      confirm="Сохранить"
      onConfirm={save}
      form={values}
      onCancel={onClose}
    >
      <TextBox
        label="Название и тема письма"
        value={values.name}
        onChange={(name) => set({ name })}
        error={errors.name}
        autoFocus
      />
      <Who values={values} set={set} errors={errors} />
      <When values={values} set={set} errors={errors} />
      <What values={values} set={set} errors={errors} />
    </ConfirmDialog>
  );
}

interface PartProps {
  values: Values;
  set: (part: Partial<Values>) => void;
  errors: Record<string, string>;
}

function Who({ values, set, errors }: PartProps) {
  const types = useAccrualTypes();
  const options = (types ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <>
      <FieldGrid>
        <MoneyBox
          label="Долг гаража не меньше"
          value={values.minDebt}
          onChange={(minDebt) => set({ minDebt })}
          error={errors.minDebt}
        />
        <NumberBox
          label="Самому старому долгу не меньше, дней"
          value={values.minDays}
          onChange={(minDays) => set({ minDays })}
          error={errors.minDays}
        />
      </FieldGrid>
      <SearchMultiSelect
        label="Виды начислений; пусто — все"
        load={among(types && options)}
        value={options.filter(({ value }) => values.accrualTypes.includes(value))}
        onChange={(chosen) => set({ accrualTypes: idsOf(chosen) })}
        error={errors.accrualTypes}
      />
    </>
  );
}

function When({ values, set, errors }: PartProps) {
  return (
    <FieldGrid>
      <RhythmFields values={values} set={set} errors={errors} hours="9–20" />
      <NumberBox
        label="Одному человеку не чаще, дней"
        value={values.repeatDays}
        onChange={(repeatDays) => set({ repeatDays })}
        error={errors.repeatDays}
      />
    </FieldGrid>
  );
}

function What({ values, set, errors }: PartProps) {
  const { data: templates } = useQuery(reading(messageTemplates.list));
  const debt = (templates ?? []).filter(({ kind }) => kind === 'debt');
  return (
    <FieldGrid>
      <SelectBox
        label="Шаблон «Долг и взносы»"
        value={values.template}
        options={debt.map(({ id, template_name }) => ({ value: id, label: template_name }))}
        onChange={(template) => set({ template: Number(template) })}
        error={errors.template}
      />
      <SelectBox
        label="Канал"
        value={values.channel}
        options={Object.entries(channelRules).map(([value, label]) => ({ value, label }))}
        onChange={(channel) => set({ channel: channel as ChannelRule })}
        error={errors.channel}
      />
      <NumberBox
        label="{Срок} в тексте: через, дней"
        value={values.payDays}
        onChange={(payDays) => set({ payDays })}
        error={errors.payDays}
      />
    </FieldGrid>
  );
}
