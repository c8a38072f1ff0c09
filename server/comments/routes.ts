// Comments on cards of garages and people: everybody of the scope writes, each changes only his own.
import * as contract from '../../contract/comments.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, notFound } from '../kernel/errors.ts';
import { noteTextFor } from '../kernel/masking.ts';
import type { Mount } from '../kernel/mount.ts';
import { emitCardChanged, placeIdsOf, placesOfCard, requireObjectPlace, type CardType } from '../kernel/objects.ts';
import { commentById, commentsOf } from './queries.ts';

export function commentRoutes(mount: Mount): void {
  mount(contract.comments, async (ctx, { params }) => {
    await requireObjectPlace(ctx, params.type, params.objectId);
    return listComments(ctx, params.type, params.objectId);
  });

  mount(contract.addComment, async (ctx, { params, body }) => {
    const at = await requireObjectPlace(ctx, params.type, params.objectId);
    const { name, ...ids } = at;
    const places = await placesOfCard(ctx, params.type, params.objectId, ids);
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
      await emitCardChanged(emit, 'comments', params.objectId, places);
    });
    return listComments(ctx, params.type, params.objectId);
  });

  mount(contract.editComment, async (ctx, { params, body }) => {
    const comment = await ownComment(ctx, params.id);
    return change(ctx, comment, 'comment.edit', {
      columns: { text: body.text, edited_at: ctx.now().toISOString() },
      line: { text: 'Изменён комментарий', before: comment.text.slice(0, 200), after: body.text.slice(0, 200) },
    });
  });

  mount(contract.deleteComment, async (ctx, { params }) => {
    const comment = await ownComment(ctx, params.id);
    return change(ctx, comment, 'comment.delete', {
      columns: { deleted_at: ctx.now().toISOString() },
      line: { text: 'Удалён комментарий', before: comment.text.slice(0, 200) },
    });
  });

  mount(contract.restoreComment, async (ctx, { params }) => {
    const comment = await ownOrDeleted(ctx, params.id);
    // Asked twice, it stands once.
    if (!comment.deleted_at) return listComments(ctx, comment.object_type as CardType, comment.object_id);
    return change(ctx, comment, 'comment.restore', {
      columns: { deleted_at: null },
      line: { text: 'Возвращён удалённый комментарий', after: comment.text.slice(0, 200) },
    });
  });
}

type Comment = NonNullable<Awaited<ReturnType<typeof commentById>>>;
interface Change {
  columns: { text?: string; edited_at?: string; deleted_at?: string | null };
  line: { text: string; before?: string; after?: string };
}

/** Writes, tells the log and those who have the card open; answers the comments as they are now. */
async function change(ctx: Ctx, comment: Comment, verb: string, { columns, line }: Change) {
  const [type, place] = [comment.object_type as CardType, placeIdsOf(comment)];
  const places = await placesOfCard(ctx, type, comment.object_id, place);
  await act(ctx, verb, async ({ tx, log, emit }) => {
    await tx.updateTable('comment').set(columns).where('id', '=', comment.id).execute();
    await log({ object: { type, id: comment.object_id }, place, ...line });
    await emitCardChanged(emit, 'comments', comment.object_id, places);
  });
  return listComments(ctx, type, comment.object_id);
}

async function ownComment(ctx: Ctx, id: number) {
  const comment = await ownOrDeleted(ctx, id);
  if (comment.deleted_at) throw notFound();
  return comment;
}

/** His own, also one he has deleted; with the place where he works with the card now. */
async function ownOrDeleted(ctx: Ctx, id: number) {
  const comment = await commentById(ctx, id);
  if (!comment) throw notFound();
  const at = await requireObjectPlace(ctx, comment.object_type as CardType, comment.object_id);
  if (comment.author_id !== ctx.actor.userId) throw forbidden('Изменить и удалить можно только свой комментарий');
  return { ...comment, ...placeIdsOf(at) };
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
