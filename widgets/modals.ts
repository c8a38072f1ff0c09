// One dialog at a time: opening another closes the one before.
import { useSyncExternalStore } from 'react';
import type { ConsentKind } from '../contract/profiles.ts';

export type Modal =
  | { name: 'change-rights'; place: { region?: number; mo?: number; po?: number }; title: string; garages: number }
  | { name: 'ask-question' }
  | { name: 'privacy-policy' }
  /** The keys that work, by «?». */
  | { name: 'keys' }
  | { name: 'register-backup' }
  | {
      name: 'print-document';
      /** The record: one of them. */
      about: {
        garage_id?: number;
        profile_id?: number;
        contribution_id?: number;
        reregistration_id?: number;
        notification_id?: number;
      };
      /** Kinds that are offered; all of the record without them. */
      types?: number[];
      /** The day that the paper is offered with; today without it. */
      day?: string;
      /** Of a consent: which. */
      consent?: ConsentKind;
      /** What is printed of, in words. */
      title: string;
    }
  | { name: 'server-error-modal'; status: number }
  /** `isKept`: a draft keeps what was typed. */
  | { name: 'close-editing-modal'; isKept: boolean; stay: () => void; leave: () => void }
  /** Signing out with work that is not saved. */
  | { name: 'sign-out' };

let current: Modal | null = null;
const listeners = new Set<() => void>();

/** Opens a dialog of the shell. */
let opened = 0;
/** A dialog that is opened anew is another one, also when its words are the same: the key of what is drawn. */
export const modalKey = (): number => opened;

export function openModal(modal: Modal): void {
  current = modal;
  opened += 1;
  for (const hear of listeners) hear();
}
/** Forgets this dialog, and leaves one that was opened since. */
export function forgetModal(modal: Modal): void {
  if (modal === current) closeModal();
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
