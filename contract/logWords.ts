// Words of months of the log that leave it for the archive. Months are first days, `2021-05-01`.
import { formatDate } from './kernel/words.ts';

const NAMES = [
  'январь',
  'февраль',
  'март',
  'апрель',
  'май',
  'июнь',
  'июль',
  'август',
  'сентябрь',
  'октябрь',
  'ноябрь',
  'декабрь',
] as const;

/** «май 2021» */
export const monthName = (month: string): string => `${NAMES[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;

/** «Строки до 01.06.2021 вынесены в архив» */
export const goneText = (keptFrom: string): string => `Строки до ${formatDate(keptFrom)} вынесены в архив`;
