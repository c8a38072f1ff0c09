// Debts explained: what a payment would close, why a garage owes, reconciliation, ageing, payment QR.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams } from './kernel/resource.ts';
import { Id, IsoDate, Kopecks, Named } from './kernel/scalars.ts';
import { financeRead, signedIn } from './kernel/scope.ts';

const tag = 'Долги';
const Year = z.coerce.number().int().min(1900).max(2100);
/** Largest sum that is taken at once: 100 million roubles, kopecks. */
export const MAX_KOPECKS = 10_000_000_000;
const Amount = z.coerce
  .number('Сумма должна быть больше нуля, не более двух знаков после запятой')
  .int('Сумма должна быть больше нуля, не более двух знаков после запятой')
  .positive('Сумма должна быть больше нуля, не более двух знаков после запятой')
  .max(MAX_KOPECKS, 'Сумма слишком велика');

/** Type and year are named together or not at all. */
const namesBoth = (query: { accrual_type?: number | undefined; year?: number | undefined }) =>
  (query.accrual_type === undefined) === (query.year === undefined);
const bothNamed = { message: 'Укажите и вид, и год', path: ['year'] };

/** What was charged for a year under a type and what is left of it. `accrual_type_id` null: money given back. */
const Owed = {
  accrual_type_id: z.number().nullable(),
  accrual_type: z.string(),
  year: z.number(),
};

export const AllocationReply = z.object({
  closes: z.array(z.object({ ...Owed, kopecks: Kopecks, owed_after_kopecks: Kopecks })),
  /** Part that would stay as an advance, and what of it is set aside for the type and year that are named. */
  advance_kopecks: Kopecks,
  aside_kopecks: Kopecks,
  /** Payments of later days that would then close something else. */
  relaid: z.number(),
  /** Negative is a debt; of the former owner when he pays. */
  balance_kopecks: Kopecks,
  balance_after_kopecks: Kopecks,
  /** Whose payment it would be: the payer of that day, or the former owner. */
  payer: z.object({ id: z.number(), full_name: z.string() }).nullable(),
});
export type AllocationReply = z.infer<typeof AllocationReply>;
/** What a payment would close; `accrual_type` and `year` are what the payer names, together or not at all. */
export const garageAllocation = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/allocation',
  summary: 'Что закроет платёж',
  needs: financeRead,
  params: ByIdParams,
  query: z
    .object({
      amount: Amount,
      accrual_type: Id.optional(),
      year: Year.optional(),
      date: IsoDate.optional(),
      debtor: Id.optional(),
    })
    .refine(namesBoth, bothNamed),
  reply: AllocationReply,
});

const PaymentPart = z.object({
  id: z.number(),
  on_date: z.string(),
  name: z.string(),
  paper_no: z.string().nullable(),
  kopecks: Kopecks,
  /** The payer named this type and year. */
  is_named: z.boolean(),
  /** The money was there before the charge: it was an advance. */
  is_advance: z.boolean(),
});
/** Money set aside for what is not charged yet: «аванс на Членский 2026». */
const AsidePart = PaymentPart.extend({ accrual_type_id: z.number(), accrual_type: z.string(), year: z.number() });
/** «Почему такой долг?»: one line of the bill with the charges it is made of and what paid it. */
export const DebtLine = z.object({
  ...Owed,
  accrued_kopecks: Kopecks,
  paid_kopecks: Kopecks,
  owed_kopecks: Kopecks,
  charges: z.array(
    z.object({
      id: z.number(),
      on_date: z.string(),
      /** The day by which it is to be paid; null for money given back. */
      due_on: z.string().nullable(),
      kopecks: Kopecks,
      /** What of it is still owed. */
      owed_kopecks: Kopecks,
      comment: z.string().nullable(),
      owner: z.string().nullable(),
      document_id: z.number(),
    }),
  ),
  paid_by: z.array(PaymentPart),
});
export type DebtLine = z.infer<typeof DebtLine>;

export const DebtReply = z.object({
  on: z.string(),
  /** Advance less debt of the present owners: negative is a debt. Both may be above zero, as money may be set aside. */
  balance_kopecks: Kopecks,
  debt_kopecks: Kopecks,
  advance_kopecks: Kopecks,
  lines: z.array(DebtLine),
  /** Payments that close nothing yet: taken by the next charge. */
  advance: z.array(PaymentPart),
  aside: z.array(AsidePart),
  /** Former owners to whom debts were left; nothing of it is in the sums above. */
  former: z.array(
    z.object({
      id: z.number(),
      full_name: z.string().nullable(),
      debt_kopecks: Kopecks,
      advance_kopecks: Kopecks,
      lines: z.array(DebtLine),
    }),
  ),
  /** Debt by the person to whom it was charged. */
  owners: z.array(
    z.object({
      id: z.number().nullable(),
      full_name: z.string().nullable(),
      is_present: z.boolean(),
      owed_kopecks: Kopecks,
    }),
  ),
});
export type DebtReply = z.infer<typeof DebtReply>;
/** The debt of a garage at the end of a day, today by default. */
export const garageDebt = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/debt',
  summary: 'Почему такой долг',
  needs: signedIn,
  params: ByIdParams,
  query: z.object({ on: IsoDate.optional() }),
  reply: DebtReply,
});

/** Charged, paid, written off (списание), corrected (корректировка, перенос остатка), moved from or to another debtor. */
export const StatementSum = z.enum(['charged', 'paid', 'written_off', 'corrected', 'moved']);
export type StatementSum = z.infer<typeof StatementSum>;
export const StatementLine = z.object({
  id: z.number(),
  document_id: z.number(),
  on_date: z.string(),
  kind: z.enum(['accrual', 'payment', 'reversal', 'transfer']),
  /** Stands in the column of payments: a reversal of a payment too. */
  is_payment: z.boolean(),
  /** A payment by which money came in: no offset, write-off, correction. */
  is_money: z.boolean(),
  /** Which sum of the period it stands in; a reversal stands where what it undoes stood. */
  counts: StatementSum,
  name: z.string(),
  /** What a payment names. */
  purpose: z.string().nullable(),
  year: z.number(),
  /** Negative raises the debt. */
  amount_kopecks: Kopecks,
  /** Balance after the line, all types together. */
  balance_kopecks: Kopecks,
  paper_no: z.string().nullable(),
  comment: z.string().nullable(),
  owner: z.string().nullable(),
  reversal_of: z.number().nullable(),
  is_reversed: z.boolean(),
});
export type StatementLine = z.infer<typeof StatementLine>;
const StatementQuery = z
  .object({ from: IsoDate.optional(), to: IsoDate.optional(), accrual_type: Id.optional(), year: Year.optional() })
  .refine((query) => !query.from || !query.to || query.from <= query.to, {
    message: 'Начало периода позже конца',
    path: ['to'],
  });
export const StatementReply = z.object({
  from: z.string().nullable(),
  to: z.string(),
  /** Balance before the first day and after the last one; negative is a debt. */
  opening_kopecks: Kopecks,
  closing_kopecks: Kopecks,
  accrued_kopecks: Kopecks,
  paid_kopecks: Kopecks,
  /** Bad debts that were written off, and corrections: the debt fell, no money came. */
  written_off_kopecks: Kopecks,
  corrected_kopecks: Kopecks,
  /** Debts moved from or to another debtor: neither charged nor paid. */
  moved_kopecks: Kopecks,
  lines: z.array(StatementLine),
  /** Types and years that the garage has, for the filters. */
  types: z.array(Named),
  years: z.array(z.number()),
});
export type StatementReply = z.infer<typeof StatementReply>;
/** Lines of a period between two balances, oldest first; a filter hides lines, balances stay those of the whole account. */
export const garageStatement = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/statement',
  summary: 'Акт сверки по гаражу',
  needs: signedIn,
  params: ByIdParams,
  query: StatementQuery,
  reply: StatementReply,
});

/** Ages of a debt: what each is called, by the day of its oldest unpaid charge. */
export const debtAges = {
  '0-30': 'до 30 дней',
  '31-90': '31–90 дней',
  '91-365': '91–365 дней',
  '366+': 'больше года',
} as const;
export const DebtAge = z.enum(['0-30', '31-90', '91-365', '366+']);
export type DebtAge = z.infer<typeof DebtAge>;
const AgeSum = z.object({ age: DebtAge, garages: z.number(), debt_kopecks: Kopecks });
export type AgeSum = z.infer<typeof AgeSum>;
/** A garage that owes, as every list of debts tells it. */
export const OwingGarage = z.object({
  id: z.number(),
  section: z.string(),
  number: z.string(),
  is_active: z.boolean(),
  po: Named,
  /** Present owners, the receiver of receipts first. */
  owners: z.array(z.object({ id: z.number(), full_name: z.string() })),
  debt_kopecks: Kopecks,
});
export type OwingGarage = z.infer<typeof OwingGarage>;
export const Debtor = OwingGarage.extend({
  account_no: z.string(),
  /** Of it, what was charged for days when the garage had no owner. */
  unowned_kopecks: Kopecks,
  /** Day of the oldest charge that is not wholly paid. */
  since: z.string(),
  days: z.number(),
  age: DebtAge,
});
export type Debtor = z.infer<typeof Debtor>;
/** МО and ПО asked about: one number or several with commas, `12,15`. */
const Places = z
  .string()
  .max(6000)
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, 'Номера через запятую')
  .optional();
const place = { mo: Places, po: Places };

export const AgeingReply = z.object({
  on: z.string(),
  /** All four ages, the youngest first, also those with nothing. */
  ages: z.array(AgeSum),
  /** ПО that are owed something, in the official order. */
  by_po: z.array(z.object({ po: Named, mo: Named, ages: z.array(AgeSum) })),
  /** The largest debts. */
  top: z.array(Debtor),
});
export type AgeingReply = z.infer<typeof AgeingReply>;
/** Debts of the place by age: a garage stands with its whole debt in the age of its oldest unpaid principal. */
export const debtAgeing = endpoint({
  tag,
  method: 'GET',
  path: '/api/debt_ageing/',
  summary: 'Возраст долга',
  needs: financeRead,
  query: z.object(place),
  reply: AgeingReply,
});

/** Garages of an age (all ages without one), the largest debt first. */
export const debtAgeingGarages = endpoint({
  tag,
  method: 'GET',
  path: '/api/debt_ageing/garages/',
  summary: 'Должники по возрасту долга',
  needs: financeRead,
  query: z.object({
    ...place,
    age: DebtAge.optional(),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    per_page: z.coerce.number().int().min(1).max(200).default(50),
  }),
  reply: z.object({ total: z.number(), debt_kopecks: Kopecks, data: z.array(Debtor) }),
});

export const PaymentQrReply = z.object({
  /** What the picture says; null when requisites are missing or there is nothing to pay. */
  text: z.string().nullable(),
  /** Length of the text in UTF-8. */
  bytes: z.number(),
  sum_kopecks: Kopecks,
  purpose: z.string(),
  /** What is missing or wrong in the requisites of the ПО, in words. */
  problems: z.array(z.string()),
  po: Named,
  account_no: z.string(),
  payee: z.object({
    payee_name: z.string().nullable(),
    inn: z.string().nullable(),
    kpp: z.string().nullable(),
    bank_name: z.string().nullable(),
    bik: z.string().nullable(),
    account: z.string().nullable(),
    corr_account: z.string().nullable(),
  }),
});
export type PaymentQrReply = z.infer<typeof PaymentQrReply>;
/** Text of a payment QR by ГОСТ Р 56042-2014: for one type and year, for a sum, or for the whole debt. */
export const garagePaymentQr = endpoint({
  tag,
  method: 'GET',
  path: '/api/garages/:id/payment_qr',
  summary: 'QR для оплаты',
  needs: signedIn,
  params: ByIdParams,
  query: z
    .object({ amount: Amount.optional(), accrual_type: Id.optional(), year: Year.optional() })
    .refine(namesBoth, bothNamed),
  reply: PaymentQrReply,
});
