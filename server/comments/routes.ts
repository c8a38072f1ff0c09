// Comments on cards of garages and people: everybody of the scope writes, each changes only his own.
import * as contract from '../../contract/comments.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, notFound } from '../kernel/errors.ts';
import { noteTextFor } from '../kernel/masking.ts';
import type { Mount } from '../kernel/mount.ts';
import { emitCardChanged, placeIdsOf, requireObjectPlace, type CardType } from '../kernel/objects.ts';
import { commentById, commentsOf } from './queries.ts';

export function commentRoutes(mount: Mount): void {
  mount(contract.comments, async (ctx, { params }) => {
    await requireObjectPlace(ctx, params.type, params.objectId);
    return listComments(ctx, params.type, params.objectId);
  });

  mount(contract.addComment, async (ctx, { params, body }) => {
    const at = await requireObjectPlace(ctx, params.type, params.objectId);
    const { name, ...ids } = at;
    await act(ctx, 'comment.add', async ({ tx, log, emit }) => {
      await tx
        .insertInto('comment')
        .values({
          object_type: params.type,
          object_id: params.objectId,
          ...ids,
          text: body.text,
          author_id: ctx.actor.userId,
          created_at: ctx.now().toISOString(),
        })
        .execute();
      await log({
        object: { type: params.type, id: params.objectId, name },
        place: ids,
        text: `Добавлен комментарий: ${body.text.slice(0, 80)}`,
      });
      await emitCardChanged(emit, 'comments', params.objectId, ids);
    });
    return listComments(ctx, params.type, params.objectId);
  });

  mount(contract.editComment, async (ctx, { params, body }) => {
    const comment = await ownComment(ctx, params.id);
    await act(ctx, 'comment.edit', async ({ tx, log, emit }) => {
      await tx
        .updateTable('comment')
        .set({ text: body.text, edited_at: ctx.now().toISOString() })
        .where('id', '=', params.id)
        .execute();
      await log({
        object: { type: comment.object_type as CardType, id: comment.object_id },
        place: placeIdsOf(comment),
        text: 'Изменён комментарий',
        before: comment.text.slice(0, 200),
        after: body.text.slice(0, 200),
      });
      await emitCardChanged(emit, 'comments', comment.object_id, placeIdsOf(comment));
    });
    return listComments(ctx, comment.object_type as CardType, comment.object_id);
  });

  mount(contract.deleteComment, async (ctx, { params }) => {
    const comment = await ownComment(ctx, params.id);
    await act(ctx, 'comment.delete', async ({ tx, log, emit }) => {
      await tx
        .updateTable('comment')
        .set({ deleted_at: ctx.now().toISOString() })
        .where('id', '=', params.id)
        .execute();
      await log({
        object: { type: comment.object_type as CardType, id: comment.object_id },
        place: placeIdsOf(comment),
        text: 'Удалён комментарий',
        before: comment.text.slice(0, 200),
      });
      await emitCardChanged(emit, 'comments', comment.object_id, placeIdsOf(comment));
    });
    return listComments(ctx, comment.object_type as CardType, comment.object_id);
  });

  mount(contract.restoreComment, async (ctx, { params }) => {
    const comment = await ownOrDeleted(ctx, params.id);
    // Asked twice, it stands once.
    if (comment.deleted_at)
      await act(ctx, 'comment.restore', async ({ tx, log, emit }) => {
        await tx.updateTable('comment').set({ deleted_at: null }).where('id', '=', params.id).execute();
        await log({
          object: { type: comment.object_type as CardType, id: comment.object_id },
          place: placeIdsOf(comment),
          text: 'Возвращён удалённый комментарий',
          after: comment.text.slice(0, 200),
        });
        await emitCardChanged(emit, 'comments', comment.object_id, placeIdsOf(comment));
      });
    return listComments(ctx, comment.object_type as CardType, comment.object_id);
  });
}

async function ownComment(ctx: Ctx, id: number) {
  const comment = await ownOrDeleted(ctx, id);
  if (comment.deleted_at) throw notFound();
  return comment;
}

/** His own, also one he has deleted. */
async function ownOrDeleted(ctx: Ctx, id: number) {
  const comment = await commentById(ctx, id);
  if (!comment) throw notFound();
  await requireObjectPlace(ctx, comment.object_type as CardType, comment.object_id);
  if (comment.author_id !== ctx.actor.userId) throw forbidden('Изменить и удалить можно только свой комментарий');
  return comment;
}

async function listComments(ctx: Ctx, type: CardType, id: number) {
  const rows = await commentsOf(ctx, type, id);
  const nameOf = (row: (typeof rows)[number]) =>
    [row.last_name, ...[row.first_name, row.father_name].filter(Boolean).map((part) => `${part[0]}.`)]
      .filter(Boolean)
      .join(' ') || row.email;
  return {
    data: rows.map((row) => ({
      id: row.id,
      // Who wrote it edits what he wrote, not what is left of it under a mask.
      text: row.author_id === ctx.actor.userId ? row.text : noteTextFor(ctx.actor, row.text),
      author: { id: row.author_id, name: nameOf(row) },
      created_at: row.created_at,
      edited_at: row.edited_at,
      is_own: row.author_id === ctx.actor.userId,
    })),
  };
}
