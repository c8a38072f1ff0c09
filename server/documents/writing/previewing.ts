// A look at a paper before its number is taken.
import type { PrintRequest } from '../../../contract/documents.ts';
import { act } from '../../kernel/act.ts';
import { startOfToday, type Ctx } from '../../kernel/ctx.ts';
import { PdfFault } from '../../ports/pdf/engine.ts';
import { NUMBER_SIGN } from '../compose.ts';
import { placeOfPaper, preparePaper, type Prepared } from './printing.ts';

/**
 * The pages as one SVG with «ПРОБА» across; null when they can't be drawn. A paper with personal data is told in the log.
 * @throws as printing does, but for the question about the number
 */
export async function previewPaper(ctx: Ctx, request: PrintRequest): Promise<string | null> {
  const prepared = await preparePaper(ctx, request, true);
  if (prepared.kind.is_personal && !ctx.actor.viewOnly) await noteLook(ctx, prepared);
  const source = prepared.source.replaceAll(NUMBER_SIGN, request.number || '…');
  try {
    return await ctx.deps.pdf.draw({ source, isKept: false, at: 0 });
  } catch (error) {
    if (error instanceof PdfFault) return null;
    throw error;
  }
}

/** Once for a person, a record, a kind and a day, as opening a printed paper is. */
async function noteLook(ctx: Ctx, { kind, subject, facts }: Prepared): Promise<void> {
  const text = `Открыт до печати документ с личными данными: «${kind.name}»`;
  const noted = await ctx.db
    .selectFrom('action_log')
    .where('user_id', '=', ctx.actor.userId)
    .where('object_type', '=', subject.context)
    .where('object_id', '=', subject.id)
    .where('verb', '=', 'reference.open')
    .where('text', '=', text)
    .where('at', '>=', startOfToday(ctx).toISOString())
    .select('id')
    .executeTakeFirst();
  if (noted) return;
  const name = facts.person?.full_name ?? facts.org.po_name;
  await act(ctx, 'reference.open', ({ log }) =>
    log({ object: { type: subject.context, id: subject.id, name }, place: placeOfPaper(facts), text }),
  );
}
