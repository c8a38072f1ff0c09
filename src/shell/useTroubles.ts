// What the person is told when a call is refused for a reason that no form shows.
import { useEffect } from 'react';
import { onTroubles } from '../../providers/http.ts';
import { openModal } from '../../widgets/modals.ts';
import { toast } from '../../widgets/toasts.ts';
import { useGoBack } from './useGoBack.ts';

/** Several reads of one page are refused together: one step back answers them all, ms. */
const TOGETHER_MS = 1000;

export function useTroubles(): void {
  const goBack = useGoBack();
  useEffect(() => {
    let wentBackAt = -Infinity;
    onTroubles({
      notPermitted: (message) => {
        if (performance.now() - wentBackAt < TOGETHER_MS) return;
        wentBackAt = performance.now();
        toast(message, { kind: 'error' });
        goBack();
      },
      serverError: (status) => openModal({ name: 'server-error-modal', status }),
      // The guards of the pages lead to the entrance and remember where to return.
      signedOut: () => toast('Сеанс завершён. Войдите снова'),
    });
  }, [goBack]);
}
