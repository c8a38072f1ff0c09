// What lists of people and of garages ask about a debt: from what sum to what, and of which charges.
import { useState } from 'react';
import { FilterField } from '../../widgets/list/FilterBar.tsx';
import { MoneyBox } from '../../widgets/MoneyInput.tsx';
import type { DebtValues } from './debtChips.ts';
import { FilterPair, ReferenceField, useFilter } from './filters.tsx';
import { useAccrualTypes } from './types.ts';

export function DebtFields() {
  const [values, set] = useFilter<DebtValues>();
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
