// SQL of contributions: reference lists of money.
import type { ReadDb } from '../kernel/ctx.ts';

/** Accrual types in their order, those out of use last. */
export const accrualTypes = (db: ReadDb) =>
  db
    .selectFrom('accrual_type')
    .orderBy('is_active', 'desc')
    .orderBy('sort')
    .select(['id', 'name', 'unit', 'period', 'privilege_applies', 'penalty_applies', 'is_service', 'sort'])
    .select(['is_active', 'version'])
    .execute();

/** Payment types in their order, those out of use last. */
export const paymentTypes = (db: ReadDb) =>
  db
    .selectFrom('payment_type')
    .orderBy('is_active', 'desc')
    .orderBy('sort')
    .select(['id', 'name', 'sign', 'sort', 'is_active', 'version'])
    .execute();
