// A draft of an editor, kept in this browser: it survives a closed tab, a lost token and a reload.
import { useCallback, useEffect, useRef, useState } from 'react';

const PREFIX = 'draft:';
/** When drafts of a person were forgotten: editors that stood before, in any tab, keep nothing more. */
const FORGOTTEN = 'drafts-forgotten';
const SAVE_DELAY_MS = 500;

export interface Draft<V> {
  values: V;
  /** The record under the fields that were changed, as it was then; absent in drafts of an earlier version. */
  base?: Record<string, unknown>;
  /** Version of the record that the draft was begun on. */
  version: number | null;
  savedAt: string;
}

/** The kept draft under a key; null when there is none or it can't be read. */
export function readDraft<V>(key: string): Draft<V> | null {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? 'null') as Draft<V> | null;
  } catch {
    return null;
  }
}

/** Keeps values under a key at once; false where this browser keeps nothing. Who stood there before the person left (`since`) keeps no more. */
export function putDraft<V>(key: string, values: V, since: number, version: number | null = null): boolean {
  if (Number(localStorage.getItem(FORGOTTEN)) > since) return true;
  const draft: Draft<V> = { values, version, savedAt: new Date().toISOString() };
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** Takes out what is kept under a key. */
export const dropDraft = (key: string): void => localStorage.removeItem(PREFIX + key);

/** Keys of the drafts of a person in this browser. */
const draftsOf = (userId: number | undefined) =>
  Object.keys(localStorage).filter((key) => key.startsWith(`${PREFIX}${userId ?? 0}:`));

/** How many drafts a person has in this browser. */
export const countDrafts = (userId: number | undefined): number => draftsOf(userId).length;

/** Takes the drafts of a person out of this browser: they hold names, phones and addresses as they were typed. */
export function forgetDrafts(userId: number | undefined): void {
  localStorage.setItem(FORGOTTEN, String(Date.now()));
  for (const key of draftsOf(userId)) localStorage.removeItem(key);
}

/** What is kept of an editor; the moment is added when it is written. */
type Kept<V> = Omit<Draft<V>, 'savedAt'>;

/**
 * `keep` saves values a moment after the last key; `drop` forgets them. `savedAt` is a time of day for the bar, `isLost`
 * says that this browser keeps nothing. The key begins with the number of the person and a colon.
 */
export function useDraft<V>(key: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<Kept<V> | null>(null);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);
  const [since] = useState(Date.now);
  const write = useCallback(() => {
    if (pending.current === null) return;
    const draft: Draft<V> = { ...pending.current, savedAt: new Date().toISOString() };
    pending.current = null;
    if (Number(localStorage.getItem(FORGOTTEN)) > since) return;
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(draft));
      setSavedAt(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
      setLost(false);
    } catch {
      setSavedAt(null);
      setLost(true);
    }
  }, [key, since]);
  const keep = useCallback(
    (values: V, over: Omit<Kept<V>, 'values'> = { version: null }) => {
      pending.current = { values, ...over };
      clearTimeout(timer.current);
      timer.current = setTimeout(write, SAVE_DELAY_MS);
    },
    [write],
  );
  const drop = useCallback(() => {
    clearTimeout(timer.current);
    pending.current = null;
    localStorage.removeItem(PREFIX + key);
    setSavedAt(null);
  }, [key]);
  // A tab that closes at once, or a session that ends under the hand, still keeps what was typed.
  useEffect(() => {
    window.addEventListener('pagehide', write);
    return () => {
      window.removeEventListener('pagehide', write);
      write();
    };
  }, [write]);
  return { keep, drop, savedAt, isLost };
}
