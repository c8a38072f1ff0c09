// The scan of a signed paper: its sheets in their order, one file, added to until it is whole.
import type { Readable } from 'node:stream';
import { forgetFile } from '../../files/queries.ts';
import { insertFile } from '../../files/writing.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid } from '../../kernel/errors.ts';
import type { PageCodes } from '../../ports/pdf/codes.ts';
import { wholeOf } from '../../ports/files.ts';
import type { KeptDocument } from '../queries.ts';
import { fileName } from '../rules.ts';
import { lackWords, missingSheets, sheetsIn } from '../rules/sheets.ts';
import { requirePaper, unkeptPages } from './keeping.ts';
import type { Returns } from './returns.ts';

const PDF = 'application/pdf';

/** A page of the pile, and which sheet of its paper it is; 0 where the paper has it beside its own. */
export interface NewSheet {
  page: number;
  nth: number;
}

/** How many sheets a paper has; null where neither its file nor what it was made of is kept any more. */
export async function sheetsOfPaper(ctx: Ctx, paper: KeptDocument): Promise<number | null> {
  if (paper.store_key) return sheetsIn(await wholeOf(ctx.deps.files.get(paper.store_key)));
  return paper.snapshot ? sheetsIn(await unkeptPages(ctx, paper)) : null;
}

/** Sheets of a paper that have come; a scan of before was taken whole. */
export function sheetsHad(paper: KeptDocument, of: number): number[] {
  if (paper.scan_file_id && paper.scan_pages) return paper.scan_pages;
  return paper.received_at ? Array.from({ length: of }, (_, nth) => nth + 1) : [];
}

/**
 * Adds sheets to the scan of a paper and ticks it received when it has them all; answers which it has now, null when somebody else
 * filed at the same moment.
 */
export async function keepSheets(
  ctx: Ctx,
  paper: KeptDocument,
  { sheets, of }: { sheets: readonly NewSheet[]; of: number },
  pile: { bytes: Uint8Array; sizes: PageCodes['pages']; returns: Returns },
): Promise<number[] | null> {
  const { bytes, had } = await merged(ctx, paper, sheets, pile);
  const missing = missingSheets(had, of);
  const name = `Скан, ${fileName({ type: paper.type_name, number: paper.number, on_date: paper.on_date })}`;
  const stored = await ctx.deps.files.put(bytes);
  try {
    const gone = await act(ctx, 'reference.receive', async (write) => {
      const { tx, log, emit } = write;
      const scan_file_id = await insertFile(tx, ctx, { ...stored, name, mime: PDF });
      const done = await tx
        .updateTable('document')
        .set({
          scan_file_id,
          scan_pages: had,
          scan_of: of,
          ...(!missing.length &&
            !paper.received_at && { received_at: ctx.now().toISOString(), received_by: ctx.actor.userId || null }),
        })
        .where('id', '=', paper.id)
        .where('scan_file_id', 'is not distinct from', paper.scan_file_id)
        .executeTakeFirst();
      const isKept = done.numUpdatedRows > 0n;
      const over = isKept ? paper.scan_file_id : scan_file_id;
      const place = { region_id: paper.region_id, mo_id: paper.mo_id, po_id: paper.po_id };
      await log({
        object: { type: 'document', id: paper.id, name: `№ ${paper.number}` },
        place,
        text: isKept
          ? missing.length
            ? `Получена часть подписанной бумаги № ${paper.number}: нет ${lackWords(missing)} из ${of}`
            : `Получена подписанная бумага № ${paper.number}`
          : `Подписанная бумага № ${paper.number} уже была получена`,
      });
      if (isKept && !missing.length) await pile.returns.paper(ctx, write, paper);
      await emit(
        { region: place.region_id, mo: place.mo_id, po: place.po_id },
        { type: 'records_changed', message: { resource: 'documents', ids: [paper.id] } },
      );
      return { isKept, keys: over ? await forgetFile(tx, over) : [] };
    });
    for (const key of gone.keys) await ctx.deps.files.remove(key);
    return gone.isKept ? had : null;
  } catch (error) {
    await ctx.deps.files.remove(stored.storeKey);
    throw error;
  }
}

/** One file of what was kept and what came, by the numbers of the sheets; those without a number come last. */
async function merged(
  ctx: Ctx,
  paper: KeptDocument,
  sheets: readonly NewSheet[],
  pile: { bytes: Uint8Array; sizes: PageCodes['pages'] },
): Promise<{ bytes: Uint8Array; had: number[] }> {
  const kept = await keptScan(ctx, paper);
  const parts = [
    ...kept.pages.map((nth, at) => ({ nth, source: `#image("/kept.pdf", page: ${at + 1})` })),
    ...sheets.map(({ page, nth }) => {
      const { width, height } = pile.sizes[page - 1]!;
      return { nth, source: `#image("/pile.pdf", page: ${page}, width: ${width}pt, height: ${height}pt)` };
    }),
  ].toSorted((one, other) => (one.nth || Infinity) - (other.nth || Infinity) || 0);
  const bytes = await ctx.deps.pdf.render({
    source: `#set page(margin: 0pt, width: auto, height: auto)\n${parts.map(({ source }) => source).join('\n#pagebreak()\n')}`,
    files: { '/pile.pdf': pile.bytes, ...(kept.bytes && { '/kept.pdf': kept.bytes }) },
    isKept: false,
    at: ctx.now().getTime(),
  });
  return { bytes, had: parts.map(({ nth }) => nth) };
}

async function keptScan(ctx: Ctx, paper: KeptDocument): Promise<{ pages: number[]; bytes: Uint8Array | null }> {
  if (!paper.scan_file_id) return { pages: [], bytes: null };
  const file = await ctx.db
    .selectFrom('stored_file')
    .where('id', '=', paper.scan_file_id)
    .select('store_key')
    .executeTakeFirstOrThrow();
  const stream: Readable = ctx.deps.files.get(file.store_key);
  const bytes = await wholeOf(stream);
  return { pages: paper.scan_pages ?? Array.from({ length: sheetsIn(bytes) }, (_, nth) => nth + 1), bytes };
}

/** A person says that the paper is there, whatever its scan lacks. @throws 403, 404, 422 where there is nothing to say */
export async function takeReceived(ctx: Ctx, id: number, returns: Returns): Promise<void> {
  const paper = await requirePaper(ctx, id);
  if (paper.received_at) throw invalid({ form: 'Бумага уже отмечена полученной' });
  if (!paper.scan_file_id) throw invalid({ form: 'Ни одного подписанного листа ещё нет: сначала отсканируйте' });
  await act(ctx, 'reference.receive', async (write) => {
    const { tx, log, emit } = write;
    const done = await tx
      .updateTable('document')
      .set({ received_at: ctx.now().toISOString(), received_by: ctx.actor.userId || null })
      .where('id', '=', id)
      .where('received_at', 'is', null)
      .executeTakeFirst();
    if (!done.numUpdatedRows) throw invalid({ form: 'Бумага уже отмечена полученной' });
    const place = { region_id: paper.region_id, mo_id: paper.mo_id, po_id: paper.po_id };
    const missing = missingSheets(sheetsHad(paper, paper.scan_of ?? 1), paper.scan_of ?? 1);
    await log({
      object: { type: 'document', id, name: `№ ${paper.number}` },
      place,
      text: `Подписанная бумага № ${paper.number} отмечена полученной без ${lackWords(missing)} из ${paper.scan_of ?? 1}`,
    });
    await returns.paper(ctx, write, paper);
    await emit(
      { region: place.region_id, mo: place.mo_id, po: place.po_id },
      { type: 'records_changed', message: { resource: 'documents', ids: [id] } },
    );
  });
}
