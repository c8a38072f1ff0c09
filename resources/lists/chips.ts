// What the chips of several lists share: how conditions in force are told. Apart from the fields: those come later.
import { useListContext } from 'react-admin';
import type { Chip } from '../../widgets/list/FilterBar.tsx';
import { formatDate } from '../../widgets/format.ts';
import { useNames } from './names.ts';

export interface PlaceValues {
  moFilter?: number[] | undefined;
  poFilter?: number[] | undefined;
  sectionFilter?: string[] | undefined;
}

/** Words for chosen ids; an id that is not known yet is said by its number. */
export const namedBy = (options: readonly { id: number; name: string }[] | undefined) => (id: number) =>
  options?.find((option) => option.id === id)?.name ?? `№ ${id}`;

/** What was undone, what stands, or what undid it. */
export type State = 'no' | 'yes' | 'reversal';
export interface StateValues {
  kind?: string | undefined;
  reversed?: 'yes' | 'no' | undefined;
}
export const stateOf = (values: StateValues): State | null =>
  values.kind === 'reversal' ? 'reversal' : (values.reversed ?? null);

/** «А, Б и ещё 3». */
export const several = (words: readonly (string | number)[]) =>
  words.length > 2 ? `${words.slice(0, 2).join(', ')} и ещё ${words.length - 2}` : words.join(', ');

type Kept = Chip | false | undefined;
/** A chip of chosen ids; nothing where none is chosen. */
export const listChip = (
  key: string,
  label: string,
  chosen: readonly number[] | undefined,
  name: (id: number) => string | number,
): Kept => chosen && { key, label, value: several(chosen.map(name)) };
export const referenceChip = (
  key: 'accrualTypeFilter' | 'paymentTypeFilter',
  label: string,
  chosen: readonly number[] | undefined,
  options: readonly { id: number; name: string }[] | undefined,
): Kept => listChip(key, label, chosen, namedBy(options));
export const dayChips = (values: { dateFrom?: string | undefined; dateTo?: string | undefined }): Kept[] => [
  values.dateFrom !== undefined && { key: 'dateFrom', label: 'С', value: formatDate(values.dateFrom) },
  values.dateTo !== undefined && { key: 'dateTo', label: 'По', value: formatDate(values.dateTo) },
];
export function stateChip(label: string, values: StateValues, names: Record<State, string>): Kept {
  const state = stateOf(values);
  return state !== null && { key: state === 'reversal' ? 'kind' : 'reversed', label, value: names[state] };
}
/** Only the chips there are. */
export const kept = (chips: readonly Kept[]): Chip[] => chips.filter((chip): chip is Chip => Boolean(chip));

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
