// Whether the server can be reached, as the query library knows it.
import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => onlineManager.subscribe(listener);

/** Re-renders when the connection is lost and when it is back. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline());

/** Resolves at once while there is a connection, else when it is back. */
export const whenOnline = (): Promise<void> =>
  new Promise((resolve) => {
    if (onlineManager.isOnline()) return resolve();
    const stop = onlineManager.subscribe((isOnline) => {
      if (!isOnline) return;
      stop();
      resolve();
    });
  });

/** So long the question whether the server is there takes at most, ms. */
const ASKED_MS = 1000;

/** Whether a call without an answer means that the whole connection is lost: known a moment after it. */
export async function isLineLost(): Promise<boolean> {
  if (onlineManager.isOnline()) await new Promise((resolve) => setTimeout(resolve, ASKED_MS));
  return !onlineManager.isOnline();
}
