// Debts: what a payment would close, why a garage owes, the statement of a period.
import { todayOf } from '../kernel/ctx.ts';
import * as contract from '../../contract/balance.ts';
import { invalid } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { ageing, debtors, placeOf } from './queries/ageing.ts';
import * as one from './queries/debt.ts';
import { garagePaymentQr } from './queries/paymentQr.ts';
import { allocationPreview, NO_DEBT_LEFT } from './rules.ts';

export function balanceRoutes(mount: Mount): void {
  mount(contract.garageAllocation, async (ctx, { params, query }) => {
    await one.garageInScope(ctx, params.id);
    const facts = await one.ledgerFacts(ctx.db, params.id, null);
    const purpose = query.accrual_type && query.year ? { typeId: query.accrual_type, year: query.year } : null;
    const date = query.date ?? todayOf(ctx);
    const debtor = query.debtor === undefined ? null : await one.debtorOf(ctx.db, params.id, query.debtor);
    if (query.debtor !== undefined && debtor === null) throw invalid({ debtor: NO_DEBT_LEFT });
    const preview = allocationPreview(facts, query.amount, purpose, date, debtor);
    const names = new Map(facts.map((fact) => [fact.accrual_type_id, fact.accrual_type]));
    return {
      closes: preview.closes.map((line) => ({
        accrual_type_id: line.typeId,
        accrual_type: (line.typeId && names.get(line.typeId)) || one.GIVEN_BACK,
        year: line.year,
        kopecks: line.kopecks,
        owed_after_kopecks: line.owedAfter,
      })),
      advance_kopecks: preview.advance,
      aside_kopecks: preview.aside,
      relaid: preview.relaid,
      balance_kopecks: preview.before,
      balance_after_kopecks: preview.after,
      payer: await one.payerNamed(ctx.db, params.id, date, debtor),
    };
  });

  mount(contract.garageDebt, async (ctx, { params, query }) => {
    await one.garageInScope(ctx, params.id);
    return one.debtReply(ctx, params.id, query.on ?? todayOf(ctx));
  });

  mount(contract.garageStatement, async (ctx, { params, query }) => {
    await one.garageInScope(ctx, params.id);
    return one.statement(ctx, params.id, query);
  });

  mount(contract.garagePaymentQr, (ctx, { params, query }) => garagePaymentQr(ctx, params.id, query));

  mount(contract.debtAgeing, (ctx, { query }) => ageing(ctx, placeOf(query)));
  mount(contract.debtAgeingGarages, (ctx, { query }) => debtors(ctx, { ...query, ...placeOf(query) }));
}
