// What the filter panels of several lists share: the place, sections, days, and how conditions are set.
import { useListContext } from 'react-admin';
import type { ReactNode } from 'react';
import { useActor } from '../../providers/session.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { FilterField } from '../../widgets/list/FilterBar.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { notYet, SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import { namedBy, stateOf, type PlaceValues, type State, type StateValues } from './chips.ts';
import styles from './filters.module.css';
import { loadMos, poLoader, sectionLoader } from './loaders.ts';
import { useNames, type useUserNames } from './names.ts';

/** Sets or drops one condition at once. */
export function useFilter<V extends object>(): [V, (change: Partial<V>) => void] {
  const { filterValues, setFilters } = useListContext();
  const set = (change: Partial<V>) => {
    const next = Object.fromEntries(
      Object.entries({ ...filterValues, ...change }).filter(
        ([, value]) =>
          value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length),
      ),
    );
    setFilters(next, undefined, false);
  };
  return [filterValues as V, set];
}

/** The grid of a panel's fields. */
export const FilterGrid = ({ children }: { children: ReactNode }) => <div className={styles.grid}>{children}</div>;
/** Two fields that make one condition. */
export const FilterPair = ({ children }: { children: ReactNode }) => <div className={styles.pair}>{children}</div>;

export const idsOf = (options: readonly SelectOption[]) => options.map((option) => Number(option.value));
/** Options that are all known once they came, found by what is typed. */
export const among = (options: readonly SelectOption[] | undefined): OptionLoader =>
  options
    ? async (q) => ({ data: options.filter((option) => option.label.toLowerCase().includes(q.toLowerCase())) })
    : notYet;

/** МО and ПО, each for those who see several. */
export function PlaceFields() {
  const actor = useActor();
  const [values, set] = useFilter<PlaceValues>();
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
          set({ [key]: idsOf(options) });
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

/** Sections of the chosen ПО, or of the whole place. */
export function SectionField() {
  const [values, set] = useFilter<PlaceValues>();
  return (
    <FilterField name="sectionFilter">
      <SearchMultiSelect
        label="Секция"
        reserve={false}
        load={sectionLoader(values.poFilter ?? [])}
        value={(values.sectionFilter ?? []).map((value) => ({ value, label: value }))}
        onChange={(options) => set({ sectionFilter: options.map((option) => String(option.value)) })}
      />
    </FilterField>
  );
}

/** From a day to a day, both included. */
export function DatesField() {
  const [values, set] = useFilter<{ dateFrom?: string | undefined; dateTo?: string | undefined }>();
  return (
    <FilterField name={['dateFrom', 'dateTo']}>
      <FilterPair>
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
      </FilterPair>
    </FilterField>
  );
}

/** Some of a reference: accrual types, methods of payment. */
export function ReferenceField(props: {
  name: 'accrualTypeFilter' | 'paymentTypeFilter';
  label: string;
  options: readonly { id: number; name: string }[] | undefined;
}) {
  const { name, label, options } = props;
  const [values, set] = useFilter<{ [key in typeof name]?: number[] }>();
  const nameOf = namedBy(options);
  return (
    <FilterField name={name}>
      <SearchMultiSelect
        label={label}
        reserve={false}
        load={among(options?.map(({ id, name: text }) => ({ value: id, label: text })))}
        value={(values[name] ?? []).map((value) => ({ value, label: nameOf(value) }))}
        onChange={(chosen) => set({ [name]: idsOf(chosen) })}
      />
    </FilterField>
  );
}

/** People of the list's own: `names` come from `useUserNames` of the same loader. */
export function PeopleField(props: { label: string; load: OptionLoader; names: ReturnType<typeof useUserNames> }) {
  const [values, set] = useFilter<{ userFilter?: number[] }>();
  return (
    <FilterField name="userFilter">
      <SearchMultiSelect
        label={props.label}
        reserve={false}
        load={props.load}
        value={(values.userFilter ?? []).map((value) => ({ value, label: props.names.get(value) }))}
        onChange={(chosen) => {
          props.names.learn(chosen);
          set({ userFilter: idsOf(chosen) });
        }}
      />
    </FilterField>
  );
}

export function StateField({ label, empty, names }: { label: string; empty: string; names: Record<State, string> }) {
  const [values, set] = useFilter<StateValues>();
  return (
    <FilterField name={['reversed', 'kind']}>
      <SelectBox
        label={label}
        reserve={false}
        emptyLabel={empty}
        options={Object.entries(names).map(([value, text]) => ({ value, label: text }))}
        value={stateOf(values)}
        onChange={(state) =>
          set({
            kind: state === 'reversal' ? 'reversal' : undefined,
            reversed: state === 'yes' || state === 'no' ? state : undefined,
          })
        }
      />
    </FilterField>
  );
}
