// Keys of rows that open in place: → opens, ← folds, ↑ ↓ walk from row to row.
import type { KeyboardEvent } from 'react';

/** `isOpen`: the row whose button has the focus; `onToggle` opens or folds it. */
export function foldKeys(event: KeyboardEvent<HTMLButtonElement>, isOpen: boolean, onToggle: () => void): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) {
    const rows = [...event.currentTarget.closest('table')!.querySelectorAll<HTMLElement>('[aria-expanded]')];
    rows[rows.indexOf(event.currentTarget) + step]?.focus();
  } else if (event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) onToggle();
  else return;
  event.preventDefault();
}
