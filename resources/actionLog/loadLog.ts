// How the pages of the log come: with their charts, and the figures of these, where the address asks for them.
import { fetchCode } from '../../widgets/lazyPage.tsx';
import { loadCharts } from '../statistics/loadCharts.ts';
import type { StatView } from '../statistics/useStatistics.ts';

export async function loadLog() {
  const { pathname, search } = window.location;
  const view = viewIn(search);
  const page = import('./ActionLogPage.tsx');
  if (view?.mode === 'graph')
    await Promise.all([fetchCode(loadCharts), askFigures(pathname.split('/')[2]!, view).catch(() => {})]);
  return page;
}

/** Conditions that an address names itself; those that are kept elsewhere are known when the page is there. */
function viewIn(search: string): StatView | null {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? 'null') as StatView | null;
  } catch {
    return null;
  }
}

const askFigures = async (tab: string, view: StatView) =>
  (await import('../statistics/useStatistics.ts')).askFiguresEarly(tab, view);
