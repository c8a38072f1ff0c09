// What the common editor does for its forms, for a page with a form of its own: the leave guard, the draft, Ctrl+S and Esc, a save that comes
// after somebody else's.
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { releaseGuard, useLeaveGuard } from '../leaveGuard.ts';
import { useHotkey } from '../useHotkey.ts';
import { DraftOffer } from './DraftOffer.tsx';
import { StaleDialog } from './StaleDialog.tsx';
import { readDraft, useDraft } from './useDraft.ts';
import { changedFields } from './useStanding.ts';

export interface KeptFormProps<V extends FieldValues> {
  /** Key of the draft: person, resource, id. */
  draftKey: string;
  /** What the form begins with, and the version of the record it was read from. */
  values: V;
  version: number | null;
  labels: Record<string, string>;
  /** A value as a person reads it. */
  show: (field: string, value: unknown) => string;
  /** The record of a stale save as form values. */
  fromRecord: (record: never) => V;
  /** Esc: back without saving; the guard of the page asks first. */
  onCancel: () => void;
  /** Saves and answers what follows (a page is left); throws what the API answered. `how`: which button it was, undefined for Ctrl+S. */
  send: (values: V, version: number | null, how: string | undefined) => Promise<() => void>;
}

interface Stale<V> {
  theirs: V;
  version: number;
  message: string;
  own: boolean;
  how: string | undefined;
}

interface Refusal {
  status?: number;
  message: string;
  body?: { errors?: Record<string, string>; current?: { version: number } | null; own?: boolean };
}

/** What another save has left; null for any other refusal. */
function staleOf<V>(
  { status, message, body }: Refusal,
  fromRecord: (record: never) => V,
  how: string | undefined,
): Stale<V> | null {
  if (status !== 409 || !body?.current) return null;
  const { current, own } = body;
  return { theirs: fromRecord(current as never), version: current.version, message, own: own === true, how };
}

/** The form, what is wrong with it, and `around`: the offer of a draft and the choice after another's save. */
export function useKeptForm<V extends FieldValues>(props: KeptFormProps<V>) {
  const { send } = props;
  const [base, setBase] = useState({ values: props.values, version: props.version });
  const [form, setForm] = useState(props.values);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [saving, setSaving] = useState(false);
  const [stale, setStale] = useState<Stale<V> | null>(null);
  const changed = useMemo(() => changedFields(base.values, form), [base, form]);
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => leadToWrong(mark.current), [errors]);
  const { offered, drop } = useTypedDraft(
    { ...props, base: base.version, now: changed.length > 0 ? form : null, saving },
    (kept) => {
      setForm(kept.values);
      // What has been saved since the draft was begun is told when it is saved.
      setBase((known) => ({ ...known, version: kept.version ?? known.version }));
    },
  );
  const save = async (how?: string, values = form, version = base.version) => {
    if (saving) return;
    setSaving(true);
    setErrors({});
    try {
      const follow = await send(values, version, how);
      drop();
      releaseGuard();
      follow();
    } catch (error) {
      const refusal = error as Refusal;
      const found = staleOf(refusal, props.fromRecord, how);
      if (found) setStale(found);
      else setErrors(refusal.body?.errors ?? { form: refusal.message });
    }
    setSaving(false);
  };
  useHotkey('ctrl+s', () => void save(), { inFields: true, enabled: stale === null });
  useHotkey('esc', props.onCancel, { inFields: true, enabled: stale === null });
  const resolve = (chosen: FieldValues) => {
    const { theirs, version, how } = stale!;
    const values = { ...theirs, ...chosen };
    setBase({ values: theirs, version });
    setForm(values);
    setStale(null);
    void save(how, values, version);
  };
  const choice = stale && (
    <StaleDialog
      {...stale}
      {...{ labels: props.labels, show: props.show, fields: changed, before: base.values, mine: form }}
      onCancel={() => setStale(null)}
      onResolve={resolve}
    />
  );
  return {
    form,
    set: (change: Partial<V>) => setForm((was) => ({ ...was, ...change })),
    errors,
    saving,
    save: (how?: string) => save(how),
    /** The person himself has changed the record beside the form: it goes on from there. */
    follow: (version: number) => setBase((known) => (known.version === version - 1 ? { ...known, version } : known)),
    around: (
      <>
        <span ref={mark} hidden />
        {offered && <DraftOffer {...offered} />}
        {choice}
      </>
    ),
  };
}

/** The button stands below a long form: without this a refusal at its top is not seen, as though nothing had happened. */
function leadToWrong(mark: HTMLElement | null): void {
  const box = mark?.parentElement?.querySelector<HTMLElement>('[aria-invalid="true"]');
  box?.scrollIntoView?.({ block: 'center' });
  box?.focus({ preventScroll: true });
}

interface Typed<V> {
  draftKey: string;
  values: V;
  /** Version of the record under the form. */
  base: number | null;
  /** What is typed; null while nothing differs. */
  now: V | null;
  saving: boolean;
}

/** The draft follows what is typed and the page is held; one that was left behind is offered. */
function useTypedDraft<V extends FieldValues>(
  { draftKey, values, base, now, saving }: Typed<V>,
  take: (kept: { values: V; version: number | null }) => void,
) {
  const draft = useDraft<V>(draftKey);
  const offered = useOffer<V>(draftKey, values, { take, drop: draft.drop });
  const nowKey = now && JSON.stringify(now);
  useEffect(() => {
    if (nowKey) draft.keep(JSON.parse(nowKey) as V, { version: base });
    // The draft follows the values, not the draft's own identity.
  }, [nowKey]);
  useLeaveGuard(now !== null && !saving, !draft.isLost);
  return { offered, drop: draft.drop };
}

/** The draft that stood there when the form was opened, until it is answered. */
function useOffer<V extends FieldValues>(
  draftKey: string,
  values: V,
  { take, drop }: { take: (kept: { values: V; version: number | null }) => void; drop: () => void },
) {
  const [kept] = useState(() => readDraft<V>(draftKey));
  const [isOpen, setOpen] = useState(kept !== null && JSON.stringify(kept.values) !== JSON.stringify(values));
  if (!isOpen || !kept) return null;
  return {
    savedAt: kept.savedAt,
    onContinue: () => {
      take(kept);
      setOpen(false);
    },
    onDrop: () => {
      drop();
      setOpen(false);
    },
  };
}
