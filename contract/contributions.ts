// Contributions: what is charged to garages, and the reference lists of money.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { signedIn } from './kernel/scope.ts';

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
  path: '/api/accrual_types/',
  summary: 'Виды начислений',
  needs: signedIn,
  reply: z.object({ data: z.array(AccrualType) }),
});
/** Payment types in their order, those out of use last. */
export const paymentTypes = endpoint({
  tag: lists,
  method: 'GET',
  path: '/api/payment_types/',
  summary: 'Способы оплаты',
  needs: signedIn,
  reply: z.object({ data: z.array(PaymentType) }),
});
