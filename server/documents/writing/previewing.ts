// A look at a paper before its number is taken.
import type { PrintRequest } from '../../../contract/documents.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { PdfFault } from '../../ports/pdf/engine.ts';
import { NUMBER_SIGN } from '../compose.ts';
import { noteLook, peopleOn } from './openings.ts';
import { placeOfPaper, preparePaper } from './printing.ts';

/**
 * The pages as one SVG with «ПРОБА» across; null when they can't be drawn. A paper with personal data is told in the log.
 * @throws as printing does, but for the question about the number
 */
export async function previewPaper(ctx: Ctx, request: PrintRequest): Promise<string | null> {
  const prepared = await preparePaper(ctx, request, true);
  const { kind, subject, facts } = prepared;
  if (kind.is_personal)
    await noteLook(ctx, {
      object: { type: subject.context, id: subject.id, name: facts.person?.full_name ?? facts.org.po_name },
      place: placeOfPaper(facts),
      text: `Открыт до печати документ с личными данными: «${kind.name}»`,
      people: peopleOn(prepared),
    });
  const source = prepared.source.replaceAll(NUMBER_SIGN, request.number || '…');
  try {
    return await ctx.deps.pdf.draw({ source, isKept: false, at: 0 });
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}
