// Readings of a selection: its garages with what their meters showed before, then the grid.
import { useQuery } from '@tanstack/react-query';
import { readingRows } from '../../../contract/contributions/charging.ts';
import type { Sent } from '../../../contract/kernel/endpoint.ts';
import { reading } from '../../../providers/reading.ts';
import { ErrorNote } from '../../../widgets/EmptyState.tsx';
import { TableSkeleton } from '../../../widgets/TableSkeleton.tsx';
import { ReadingsGrid, type ReadingsGridProps } from '../../readings/ReadingsGrid.tsx';

export type ReadingSelection = Sent<(typeof readingRows)['body']>;

export function useReadingRows(selection: ReadingSelection, enabled = true) {
  return useQuery({
    ...reading(readingRows, { body: selection, stops: true }),
    // A grid that is being filled in is not read anew under the hands; the page that opens later is.
    staleTime: Infinity,
    gcTime: 0,
    enabled,
  });
}

export function SelectionReadings({
  selection,
  ...grid
}: Omit<ReadingsGridProps, 'rows' | 'total'> & { selection: ReadingSelection }) {
  const { data, error, refetch } = useReadingRows(selection);
  if (error) return <ErrorNote onRetry={() => void refetch()}>{error.message}</ErrorNote>;
  if (!data)
    return <TableSkeleton columns={[{ kind: 'plate' }, { width: 150 }, { width: 150 }, { width: 130 }]} rows={8} />;
  return <ReadingsGrid {...grid} rows={data.rows} total={data.total} />;
}
