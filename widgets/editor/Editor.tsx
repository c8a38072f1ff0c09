// The frame of every editor: sections, errors that jump to their field, what will change, the draft, the stale save.
import CheckIcon from '@mui/icons-material/Check';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { FormProvider, useForm, useWatch, type FieldValues } from 'react-hook-form';
import { CountBadge } from '../CountBadge.tsx';
import { Kbd } from '../Kbd.tsx';
import { releaseGuard, useLeaveGuard } from '../leaveGuard.ts';
import { Note } from '../Note.tsx';
import { StatusChip } from '../StatusChip.tsx';
import { StickyBar } from '../StickyBar.tsx';
import { toast } from '../toasts.ts';
import { useHotkey } from '../useHotkey.ts';
import { readDraft, useDraft } from './useDraft.ts';
import { ShownValues } from './shownValues.ts';
import { StaleDialog } from './StaleDialog.tsx';
import styles from './editor.module.css';

export interface EditorSection {
  key: string;
  title: string;
  /** Fields whose errors belong here. */
  fields: readonly string[];
  children: ReactNode;
}

export interface EditorProps<V extends FieldValues> {
  title: string;
  crumbs?: ReactNode;
  /** Work of its own between the title and the form: loading a registry into a ПО. */
  above?: ReactNode;
  /** What the form begins with; for an edit the record as it was read. */
  values: V;
  version?: number | null;
  sections: readonly EditorSection[];
  labels: Record<string, string>;
  /** A value as a person reads it, for «Что изменится». */
  show?: (field: string, value: unknown) => string;
  /** Saves; throws what the API answered (status, body.errors, body.current). */
  onSave: (values: V, version: number | null) => Promise<void>;
  onCancel: () => void;
  /** Key of the draft: person, resource, id. */
  draftKey: string;
  /** The record of a stale save as form values. */
  fromRecord?: (record: unknown) => V;
  saveLabel?: string;
}

interface Refusal {
  status?: number;
  message: string;
  body?: { errors?: Record<string, string>; current?: unknown; message: string };
}

export function Editor<V extends FieldValues>(props: EditorProps<V>) {
  const { values, version = null, draftKey, onSave, onCancel, sections } = props;
  const draft = useDraft<V>(draftKey, version);
  const [kept] = useState(() => readDraft<V>(draftKey));
  const [offer, setOffer] = useState(kept !== null && JSON.stringify(kept.values) !== JSON.stringify(values));
  const form = useForm<V>({ defaultValues: values as never, mode: 'onTouched' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<{ record: unknown; message: string } | null>(null);
  const [base, setBase] = useState({ values, version });
  const now = useWatch({ control: form.control }) as V;
  const changed = useMemo(() => changedFields(base.values, now), [base, now]);
  const dirty = changed.length > 0;
  useLeaveGuard(dirty && !saving);
  const nowKey = JSON.stringify(now);
  useEffect(() => {
    if (dirty) draft.keep(withoutShown(JSON.parse(nowKey) as V, values, changed));
    // The draft follows the values, not the draft's own identity.
  }, [nowKey]);

  const save = async (from: number | null = base.version) => {
    if (saving) return;
    setSaving(true);
    setErrors({});
    form.clearErrors();
    try {
      await onSave(withoutUntyped(form.getValues(), base.values), from);
      draft.drop();
      releaseGuard();
      toast('Сохранено');
    } catch (error) {
      setSaving(false);
      const refusal = error as Refusal;
      if (refusal.status === 409 && refusal.body?.current && props.fromRecord)
        return setStale({ record: refusal.body.current, message: refusal.message });
      const found = refusal.body?.errors ?? { form: refusal.message };
      setErrors(found);
      for (const [field, message] of Object.entries(found)) form.setError(field as never, { type: 'server', message });
      document.getElementById('editor-errors')?.scrollIntoView?.({ block: 'center' });
    }
  };
  const takeShown = (found: Record<string, unknown>) => {
    setBase((known) => ({ ...known, values: { ...known.values, ...found } }));
    for (const [field, value] of Object.entries(found)) form.setValue(field as never, value as never);
  };
  useHotkey('ctrl+s', () => void save(), { inFields: true });
  useHotkey('esc', onCancel, { inFields: true, enabled: stale === null });

  return (
    <FormProvider {...form}>
      <div className={styles.page}>
        <header className={styles.head}>
          <nav className={styles.crumbs} aria-label="Путь">
            {props.crumbs}
          </nav>
          <h1>
            {props.title} {dirty && <StatusChip kind="waiting">Не сохранено</StatusChip>}
          </h1>
        </header>
        {props.above}
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <div className={styles.body}>
            <div>
              {offer && kept && (
                <Note
                  tone="blue"
                  title={`Есть черновик от ${new Date(kept.savedAt).toLocaleString('ru-RU', { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' })}`}
                  action={
                    <>
                      <Button
                        size="small"
                        onClick={() => {
                          form.reset(kept.values as never, { keepDefaultValues: true });
                          setOffer(false);
                        }}
                      >
                        Продолжить
                      </Button>
                      <Button
                        size="small"
                        variant="text"
                        onClick={() => {
                          draft.drop();
                          setOffer(false);
                        }}
                      >
                        Удалить
                      </Button>
                    </>
                  }
                >
                  Вы не сохранили правку. Продолжить с неё?
                </Note>
              )}
              <ErrorSummary errors={errors} labels={props.labels} onJump={focusField} />
              {sections.map((section, index) => (
                <section key={section.key} id={`section-${section.key}`} className={styles.section}>
                  <h2>
                    <i>{index + 1}</i> {section.title}
                  </h2>
                  <ShownValues value={takeShown}>{section.children}</ShownValues>
                </section>
              ))}
            </div>
            <aside className={styles.side} aria-label="Разделы формы">
              <ol>
                {sections.map((section, index) => {
                  const wrong = Object.keys(errors).filter((field) =>
                    section.fields.includes(field.split('.')[0]!),
                  ).length;
                  const touched = section.fields.some((field) => changed.includes(field));
                  return (
                    <li key={section.key}>
                      <button
                        type="button"
                        onClick={() =>
                          document.getElementById(`section-${section.key}`)?.scrollIntoView({ behavior: 'smooth' })
                        }
                      >
                        <span>
                          {index + 1}&ensp;{section.title}
                        </span>
                        {wrong ? (
                          <CountBadge count={wrong} kind="error" label="ошибок" />
                        ) : (
                          touched && (
                            <CheckIcon titleAccess="изменено" sx={{ fontSize: 16, color: 'var(--gr-green)' }} />
                          )
                        )}
                      </button>
                    </li>
                  );
                })}
              </ol>
              {dirty && (
                <div className={styles.changes}>
                  <h2>Что изменится</h2>
                  {changed.map((field) => (
                    <div key={field}>
                      <small>{props.labels[field] ?? field}</small>
                      <s>{shown(props, field, base.values[field])}</s> → <b>{shown(props, field, now[field])}</b>
                    </div>
                  ))}
                </div>
              )}
            </aside>
          </div>
          <div className={styles.bar}>
            <StickyBar
              label="Сохранение"
              info={
                <small style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
                  <SaveIcon fontSize="small" />{' '}
                  {draft.savedAt
                    ? `Черновик сохранён в ${draft.savedAt}, останется и после закрытия вкладки`
                    : 'Черновик хранится в этом браузере'}
                </small>
              }
            >
              <Button onClick={onCancel}>
                Отмена <Kbd>Esc</Kbd>
              </Button>
              <Button type="submit" variant="contained" loading={saving}>
                {props.saveLabel ?? 'Сохранить'} <Kbd>Ctrl S</Kbd>
              </Button>
            </StickyBar>
          </div>
        </form>
      </div>
      {stale && props.fromRecord && (
        <StaleDialog
          message={stale.message}
          fields={changed}
          labels={props.labels}
          show={(field, value) => shown(props, field, value)}
          before={base.values}
          mine={now}
          theirs={props.fromRecord(stale.record)}
          onCancel={() => setStale(null)}
          onResolve={(resolved) => {
            const theirs = props.fromRecord!(stale.record);
            const fresh = Number((stale.record as { version: number }).version);
            setBase({ values: theirs, version: fresh });
            form.reset({ ...theirs, ...resolved } as never, { keepDefaultValues: true });
            setStale(null);
            void save(fresh);
          }}
        />
      )}
    </FormProvider>
  );
}

function ErrorSummary({
  errors,
  labels,
  onJump,
}: {
  errors: Record<string, string>;
  labels: Record<string, string>;
  onJump: (field: string) => void;
}) {
  const fields = Object.keys(errors);
  if (!fields.length) return null;
  const word = fields.length === 1 ? 'ошибка' : fields.length < 5 ? 'ошибки' : 'ошибок';
  return (
    <div id="editor-errors">
      <Note tone="red" role="alert" title={`Не сохранено: ${fields.length} ${word}`}>
        <ul className={styles.errors}>
          {fields.map((field) => (
            <li key={field}>
              {labels[field.split('.')[0]!] && (
                <>
                  <button type="button" onClick={() => onJump(field)}>
                    {labels[field.split('.')[0]!]}
                  </button>{' '}
                  —{' '}
                </>
              )}
              {errors[field]}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

function focusField(field: string) {
  const control =
    document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"], [id="${CSS.escape(field)}"]`) ??
    document.querySelector<HTMLElement>('[aria-invalid="true"]');
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}

const shown = <V extends FieldValues>(props: EditorProps<V>, field: string, value: unknown) =>
  props.show?.(field, value) || (value === null || value === undefined || value === '' ? '—' : String(value));

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A hidden value is cleared only by who has seen it: an empty field that was not shown says nothing. */
const withoutUntyped = <V extends FieldValues>(now: V, before: V): V =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => before[field] !== undefined || !isEmpty(value)),
  ) as V;

/** What was only shown is not left on the disk of an office computer by a draft. */
const withoutShown = <V extends FieldValues>(now: V, first: V, changed: readonly string[]): V =>
  Object.fromEntries(
    Object.entries(now).filter(([field]) => first[field] !== undefined || changed.includes(field)),
  ) as V;

function changedFields(before: FieldValues, now: FieldValues): string[] {
  const plain = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (field) => plain(before[field]) !== plain(now[field]),
  );
}
