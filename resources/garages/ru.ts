// Words of the garages' screens.
export const labels: Record<string, string> = {
  po: 'Первичная организация',
  section: 'Секция',
  number: 'Номер',
  type: 'Тип',
  sizeX: 'Длина',
  sizeY: 'Ширина',
  sizeZ: 'Высота',
  dateOfConstruction: 'Дата постройки',
  pibNumber: 'Номер справки ПИБ',
  pibDate: 'Дата справки ПИБ',
  note: 'Примечание',
  owners: 'Владельцы и доли',
  alreadyExistProfile: 'Владельцы',
  ownedSince: 'Владеют с',
};

export const garageForms = ['гараж', 'гаража', 'гаражей'] as const;

export const debtNames = { any: 'любой', debt: 'есть долг', no_debt: 'нет долга', advance: 'аванс' } as const;
export const counterNames = { none: 'нет', one: 'один', several: 'несколько' } as const;
export const lockedNames = { yes: 'идёт', no: 'не идёт' } as const;
export const pibNames = { has: 'есть', none: 'нет' } as const;
