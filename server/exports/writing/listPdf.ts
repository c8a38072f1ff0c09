// A list on paper: read whole, for it is short, and made by the engine of papers.
import { mostOnPaper } from '../../../contract/exports.ts';
import { formatNumber } from '../../../contract/kernel/words.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import { placeNames } from '../../session/queries.ts';
import { listPaper, type ListPaper } from '../rules/listPaper.ts';

/** @throws 422 when the list is too long for paper */
export function checkLength(rows: number): void {
  if (rows > mostOnPaper)
    throw invalid({
      form: `На бумагу — не больше ${formatNumber(mostOnPaper)} строк, здесь ${formatNumber(rows)}. Сузьте отбор или выгрузите в Excel`,
    });
}

/** Bytes of the PDF; `batches` are the values by columns, as every export reads them. */
export async function listPdf(
  ctx: Ctx,
  paper: Omit<ListPaper, 'place'>,
  batches: AsyncGenerator<unknown[][]>,
): Promise<Uint8Array> {
  const rows: unknown[][] = [];
  for await (const batch of batches) rows.push(...batch);
  const names = await placeNames(ctx.db, ctx.actor);
  const place = names.po_name ?? names.mo_name ?? names.region_name ?? 'все регионы';
  const source = listPaper({ ...paper, place }, rows);
  return ctx.deps.pdf.render({ source, isKept: false, at: ctx.now().getTime() });
}
