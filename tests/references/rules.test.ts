// What of a reference list may not change: of built-in rows, of those in use, of those the program charges and pays by; and discounts.
import { describe, expect, it } from 'vitest';
import {
  discountProblems,
  fixedOfAccrualType,
  fixedOfPaymentType,
  fixedOfPrivilege,
  fixedOfType,
} from '../../server/references/rules.ts';

const BUILT_IN = 'Встроенная запись: это поле не меняется. Добавьте свою';
const NEEDED = 'Без этой записи программа не работает: её нельзя вывести из использования';
const SIMPLE = 'Пени простые: ни льгот, ни пеней на пени';
const free = { is_used: false };

describe('an accrual type', () => {
  const builtIn = { name: BUILT_IN, unit: BUILT_IN };
  it.each([
    // The fee, the entrance fee and that of a re-registration are charged by the program.
    [1, { ...builtIn, is_active: NEEDED }],
    [2, { ...builtIn, is_active: NEEDED }],
    [10, { ...builtIn, is_active: NEEDED }],
    // So are penalties, never on penalties, and the opening balance.
    [
      11,
      {
        ...builtIn,
        is_active: NEEDED,
        penalty_applies: SIMPLE,
        privilege_applies: SIMPLE,
        period: SIMPLE,
      },
    ],
    [
      15,
      {
        ...builtIn,
        is_active: NEEDED,
        penalty_applies: BUILT_IN,
        privilege_applies: BUILT_IN,
        period: BUILT_IN,
      },
    ],
    [3, builtIn],
    [6, builtIn],
    [9, builtIn],
    [12, builtIn],
    [14, builtIn],
    // The last built-in one, and the first of the society's own.
    [99, builtIn],
    [100, {}],
    [101, {}],
  ])('%i that nothing is charged by', (id, fixed) => expect(fixedOfAccrualType({ id, ...free })).toEqual(fixed));

  it('of its own keeps the unit of what is charged already, and says where it is', () => {
    const unit = 'По этому виду уже есть начисления: единица не меняется';
    expect(fixedOfAccrualType({ id: 100, is_used: true })).toEqual({ unit });
    expect(fixedOfAccrualType({ id: 100, is_used: true, users: null })).toEqual({ unit });
    expect(fixedOfAccrualType({ id: 100, is_used: true, users: 'начисление № 5' })).toEqual({
      unit: `${unit}. Где: начисление № 5`,
    });
    expect(fixedOfAccrualType({ id: 100, is_used: false, users: 'начисление № 5' })).toEqual({});
  });
  it('that is built in says so, used or not: no change would help', () => {
    expect(fixedOfAccrualType({ id: 3, is_used: true, users: 'начисление № 5' })).toEqual(builtIn);
  });
});

describe('a payment type', () => {
  const builtIn = { name: BUILT_IN, sign: BUILT_IN };
  it.each([
    // Cash is the default; offsets, corrections, refunds, write-offs and carried balances are written by the program.
    [1, { ...builtIn, is_active: NEEDED }],
    [5, { ...builtIn, is_active: NEEDED }],
    [6, { ...builtIn, is_active: NEEDED }],
    [7, { ...builtIn, is_active: NEEDED }],
    [8, { ...builtIn, is_active: NEEDED }],
    [9, { ...builtIn, is_active: NEEDED }],
    // A place may have no terminal and no account.
    [2, builtIn],
    [3, builtIn],
    [4, builtIn],
    [10, builtIn],
    [99, builtIn],
    [100, {}],
  ])('%i that nobody paid by', (id, fixed) => expect(fixedOfPaymentType({ id, ...free })).toEqual(fixed));

  it('of its own keeps its sign once somebody paid by it', () => {
    const sign = 'По этому способу уже есть платежи: действие на долг не меняется';
    expect(fixedOfPaymentType({ id: 100, is_used: true })).toEqual({ sign });
    expect(fixedOfPaymentType({ id: 100, is_used: true, users: 'платёж № 5' })).toEqual({
      sign: `${sign}. Где: платёж № 5`,
    });
    expect(fixedOfPaymentType({ id: 2, is_used: true, users: 'платёж № 5' })).toEqual(builtIn);
  });
});

describe('a privilege', () => {
  it.each([
    [0, { name: BUILT_IN, is_health: BUILT_IN }],
    [3, { name: BUILT_IN, is_health: BUILT_IN }],
    [99, { name: BUILT_IN, is_health: BUILT_IN }],
    [100, {}],
  ])('%i that nobody has', (id, fixed) => expect(fixedOfPrivilege({ id, ...free })).toEqual(fixed));

  it('of its own stays of health, or not, once somebody has it', () => {
    const is_health = 'Льгота уже указана у людей: это поле не меняется';
    expect(fixedOfPrivilege({ id: 100, is_used: true })).toEqual({ is_health });
    expect(fixedOfPrivilege({ id: 100, is_used: true, users: 'Иванов И. И.' })).toEqual({
      is_health: `${is_health}. Где: Иванов И. И.`,
    });
    expect(fixedOfPrivilege({ id: 3, is_used: true })).toEqual({ name: BUILT_IN, is_health: BUILT_IN });
  });
});

describe('a garage type', () => {
  const builtIn = { name: BUILT_IN, is_capital: BUILT_IN, has_size: BUILT_IN };
  const ofNewGarages = { is_active: 'Этот тип ставится новому гаражу: его нельзя вывести из использования' };
  it.each([
    [1, true, { ...builtIn, ...ofNewGarages }],
    [1, false, ofNewGarages],
    [2, true, builtIn],
    [2, false, {}],
    [0, false, {}],
    [100, false, {}],
  ])('%i, built in: %s', (id, isBuiltIn, fixed) => expect(fixedOfType(id, isBuiltIn)).toEqual(fixed));
});

describe('discounts of a privilege', () => {
  const discounts = (...types: number[]) => types.map((accrual_type_id) => ({ accrual_type_id, percent: 50 }));
  const twice = 'Этот вид указан дважды';
  const unknown = 'Выберите вид начисления из списка';
  it.each([
    [[], {}],
    [[1], {}],
    [[1, 3, 6], {}],
    // The first of two is right, each later one is not.
    [[1, 1], { 'discounts.1.accrual_type_id': twice }],
    [[3, 1, 3, 3], { 'discounts.2.accrual_type_id': twice, 'discounts.3.accrual_type_id': twice }],
    [[77, 1], { 'discounts.0.accrual_type_id': unknown }],
    // What there is not is not said to be there twice.
    [[77, 77], { 'discounts.0.accrual_type_id': unknown, 'discounts.1.accrual_type_id': unknown }],
  ])('%j', (types, errors) => expect(discountProblems(discounts(...types) as never, [1, 3, 6])).toEqual(errors));
});
