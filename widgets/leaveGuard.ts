// What a navigation has to ask first: unsaved work, which the shell asks about, and open boxes, which «Назад» only closes.
import { useEffect, useEffectEvent, useId } from 'react';

/** Who holds the page, and whether what was typed stays in a draft. */
const dirty = new Map<string, boolean>();

/** Holds the page while `isDirty`: a menu link, «Назад» and a closed tab ask first. `isKept`: a draft keeps what was typed. */
export function useLeaveGuard(isDirty: boolean, isKept = false): void {
  const id = useId();
  useEffect(() => {
    if (!isDirty) return;
    dirty.set(id, isKept);
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => {
      dirty.delete(id);
      window.removeEventListener('beforeunload', warn);
    };
  }, [id, isDirty, isKept]);
}

/** Lets the next navigation pass: the work has just been saved. */
export function releaseGuard(): void {
  dirty.clear();
}

/** True while any editor has unsaved work. */
export const hasUnsavedWork = () => dirty.size > 0;

/** True while leaving loses nothing: drafts keep all of it. */
export const isWorkKept = () => ![...dirty.values()].includes(false);

const boxes: (() => void)[] = [];

/** While a box is open, «Назад» of the browser or the phone closes it and the page stays. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!open) return;
    const own = () => close();
    boxes.push(own);
    return () => {
      const at = boxes.indexOf(own);
      if (at >= 0) boxes.splice(at, 1);
    };
  }, [open]);
}

/** Lets the next step back pass: the box has just been closed by its own button. */
export const releaseBoxes = () => void boxes.splice(0);

/** True while a box is open over the page. */
export const hasOpenBox = () => boxes.length > 0;

/** Closes the box that was opened last. */
export const closeTopBox = () => boxes.at(-1)?.();
