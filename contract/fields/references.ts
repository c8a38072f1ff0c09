// Fields of the reference lists that superusers keep. The form calls them as the table does.
import { defineFields, labelsOf } from '../kernel/fields.ts';

/** What is chosen of a type of charges and of payments, in words. */
export const accrualUnits = { garage: 'гараж', person: 'человек', m2: 'м²', kwh: 'кВт·ч' } as const;
export const accrualPeriods = { year: 'раз в год', month: 'раз в месяц', once: 'один раз' } as const;
export const paymentSigns = { 1: 'уменьшает долг', [-1]: 'увеличивает долг' } as const;

const common = defineFields({
  name: { label: 'Название', kind: 'text', column: 'name', logged: 'value', max: 80 },
  sort: { label: 'Порядок', kind: 'number', column: 'sort', logged: 'value' },
  is_active: { label: 'Используется', kind: 'flag', column: 'is_active', logged: 'value' },
});

export const garageTypeFields = defineFields({
  ...common,
  is_capital: { label: 'Капитальный', kind: 'flag', column: 'is_capital', logged: 'value' },
  has_size: { label: 'Есть размеры', kind: 'flag', column: 'has_size', logged: 'value' },
});

export const accrualTypeFields = defineFields({
  ...common,
  unit: { label: 'За что начисляется', kind: 'choice', column: 'unit', logged: 'value', words: accrualUnits },
  period: { label: 'Как часто', kind: 'choice', column: 'period', logged: 'value', words: accrualPeriods },
  privilege_applies: { label: 'Действуют льготы', kind: 'flag', column: 'privilege_applies', logged: 'value' },
  penalty_applies: { label: 'Начисляются пени', kind: 'flag', column: 'penalty_applies', logged: 'value' },
  is_service: { label: 'Платная услуга: нужен кассовый чек', kind: 'flag', column: 'is_service', logged: 'value' },
});

export const paymentTypeFields = defineFields({
  ...common,
  sign: { label: 'Действие на долг', kind: 'choice', column: 'sign', logged: 'value', words: paymentSigns },
});

export const privilegeFields = defineFields({
  ...common,
  is_health: { label: 'Сведения о здоровье', kind: 'flag', column: 'is_health', logged: 'value' },
  needs_certificate: { label: 'Нужно удостоверение', kind: 'flag', column: 'needs_certificate', logged: 'value' },
  discount_percent: { label: 'Скидка, %', kind: 'number', column: 'discount_percent', logged: 'value' },
  discounts: { label: 'Скидки по видам начислений', kind: 'parts', logged: 'name' },
});

export const keyRateFields = defineFields({
  since: { label: 'Действует с', kind: 'date', column: 'since', logged: 'value' },
  percent: { label: 'Ставка, % годовых', kind: 'number', column: 'percent', logged: 'value' },
});

export const smsPriceFields = defineFields({
  prefix: { label: 'Номер начинается с', kind: 'text', column: 'prefix', logged: 'value' },
  kopecks: { label: 'Цена одной части СМС', kind: 'money', column: 'kopecks', logged: 'value' },
  operator: { label: 'Оператор', kind: 'text', column: 'operator', logged: 'value', max: 80 },
});

/** Names of the fields of every list: the form of all of them is one. */
export const referenceLabels: Record<string, string> = {
  ...labelsOf(accrualTypeFields),
  ...labelsOf(garageTypeFields),
  ...labelsOf(paymentTypeFields),
  ...labelsOf(privilegeFields),
  ...labelsOf(keyRateFields),
  ...labelsOf(smsPriceFields),
};
