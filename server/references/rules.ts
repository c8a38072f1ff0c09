// Rules of the reference lists of money: what of a row may not change, what is wrong with discounts. Pure.
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { FIRST_ADDED_ID, type Discount } from '../../contract/references.ts';
import { OPENING, PENALTY } from '../balance/rules.ts';
import { withUsers } from '../kernel/usedBy.ts';

interface Row {
  id: number;
  is_used: boolean;
  users?: string | null;
}
type Fixed = Record<string, string>;

const BUILT_IN = 'Встроенная запись: это поле не меняется. Добавьте свою';
const NEEDED = 'Без этой записи программа не работает: её нельзя вывести из использования';

/** Default fee, entrance fee, re-registration fee, penalties, opening balance: the program charges these by itself. */
const neededAccruals = [1, 2, 10, PENALTY, OPENING];
/** Default, offset, correction, refund, write-off, carried balance. */
const neededPayments = [1, 5, 6, 7, 8, 9];

const same = (fields: readonly string[], text: string): Fixed =>
  Object.fromEntries(fields.map((field) => [field, text]));

/** Fields of an accrual type that keep their value. */
export function fixedOfAccrualType({ id, is_used, users }: Row): Fixed {
  return {
    ...(is_used ? same(['unit'], withUsers('По этому виду уже есть начисления: единица не меняется', users)) : {}),
    ...(id < FIRST_ADDED_ID ? same(['name', 'unit'], BUILT_IN) : {}),
    ...(neededAccruals.includes(id) ? same(['is_active'], NEEDED) : {}),
    ...(id === PENALTY
      ? same(['penalty_applies', 'privilege_applies', 'period'], 'Пени простые: ни льгот, ни пеней на пени')
      : {}),
    ...(id === OPENING ? same(['penalty_applies', 'privilege_applies', 'period'], BUILT_IN) : {}),
  };
}

/** Fields of a payment type that keep their value. */
export function fixedOfPaymentType({ id, is_used, users }: Row): Fixed {
  return {
    ...(is_used
      ? same(['sign'], withUsers('По этому способу уже есть платежи: действие на долг не меняется', users))
      : {}),
    ...(id < FIRST_ADDED_ID ? same(['name', 'sign'], BUILT_IN) : {}),
    ...(neededPayments.includes(id) ? same(['is_active'], NEEDED) : {}),
  };
}

/** Fields of a privilege that keep their value. */
export function fixedOfPrivilege({ id, is_used, users }: Row): Fixed {
  return {
    ...(is_used ? same(['is_health'], withUsers('Льгота уже указана у людей: это поле не меняется', users)) : {}),
    ...(id < FIRST_ADDED_ID ? same(['name', 'is_health'], BUILT_IN) : {}),
  };
}

/** What is wrong with the discounts of a privilege; `known` are the accrual types there are. */
export function discountProblems(discounts: readonly Discount[], known: readonly number[]): FieldErrors {
  const errors: FieldErrors = {};
  discounts.forEach(({ accrual_type_id }, index) => {
    const field = `discounts.${index}.accrual_type_id`;
    if (!known.includes(accrual_type_id)) errors[field] = 'Выберите вид начисления из списка';
    else if (discounts.findIndex((other) => other.accrual_type_id === accrual_type_id) < index)
      errors[field] = 'Этот вид указан дважды';
  });
  return errors;
}

/** Fields of a garage type that keep their value: those of built-in types, and the default stays in use. */
export function fixedOfType(id: number, isBuiltIn: boolean): Record<string, string> {
  const text = 'Встроенная запись: это поле не меняется. Добавьте свою';
  return {
    ...(isBuiltIn ? { name: text, is_capital: text, has_size: text } : {}),
    ...(id === 1 ? { is_active: 'Этот тип ставится новому гаражу: его нельзя вывести из использования' } : {}),
  };
}
