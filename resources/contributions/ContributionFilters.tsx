// Filters of the list of charges: the panel's fields and the chips in force.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'ra-core';
import { accrualTypes, contributionUsers, type ContributionFilter } from '../../contract/contributions.ts';
import { call } from '../../providers/http.ts';
import { useActor } from '../../providers/session.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { today } from '../../widgets/dates.ts';
import { formatDate } from '../../widgets/format.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { useFilter } from '../garages/GarageFilters.tsx';
import { loadMos, poLoader } from '../options/loaders.ts';
import { useNames } from '../options/names.ts';
import { stateNames, type StateName } from './ru.ts';
import styles from './contributions.module.css';

type Values = Partial<ContributionFilter>;

/** Accrual types in their order. */
export const useAccrualTypes = () =>
  useQuery({
    queryKey: ['accrual_types'],
    queryFn: () => call(accrualTypes, { quiet: true }),
    staleTime: 5 * 60_000,
  }).data?.data;

const loadUsers: OptionLoader = (q, signal) => call(contributionUsers, { query: { q }, signal, quiet: true });
/** Those who posted charges here; names for the chips. */
function useUserNames() {
  const { data } = useQuery({
    queryKey: ['contribution_users'],
    queryFn: ({ signal }) => loadUsers('', signal),
    staleTime: 60_000,
  });
  const names = useNames();
  return {
    get: (id: number) => data?.data.find((user) => user.value === id)?.label ?? names.get('user', id),
    learn: (options: readonly SelectOption[]) => names.learn('user', options),
  };
}

const listLoader =
  (options: readonly SelectOption[]): OptionLoader =>
  async (q) => ({ data: options.filter((option) => option.label.toLowerCase().includes(q.toLowerCase())) });

/** Years that charges may have: from the next one back. */
export const yearOptions = (last = Number(today().slice(0, 4)) + 1, first = 2000) =>
  Array.from({ length: last - first + 1 }, (_, nth) => ({ value: last - nth, label: String(last - nth) }));

const ids = (options: readonly SelectOption[]) => options.map((option) => Number(option.value));
const stateOf = (values: Values): StateName | null =>
  values.kind === 'reversal' ? 'reversal' : (values.reversed ?? null);

export function ContributionFilters() {
  const [values, set] = useFilter<Values>();
  const types = (useAccrualTypes() ?? []).map((type) => ({ value: type.id, label: type.name }));
  const users = useUserNames();
  const pickState = (state: string | number | null) =>
    set({
      kind: state === 'reversal' ? 'reversal' : undefined,
      reversed: state === 'yes' || state === 'no' ? state : undefined,
    });
  return (
    <div className={styles.filterGrid}>
      <PlaceFields />
      <FilterField name="accrualTypeFilter">
        <SearchMultiSelect
          label="Вид начисления"
          reserve={false}
          load={listLoader(types)}
          value={(values.accrualTypeFilter ?? []).map(
            (id) => types.find((type) => type.value === id) ?? { value: id, label: `№ ${id}` },
          )}
          onChange={(options) => set({ accrualTypeFilter: ids(options) })}
        />
      </FilterField>
      <FilterField name="yearFilter">
        <SearchMultiSelect
          label="Период"
          reserve={false}
          load={listLoader(yearOptions())}
          value={(values.yearFilter ?? []).map((year) => ({ value: year, label: String(year) }))}
          onChange={(options) => set({ yearFilter: ids(options) })}
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
            set({ userFilter: ids(options) });
          }}
        />
      </FilterField>
      <FilterField name={['dateFrom', 'dateTo']}>
        <div className={styles.pair}>
          <DateBox
            label="Дата с"
            reserve={false}
            value={values.dateFrom ?? null}
            {...(values.dateTo ? { max: values.dateTo } : {})}
            onChange={(date) => set({ dateFrom: date ?? undefined })}
          />
          <DateBox
            label="по"
            reserve={false}
            value={values.dateTo ?? null}
            {...(values.dateFrom ? { min: values.dateFrom } : {})}
            onChange={(date) => set({ dateTo: date ?? undefined })}
          />
        </div>
      </FilterField>
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
    </div>
  );
}

/** МО and ПО, each for those who see several. */
function PlaceFields() {
  const actor = useActor();
  const [values, set] = useFilter<Values>();
  const names = useNames();
  const field = (kind: 'mo' | 'po', key: 'moFilter' | 'poFilter', label: string, load: OptionLoader) => (
    <FilterField name={key}>
      <SearchMultiSelect
        label={label}
        reserve={false}
        load={load}
        value={(values[key] ?? []).map((value) => ({ value, label: names.get(kind, value) }))}
        onChange={(options) => {
          names.learn(kind, options);
          set({ [key]: ids(options) });
        }}
      />
    </FilterField>
  );
  return (
    <>
      {actor?.region && field('mo', 'moFilter', 'МО', loadMos)}
      {!actor?.po && field('po', 'poFilter', 'ПО', poLoader())}
    </>
  );
}

/** Conditions in force as chips. */
export function useContributionChips(): Chip[] {
  const { filterValues } = useListContext();
  const names = useNames();
  const users = useUserNames();
  const types = useAccrualTypes();
  const values = filterValues as Values;
  const several = (words: (string | number)[]) =>
    words.length > 2 ? `${words.slice(0, 2).join(', ')} и ещё ${words.length - 2}` : words.join(', ');
  const listed = (key: keyof Values, label: string, name: (id: number) => string | number): Chip | undefined => {
    const chosen = values[key] as number[] | undefined;
    return chosen && { key, label, value: several(chosen.map(name)) };
  };
  const state = stateOf(values);
  const chips = [
    listed('moFilter', 'МО', (id) => names.get('mo', id)),
    listed('poFilter', 'ПО', (id) => names.get('po', id)),
    listed('accrualTypeFilter', 'Вид', (id) => types?.find((type) => type.id === id)?.name ?? `№ ${id}`),
    listed('yearFilter', 'Период', (year) => year),
    listed('userFilter', 'Кто', users.get),
    values.dateFrom && { key: 'dateFrom', label: 'С', value: formatDate(values.dateFrom) },
    values.dateTo && { key: 'dateTo', label: 'По', value: formatDate(values.dateTo) },
    state && { key: state === 'reversal' ? 'kind' : 'reversed', label: 'Сторно', value: stateNames[state] },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
