// A table of a tab to be taken away or sent: figures, what charts show, the pivot; each within the actor's place and rights.
import { financeRead, refusal } from '../../../contract/kernel/scope.ts';
import type { Against, PivotShape, StatFilter, StatTable } from '../../../contract/statistics.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { forbidden } from '../../kernel/errors.ts';
import type { Days } from '../../kernel/periods.ts';
import { chartsOf } from './charts.ts';
import { tabFigures, type Tab } from './figures.ts';
import { pivotOf } from './pivot.ts';
import { chartTable, isOfChart, pivotTable } from '../rules/chartTables.ts';
import { figureTable, type FigureTable } from '../rules/tables.ts';

export interface TableAsked {
  tab: Tab;
  table: StatTable;
  filter: StatFilter;
  days: Days;
  against: Against;
  pivot?: PivotShape | undefined;
}

/** `hasTotals`: its last line is of the whole. @throws 403 for a pivot without the right to money */
export async function takeTable(ctx: Ctx, asked: TableAsked): Promise<FigureTable & { hasTotals: boolean }> {
  const { tab, table, filter, days, against } = asked;
  if (table === 'pivot') {
    const reason = refusal(ctx.actor, financeRead);
    if (reason) throw forbidden(reason);
    const shape = asked.pivot ?? { side: 'charged', rows: 'po', columns: 'month' };
    return { ...pivotTable(await pivotOf(ctx, filter, days, shape), shape), hasTotals: true };
  }
  if (isOfChart(table)) return { ...chartTable(await chartsOf(ctx, tab, filter, days), table), hasTotals: false };
  const hasTotals = table === 'po' || table === 'month' || table === 'kind';
  return { ...figureTable(await tabFigures(ctx, tab, filter, days, against), table), hasTotals };
}
