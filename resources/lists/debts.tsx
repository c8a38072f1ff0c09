// What lists of people and of garages ask about a debt: from what sum to what, and of which charges.
import { useState } from 'react';
import { useListContext } from 'react-admin';
import { formatMoney } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import { namedBy, several } from './chips.ts';
import { FilterPair, ReferenceField, useFilter } from './filters.tsx';
import { useAccrualTypes } from './types.ts';

interface Values {
  debtFrom?: number | undefined;
  debtTo?: number | undefined;
  accrualTypeFilter?: number[] | undefined;
}

export function DebtFields() {
  const [values, set] = useFilter<Values>();
  return (
    <>
      <FilterField name={['debtFrom', 'debtTo']}>
        <FilterPair>
          <DebtBound label="Долг от" value={values.debtFrom} onSet={(debtFrom) => set({ debtFrom })} />
          <DebtBound label="до" value={values.debtTo} onSet={(debtTo) => set({ debtTo })} />
        </FilterPair>
      </FilterField>
      <ReferenceField name="accrualTypeFilter" label="Долг за" options={useAccrualTypes()} />
    </>
  );
}

export function useDebtChips(): Chip[] {
  const { filterValues } = useListContext();
  const types = useAccrualTypes();
  const { debtFrom, debtTo, accrualTypeFilter } = filterValues as Values;
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

/** A sum is applied when the field is left: every key would ask the server. */
function DebtBound({
  label,
  value,
  onSet,
}: {
  label: string;
  value: number | undefined;
  onSet: (kopecks: number | undefined) => void;
}) {
  const [typed, setTyped] = useState<number | null>(value ?? null);
  return (
    <MoneyBox
      label={label}
      reserve={false}
      value={typed}
      onChange={setTyped}
      onBlur={() => typed !== (value ?? null) && onSet(typed ?? undefined)}
    />
  );
}
