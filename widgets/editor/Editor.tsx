// The frame of every editor: sections, errors that jump to their field, what will change, the draft, the stale save.
import CheckIcon from '@mui/icons-material/Check';
import SaveIcon from '@mui/icons-material/SaveOutlined';
import Button from '@mui/material/Button';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { FormProvider, useForm, useWatch, type FieldValues } from 'react-hook-form';
import { CountBadge } from '../CountBadge.tsx';
import { Kbd } from '../Kbd.tsx';
import { releaseGuard, useLeaveGuard } from '../leaveGuard.ts';
import { openModal } from '../modals.ts';
import { StatusChip } from '../StatusChip.tsx';
import { StickyBar } from '../StickyBar.tsx';
import { toast } from '../toasts.ts';
import { useHotkey } from '../useHotkey.ts';
import { usePageTitle } from '../usePageTitle.ts';
import { isLineLost, useOnline, whenOnline } from '../useOnline.ts';
import { focusWrongInput } from '../wrongInput.ts';
import { LaidDraftOffer, useOfferedDraft } from './OfferedDraft.tsx';
import { ErrorSummary } from './ErrorSummary.tsx';
import { ShownValues } from './shownValues.ts';
import { StaleDialog } from './StaleDialog.tsx';
import { changedFields, useStanding } from './useStanding.ts';
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
  /** What is said after it; «Сохранено» without it. */
  savedText?: (values: V) => string;
}

interface Refusal {
  status?: number;
  message: string;
  body?: { errors?: Record<string, string>; current?: unknown; message: string; own?: boolean };
}

export function Editor<V extends FieldValues>(props: EditorProps<V>) {
  const editor = useEditor(props);
  const { form, changed, errors, dirty, stale, draft } = editor;
  return (
    <FormProvider {...form}>
      <div className={styles.page}>
        <Head title={props.title} crumbs={props.crumbs} isDirty={dirty} isNew={!props.version} />
        {props.above}
        <form
          id="editor-form"
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void editor.save();
          }}
        >
          <div className={styles.body}>
            <div>
              {draft.offered && <LaidDraftOffer {...draft.offered} labels={props.labels} show={showIn(props)} />}
              <ErrorSummary errors={downwards(errors, props.sections)} labels={props.labels} />
              {/* The form alone gives the values: an input of react-admin would take what the form hides from the record, masked. */}
              {props.sections.map((section, index) => (
                <section key={section.key} id={`section-${section.key}`} className={styles.section}>
                  <h2>
                    <i>{index + 1}</i> {section.title}
                  </h2>
                  <RecordContextProvider value={undefined}>
                    <ShownValues value={editor.takeShown}>{section.children}</ShownValues>
                  </RecordContextProvider>
                </section>
              ))}
            </div>
            <aside className={styles.side} aria-label="Разделы формы">
              <SectionLinks sections={props.sections} errors={errors} changed={changed} />
              {dirty && <Changes props={props} before={editor.before} now={editor.now} changed={changed} />}
            </aside>
          </div>
          <SaveBar
            draftSavedAt={draft.savedAt}
            saving={editor.saving}
            label={props.saveLabel}
            onCancel={props.onCancel}
          />
        </form>
      </div>
      {stale && (
        <StaleDialog
          message={stale.message}
          own={stale.own}
          fields={changed}
          labels={props.labels}
          show={showIn(props)}
          before={editor.before}
          mine={editor.now}
          theirs={stale.theirs}
          onCancel={editor.keepEditing}
          onResolve={editor.resolve}
        />
      )}
    </FormProvider>
  );
}

interface HeadProps {
  title: string;
  crumbs: ReactNode;
  isDirty: boolean;
  isNew: boolean;
}

function Head({ title, crumbs, isDirty, isNew }: HeadProps) {
  // A record says its own name; of a new one only its form knows what it will be.
  usePageTitle(isNew ? title : null);
  return (
    <header className={styles.head}>
      <nav className={styles.crumbs} aria-label="Путь">
        {crumbs}
      </nav>
      <h1>
        {title} {isDirty && <StatusChip kind="waiting">Не сохранено</StatusChip>}
      </h1>
    </header>
  );
}

/** Errors in the order of the fields on the page, whatever the order of the answer; what belongs to no field comes first. */
function downwards(errors: Record<string, string>, sections: readonly EditorSection[]): Record<string, string> {
  const order = sections.flatMap(({ fields }) => fields);
  const at = ([field]: [string, string]) => order.indexOf(field.split('.')[0]!);
  return Object.fromEntries(Object.entries(errors).toSorted((one, other) => at(one) - at(other)));
}

/** Another save came first: what it left, as form values and as a version to save over. */
interface Stale<V> {
  theirs: V;
  version: number;
  message: string;
  own: boolean;
}

/** What the editor holds: the form, what differs from the record, the draft, refusals of a save. */
function useEditor<V extends FieldValues>({
  values,
  version = null,
  draftKey,
  onSave,
  onCancel,
  fromRecord,
  savedText = () => 'Сохранено',
}: EditorProps<V>) {
  const form = useForm<V>({ defaultValues: values as never, mode: 'onTouched' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [refused, setRefused] = useState('{}');
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<Stale<V> | null>(null);
  const [base, setBase] = useState({ values, version });
  const now = useWatch({ control: form.control }) as V;
  const changed = useMemo(() => changedFields(base.values, now), [base, now]);
  const dirty = changed.length > 0;
  const isOnline = useOnline();
  const isHere = useIsHere();
  const { drop, ...draft } = useOfferedDraft(form, { draftKey, values, base }, dirty ? now : null, changed);
  useLeaveGuard(dirty && (!saving || !isOnline), !draft.isLost);

  const standing = useStanding(form, errors, refused, now);

  const refuse = ({ status, message, body }: Refusal) => {
    setSaving(false);
    if (status === 409 && body?.current && fromRecord) {
      const { version: fresh } = body.current as { version: number };
      return setStale({ theirs: fromRecord(body.current), version: Number(fresh), message, own: body.own === true });
    }
    // The specification's words and ways; what was typed stays under them.
    if (status === 404 || (status ?? 0) >= 500) openModal({ name: 'server-error-modal', status: status! });
    const found = body?.errors ?? { form: message };
    setErrors(found);
    setRefused(JSON.stringify(form.getValues()));
    for (const [field, text] of Object.entries(found)) form.setError(field as never, { type: 'server', message: text });
    document.getElementById('editor-errors')?.scrollIntoView?.({ block: 'center' });
  };
  const save = async (from: number | null = base.version) => {
    if (saving || focusWrongInput(document.getElementById('editor-form'))) return;
    setSaving(true);
    setErrors({});
    form.clearErrors();
    await send(from);
  };
  const send = async (from: number | null): Promise<void> => {
    try {
      await onSave(withoutUntyped(form.getValues(), base.values), from);
      drop();
      releaseGuard();
      toast(savedText(form.getValues()));
    } catch (error) {
      const refusal = error as Refusal;
      // The answer was lost on the way: the same is sent again when there is a connection, and happens once.
      if (refusal.status !== 0 || !(await isLineLost())) return refuse(refusal);
      await whenOnline();
      return isHere.current ? send(from) : undefined;
    }
  };
  const resolve = (resolved: FieldValues) => {
    const { theirs, version: fresh } = stale!;
    setBase({ values: theirs, version: fresh });
    form.reset({ ...theirs, ...resolved } as never, { keepDefaultValues: true });
    setStale(null);
    void save(fresh);
  };
  const takeShown = (found: Record<string, unknown>) => {
    setBase((known) => ({ ...known, values: { ...known.values, ...found } }));
    for (const [field, value] of Object.entries(found)) form.setValue(field as never, value as never);
  };
  useHotkey('ctrl+s', () => void save(), { inFields: true });
  useHotkey('esc', onCancel, { inFields: true, enabled: stale === null });
  return {
    form,
    now,
    before: base.values,
    changed,
    dirty,
    errors: standing,
    saving,
    save,
    draft,
    stale,
    resolve,
    takeShown,
    keepEditing: () => setStale(null),
  };
}

interface SectionLinksProps {
  sections: readonly EditorSection[];
  errors: Record<string, string>;
  changed: readonly string[];
}

function SectionLinks({ sections, errors, changed }: SectionLinksProps) {
  return (
    <ol>
      {sections.map((section, index) => {
        const wrong = Object.keys(errors).filter((field) => section.fields.includes(field.split('.')[0]!)).length;
        const touched = section.fields.some((field) => changed.includes(field));
        return (
          <li key={section.key}>
            <button
              type="button"
              onClick={() => document.getElementById(`section-${section.key}`)?.scrollIntoView({ behavior: 'smooth' })}
            >
              <span>
                {index + 1}&ensp;{section.title}
              </span>
              {wrong ? (
                <CountBadge count={wrong} kind="error" label="ошибок" />
              ) : (
                touched && <CheckIcon titleAccess="изменено" sx={{ fontSize: 16, color: 'var(--gr-green)' }} />
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

interface ChangesProps<V extends FieldValues> {
  props: EditorProps<V>;
  before: V;
  now: V;
  changed: readonly string[];
}

function Changes<V extends FieldValues>({ props, before, now, changed }: ChangesProps<V>) {
  return (
    <div className={styles.changes}>
      <h2>Что изменится</h2>
      {changed.map((field) => (
        <div key={field}>
          <small>{props.labels[field] ?? field}</small>
          <s>{shown(props, field, before[field])}</s> → <b>{shown(props, field, now[field])}</b>
        </div>
      ))}
    </div>
  );
}

interface SaveBarProps {
  draftSavedAt: string | null;
  saving: boolean;
  label: string | undefined;
  onCancel: () => void;
}

function SaveBar({ draftSavedAt, saving, label = 'Сохранить', onCancel }: SaveBarProps) {
  const isOnline = useOnline();
  return (
    <div className={styles.bar}>
      <StickyBar
        label="Сохранение"
        info={
          <small style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
            <SaveIcon fontSize="small" />{' '}
            {saving && !isOnline
              ? 'Нет связи: сохранится само, когда связь появится'
              : draftSavedAt
                ? `Черновик сохранён в ${draftSavedAt}, останется и после закрытия вкладки`
                : 'Правка хранится черновиком в этом браузере до выхода'}
          </small>
        }
      >
        <Button onClick={onCancel}>
          Отмена <Kbd>Esc</Kbd>
        </Button>
        <Button type="submit" variant="contained" loading={saving}>
          {label} <Kbd>Ctrl S</Kbd>
        </Button>
      </StickyBar>
    </div>
  );
}

/** Whether the component still stands, for what comes back later. */
function useIsHere() {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

const showIn =
  <V extends FieldValues>(props: EditorProps<V>) =>
  (field: string, value: unknown) =>
    shown(props, field, value);

const shown = <V extends FieldValues>(props: EditorProps<V>, field: string, value: unknown) =>
  props.show?.(field, value) || (value === null || value === undefined || value === '' ? '—' : String(value));

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** A hidden value is cleared only by who has seen it: an empty field that was not shown says nothing. */
const withoutUntyped = <V extends FieldValues>(now: V, before: V): V =>
  Object.fromEntries(
    Object.entries(now).filter(([field, value]) => before[field] !== undefined || !isEmpty(value)),
  ) as V;
