// Unsaved work: editors say that they have some, the shell asks before anybody leaves.
import { useEffect, useId } from 'react';

const dirty = new Set<string>();

/** Holds the page while `isDirty`: a menu link, «Назад» and a closed tab ask first. */
export function useLeaveGuard(isDirty: boolean): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.add(id);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      dirty.delete(id);
      window.removeEventListener('beforeunload', warn);
    };
  }, [id, isDirty]);
}

/** Lets the next navigation pass: the work has just been saved. */
export function releaseGuard(): void {
  dirty.clear();
}

/** True while any editor has unsaved work. */
export const hasUnsavedWork = () => dirty.size > 0;
