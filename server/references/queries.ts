// SQL of reference lists of money, as forms read them.
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';

type Db = ReadDb | WriteDb;

/** Accrual types in their order, those out of use last. */
export const accrualTypes = (db: Db) =>
  db
    .selectFrom('accrual_type')
    .orderBy('is_active', 'desc')
    .orderBy('sort')
    .select(['id', 'name', 'unit', 'period', 'privilege_applies', 'penalty_applies', 'is_service', 'sort'])
    .select(['is_active', 'version'])
    .execute();

/** Payment types in their order, those out of use last. */
export const paymentTypes = (db: Db) =>
  db
    .selectFrom('payment_type')
    .orderBy('is_active', 'desc')
    .orderBy('sort')
    .select(['id', 'name', 'sign', 'sort', 'is_active', 'version'])
    .execute();

export const accrualType = (db: Db, id: number) =>
  db.selectFrom('accrual_type').where('id', '=', id).selectAll().executeTakeFirst();
