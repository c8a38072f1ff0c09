// Which of the fields that a save was refused for are still as they were then.
import { useEffect, useMemo } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Errors of fields that stand as they were refused (`refused`, values as JSON); one that was changed since is wrong no more. */
export function useStanding<V extends FieldValues>(
  form: UseFormReturn<V>,
  errors: Record<string, string>,
  refused: string,
  now: V,
): Record<string, string> {
  const before = useMemo(() => JSON.parse(refused) as FieldValues, [refused]);
  const rootOf = (field: string) => field.split('.')[0]!;
  const changed = new Set(changedFields(before, now));
  const gone = Object.keys(errors).filter((field) => field !== 'form' && changed.has(rootOf(field)));
  const goneKey = gone.join();
  useEffect(() => {
    if (goneKey) form.clearErrors(goneKey.split(',') as never);
  }, [form, goneKey]);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !gone.includes(field)));
}

/** Names of the fields whose values differ; nothing and an empty text are the same. */
export function changedFields(before: FieldValues, now: FieldValues): string[] {
  const plain = (value: unknown) => JSON.stringify(value === '' || value === undefined ? null : value);
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (field) => plain(before[field]) !== plain(now[field]),
  );
}
