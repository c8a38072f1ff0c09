// A table of the tab on screen as a file: the same conditions as its figures.
import { useParams } from 'react-router';
import { exportStatistics, type StatTable } from '../../contract/statistics.ts';
import { download, saveFile, type HttpError } from '../../providers/http.ts';
import { toast } from '../../widgets/toasts.ts';
import { conditionsOf, useStatView } from './useStatistics.ts';

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
