// Comments and files of garages and people, stored files by signed links, address suggestions.
import * as contract from '../../contract/papers.ts';
import { act, type Write } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, notFound } from '../kernel/errors.ts';
import type { Mount } from '../kernel/mount.ts';
import { isGoodLink, signedLink } from '../kernel/fileLinks.ts';
import { galleryRoutes } from './galleryRoutes.ts';
import * as q from './queries.ts';
import { isShown } from './rules.ts';

type ObjectType = 'garage' | 'profile';

export function paperRoutes(mount: Mount): void {
  galleryRoutes(mount);
  mount(contract.comments, async (ctx, { params }) => {
    await place(ctx, params.type, params.objectId);
    return listComments(ctx, params.type, params.objectId);
  });

  mount(contract.addComment, async (ctx, { params, body }) => {
    const at = await place(ctx, params.type, params.objectId);
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
      await announce(emit, 'comments', params.objectId, ids);
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
        object: { type: comment.object_type, id: comment.object_id },
        place: ids(comment),
        text: 'Изменён комментарий',
        before: comment.text.slice(0, 200),
        after: body.text.slice(0, 200),
      });
      await announce(emit, 'comments', comment.object_id, ids(comment));
    });
    return listComments(ctx, comment.object_type as ObjectType, comment.object_id);
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
        object: { type: comment.object_type, id: comment.object_id },
        place: ids(comment),
        text: 'Удалён комментарий',
        before: comment.text.slice(0, 200),
      });
      await announce(emit, 'comments', comment.object_id, ids(comment));
    });
    return listComments(ctx, comment.object_type as ObjectType, comment.object_id);
  });

  mount(contract.attachments, async (ctx, { params }) => {
    await place(ctx, params.type, params.objectId);
    return listAttachments(ctx, params.type, params.objectId);
  });

  mount(contract.attach, async (ctx, { params, file }) => {
    const at = await place(ctx, params.type, params.objectId);
    const uploaded = await file();
    const kind =
      uploaded.fields.kind && uploaded.fields.kind in contract.attachmentKinds ? uploaded.fields.kind : 'scan';
    await q.keepFile(ctx, uploaded, (fileId, name, write) =>
      write('garage' === params.type ? 'garage.attach' : 'profile.attach', async ({ tx, log, emit }) => {
        const { name: objectName, ...where } = at;
        await tx
          .insertInto('attachment')
          .values({
            object_type: params.type,
            object_id: params.objectId,
            ...where,
            kind,
            title: uploaded.fields.title?.trim().slice(0, 200) || null,
            file_id: await fileId(tx),
            created_by: ctx.actor.userId,
            created_at: ctx.now().toISOString(),
          })
          .execute();
        await log({
          object: { type: params.type, id: params.objectId, name: objectName },
          place: where,
          text: `Приложен файл ${name}`,
        });
        await announce(emit, 'attachments', params.objectId, where);
      }),
    );
    return listAttachments(ctx, params.type, params.objectId);
  });

  mount(contract.detach, async (ctx, { params }) => {
    const attachment = await q.attachmentById(ctx, params.id);
    if (!attachment) throw notFound();
    const type = attachment.object_type as ObjectType;
    await place(ctx, type, attachment.object_id);
    await act(ctx, `${type}.detach`, async ({ tx, log, emit }) => {
      await tx
        .updateTable('attachment')
        .set({ deleted_at: ctx.now().toISOString() })
        .where('id', '=', params.id)
        .execute();
      await log({
        object: { type, id: attachment.object_id },
        place: ids(attachment),
        text: 'Удалён файл',
        before: attachment.title,
      });
      await announce(emit, 'attachments', attachment.object_id, ids(attachment));
    });
    return listAttachments(ctx, type, attachment.object_id);
  });

  mount(contract.storedFile, async (ctx, { params, query, reply }) => {
    const file = isGoodLink(ctx.deps, params.id, query, ctx.now()) && (await q.fileById(ctx, params.id));
    if (!file) throw notFound();
    // What people upload never runs as a page of ours.
    void reply
      .header('content-security-policy', "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'")
      .header('cache-control', 'private, max-age=3600');
    return { name: file.name, mime: file.mime, body: ctx.deps.files.get(file.store_key), inline: isShown(file.mime) };
  });

  mount(contract.addressSuggestions, async (ctx, { query }) => ({
    suggestions: await ctx.deps.addresses.suggest(query.q),
  }));
}

/** Those who have the card open read its comments or files again. */
const announce = (emit: Write['emit'], resource: 'comments' | 'attachments', objectId: number, at: Place) =>
  emit(
    { region: at.region_id, mo: at.mo_id, po: at.po_id },
    { type: 'records_changed', message: { resource, ids: [objectId] } },
  );

async function place(ctx: Ctx, type: ObjectType, id: number) {
  const found = await q.placeOfObject(ctx, type, id);
  if (!found) throw notFound();
  return found;
}

async function ownComment(ctx: Ctx, id: number) {
  const comment = await q.commentById(ctx, id);
  if (!comment) throw notFound();
  await place(ctx, comment.object_type as ObjectType, comment.object_id);
  if (comment.author_id !== ctx.actor.userId) throw forbidden('Изменить и удалить можно только свой комментарий');
  return comment;
}

async function listComments(ctx: Ctx, type: ObjectType, id: number) {
  const rows = await q.commentsOf(ctx, type, id);
  const nameOf = (row: (typeof rows)[number]) =>
    [row.last_name, ...[row.first_name, row.father_name].filter(Boolean).map((part) => `${part[0]}.`)]
      .filter(Boolean)
      .join(' ') || row.email;
  return {
    data: rows.map((row) => ({
      id: row.id,
      text: row.text,
      author: { id: row.author_id, name: nameOf(row) },
      created_at: row.created_at,
      edited_at: row.edited_at,
      is_own: row.author_id === ctx.actor.userId,
    })),
  };
}

async function listAttachments(ctx: Ctx, type: ObjectType, id: number) {
  const rows = await q.attachmentsOf(ctx, type, id);
  return {
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      name: row.name,
      mime: row.mime,
      size_bytes: row.size_bytes,
      url: signedLink(ctx.deps, row.file_id, ctx.now()),
      created_at: row.created_at,
      created_by: [row.last_name, row.first_name?.[0] && `${row.first_name[0]}.`].filter(Boolean).join(' '),
    })),
  };
}

interface Place {
  region_id: number;
  mo_id: number;
  po_id: number;
}
const ids = ({ region_id, mo_id, po_id }: Place): Place => ({ region_id, mo_id, po_id });
