// A draft that was left behind: offered at the top of the form, laid over the record as it is now.
import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DraftOffer, type OfferedDraft } from './DraftOffer.tsx';
import { StaleDialog, type StaleDialogProps } from './StaleDialog.tsx';
import { readDraft, useDraft, type Draft } from './useDraft.ts';
import { changedFields } from './useStanding.ts';

/** What the editor began with: its record, the key of its draft. */
interface Begun<V> {
  draftKey: string;
  values: V;
  /** The record that the form is compared with: a stale save gives another one. */
  base: { values: V; version: number | null };
}

/** Fields that the draft and a colleague have both changed since the draft was begun. */
export interface DraftConflict<V> {
  fields: string[];
  before: FieldValues;
  mine: V;
  theirs: V;
  onResolve: (values: FieldValues) => void;
  onCancel: () => void;
}

/** The draft follows what is typed (`now`, null while nothing differs); one that was left behind is offered. */
export function useOfferedDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  { draftKey, values, base }: Begun<V>,
  now: V | null,
  changed: readonly string[],
) {
  const draft = useDraft<V>(draftKey);
  const [kept] = useState(() => readDraft<V>(draftKey));
  const mine = kept ? typedFields(kept, values) : [];
  const laid = kept ? ({ ...values, ...only(kept.values, mine) } as V) : values;
  const [offer, setOffer] = useState(changedFields(values, laid).length > 0);
  const [asked, setAsked] = useState<string[]>([]);
  const typedKey = now && JSON.stringify([withoutShown(now, values, changed), beforeOf(base.values, values, changed)]);
  useEffect(() => {
    if (!typedKey) return;
    const [typed, before] = JSON.parse(typedKey) as [V, FieldValues];
    draft.keep(typed, { base: before, version: base.version });
    // The draft follows the values, not the draft's own identity.
  }, [typedKey]);
  const take = (over: FieldValues) => {
    form.reset({ ...laid, ...over } as never, { keepDefaultValues: true });
    setAsked([]);
    setOffer(false);
  };
  const conflict: DraftConflict<V> | null =
    kept && asked.length
      ? {
          fields: asked,
          before: kept.base ?? values,
          mine: kept.values,
          theirs: values,
          onResolve: take,
          onCancel: () => setAsked([]),
        }
      : null;
  const offered = offer &&
    kept && {
      savedAt: kept.savedAt,
      conflict,
      onContinue: () => {
        const both = contested(kept, base, mine);
        if (both.length) setAsked(both);
        else take({});
      },
      onDrop: () => {
        draft.drop();
        setOffer(false);
      },
    };
  return { offered, savedAt: draft.savedAt, isLost: draft.isLost, drop: draft.drop };
}

const only = (values: FieldValues, fields: readonly string[]): FieldValues =>
  Object.fromEntries(fields.map((field) => [field, values[field]]));

/** Fields that the draft changed: nothing else of it is taken. A draft of an earlier version does not say which. */
const typedFields = <V extends FieldValues>(kept: Draft<V>, values: V): string[] =>
  kept.base ? Object.keys(kept.base) : changedFields(values, kept.values);

/** Of them those that were changed in the record too, to something else. */
function contested<V extends FieldValues>(
  kept: Draft<V>,
  { values, version }: Begun<V>['base'],
  mine: readonly string[],
): string[] {
  if (kept.version === version) return [];
  const since = new Set(changedFields(only(kept.base ?? {}, mine), only(values, mine)));
  const differ = new Set(changedFields(only(kept.values, mine), only(values, mine)));
  return mine.filter((field) => differ.has(field) && (!kept.base || since.has(field)));
}

/** The record under what was typed; what was only shown stays out of it as it does out of the draft. */
const beforeOf = (known: FieldValues, first: FieldValues, changed: readonly string[]): FieldValues =>
  Object.fromEntries(changed.map((field) => [field, first[field] === undefined ? null : (known[field] ?? null)]));

/** What was only shown is not left on the disk of an office computer by a draft. */
const withoutShown = <V extends FieldValues>(now: V, first: V, changed: readonly string[]): V =>
  Object.fromEntries(
    Object.entries(now).filter(([field]) => first[field] !== undefined || changed.includes(field)),
  ) as V;

type LaidDraftProps = OfferedDraft &
  Pick<StaleDialogProps, 'labels' | 'show'> & { conflict: DraftConflict<FieldValues> | null };

/** The offer of an editor's draft: what a colleague has changed since is asked first. */
export const LaidDraftOffer = ({ conflict, labels, show, ...offer }: LaidDraftProps) => (
  <DraftOffer {...offer}>
    <DraftConflictDialog conflict={conflict} labels={labels} show={show} />
  </DraftOffer>
);

function DraftConflictDialog({ conflict, ...said }: Pick<LaidDraftProps, 'conflict' | 'labels' | 'show'>) {
  if (!conflict) return null;
  return (
    <StaleDialog
      {...conflict}
      {...said}
      message="Пока лежал черновик, карточку сохранили"
      confirm="Продолжить с выбранным"
      own={false}
    />
  );
}
