// Conditions of the garage list in force, as chips.
import { useQuery } from '@tanstack/react-query';
import { useListContext } from 'react-admin';
import { garageTypes, type GarageFilter } from '../../contract/garages.ts';
import { reading } from '../../providers/reading.ts';
import { formatNumber } from '../../widgets/format.ts';
import type { Chip } from '../../widgets/list/FilterBar.tsx';
import { several, usePlaceChips } from '../lists/chips.ts';
import { useDebtChips } from '../lists/debtChips.ts';
import { counterNames, debtNames, lockedNames, pibNames, restrictedNames } from './ru.ts';

export const useGarageTypes = () => useQuery({ ...reading(garageTypes), staleTime: Infinity });

/** Conditions in force as chips. */
export function useGarageChips(): Chip[] {
  const { filterValues } = useListContext();
  const place = usePlaceChips();
  const debts = useDebtChips();
  const { data: types } = useGarageTypes();
  const values = filterValues as Partial<GarageFilter>;
  const chips: (Chip | false | undefined)[] = [
    ...place,
    values.garageType && {
      key: 'garageType',
      label: 'Тип',
      value: several(values.garageType.map((id) => types?.data.find((type) => type.value === id)?.label ?? String(id))),
    },
    values.profileCounter && { key: 'profileCounter', label: 'Владельцев', value: counterNames[values.profileCounter] },
    values.garageDebt &&
      values.garageDebt !== 'any' && { key: 'garageDebt', label: 'Долг', value: debtNames[values.garageDebt] },
    ...debts,
    values.pib && { key: 'pib', label: 'ПИБ', value: pibNames[values.pib] },
    values.locked !== undefined && {
      key: 'locked',
      label: 'Переоформление',
      value: lockedNames[values.locked ? 'yes' : 'no'],
    },
    values.restricted !== undefined && {
      key: 'restricted',
      label: 'Ограничения',
      value: restrictedNames[values.restricted ? 'yes' : 'no'],
    },
    values.id && { key: 'id', label: 'Выбраны на шахматке', value: formatNumber(values.id.length) },
  ];
  return chips.filter((chip): chip is Chip => Boolean(chip));
}
