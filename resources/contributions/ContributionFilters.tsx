// Filters of the list of charges: the panel's fields and the chips in force.
import { useListContext } from 'react-admin';
import { contributionUsers, type ContributionFilter } from '../../contract/contributions.ts';
import { call } from '../../providers/http.ts';
import { today } from '../../widgets/today.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader } from '../../widgets/SearchSelect.tsx';
import { dayChips, kept, listChip, referenceChip, stateChip, usePlaceChips } from '../lists/chips.ts';
import {
  among,
  DatesField,
  FilterGrid,
  idsOf,
  PeopleField,
  PlaceFields,
  ReferenceField,
  StateField,
  useFilter,
} from '../lists/filters.tsx';
import { useUserNames } from '../lists/names.ts';
import { useAccrualTypes } from '../lists/types.ts';
import { stateNames } from './ru.ts';

type Values = Partial<ContributionFilter>;

const loadUsers: OptionLoader = (q, signal) => call(contributionUsers, { query: { q }, signal, quiet: true });
/** Years that charges may have: from the next one back. */
export const yearOptions = (last = Number(today().slice(0, 4)) + 1, first = 2000) =>
  Array.from({ length: last - first + 1 }, (_, nth) => ({ value: last - nth, label: String(last - nth) }));

export function ContributionFilters() {
  const [values, set] = useFilter<Values>();
  return (
    <FilterGrid>
      <PlaceFields />
      <ReferenceField name="accrualTypeFilter" label="Вид начисления" options={useAccrualTypes()} />
      <FilterField name="yearFilter">
        <SearchMultiSelect
          label="Период"
          reserve={false}
          load={among(yearOptions())}
          value={(values.yearFilter ?? []).map((year) => ({ value: year, label: String(year) }))}
          onChange={(options) => set({ yearFilter: idsOf(options) })}
        />
      </FilterField>
      <PeopleField label="Кто начислил" load={loadUsers} names={useUserNames('contribution_users', loadUsers)} />
      <DatesField />
      <StateField label="Сторно" empty="все начисления" names={stateNames} />
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
export function useContributionChips(): Chip[] {
  const values = useListContext().filterValues as Values;
  const place = usePlaceChips();
  const users = useUserNames('contribution_users', loadUsers);
  const types = useAccrualTypes();
  return kept([
    ...place,
    referenceChip('accrualTypeFilter', 'Вид', values.accrualTypeFilter, types),
    listChip('yearFilter', 'Период', values.yearFilter, (year) => year),
    listChip('userFilter', 'Кто', values.userFilter, users.get),
    ...dayChips(values),
    stateChip('Сторно', values, stateNames),
  ]);
}
