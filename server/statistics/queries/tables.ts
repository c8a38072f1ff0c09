// A table of a tab to be taken away or sent: figures, what charts show, the pivot; each within the actor's place and rights.
import { financeRead, refusal } from '../../../contract/kernel/scope.ts';
import type { Against, PivotShape, StatFilter, StatTable } from '../../../contract/statistics.ts';
import { ageing } from '../../balance/queries/ageing.ts';
import { todayOf, type Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid } from '../../kernel/errors.ts';
import type { Days } from '../../kernel/periods.ts';
import { chartsOf } from './charts.ts';
import { movers } from './money.ts';
import { tabFigures, type Tab } from './figures.ts';
import { pivotOf } from './pivot.ts';
import { chartTable, isOfChart, pivotTable } from '../rules/chartTables.ts';
import { ageTable, debtorTable, isOfDebt, type DebtTable } from '../rules/debtTables.ts';
import { figureTable, type FigureTable } from '../rules/tables.ts';

export interface TableAsked {
  tab: Tab;
  table: StatTable;
  filter: StatFilter;
  days: Days;
  against: Against;
  pivot?: PivotShape | undefined;
}

/** Garages in a file of debts, the largest first: a region's are taken by ПО. */
const MOST_DEBTORS = 20_000;

async function debtTable(ctx: Ctx, table: DebtTable, filter: StatFilter, days: Days): Promise<FigureTable> {
  if (table === 'ages') return ageTable(await ageing(ctx, { mo: filter.mo, po: filter.po }));
  const page = { which: table === 'movers' ? 'moved' : 'owing', page: 1, per_page: MOST_DEBTORS } as const;
  const owed = await movers(ctx, filter, days, days.to >= todayOf(ctx), page);
  if (owed.total > MOST_DEBTORS)
    throw invalid({ po: `Гаражей больше ${MOST_DEBTORS.toLocaleString('ru-RU')}: выберите МО или ПО` });
  return debtorTable(table, days, owed);
}

/** `hasTotals`: its last line is of the whole. @throws 403 for a pivot or debts without the right to money */
export async function takeTable(ctx: Ctx, asked: TableAsked): Promise<FigureTable & { hasTotals: boolean }> {
  const { tab, table, filter, days, against } = asked;
  if (table === 'pivot' || isOfDebt(table)) {
    const reason = refusal(ctx.actor, financeRead);
    if (reason) throw forbidden(reason);
  }
  if (isOfDebt(table)) return { ...(await debtTable(ctx, table, filter, days)), hasTotals: true };
  if (table === 'pivot') {
    const shape = asked.pivot ?? { side: 'charged', rows: 'po', columns: 'month' };
    return { ...pivotTable(await pivotOf(ctx, filter, days, shape), shape), hasTotals: true };
  }
  if (isOfChart(table)) return { ...chartTable(await chartsOf(ctx, tab, filter, days), table), hasTotals: false };
  const hasTotals = table === 'po' || table === 'month' || table === 'kind';
  return { ...figureTable(await tabFigures(ctx, tab, filter, days, against), table), hasTotals };
}
