// Words of payments.
import { sourceNames } from '../../contract/contributions.ts';
import type { OperationKind, OperationRow } from '../../contract/payments.ts';
import { formatMoney } from '../../widgets/format.ts';

export const RECEIPT_LATER = 'Квитанции появятся вместе с документами';

export const kindNames = { accrual: 'Начисление', payment: 'Оплата', reversal: 'Сторно' } as const;
export const specialNames: Record<OperationKind, string> = {
  refund: 'Возврат аванса',
  offset: 'Зачёт между гаражами',
  write_off: 'Списание долга',
  correction: 'Корректировка',
};
export const stateNames = { no: 'проведённые', yes: 'отменённые', reversal: 'сторно' } as const;
export type StateName = keyof typeof stateNames;

/** «Членский годовой взнос 2026» or «по порядку». */
export const purposeName = (row: Pick<OperationRow, 'kind' | 'accrual_type' | 'year'>) =>
  row.accrual_type ? `${row.accrual_type.name} ${row.year}` : row.kind === 'accrual' ? '—' : 'по порядку';

export const operationName = (row: OperationRow) =>
  `${kindNames[row.kind]} ${formatMoney(row.amount_kopecks)}, гараж ${row.garage.section} ${row.garage.number}`;

export const sourceName = (row: Pick<OperationRow, 'source'>) => sourceNames[row.source];
