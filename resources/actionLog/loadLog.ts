// How the pages of the log come: with their charts, and the figures of these, where the address asks for them.
import { fetchCode } from '../../widgets/lazyPage.tsx';
import { loadCharts } from '../statistics/loadCharts.ts';
import { chartsAt, type StatView } from '../statistics/statView.ts';

export async function loadLog() {
  const charts = chartsAt(window.location);
  const page = import('./ActionLogPage.tsx');
  if (charts) await Promise.all([fetchCode(loadCharts), askFigures(charts.tab, charts.view).catch(() => {})]);
  return page;
}

const askFigures = async (tab: string, view: StatView) =>
  (await import('../statistics/useStatistics.ts')).askFiguresEarly(tab, view);
