// Holds a navigation while an editor has unsaved work, and asks; «Назад» closes what is open over the page.
import { useEffect } from 'react';
import { NavigationType as Action, useBlocker } from 'react-router';
import {
  closeTopBox,
  flushWork,
  hasOpenBox,
  hasUnsavedWork,
  isWorkKept,
  releaseGuard,
} from '../../widgets/leaveGuard.ts';
import { closeModal, openModal } from '../../widgets/modals.ts';

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      (historyAction === Action.Pop && hasOpenBox()) ||
      (hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname),
  );
  const { state, location } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    if (hasOpenBox()) {
      closeTopBox();
      blocker.reset();
      return;
    }
    const leave = () => {
      releaseGuard();
      blocker.proceed();
    };
    const ask = () =>
      openModal({
        name: 'close-editing-modal',
        isKept: isWorkKept(),
        stay: () => {
          closeModal();
          blocker.reset();
        },
        leave: () => {
          closeModal();
          leave();
        },
      });
    let isHeld = true;
    void flushWork().then((isSafe) => isHeld && (isSafe ? leave() : ask()));
    return () => {
      isHeld = false;
    };
    // The dialog is opened once for each held navigation: one that was put away by another dialog is asked again at the next.
  }, [state, location]);
  return null;
}
