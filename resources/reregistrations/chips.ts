// Conditions of the list of re-registrations in force, as chips; the reasons as the server names them.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import type { ReregistrationFilter } from '../../contract/reregistrations.ts';
import { reregistrationReasons } from '../../contract/reregistrations/steps.ts';
import { reading } from '../../providers/reading.ts';
import type { Chip } from '../../widgets/list/FilterBar.tsx';
import { dayChips, kept, listChip, namedBy, usePlaceChips } from '../lists/chips.ts';

export const useReasons = () =>
  useQuery({
    ...reading(reregistrationReasons),
    staleTime: Infinity,
  }).data?.data ?? [];

export function useCaseChips(): Chip[] {
  const values = useListContext().filterValues as Partial<ReregistrationFilter>;
  const place = usePlaceChips();
  const reasons = useReasons();
  return kept([
    ...place,
    listChip('reason', 'Основание', values.reason, namedBy(reasons)),
    ...dayChips(values),
    values.idle !== undefined && { key: 'idle', label: 'Без движения', value: 'больше 7 дней' },
  ]);
}
