// What counts as charged and as paid in statistics: transfers, offsets, corrections, write-offs and opening balances are neither.
import { sql, type RawBuilder } from 'kysely';

/** Зачёт, корректировка, списание, перенос остатка. */
const NO_MONEY = '5, 6, 8, 9';
/** Списание безнадёжного долга. */
export const WRITTEN_OFF = 8;
/** Корректировка, перенос остатка. */
export const CORRECTED: readonly number[] = [6, 9];
/** Входящее сальдо. */
export const OPENING = 15;

export type Side = 'charged' | 'paid';

/**
 * Condition over `accrual_type_id`, `payment_type_id` of a line or of a monthly sum, where 0 and null are nothing. What
 * undoes a line stands on the side of the line. Transfers (`origin_id`) are left out by whoever asks: months hold none. `table` is a
 * name of our own text and never comes from outside.
 */
export function countedAs(side: Side, table: string): RawBuilder<boolean> {
  const payment = `coalesce(${table}.payment_type_id, 0)`;
  return sql.raw<boolean>(
    side === 'charged'
      ? `(${payment} = 0 and ${table}.accrual_type_id is distinct from ${OPENING})`
      : `(${payment} <> 0 and ${payment} not in (${NO_MONEY}))`,
  );
}
