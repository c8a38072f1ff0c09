// One step back, or home when the page was opened by its address.
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { releaseBoxes } from '../../widgets/leaveGuard.ts';

/** Number of this entry among the entries of the tab, as the router counts them. */
const stepsBehind = () => (window.history.state as { idx?: number } | null)?.idx ?? 0;

export function useGoBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    releaseBoxes();
    void (stepsBehind() > 0 ? navigate(-1) : navigate(pages.garages, { replace: true }));
  }, [navigate]);
}
