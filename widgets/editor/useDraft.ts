// A draft of an editor, kept in this browser: it survives a closed tab, a lost token and a reload.
import { useCallback, useEffect, useRef, useState } from 'react';

const PREFIX = 'draft:';
const SAVE_DELAY_MS = 500;

interface Draft<V> {
  values: V;
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

/** `keep` saves values a moment after the last key; `drop` forgets them. `savedAt` is a time of day for the bar. */
export function useDraft<V>(key: string, version: number | null) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pending = useRef<V | null>(null);
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const write = useCallback(() => {
    if (pending.current === null) return;
    const draft: Draft<V> = { values: pending.current, version, savedAt: new Date().toISOString() };
    pending.current = null;
    try {
      localStorage.setItem(PREFIX + key, JSON.stringify(draft));
      setSavedAt(new Date().toLocaleTimeString('ru-RU', { hour: '2-digit', minute: '2-digit' }));
    } catch {
      setSavedAt(null);
    }
  }, [key, version]);
  const keep = useCallback(
    (values: V) => {
      pending.current = values;
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
  return { keep, drop, savedAt };
}
