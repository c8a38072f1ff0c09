// A table of the tab on screen as a file: the same conditions as its figures.
import { useNavigate, useParams } from 'react-router';
import { pages } from '../../contract/pages.ts';
import { exportStatistics, type StatTable } from '../../contract/statistics.ts';
import { download, saveFile, type HttpError } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';
import { conditionsOf, useStatView } from './useStatistics.ts';

/** Gives a table of the tab on screen to be sent by the clock: the page of reports asks when, to whom and of which days. */
export function useStatReport() {
  const [view] = useStatView();
  const { tab = 'all' } = useParams();
  const navigate = useNavigate();
  return (table: StatTable, conditions: string | null) => {
    const filter = conditionsOf(view);
    const source = { of: 'statistics', tab, table, filter, against: view.against ?? 'year', period: 'last_month' };
    void navigate(pages.reports, { state: { draft: { source, conditions } } });
  };
}

export function useStatExport() {
  const [view] = useStatView();
  const { tab = 'all' } = useParams();
  return (format: 'xlsx' | 'csv', table: StatTable) => {
    toast('Готовим файл…');
    const body = { format, table, filter: conditionsOf(view), against: view.against ?? ('year' as const) };
    download(exportStatistics, { params: { tab: tab as 'all' }, body, quiet: true }).then(
      saveFile,
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  };
}
