// Words of payments.
import { sourceNames } from '../../contract/contributions.ts';
import { kindTypes, type OperationKind, type OperationRow } from '../../contract/payments.ts';
import { formatMoney } from '../../widgets/format.ts';

const kindNames = { accrual: 'Начисление', payment: 'Оплата', reversal: 'Сторно' } as const;
/** Payment types that are operations of their own, a balance carried over among them: their name says it all. */
const NAMED_TYPES: readonly number[] = [...Object.values(kindTypes), 9];
/** Brings money or gives it back; an offset, a correction, a write-off and a carried balance move debts alone. */
export const movesMoney = ({ id }: { id: number }) => id === kindTypes.refund || !NAMED_TYPES.includes(id);
/** «Оплата», «Возврат», «Сторно». */
export const kindName = (row: Pick<OperationRow, 'kind' | 'payment_type'>) =>
  row.kind === 'payment' && row.payment_type && NAMED_TYPES.includes(row.payment_type.id)
    ? row.payment_type.name
    : kindNames[row.kind];
export const specialNames: Record<OperationKind, string> = {
  refund: 'Возврат аванса',
  offset: 'Зачёт между гаражами',
  write_off: 'Списание долга',
  correction: 'Корректировка',
};
export const stateNames = { no: 'проведённые', yes: 'отменённые', reversal: 'сторно' } as const;
export type StateName = keyof typeof stateNames;

/** «Членский годовой взнос 2026», «по порядку»; a dash where money goes back and closes nothing. */
export const purposeName = (row: Pick<OperationRow, 'kind' | 'accrual_type' | 'year' | 'amount_kopecks'>) =>
  row.accrual_type
    ? `${row.accrual_type.name} ${row.year}`
    : row.kind === 'accrual' || (row.kind === 'payment' && row.amount_kopecks < 0)
      ? '—'
      : 'по порядку';

export const operationName = (row: OperationRow) =>
  `${kindName(row)} ${formatMoney(row.amount_kopecks)}, гараж ${row.garage.section} ${row.garage.number}`;

export const sourceName = (row: Pick<OperationRow, 'source'>) => sourceNames[row.source];
