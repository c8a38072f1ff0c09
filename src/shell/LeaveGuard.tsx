// Holds a navigation while an editor has unsaved work, and asks.
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { hasUnsavedWork, releaseGuard } from '../../widgets/leaveGuard.ts';
import { closeModal, openModal } from '../../widgets/modals.ts';

export function LeaveGuard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsavedWork() && currentLocation.pathname !== nextLocation.pathname,
  );
  const { state } = blocker;
  useEffect(() => {
    if (state !== 'blocked') return;
    openModal({
      name: 'close-editing-modal',
      stay: () => {
        closeModal();
        blocker.reset();
      },
      leave: () => {
        closeModal();
        releaseGuard();
        blocker.proceed();
      },
    });
    // The dialog is opened once for each held navigation.
  }, [state]);
  return null;
}
