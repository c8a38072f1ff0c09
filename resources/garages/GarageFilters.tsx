// Fields of the garage list's filter panel.
import type { ReactNode } from 'react';
import type { GarageFilter } from '../../contract/garages.ts';
import { FilterField } from '../../widgets/list/FilterBar.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { DebtFields } from '../lists/debts.tsx';
import { FilterGrid, PlaceFields, SectionField, useFilter } from '../lists/filters.tsx';
import { useGarageTypes } from './chips.ts';
import { counterNames, debtNames, lockedNames, pibNames, restrictedNames } from './ru.ts';

type Values = Partial<GarageFilter>;

/** `more`: fields of the list that asks for them too. */
export default function GarageFilters({ more }: { more?: ReactNode }) {
  const [values, set] = useFilter<Values>();
  const { data: types } = useGarageTypes();
  return (
    <FilterGrid>
      <PlaceFields />
      <SectionField />
      <FilterField name="garageType">
        <SelectBox
          label="Тип"
          reserve={false}
          emptyLabel="любой"
          options={types?.data ?? []}
          value={values.garageType?.[0] ?? null}
          onChange={(value) => set({ garageType: value === null ? [] : [Number(value)] })}
        />
      </FilterField>
      <FilterField name="profileCounter">
        <SelectBox
          label="Владельцев"
          reserve={false}
          emptyLabel="любое число"
          options={optionsOf(counterNames)}
          value={values.profileCounter ?? null}
          onChange={(value) => set({ profileCounter: (value ?? undefined) as Values['profileCounter'] })}
        />
      </FilterField>
      <FilterField name="garageDebt">
        <SelectBox
          label="Долг"
          reserve={false}
          emptyLabel="любой"
          options={optionsOf(debtNames).filter((option) => option.value !== 'any')}
          value={values.garageDebt ?? null}
          onChange={(value) => set({ garageDebt: (value ?? undefined) as Values['garageDebt'] })}
        />
      </FilterField>
      <DebtFields />
      <PaperFilters values={values} set={set} />
      {more}
    </FilterGrid>
  );
}

/** Papers, cases and restrictions. */
function PaperFilters({ values, set }: { values: Values; set: (change: Partial<Values>) => void }) {
  return (
    <>
      <FilterField name="pib">
        <SelectBox
          label="Справка ПИБ"
          reserve={false}
          emptyLabel="не важно"
          options={optionsOf(pibNames)}
          value={values.pib ?? null}
          onChange={(value) => set({ pib: (value ?? undefined) as Values['pib'] })}
        />
      </FilterField>
      <FilterField name="locked">
        <SelectBox
          label="Переоформление"
          reserve={false}
          emptyLabel="не важно"
          options={optionsOf(lockedNames)}
          value={values.locked === undefined ? null : values.locked ? 'yes' : 'no'}
          onChange={(value) => set({ locked: value === null ? undefined : value === 'yes' })}
        />
      </FilterField>
      <FilterField name="restricted">
        <SelectBox
          label="Ограничения"
          reserve={false}
          emptyLabel="не важно"
          options={optionsOf(restrictedNames)}
          value={values.restricted === undefined ? null : values.restricted ? 'yes' : 'no'}
          onChange={(value) => set({ restricted: value === null ? undefined : value === 'yes' })}
        />
      </FilterField>
    </>
  );
}

const optionsOf = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }));
