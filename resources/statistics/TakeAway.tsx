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
    <TakeAwayMenu
      onTake={(format) =>
        format === 'mail' ? sendTable(table, conditions, pivot) : exportTable(format, table, pivot && { pivot })
      }
    />
  );
}

export const TakeAwayMenu = ({ onTake }: { onTake: (format: 'xlsx' | 'csv' | 'mail') => void }) => (
  <Dropdown
    label="Выгрузить"
    variant="text"
    startIcon={<DownloadIcon />}
    items={[
      {
        key: 'xlsx',
        label: 'Книга Excel (.xlsx)',
        hint: 'Строки и отбор как на экране',
        onSelect: () => onTake('xlsx'),
      },
      { key: 'csv', label: 'Текст с разделителями (.csv)', onSelect: () => onTake('csv') },
      { key: 'mail', label: 'Присылать по почте…', onSelect: () => onTake('mail') },
    ]}
  />
);
