// Unsaved work: editors say that they have some, the shell asks before anybody leaves.
import { useEffect, useId, useSyncExternalStore } from 'react';

const dirty = new Set<string>();
const listeners = new Set<() => void>();
const speak = () => {
  for (const hear of listeners) hear();
};

/** Holds the page while `isDirty`: a menu link, «Назад» and a closed tab ask first. */
export function useLeaveGuard(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    speak();
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      dirty.delete(id);
      speak();
      window.removeEventListener('beforeunload', warn);
    };
  }, [id, isDirty]);
}

/** Lets the next navigation pass: the work has just been saved. */
export function releaseGuard(): void {
  dirty.clear();
  speak();
}

/** True while any editor has unsaved work. */
export const hasUnsavedWork = () => dirty.size > 0;
export function useUnsavedWork(): boolean {
  return useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    hasUnsavedWork,
    () => false,
  );
}
