// Keyboard shortcuts that work in any keyboard layout.
import { useEffectEvent, useLayoutEffect } from 'react';

export interface HotkeyOptions {
  enabled?: boolean;
  /** Also while a person types in a field. By default so only for combinations with Ctrl or Alt and for Esc. */
  inFields?: boolean;
}

/**
 * Runs `action` on the keys: `useHotkey('ctrl+s', save)`, `useHotkey('/', focusSearch)`, `useHotkey('esc', close)`.
 * Letters are matched by their place on the keyboard («ы» is «s»); Ctrl also means ⌘. The browser's own action is stopped.
 */
export function useHotkey(keys: string, action: (event: KeyboardEvent) => void, options: HotkeyOptions = {}): void {
  const { enabled = true, inFields } = options;
  const run = useEffectEvent(action);
  // Before anything is painted: on a busy machine an effect comes so late that a page in sight would miss its first key.
  useLayoutEffect(() => {
    if (!enabled) return;
    const wanted = readKeys(keys);
    const anywhere = inFields ?? (wanted.ctrl || wanted.alt || wanted.key === 'escape');
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || !matches(event, wanted)) return;
      if (!anywhere && isField(event.target)) return;
      event.preventDefault();
      run(event);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keys, enabled, inFields]);
}

interface Keys {
  key: string;
  ctrl: boolean;
  alt: boolean;
  shift: boolean;
}

function readKeys(keys: string): Keys {
  const parts = keys.toLowerCase().split('+');
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'esc' ? 'escape' : key,
    ctrl: parts.includes('ctrl'),
    alt: parts.includes('alt'),
    shift: parts.includes('shift'),
  };
}

function matches(event: KeyboardEvent, wanted: Keys): boolean {
  if ((event.ctrlKey || event.metaKey) !== wanted.ctrl || event.altKey !== wanted.alt) return false;
  const letter = /^[a-z]$/.test(wanted.key);
  const sameKey = event.key.toLowerCase() === wanted.key || (letter && event.code === `Key${wanted.key.toUpperCase()}`);
  // A sign such as «?» may need Shift on its own; only letters and named keys mind it.
  const shiftMatters = letter || wanted.key.length > 1;
  return sameKey && (!shiftMatters || event.shiftKey === wanted.shift);
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
