// The layout proposed for a workbook that was brought to a ПО.
import type { Ctx } from '../kernel/ctx.ts';
import * as q from './queries.ts';
import { refuseExportedList } from './rules/exportedList.ts';
import { proposeLayout, type Proposal } from './rules/layout.ts';
import { sameName } from './rules/places.ts';
import type { Workbook } from './workbook.ts';

/**
 * Sheets named after other ПО of the same МО stay out: a whole register is loaded into its ПО one by one.
 * @throws when the workbook is a list exported from the console
 */
export async function proposeFor(ctx: Ctx, po: { id: number; mo_id: number }, workbook: Workbook): Promise<Proposal> {
  refuseExportedList(workbook);
  const neighbours = await q.poesOf(ctx.db, po.mo_id);
  const others = new Map<number, string>();
  workbook.sheets.forEach(({ name }, index) => {
    const named = neighbours.filter((one) => sameName(one.name, name));
    if (named.length === 1 && named[0]!.id !== po.id) others.set(index, `лист другого ПО: ${named[0]!.name}`);
  });
  return proposeLayout(workbook, others);
}
