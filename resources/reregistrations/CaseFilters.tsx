// Fields of the filter panel of re-registrations.
import type { ReregistrationFilter } from '../../contract/reregistrations.ts';
import { FilterField } from '../../widgets/list/FilterBar.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { DatesField, FilterGrid, PlaceFields, SectionField, useFilter } from '../lists/filters.tsx';
import { useReasons } from './chips.ts';

export default function CaseFilters() {
  const [values, set] = useFilter<Partial<ReregistrationFilter>>();
  const reasons = useReasons();
  return (
    <FilterGrid>
      <PlaceFields />
      <SectionField />
      <FilterField name="reason">
        <SelectBox
          label="Основание"
          reserve={false}
          emptyLabel="любое"
          options={reasons.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.reason?.[0] ?? null}
          onChange={(value) => set({ reason: value === null ? [] : [Number(value)] })}
        />
      </FilterField>
      <DatesField />
    </FilterGrid>
  );
}
