// Conditions of the ledger's lines behind a figure: those of its list, its file and its tip.
import type { OperationFilter } from '../../contract/payments.ts';
import type { StatView } from './statView.ts';

export function linesFilter(view: StatView, period: { from: string; to: string }): OperationFilter {
  return {
    dateFrom: period.from,
    dateTo: period.to,
    moFilter: view.mo,
    poFilter: view.po,
    userFilter: view.user,
    side: view.side,
    accrualTypeFilter: view.type === undefined ? undefined : [view.type],
    paymentTypeFilter: view.method === undefined ? undefined : [view.method],
  };
}

/** Conditions of the garages behind a debt: books of debts know no actions and no authors. */
export const debtorsFilter = (conditions: object) =>
  JSON.stringify({ ...conditions, verb: undefined, user: undefined });
