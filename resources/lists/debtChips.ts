// Conditions on a debt in force, as chips. Apart from their fields: those come later.
import { useListContext } from 'react-admin';
import { formatMoney } from '../../widgets/format.ts';
import type { Chip } from '../../widgets/list/FilterBar.tsx';
import { kept, referenceChip } from './chips.ts';
import { useAccrualTypes } from './types.ts';

export interface DebtValues {
  debtFrom?: number | undefined;
  debtTo?: number | undefined;
  accrualTypeFilter?: number[] | undefined;
}

export function useDebtChips(): Chip[] {
  const { filterValues } = useListContext();
  const types = useAccrualTypes();
  const { debtFrom, debtTo, accrualTypeFilter } = filterValues as DebtValues;
  return kept([
    debtFrom !== undefined && { key: 'debtFrom', label: 'Долг от', value: formatMoney(debtFrom) },
    debtTo !== undefined && { key: 'debtTo', label: 'Долг до', value: formatMoney(debtTo) },
    referenceChip('accrualTypeFilter', 'Долг за', accrualTypeFilter, types),
  ]);
}
