// How the pages of the log come: with their charts, and the figures of these, where the address asks for them.
import { fetchPage } from '../../widgets/lazyPage.tsx';
import { loadCharts } from '../statistics/loadCharts.ts';

export async function loadLog() {
  const { pathname, search } = window.location;
  const withCharts = /mode.{1,12}graph/.test(search);
  const [page] = await Promise.all([
    import('./ActionLogPage.tsx'),
    withCharts && fetchPage(loadCharts),
    withCharts && askFigures(pathname.split('/')[2]!, search).catch(() => {}),
  ]);
  return page;
}

const askFigures = async (tab: string, search: string) =>
  (await import('../statistics/useStatistics.ts')).askFiguresEarly(tab, search);
