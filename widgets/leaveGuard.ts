// What a navigation has to ask first: unsaved work, which the shell asks about, and open boxes, which «Назад» only closes.
import { useEffect, useEffectEvent, useId } from 'react';

/** How work is kept at the last moment, so that nothing need be asked. */
export interface LastMoment {
  /** Keeps what is typed; false where it was refused. */
  flush: () => Promise<boolean>;
  /** The tab may close: the page itself sends what is typed on its way out. */
  closes: boolean;
}

interface Hold {
  isKept: boolean;
  flush: (() => Promise<boolean>) | null;
}
/** Who holds the page, whether what was typed stays in a draft, and how it is kept at once. */
const dirty = new Map<string, Hold>();

/**
 * Holds the page while `isDirty`: a menu link, «Назад» and a closed tab ask first. `isKept`: a draft keeps what was typed.
 * With `last` what is typed is kept first, and only what was refused is asked about.
 */
export function useLeaveGuard(isDirty: boolean, isKept = false, last: LastMoment | null = null): void {
  const id = useId();
  const flush = useEffectEvent(() => last?.flush() ?? Promise.resolve(false));
  const mayFlush = last !== null;
  const closes = last?.closes ?? false;
  useEffect(() => {
    if (!isDirty) return;
    dirty.set(id, { isKept, flush: mayFlush ? () => flush() : null });
    const warn = (event: BeforeUnloadEvent) => {
      if (!closes) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      dirty.delete(id);
      window.removeEventListener('beforeunload', warn);
    };
  }, [id, isDirty, isKept, mayFlush, closes]);
}

/** Keeps at once all that may be kept; true when nothing is left that would be lost. */
export async function flushWork(): Promise<boolean> {
  const holds = [...dirty.values()];
  if (!holds.every(({ flush }) => flush)) return false;
  return (await Promise.all(holds.map(({ flush }) => flush!()))).every(Boolean);
}

/** Lets the next navigation pass: the work has just been saved. */
export function releaseGuard(): void {
  dirty.clear();
}

/** True while any editor has unsaved work. */
export const hasUnsavedWork = () => dirty.size > 0;

/** True while leaving loses nothing: drafts keep all of it. */
export const isWorkKept = () => [...dirty.values()].every(({ isKept }) => isKept);

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
