// Conditions on a debt in force, as chips. Apart from their fields: those come later.
import { useListContext } from 'react-admin';
import { formatMoney } from '../../widgets/format.ts';
import type { Chip } from '../../widgets/list/FilterBar.tsx';
import { namedBy, several } from './chips.ts';
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
  const chips: (Chip | false | undefined)[] = [
    debtFrom !== undefined && { key: 'debtFrom', label: 'Долг от', value: formatMoney(debtFrom) },
    debtTo !== undefined && { key: 'debtTo', label: 'Долг до', value: formatMoney(debtTo) },
    accrualTypeFilter && {
      key: 'accrualTypeFilter',
      label: 'Долг за',
      value: several(accrualTypeFilter.map(namedBy(types))),
    },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
