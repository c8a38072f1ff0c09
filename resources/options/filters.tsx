// What the filter panels of several lists share: the place, sections, days, and how conditions are set and told.
import { useListContext } from 'ra-core';
import type { ReactNode } from 'react';
import { useActor } from '../../providers/session.ts';
import { DateBox } from '../../widgets/DateInput.tsx';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader, type SelectOption } from '../../widgets/SearchSelect.tsx';
import styles from './filters.module.css';
import { loadMos, poLoader, sectionLoader } from './loaders.ts';
import { useNames } from './names.ts';

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
/** «А, Б и ещё 3». */
export const several = (words: readonly (string | number)[]) =>
  words.length > 2 ? `${words.slice(0, 2).join(', ')} и ещё ${words.length - 2}` : words.join(', ');
/** Options that are all known already, found by what is typed. */
export const among =
  (options: readonly SelectOption[]): OptionLoader =>
  async (q) => ({ data: options.filter((option) => option.label.toLowerCase().includes(q.toLowerCase())) });

interface PlaceValues {
  moFilter?: number[] | undefined;
  poFilter?: number[] | undefined;
  sectionFilter?: string[] | undefined;
}

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

/** Chips of the place and the sections. */
export function usePlaceChips(): Chip[] {
  const values = useListContext().filterValues as PlaceValues;
  const names = useNames();
  const chips = [
    values.moFilter && {
      key: 'moFilter',
      label: 'МО',
      value: several(values.moFilter.map((id) => names.get('mo', id))),
    },
    values.poFilter && {
      key: 'poFilter',
      label: 'ПО',
      value: several(values.poFilter.map((id) => names.get('po', id))),
    },
    values.sectionFilter && { key: 'sectionFilter', label: 'Секция', value: several(values.sectionFilter) },
  ];
  return chips.filter((chip) => chip !== undefined);
}
