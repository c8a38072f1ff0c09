// Reference lists: what forms read of the types of money, and the lists that a superuser keeps: garage types, accrual types,
// payment types, privileges with discounts, the key rate, prices of SMS.
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { IdValue, IsoDate, Kopecks, line, optionalLine, Version } from './kernel/scalars.ts';
import { signedIn, superuser } from './kernel/scope.ts';
import { z } from 'zod';
import { UsedBy } from './kernel/usedBy.ts';

export const AccrualUnit = z.enum(['garage', 'person', 'm2', 'kwh']);

export const AccrualPeriod = z.enum(['year', 'month', 'once']);

export const AccrualType = z.object({
  id: z.number(),
  name: z.string(),
  unit: AccrualUnit,
  period: AccrualPeriod,
  privilege_applies: z.boolean(),
  penalty_applies: z.boolean(),
  /** A paid service: the payer gets a cash-register receipt. */
  is_service: z.boolean(),
  sort: z.number(),
  is_active: z.boolean(),
  version: z.number(),
});

export type AccrualType = z.infer<typeof AccrualType>;

export const PaymentType = z.object({
  id: z.number(),
  name: z.string(),
  /** +1 lowers the debt, −1 raises it (a refund). */
  sign: z.number(),
  sort: z.number(),
  is_active: z.boolean(),
  version: z.number(),
});

export type PaymentType = z.infer<typeof PaymentType>;

const lists = 'Справочники взносов';

/** Accrual types in their order, those out of use last. */
export const accrualTypes = endpoint({
  tag: lists,
  method: 'GET',
  path: '/api/accrual_type_options/',
  room: 'accrual_types',
  summary: 'Виды начислений',
  needs: signedIn,
  reply: z.object({ data: z.array(AccrualType) }),
});

/** Payment types in their order, those out of use last. */
export const paymentTypes = endpoint({
  tag: lists,
  method: 'GET',
  path: '/api/payment_type_options/',
  room: 'payment_types',
  summary: 'Способы оплаты',
  needs: signedIn,
  reply: z.object({ data: z.array(PaymentType) }),
});

/** Rows from this number on were added by an administrator; smaller numbers have a fixed meaning. */
export const FIRST_ADDED_ID = 100;

const Sort = z.number('Укажите порядок').int('Порядок — целое число').min(0, 'Не меньше 0').max(9999, 'Не больше 9999');

const common = { name: line(80), sort: Sort, is_active: z.boolean().default(true) };

const stored = {
  id: z.number(),
  version: z.number(),
  /** Something refers to it: it can be taken out of use, not removed. */
  is_used: z.boolean(),
  /** Fields that keep their value, with the reason. */
  fixed: z.record(z.string(), z.string()),
  /** On a card: what uses it. Rows of a list do not say. */
  used_by: UsedBy.nullable(),
};

const filter = z.object({
  id: z.array(z.number().int()).max(1000).optional(),
  q: z.string().max(100).optional(),
  is_active: z.boolean().optional(),
});

const shared = { read: superuser, write: superuser, filter, sorts: ['sort', 'name'] } as const;

export const GarageTypeBody = z.object({
  ...common,
  is_capital: z.boolean().default(false),
  has_size: z.boolean().default(true),
});

export const AccrualTypeBody = z.object({
  ...common,
  unit: AccrualUnit.default('garage'),
  period: AccrualPeriod.default('year'),
  privilege_applies: z.boolean().default(false),
  penalty_applies: z.boolean().default(false),
  is_service: z.boolean().default(false),
});

export const PaymentTypeBody = z.object({ ...common, sign: z.union([z.literal(1), z.literal(-1)]).default(1) });

const Percent = z
  .number('Укажите проценты')
  .int('Проценты — целое число')
  .min(0, 'От 0 до 100')
  .max(100, 'От 0 до 100');

/** A discount of its own for an accrual type: percent or roubles, one of the two. */
export const Discount = z
  .object({
    accrual_type_id: IdValue,
    percent: Percent.nullable().default(null),
    amount_kopecks: Kopecks.positive('Сумма должна быть больше нуля')
      .max(1_000_000_000, 'Слишком большая сумма')
      .nullable()
      .default(null),
  })
  .refine((one) => (one.percent === null) !== (one.amount_kopecks === null), {
    message: 'Укажите проценты или рубли',
    path: ['percent'],
  });

export type Discount = z.output<typeof Discount>;

export const PrivilegeBody = z.object({
  ...common,
  is_health: z.boolean().default(false),
  needs_certificate: z.boolean().default(true),
  /** Counts for every type that privileges apply to and that has no discount of its own. */
  discount_percent: Percent.default(0),
  discounts: z.array(Discount).max(100, 'Не больше 100 строк').default([]),
});

/** How a mobile number begins, kept as «+7911»: typed with spaces and brackets, with 8, 7 or without either. */
const SmsPrefix = z
  .string('Укажите начало номера')
  .trim()
  .min(1, 'Укажите начало номера')
  .max(40, 'Слишком длинно')
  .regex(/^\+?[\d\s()-]*$/, 'Только цифры, например +7911')
  .transform((text) => {
    const digits = text.replace(/\D/g, '');
    return `+7${/^[78]/.test(digits) ? digits.slice(1) : digits}`;
  })
  .refine((prefix) => prefix === '+7' || prefix.startsWith('+79'), 'Мобильный номер начинается с +79')
  .refine((prefix) => prefix.length <= 11, 'Это целый номер: нужно только его начало, например +7911');

export const SmsPriceBody = z.object({
  prefix: SmsPrefix,
  kopecks: Kopecks.min(0, 'Цена не может быть меньше нуля').max(
    100_000,
    'Не больше 1000 ₽ за часть: проверьте запятую',
  ),
  operator: optionalLine(80),
});

export const KeyRateBody = z.object({
  since: IsoDate,
  percent: z.number('Укажите ставку').positive('Ставка больше нуля').max(100, 'Не больше 100 %'),
});

export type GarageTypeBody = z.output<typeof GarageTypeBody>;

export type AccrualTypeBody = z.output<typeof AccrualTypeBody>;

export type PaymentTypeBody = z.output<typeof PaymentTypeBody>;

export type PrivilegeBody = z.output<typeof PrivilegeBody>;

export type SmsPriceBody = z.output<typeof SmsPriceBody>;

export type KeyRateBody = z.output<typeof KeyRateBody>;

const edited = { version: Version };

const GarageTypeRow = z.object({ ...stored, ...GarageTypeBody.shape });

export const garageTypeReference = resource({
  ...shared,
  name: 'garage_types',
  title: 'Типы гаражей',
  row: GarageTypeRow,
  card: GarageTypeRow,
  createBody: GarageTypeBody,
  updateBody: GarageTypeBody.extend(edited),
});

const AccrualTypeRow = z.object({ ...stored, ...AccrualTypeBody.shape });

export const accrualTypeReference = resource({
  ...shared,
  name: 'accrual_types',
  title: 'Виды начислений',
  row: AccrualTypeRow,
  card: AccrualTypeRow,
  createBody: AccrualTypeBody,
  updateBody: AccrualTypeBody.extend(edited),
});

const PaymentTypeRow = z.object({ ...stored, ...PaymentTypeBody.shape });

export const paymentTypeReference = resource({
  ...shared,
  name: 'payment_types',
  title: 'Способы оплаты',
  row: PaymentTypeRow,
  card: PaymentTypeRow,
  createBody: PaymentTypeBody,
  updateBody: PaymentTypeBody.extend(edited),
});

const PrivilegeRow = z.object({ ...stored, ...PrivilegeBody.shape });

export const privilegeReference = resource({
  ...shared,
  name: 'privileges',
  title: 'Льготы',
  row: PrivilegeRow,
  card: PrivilegeRow,
  createBody: PrivilegeBody,
  updateBody: PrivilegeBody.extend(edited),
});

const KeyRateRow = z.object({ ...stored, ...KeyRateBody.shape });

export const keyRateReference = resource({
  ...shared,
  name: 'key_rates',
  title: 'Ключевая ставка',
  row: KeyRateRow,
  card: KeyRateRow,
  createBody: KeyRateBody,
  updateBody: KeyRateBody.extend(edited),
  sorts: ['since'],
});

/** Until which day a list kept by hand was compared with its source. */
const ListChecked = z.object({
  until: z.string(),
  /** When somebody of the installation said so, and who; null while it is as it was installed. */
  at: z.string().nullable(),
  user: z.string().nullable(),
});
export type ListChecked = z.infer<typeof ListChecked>;

/** Until which day the key rates were compared with those of the bank of Russia. */
export const keyRatesChecked = endpoint({
  tag: lists,
  method: 'GET',
  path: '/api/key_rates_checked/',
  room: 'key_rates',
  summary: 'До какого дня проверены ключевые ставки',
  needs: superuser,
  reply: ListChecked,
});

/** «Список проверен»: there is no rate up to today that is not in the list. */
export const checkKeyRates = endpoint({
  tag: lists,
  method: 'POST',
  path: '/api/key_rates_checked/',
  summary: 'Список ключевых ставок проверен',
  needs: superuser,
  reply: ListChecked,
});

/** The row of all numbers that no other row names: it stays. */
export const USUAL_SMS_PRICE = 1;

const SmsPriceRow = z.object({ ...stored, ...SmsPriceBody.shape, prefix: z.string(), operator: z.string().nullable() });

/** Prices of one part of an SMS by how the number begins; the longest beginning wins. */
export const smsPriceReference = resource({
  ...shared,
  name: 'sms_prices',
  title: 'Цены СМС',
  row: SmsPriceRow,
  card: SmsPriceRow,
  createBody: SmsPriceBody,
  updateBody: SmsPriceBody.extend(edited),
  sorts: ['prefix', 'kopecks', 'operator'],
});

export const removeSmsPrice = endpoint({
  tag: 'Цены СМС',
  method: 'DELETE',
  path: '/api/sms_prices/:id',
  summary: 'Цены СМС: удалить',
  needs: superuser,
  params: ByIdParams,
});
