// Short messages at the bottom: what was done, with a way back where there is one.
import { useSyncExternalStore } from 'react';

export interface Toast {
  id: number;
  text: string;
  kind: 'done' | 'error';
  undo?: (() => void) | undefined;
  /** What may be done with it at once: «Показать», «Печать». */
  actions?: readonly ToastAction[] | undefined;
}
export interface ToastAction {
  label: string;
  run: () => void;
  /** The message is there afterwards too: what else it offers is not lost. */
  stays?: true;
}

let toasts: readonly Toast[] = [];
let last = 0;
const listeners = new Set<() => void>();
const change = (next: readonly Toast[]) => {
  toasts = next;
  for (const hear of listeners) hear();
};

/** Shows a message; an error stays until it is closed. */
export function toast(text: string, options: Partial<Pick<Toast, 'kind' | 'undo' | 'actions'>> = {}): void {
  last += 1;
  change([...toasts.slice(-2), { kind: 'done', ...options, id: last, text }]);
}
export const closeToast = (id: number) => change(toasts.filter((one) => one.id !== id));

export const useToasts = (): readonly Toast[] =>
  useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    () => toasts,
    () => toasts,
  );
