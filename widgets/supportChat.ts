// Whether the support's chat and the page's help are open: opened from anywhere, drawn by the shell.
import { useSyncExternalStore } from 'react';

function openState() {
  let isOpen = false;
  const listeners = new Set<() => void>();
  const set = (open: boolean) => {
    isOpen = open;
    for (const hear of listeners) hear();
  };
  const hear = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    set,
    toggle: () => set(!isOpen),
    use: () =>
      useSyncExternalStore(
        hear,
        () => isOpen,
        () => false,
      ),
  };
}

const support = openState();
const help = openState();
export const openSupport = () => support.set(true);
export const closeSupport = () => support.set(false);
export const useSupportOpen = support.use;
export const toggleHelp = help.toggle;
export const closeHelp = () => help.set(false);
export const useHelpOpen = help.use;
