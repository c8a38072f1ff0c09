// Reference lists of money for superusers: accrual types, payment types, privileges with their discounts, the key rate.
import { sql } from 'kysely';
import * as contract from '../../contract/references.ts';
import type { WriteDb } from '../kernel/ctx.ts';
import { garageTypeRoutes } from './garageTypes.ts';
import { keyRateRoutes } from './keyRates.ts';
import { accrualTypes, paymentTypes } from './queries.ts';
import type { Mount } from '../kernel/mount.ts';
import { smsPriceRoutes } from './smsPrices.ts';
import { mountReference } from '../kernel/reference.ts';
import { documentsUsing } from '../kernel/usedBy.ts';
import { discountProblems, fixedOfAccrualType, fixedOfPaymentType, fixedOfPrivilege } from './rules.ts';

/** Mounts the lists; a row that money refers to is known by the monthly sums. */
export function referenceRoutes(mount: Mount): void {
  garageTypeRoutes(mount);
  mount(contract.accrualTypes, async (ctx) => ({ data: (await accrualTypes(ctx.db)) as contract.AccrualType[] }));
  mount(contract.paymentTypes, async (ctx) => ({ data: await paymentTypes(ctx.db) }));
  mountReference(mount, {
    table: 'accrual_type',
    contract: contract.accrualTypeReference,
    title: 'вид начисления',
    columns: ['name', 'unit', 'period', 'privilege_applies', 'penalty_applies', 'is_service', 'sort', 'is_active'],
    nameOf: (row) => String(row.name),
    used: sql<boolean>`exists (select 1 from ledger_month m where m.accrual_type_id = r.id)`,
    users: (id) =>
      documentsUsing(
        sql`(c.accrual_type_id = ${id} or c.accrual_type_id is null and exists (select 1 from balance_operation o where o.contribution_id = c.id and o.accrual_type_id = ${id}))`,
      ),
    fixed: fixedOfAccrualType,
  });
  mountReference(mount, {
    table: 'payment_type',
    contract: contract.paymentTypeReference,
    title: 'способ оплаты',
    columns: ['name', 'sign', 'sort', 'is_active'],
    nameOf: (row) => String(row.name),
    used: sql<boolean>`exists (select 1 from ledger_month m where m.payment_type_id = r.id)`,
    users: (id) =>
      documentsUsing(
        sql`(c.payment_type_id = ${id} or c.payment_type_id is null and c.kind <> 'accrual' and exists (select 1 from balance_operation o where o.contribution_id = c.id and o.payment_type_id = ${id}))`,
      ),
    fixed: fixedOfPaymentType,
  });
  mountReference(mount, {
    table: 'privilege',
    contract: contract.privilegeReference,
    title: 'льгота',
    choices: ['profile_lists'],
    columns: ['name', 'is_health', 'needs_certificate', 'discount_percent', 'sort', 'is_active'],
    nameOf: (row) => String(row.name),
    used: sql<boolean>`exists (select 1 from profile_privilege p where p.privilege_id = r.id)
      or exists (select 1 from profile p where p.privilege_id = r.id)`,
    users: (id) => sql`select 'profile' as kind, p.id, p.full_name as title from profile p where p.merged_into is null
      and (p.privilege_id = ${id} or exists (select 1 from profile_privilege h where h.profile_id = p.id and h.privilege_id = ${id})) order by p.full_name, p.id`,
    // «Нет» is the absence of a privilege, not one of them.
    hidden: sql<boolean>`r.id = 0`,
    fixed: fixedOfPrivilege,
    problems: async (tx, body) => discountProblems(body.discounts as contract.Discount[], await accrualTypeIds(tx)),
    part: { name: 'discounts', select: discounts, write: writeDiscounts },
  });
  keyRateRoutes(mount);
  smsPriceRoutes(mount);
}

const discounts = sql`coalesce((select json_agg(json_build_object('accrual_type_id', d.accrual_type_id, 'percent', d.percent,
  'amount_kopecks', d.amount_kopecks) order by d.accrual_type_id) from accrual_discount d where d.privilege_id = r.id), '[]')`;

async function accrualTypeIds(tx: WriteDb): Promise<number[]> {
  return (await tx.selectFrom('accrual_type').select('id').execute()).map((row) => row.id);
}

async function writeDiscounts(tx: WriteDb, privilege: number, value: unknown) {
  const list = value as contract.Discount[];
  await tx.deleteFrom('accrual_discount').where('privilege_id', '=', privilege).execute();
  if (list.length)
    await tx
      .insertInto('accrual_discount')
      .values(list.map((one) => ({ privilege_id: privilege, ...one })))
      .execute();
}
