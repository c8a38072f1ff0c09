// Cancelling: the number stays taken, the reason is kept, another paper may stand instead.
import { registryEdit, refusal, type Actor } from '../../../contract/kernel/scope.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { forbidden, invalid } from '../../kernel/errors.ts';
import { keptDocument, type KeptDocument } from '../queries.ts';
import { requirePaper } from './keeping.ts';

/** Who printed a paper may cancel it, and who keeps the register; null when the actor may. */
export const cancelRefusal = (
  actor: Actor,
  paper: { printed_by: number | null; state: string; copy_of: number | null },
): string | null => {
  if (paper.copy_of) return 'Копию не аннулируют: аннулируйте документ';
  if (paper.state === 'cancelled' || paper.state === 'replaced') return 'Документ уже не имеет силы';
  return paper.printed_by === actor.userId ? null : refusal(actor, registryEdit);
};

/** @throws 403 without the right, 404, 422 when it can't be cancelled or replaced by that paper */
export async function cancelPaper(
  ctx: Ctx,
  id: number,
  why: { reason: string; replaced_by?: number | null | undefined },
) {
  const paper = await requirePaper(ctx, id);
  const reason = cancelRefusal(ctx.actor, paper);
  if (reason) throw paper.copy_of || paper.state !== 'valid' ? invalid({ form: reason }) : forbidden(reason);
  const instead = why.replaced_by ? await keptDocument(ctx, why.replaced_by) : null;
  if (why.replaced_by && !mayReplace(paper, instead))
    throw invalid({ replaced_by: 'Выберите действующий документ того же вида' });
  await act(ctx, 'reference.cancel', async ({ tx, log, emit }) => {
    // A copy that is being written holds its paper: it is waited for, and ends with it.
    await tx.selectFrom('document').where('id', '=', id).forUpdate().select('id').execute();
    const done = await tx
      .updateTable('document')
      .set({
        state: instead ? 'replaced' : 'cancelled',
        cancel_reason: why.reason,
        replaced_by: instead?.id ?? null,
        ended_at: ctx.now().toISOString(),
        ended_by: ctx.actor.userId,
      })
      .where('state', 'in', ['valid', 'printing'])
      .where((where) => where.or([where('id', '=', id), where('copy_of', '=', id)]))
      .executeTakeFirst();
    if (!done.numUpdatedRows) throw invalid({ form: 'Документ уже не имеет силы' });
    const place = { region_id: paper.region_id, mo_id: paper.mo_id, po_id: paper.po_id };
    await log({
      object: { type: 'document', id, name: `№ ${paper.number}` },
      place,
      text: `${instead ? `Заменён на № ${instead.number}` : 'Аннулирован'} документ «${paper.type_name}» № ${paper.number}: ${why.reason}`,
    });
    await emit(
      { region: place.region_id, mo: place.mo_id, po: place.po_id },
      { type: 'records_changed', message: { resource: 'documents', ids: [id] } },
    );
  });
}

const mayReplace = (paper: KeptDocument, other: KeptDocument | null | undefined) =>
  other?.state === 'valid' && other.copy_of === null && other.type_id === paper.type_id && other.id !== paper.id;
