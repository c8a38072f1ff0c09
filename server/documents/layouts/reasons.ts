// Reasons of a re-registration in the cases and forms that papers need.

const by: Record<number, string> = {
  1: 'куплей-продажей',
  2: 'дарением',
  3: 'наследованием',
  4: 'обменом',
  5: 'решением суда',
  6: 'разделом имущества',
  7: 'отказом в пользу ПО',
  8: 'распределением гаража',
  9: 'добавлением совладельца',
  10: 'исключением совладельца',
  11: 'передачей близкому родственнику',
  12: 'сменой фамилии или документа владельца',
  13: 'исправлением ошибки учёта',
};

/** «в связи с …». */
export const reasonBy = (id: number | undefined): string => (id && by[id]) || 'переходом прав';

/** Title of the contract, how its sides are called, what it does; null for reasons without a contract. */
export function contractOf(id: number | undefined) {
  if (id === 1)
    return {
      title: 'КУПЛИ-ПРОДАЖИ',
      from: 'Продавец',
      gives: 'продаёт',
      gave: 'передал',
      to: 'Покупатель',
      takes: 'покупает',
      took: 'принял',
    };
  if (id === 2 || id === 11)
    return {
      title: 'ДАРЕНИЯ',
      from: 'Даритель',
      gives: 'безвозмездно передаёт',
      gave: 'передал',
      to: 'Одаряемый',
      takes: 'принимает',
      took: 'принял',
    };
  if (id === 4)
    return {
      title: 'МЕНЫ',
      from: 'Сторона 1',
      gives: 'передаёт в обмен',
      gave: 'передала',
      to: 'Сторона 2',
      takes: 'принимает',
      took: 'приняла',
    };
  return null;
}
