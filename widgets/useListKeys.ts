// Arrows, Enter and Esc in a box with a list under it.
import { useState } from 'react';
import type { KeyboardEvent } from 'react';

export interface ListKeysOptions {
  open: boolean;
  onOpen: () => void;
  onClose: () => void;
  count: number;
  /** Chosen by Enter. */
  onPick: (index: number) => void;
  /** Which option is active when the list opens; -1 for none. */
  first?: number;
}

/** The active option and the key handler of the box. Esc closes the list alone, never the dialog around it. */
export function useListKeys({ open, onOpen, onClose, count, onPick, first = -1 }: ListKeysOptions) {
  const [active, setActive] = useState(first);
  const shown = Math.min(active, count - 1);
  const move = (step: number) => {
    if (!open) return onOpen();
    if (count > 0) setActive((shown + step + count + (shown < 0 && step < 0 ? 1 : 0)) % count);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && open) {
      // Even with nothing active: Enter in an open list must not send the form.
      event.preventDefault();
      if (shown >= 0) onPick(shown);
      else onClose();
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    } else if (event.key === 'Tab' && open) {
      onClose();
    }
  };
  return { active: shown, setActive, onKeyDown };
}
