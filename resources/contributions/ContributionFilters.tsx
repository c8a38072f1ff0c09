// Filters of the list of charges: the panel's fields and the chips in force.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { accrualTypes, contributionUsers, type ContributionFilter } from '../../contract/contributions.ts';
import { call } from '../../providers/http.ts';
import { today } from '../../widgets/dates.ts';
import { formatDate } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import {
  among,
  DatesField,
  FilterGrid,
  idsOf,
  PlaceFields,
  several,
  useFilter,
  usePlaceChips,
} from '../options/filters.tsx';
import { useUserNames } from '../options/names.ts';
import { stateNames, type StateName } from './ru.ts';

type Values = Partial<ContributionFilter>;

/** Accrual types in their order. */
export const useAccrualTypes = () =>
  useQuery({
    queryKey: ['accrual_types'],
    queryFn: () => call(accrualTypes, { quiet: true }),
    staleTime: 5 * 60_000,
  }).data?.data;

const loadUsers: OptionLoader = (q, signal) => call(contributionUsers, { query: { q }, signal, quiet: true });
/** Years that charges may have: from the next one back. */
export const yearOptions = (last = Number(today().slice(0, 4)) + 1, first = 2000) =>
  Array.from({ length: last - first + 1 }, (_, nth) => ({ value: last - nth, label: String(last - nth) }));

const stateOf = (values: Values): StateName | null =>
  values.kind === 'reversal' ? 'reversal' : (values.reversed ?? null);

export function ContributionFilters() {
  const [values, set] = useFilter<Values>();
  const types = (useAccrualTypes() ?? []).map((type) => ({ value: type.id, label: type.name }));
  const users = useUserNames('contribution_users', loadUsers);
  const pickState = (state: string | number | null) =>
    set({
      kind: state === 'reversal' ? 'reversal' : undefined,
      reversed: state === 'yes' || state === 'no' ? state : undefined,
    });
  return (
    <FilterGrid>
      <PlaceFields />
      <FilterField name="accrualTypeFilter">
        <SearchMultiSelect
          label="Вид начисления"
          reserve={false}
          load={among(types)}
          value={(values.accrualTypeFilter ?? []).map(
            (id) => types.find((type) => type.value === id) ?? { value: id, label: `№ ${id}` },
          )}
          onChange={(options) => set({ accrualTypeFilter: idsOf(options) })}
        />
      </FilterField>
      <FilterField name="yearFilter">
        <SearchMultiSelect
          label="Период"
          reserve={false}
          load={among(yearOptions())}
          value={(values.yearFilter ?? []).map((year) => ({ value: year, label: String(year) }))}
          onChange={(options) => set({ yearFilter: idsOf(options) })}
        />
      </FilterField>
      <FilterField name="userFilter">
        <SearchMultiSelect
          label="Кто начислил"
          reserve={false}
          load={loadUsers}
          value={(values.userFilter ?? []).map((id) => ({ value: id, label: users.get(id) }))}
          onChange={(options) => {
            users.learn(options);
            set({ userFilter: idsOf(options) });
          }}
        />
      </FilterField>
      <DatesField />
      <FilterField name={['reversed', 'kind']}>
        <SelectBox
          label="Сторно"
          reserve={false}
          emptyLabel="все начисления"
          options={Object.entries(stateNames).map(([value, label]) => ({ value, label }))}
          value={stateOf(values)}
          onChange={pickState}
        />
      </FilterField>
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
export function useContributionChips(): Chip[] {
  const { filterValues } = useListContext();
  const place = usePlaceChips();
  const users = useUserNames('contribution_users', loadUsers);
  const types = useAccrualTypes();
  const values = filterValues as Values;
  const listed = (key: keyof Values, label: string, name: (id: number) => string | number): Chip | undefined => {
    const chosen = values[key] as number[] | undefined;
    return chosen && { key, label, value: several(chosen.map(name)) };
  };
  const state = stateOf(values);
  const chips = [
    ...place,
    listed('accrualTypeFilter', 'Вид', (id) => types?.find((type) => type.id === id)?.name ?? `№ ${id}`),
    listed('yearFilter', 'Период', (year) => year),
    listed('userFilter', 'Кто', users.get),
    values.dateFrom && { key: 'dateFrom', label: 'С', value: formatDate(values.dateFrom) },
    values.dateTo && { key: 'dateTo', label: 'По', value: formatDate(values.dateTo) },
    state && { key: state === 'reversal' ? 'kind' : 'reversed', label: 'Сторно', value: stateNames[state] },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
