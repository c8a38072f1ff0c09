// «Выгрузить» of a table of statistics.
import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import type { PivotShape, StatTable } from '../../contract/statistics.ts';
import { Dropdown } from '../../widgets/Dropdown.tsx';
import { useStatExport, useStatReport } from './useStatExport.ts';

interface TakeAwayProps {
  table: StatTable;
  /** What the pivot on screen stands on. */
  pivot?: PivotShape;
  conditions: string | null;
}

/** The table on screen as a file now, or by mail by the clock. */
export function TakeAway({ table, pivot, conditions }: TakeAwayProps) {
  const exportTable = useStatExport();
  const sendTable = useStatReport();
  return (
    <Dropdown
      label="Выгрузить"
      variant="text"
      startIcon={<DownloadIcon />}
      items={[
        {
          key: 'xlsx',
          label: 'Книга Excel (.xlsx)',
          hint: 'Строки и отбор как на экране',
          onSelect: () => exportTable('xlsx', table, pivot && { pivot }),
        },
        {
          key: 'csv',
          label: 'Текст с разделителями (.csv)',
          onSelect: () => exportTable('csv', table, pivot && { pivot }),
        },
        { key: 'mail', label: 'Присылать по почте…', onSelect: () => sendTable(table, conditions, pivot) },
      ]}
    />
  );
}
