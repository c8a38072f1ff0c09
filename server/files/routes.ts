// Files of garages and people, stored files by signed links.
import * as contract from '../../contract/files.ts';
import { registryEdit as personalFiles, refusal } from '../../contract/kernel/scope.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { forbidden, invalid, notFound, Refused } from '../kernel/errors.ts';
import { isGoodLink, personalLink } from '../kernel/fileLinks.ts';
import type { Mount } from '../kernel/mount.ts';
import { emitCardChanged, placeIdsOf, requireObjectPlace, type CardType } from '../kernel/objects.ts';
import { attachmentById, attachmentsOf, fileById, forgetFile } from './queries.ts';
import { isShown, rangeOf } from './rules.ts';
import { keepFile } from './writing.ts';

const SEALED_POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";
const PDF_POLICY = "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'self'";

export function fileRoutes(mount: Mount): void {
  mount(contract.attachments, async (ctx, { params }) => {
    await requireObjectPlace(ctx, params.type, params.objectId);
    return listAttachments(ctx, params.type, params.objectId);
  });

  mount(contract.attach, async (ctx, { params, file }) => {
    const at = await requireObjectPlace(ctx, params.type, params.objectId);
    const uploaded = await file();
    const kind = kindOf(uploaded.fields.kind);
    await keepFile(
      ctx,
      uploaded,
      (fileId, name, write) =>
        write(`${params.type}.attach`, async ({ tx, log, emit }) => {
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
          await emitCardChanged(emit, 'attachments', params.objectId, where);
        }),
      { thumb: true },
    );
    return listAttachments(ctx, params.type, params.objectId);
  });

  mount(contract.detach, async (ctx, { params }) => {
    const attachment = await attachmentById(ctx, params.id);
    if (!attachment) throw notFound();
    const type = attachment.object_type as CardType;
    await requireObjectPlace(ctx, type, attachment.object_id);
    await act(ctx, `${type}.detach`, async ({ tx, log, emit, afterCommit }) => {
      await tx.deleteFrom('attachment').where('id', '=', params.id).execute();
      for (const bytes of await forgetFile(tx, attachment.file_id))
        afterCommit(() => void ctx.deps.files.remove(bytes));
      await log({
        object: { type, id: attachment.object_id },
        place: placeIdsOf(attachment),
        text: 'Удалён файл',
        before: attachment.title,
      });
      await emitCardChanged(emit, 'attachments', attachment.object_id, placeIdsOf(attachment));
    });
    return listAttachments(ctx, type, attachment.object_id);
  });

  openRoute(mount);
  bytesRoute(mount);
}

/** A link for minutes; a file of a person is opened by those who keep the register, on record. */
function openRoute(mount: Mount): void {
  mount(contract.openAttachment, async (ctx, { params }) => {
    const attachment = await attachmentById(ctx, params.id);
    if (!attachment) throw notFound();
    const type = attachment.object_type as CardType;
    const { name, ...place } = await requireObjectPlace(ctx, type, attachment.object_id);
    if (type === 'profile') {
      const reason = refusal(ctx.actor, personalFiles);
      if (reason) throw forbidden(reason);
      await act(ctx, 'profile.open_file', ({ log }) =>
        log({
          object: { type, id: attachment.object_id, name },
          place,
          text: `Открыт файл: ${attachment.title ?? contract.attachmentKinds[attachment.kind as 'scan'] ?? 'скан'}`,
        }),
      );
    }
    return { url: personalLink(ctx, attachment.file_id) };
  });
}

/** The bytes of a file, to whoever holds a signed link. */
function bytesRoute(mount: Mount): void {
  mount(contract.storedFile, async (ctx, { params, query, raw, reply }) => {
    const file = (await isGoodLink(ctx, params.id, query)) && (await fileById(ctx, params.id));
    if (!file) throw notFound();
    const part = rangeOf(raw.headers.range, file.size_bytes);
    if (part === 'bad') {
      void reply.header('content-range', `bytes */${file.size_bytes}`);
      throw new Refused(416, { message: 'В файле нет таких байтов' });
    }
    // What people upload never runs as a page of ours; the browser's own reader of PDF needs a page without the sandbox.
    void reply
      .header('content-security-policy', file.mime === 'application/pdf' ? PDF_POLICY : SEALED_POLICY)
      .header('accept-ranges', 'bytes')
      .header('cache-control', query.session ? 'no-store' : 'private, max-age=3600');
    const body = ctx.deps.files.get(file.store_key, part ?? undefined);
    const answer = { name: file.name, mime: file.mime, body, inline: isShown(file.mime) };
    return part ? { ...answer, part: { ...part, total: file.size_bytes } } : answer;
  });
}

/** @throws 422 for a word that is no kind of file */
function kindOf(word: string | undefined): string {
  if (word !== undefined && !Object.hasOwn(contract.attachmentKinds, word))
    throw invalid({ kind: 'Выберите вид файла из списка' });
  return word ?? 'scan';
}

async function listAttachments(ctx: Ctx, type: CardType, id: number) {
  const rows = await attachmentsOf(ctx, type, id);
  // What is on a scan of a person is for those who may open it.
  const mayLook = type !== 'profile' || refusal(ctx.actor, personalFiles) === null;
  return {
    data: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      title: row.title,
      name: row.name,
      mime: row.mime,
      size_bytes: row.size_bytes,
      thumb: mayLook && row.thumb_file_id ? personalLink(ctx, row.thumb_file_id) : null,
      created_at: row.created_at,
      created_by: [row.last_name, row.first_name?.[0] && `${row.first_name[0]}.`].filter(Boolean).join(' '),
    })),
  };
}
