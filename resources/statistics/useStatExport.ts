// A table of the tab on screen as a file: the same conditions as its figures.
import { useNavigate, useParams } from 'react-router';
import type { LogFilter } from '../../contract/actionLog.ts';
import { pages } from '../../contract/pages.ts';
import { exportStatistics, type PivotShape, type StatTable } from '../../contract/statistics.ts';
import { download, saveFile, type HttpError } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';
import { conditionsOf } from './statView.ts';
import { useStatView } from './useStatistics.ts';

/** Gives a table of the tab on screen to be sent by the clock: the page of reports asks when, to whom and of which days. */
export function useStatReport() {
  const [view] = useStatView();
  const { tab = 'all' } = useParams();
  const navigate = useNavigate();
  return (table: StatTable, conditions: string | null, pivot?: PivotShape) => {
    const filter = conditionsOf(view);
    const source = {
      of: 'statistics',
      tab,
      table,
      filter,
      against: view.against ?? 'year',
      period: 'last_month',
      pivot,
    };
    void navigate(pages.reports, { state: { draft: { source, conditions } } });
  };
}

export function useStatExport() {
  const [view] = useStatView();
  const { tab = 'all' } = useParams();
  /** `more` narrows the conditions of the screen: what one chart shows of them. */
  return (format: 'xlsx' | 'csv', table: StatTable, more?: { filter?: Partial<LogFilter>; pivot?: PivotShape }) => {
    toast('Готовим файл…');
    const filter = { ...conditionsOf(view), ...more?.filter };
    const body = { format, table, filter, against: view.against ?? ('year' as const), pivot: more?.pivot };
    download(exportStatistics, { params: { tab: tab as 'all' }, body, quiet: true }).then(
      saveFile,
      (error: HttpError) => toast(error.message, { kind: 'error' }),
    );
  };
}
