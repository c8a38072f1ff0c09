// Filters of the journal of papers: place, section, kind, who printed, days, state.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { documentTypeList, documentUsers, type DocumentFilter } from '../../contract/documents.ts';
import { reading } from '../../providers/reading.ts';
import { useActor } from '../../providers/session.ts';
import { FilterField, type Chip } from '../../widgets/list/FilterBar.tsx';
import { SearchMultiSelect, type OptionLoader } from '../../widgets/SearchSelect.tsx';
import { SelectBox } from '../../widgets/SelectInput.tsx';
import { dayChips, kept, listChip, namedBy, several } from '../lists/chips.ts';
import { among, DatesField, FilterGrid, idsOf, useFilter } from '../lists/filters.tsx';
import { loadMos, poLoader, sectionLoader } from '../lists/loaders.ts';
import { useNames } from '../lists/names.ts';
import { stateChips } from './words.ts';

type Values = Partial<DocumentFilter>;
const states = (['valid', 'cancelled', 'replaced'] as const).map((value) => ({ value, label: stateChips[value].text }));

const useTypes = () => useQuery(reading(documentTypeList)).data?.data;
const usePrinters = () => useQuery(reading(documentUsers)).data?.data;
const optionsOf = (rows: readonly { id: number; name: string }[] | undefined) =>
  rows?.map(({ id, name }) => ({ value: id, label: name }));

export function DocumentFilters() {
  const actor = useActor();
  const [values, set] = useFilter<Values>();
  const names = useNames();
  const types = useTypes();
  const printers = usePrinters();
  const place = (kind: 'mo' | 'po', key: 'moFilter' | 'poList', label: string, load: OptionLoader) =>
    field(
      key,
      label,
      load,
      (id) => names.get(kind, id),
      (options) => names.learn(kind, options),
    );
  const field = (
    key: 'moFilter' | 'poList' | 'documentTypeList' | 'printedByList',
    label: string,
    load: OptionLoader,
    nameOf: (id: number) => string,
    learn?: (options: Parameters<typeof idsOf>[0]) => void,
  ) => (
    <FilterField name={key}>
      <SearchMultiSelect
        label={label}
        reserve={false}
        load={load}
        value={(values[key] ?? []).map((value) => ({ value, label: nameOf(value) }))}
        onChange={(options) => {
          learn?.(options);
          set({ [key]: idsOf(options) });
        }}
      />
    </FilterField>
  );
  return (
    <FilterGrid>
      {actor?.region && place('mo', 'moFilter', 'МО', loadMos)}
      {!actor?.po && place('po', 'poList', 'ПО', poLoader())}
      <FilterField name="sectionList">
        <SearchMultiSelect
          label="Секция"
          reserve={false}
          load={sectionLoader(values.poList ?? [])}
          value={(values.sectionList ?? []).map((value) => ({ value, label: value }))}
          onChange={(options) => set({ sectionList: options.map((option) => String(option.value)) })}
        />
      </FilterField>
      {field('documentTypeList', 'Вид документа', among(optionsOf(types)), namedBy(types))}
      {field('printedByList', 'Кто напечатал', among(optionsOf(printers)), namedBy(printers))}
      <DatesField />
      <FilterField name="state">
        <SelectBox
          label="Состояние"
          reserve={false}
          emptyLabel="любое"
          value={values.state ?? null}
          options={states}
          onChange={(state) => set({ state: (state ?? undefined) as Values['state'] })}
        />
      </FilterField>
    </FilterGrid>
  );
}

/** Conditions in force as chips. */
const ofOne = {
  garage: 'Один гараж',
  profile: 'Один человек',
  contribution: 'Один документ взносов',
  reregistration: 'Переоформление',
  notification: 'Рассылка',
  batch: 'Пачка',
};

export function useDocumentChips(): Chip[] {
  const values = useListContext().filterValues as Values;
  const names = useNames();
  const types = useTypes();
  const printers = usePrinters();
  return kept([
    listChip('moFilter', 'МО', values.moFilter, (id) => names.get('mo', id)),
    listChip('poList', 'ПО', values.poList, (id) => names.get('po', id)),
    values.sectionList !== undefined && { key: 'sectionList', label: 'Секция', value: several(values.sectionList) },
    listChip('documentTypeList', 'Вид', values.documentTypeList, namedBy(types)),
    listChip('printedByList', 'Напечатал', values.printedByList, namedBy(printers)),
    ...dayChips(values),
    ...(['garage', 'profile', 'contribution', 'reregistration', 'notification', 'batch'] as const).map(
      (key) => values[key] !== undefined && { key, label: ofOne[key], value: `№ ${values[key]}` },
    ),
    values.state !== undefined && { key: 'state', label: 'Состояние', value: stateChips[values.state].text },
  ]);
}
