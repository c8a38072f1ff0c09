// Words of the contributions' screens.
import type { AccrualType } from '../../contract/references.ts';
import type { ContributionRow } from '../../contract/contributions.ts';
import { countOf, formatDate, formatMoney } from '../../widgets/format.ts';

export const garageForms = ['гараж', 'гаража', 'гаражей'] as const;
/** «у 1 гаража», «у 5 гаражей». */
export const garagesOf = (count: number) => countOf(count, garageForms);
/** «3 гаража, 607,50 ₽». */
export const penaltiesText = ({ garages, amount_kopecks }: { garages: number; amount_kopecks: number }) =>
  `${garagesOf(garages)}, ${formatMoney(amount_kopecks)}`;
export const lineForms = ['строка', 'строки', 'строк'] as const;

/** What is shown beside the charges in force. */
export const stateNames = {
  no: 'без сторнированных',
  yes: 'только сторнированные',
  reversal: 'документы сторно',
} as const;
export type StateName = keyof typeof stateNames;

/** How the sum of a charge is asked, by the unit of its type. */
export const amountLabels: Record<AccrualType['unit'], string> = {
  garage: 'Сумма с гаража',
  person: 'Сумма с человека',
  m2: 'Цена за м²',
  kwh: 'Цена за кВт·ч',
};
/** «4 500,00 ₽ с гаража» */
export const unitWords: Record<AccrualType['unit'], string> = {
  garage: 'с гаража',
  person: 'с человека',
  m2: 'за м²',
  kwh: 'за кВт·ч',
};

export const labels: Record<string, string> = {
  accrualType: 'Вид начисления',
  contributionPeriod: 'Год',
  contributionAmount: 'Сумма',
  contributionDate: 'Дата начисления',
  basisDocument: 'Основание',
  contributionComment: 'Комментарий',
  reason: 'Причина исправления',
  includedGarages: 'Гаражи',
  readings: 'Показания счётчиков',
  falling: 'Гаражи, которые выпадают',
};

const kindTitles: Record<ContributionRow['kind'], string> = {
  accrual: 'Начисление',
  payment: 'Оплата',
  reversal: 'Сторно',
  transfer: 'Перенос долга',
};
/** «Членский годовой взнос, 2026 год»; «Оплата», with what it names when it does. */
export const documentTitle = ({ kind, accrual_type, year }: Pick<ContributionRow, 'kind' | 'accrual_type' | 'year'>) =>
  [
    (kind === 'payment' || !accrual_type) && kindTitles[kind],
    accrual_type?.name,
    (accrual_type || kind === 'accrual') && year && `${year} год`,
  ]
    .filter(Boolean)
    .join(', ');

/** What a document comes to, kopecks: an offset stands in two garages, the money is one. */
export const sumOf = ({
  source,
  garages,
  amount_kopecks,
}: Pick<ContributionRow, 'source' | 'garages' | 'amount_kopecks'>) =>
  source === 'offset' && garages === 2 ? amount_kopecks / 2 : amount_kopecks;

/** How a document is named in a row of ticks and for screen readers. */
export const documentName = (row: ContributionRow) => `${documentTitle(row)} от ${formatDate(row.on_date)}`;

/** «82 %»; what is not paid at all or whole is never rounded to the other. */
export function paidPercent(paid: number, amount: number): string {
  if (amount <= 0) return '—';
  const percent = Math.floor((paid / amount) * 100);
  return `${paid > 0 ? Math.max(1, percent) : 0}\u00a0%`;
}
