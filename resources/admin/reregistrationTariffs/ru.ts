// Words of the tariffs' page.
import type { TariffGroup } from '../../../contract/reregistrations/tariffs.ts';

export const groupNames: Record<TariffGroup, string> = {
  full: 'Полный',
  relative: 'Родственники',
  heir: 'Наследники',
  exchange: 'Обмен',
  court: 'Решение суда',
  half: 'Совладельцы',
  free: 'Бесплатно',
  entrance: 'Вступительный взнос',
};
export const groupOptions = Object.entries(groupNames)
  .filter(([value]) => value !== 'free')
  .map(([value, label]) => ({ value, label }));
export const memberOptions = [
  { value: 'yes', label: 'член ВОА' },
  { value: 'no', label: 'не член ВОА' },
];
