// A report by the clock in a dialog: what is sent, when, to whom.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { rhythmWords } from '../../contract/kernel/rhythm.ts';
import {
  createReport,
  reportPeriods,
  reportReceivers,
  updateReport,
  type Report,
  type ReportBody,
  type ReportPeriod,
} from '../../contract/reports.ts';
import { call, type HttpError, type ReplyOf } from '../../providers/http.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { Checkbox } from '../../widgets/Checkbox.tsx';
import { ConfirmDialog } from '../../widgets/ConfirmDialog.tsx';
import { FieldGrid } from '../../widgets/FieldGrid.tsx';
import { AlertNote } from '../../widgets/Note.tsx';
import { RhythmFields } from '../../widgets/RhythmFields.tsx';
import { SearchMultiSelect } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { TextBox } from '../../widgets/TextInput.tsx';
import { toast } from '../../widgets/toasts.ts';
import { among, idsOf } from '../lists/filters.tsx';
import styles from './reports.module.css';
import { bodyOfReport, formats, sourceWords, usualName, type ReportDraft } from './words.ts';

type Values = Omit<ReportBody, 'atHour'> & { atHour: number | null };
export type Reports = ReplyOf<typeof createReport>;

const usual = { format: 'xlsx', every: 'week', onDay: 1, atHour: 8, skipsEmpty: false } as const;

interface Props {
  /** A report that is kept, or what a page handed over. */
  report: Report | null;
  draft: ReportDraft | null;
  onClose: () => void;
  onSaved: (reply: Reports) => void;
}

export function ReportEditor({ report, draft, onClose, onSaved }: Props) {
  const actor = useActor();
  const [values, setValues] = useState<Values>(() =>
    report
      ? bodyOfReport(report)
      : { ...usual, ...draft!, name: usualName(draft!.source), receivers: actor ? [actor.userId] : [] },
  );
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);
  const set = (part: Partial<Values>) => setValues({ ...values, ...part });
  const save = () => {
    setBusy(true);
    const body = values as ReportBody;
    const saved = report
      ? call(updateReport, { params: { id: report.id }, body: { ...body, version: report.version }, quiet: true })
      : call(createReport, { body, quiet: true });
    saved.then(
      (reply) => {
        toast(`Отчёт будет уходить: ${rhythmWords(body)}`);
        onSaved(reply);
      },
      (error: HttpError) => {
        setBusy(false);
        setErrors(error.body.errors ?? { form: error.message });
      },
    );
  };
  return (
    <ConfirmDialog
      open
      busy={busy}
      title={report ? 'Отчёт по расписанию' : 'Присылать по почте'}
      confirm={report ? 'Сохранить' : 'Присылать'}
      onConfirm={save}
      form={values}
      onCancel={onClose}
    >
      <p className={styles.what}>
        Уходит {sourceWords(values.source)}.{values.conditions && ` Отбор: ${values.conditions}.`} Каждый получит строки
        своего места, по своим правам на тот час.
      </p>
      <AlertNote text={errors.form ?? errors.columns ?? errors.source} />
      <TextBox
        label="Название и тема письма"
        value={values.name}
        onChange={(name) => set({ name })}
        error={errors.name}
        maxLength={120}
      />
      <When values={values} set={set} errors={errors} />
      <Whom values={values} set={set} errors={errors} report={report} />
    </ConfirmDialog>
  );
}

interface PartProps {
  values: Values;
  set: (part: Partial<Values>) => void;
  errors: Record<string, string>;
}

function When({ values, set, errors }: PartProps) {
  const { source } = values;
  return (
    <FieldGrid>
      <RhythmFields values={values} set={set} errors={errors} hours="0–23" />
      {source.of === 'statistics' && (
        <SelectBox
          label="За какие дни"
          value={source.period}
          options={Object.entries(reportPeriods).map(([value, label]) => ({ value, label }))}
          onChange={(period) => set({ source: { ...source, period: period as ReportPeriod } })}
          error={errors.source}
        />
      )}
      <SelectBox
        label="Вид файла"
        value={values.format}
        options={Object.entries(formats).map(([value, label]) => ({ value, label }))}
        onChange={(format) => set({ format: format as 'xlsx' })}
        error={errors.format}
      />
    </FieldGrid>
  );
}

function Whom({ values, set, errors, report }: PartProps & { report: Report | null }) {
  const { data } = useQuery(reading(reportReceivers));
  const here = data?.data ?? [];
  const kept = (report?.receivers ?? []).filter(({ id }) => !here.some((one) => one.id === id));
  const options = [...here, ...kept].map(({ id, name, place }) => ({
    value: id,
    label: name,
    hint: place ?? undefined,
  }));
  return (
    <>
      <SearchMultiSelect
        label="Кто получает"
        load={among(data && options)}
        value={options.filter(({ value }) => values.receivers.includes(value))}
        onChange={(chosen) => set({ receivers: idsOf(chosen) })}
        error={errors.receivers}
      />
      <Checkbox
        label="Не присылать, когда строк нет"
        value={values.skipsEmpty}
        onChange={(skipsEmpty) => set({ skipsEmpty })}
      />
    </>
  );
}
