// Digits 1–7 open rows of the cockpit: not while something is typed.
import { useEffect } from 'react';

const MOST = 7;

export function useDigits<Row>(rows: readonly Row[], onPick: (row: Row) => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      const nth = Number(event.key);
      const row = nth <= MOST ? rows[nth - 1] : undefined;
      if (row) onPick(row);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  });
}

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;
