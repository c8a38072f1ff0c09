// One dialog at a time: opening another closes the one before.
import { useSyncExternalStore } from 'react';

export type Modal =
  | { name: 'change-rights'; place: { region?: number; mo?: number; po?: number }; title: string; garages: number }
  | { name: 'ask-question' }
  | { name: 'privacy-policy' }
  | { name: 'register-backup' }
  | { name: 'server-error-modal'; status: number }
  | { name: 'close-editing-modal'; stay: () => void; leave: () => void };

let current: Modal | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog of the shell. */
export function openModal(modal: Modal): void {
  current = modal;
  for (const hear of listeners) hear();
}
export function closeModal(): void {
  current = null;
  for (const hear of listeners) hear();
}

/** The dialog that is open now. */
export const useModal = (): Modal | null =>
  useSyncExternalStore(
    (hear) => {
      listeners.add(hear);
      return () => listeners.delete(hear);
    },
    () => current,
    () => null,
  );
