// Files of garages and people, stored files by signed links.
import * as contract from '../../contract/files.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, notFound, Refused } from '../kernel/errors.ts';
import { isGoodLink, personalLink } from '../kernel/fileLinks.ts';
import type { Mount } from '../kernel/mount.ts';
import { emitCardChanged, placeIdsOf, placesOfCard, requireObjectPlace, type CardType } from '../kernel/objects.ts';
import { isPersonal, mayLook, openPersonal } from './writing/opening.ts';
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
    const places = await placesOfCard(ctx, params.type, params.objectId, placeIdsOf(at));
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
          await emitCardChanged(emit, 'attachments', params.objectId, places);
        }),
      { thumb: true },
    );
    return listAttachments(ctx, params.type, params.objectId);
  });

  mount(contract.detach, async (ctx, { params }) => {
    const attachment = await attachmentById(ctx, params.id);
    if (!attachment) throw notFound();
    const type = attachment.object_type as CardType;
    const at = await requireObjectPlace(ctx, type, attachment.object_id);
    const places = await placesOfCard(ctx, type, attachment.object_id, placeIdsOf(attachment));
    await act(ctx, `${type}.detach`, async ({ tx, log, emit, afterCommit }) => {
      const { numDeletedRows } = await tx.deleteFrom('attachment').where('id', '=', params.id).executeTakeFirst();
      // Somebody has deleted it meanwhile: it is told once.
      if (!numDeletedRows) throw notFound();
      for (const bytes of await forgetFile(tx, attachment.file_id))
        afterCommit(() => void ctx.deps.files.remove(bytes));
      // Told where it is taken away, and where it was put if that is another place.
      for (const place of at.po_id === attachment.po_id ? [at] : [at, attachment])
        await log({
          object: { type, id: attachment.object_id },
          place: placeIdsOf(place),
          text: 'Удалён файл',
          before: attachment.title,
        });
      await emitCardChanged(emit, 'attachments', attachment.object_id, places);
    });
    return listAttachments(ctx, type, attachment.object_id);
  });

  openRoute(mount);
  bytesRoute(mount);
}

/** A link for minutes; a file that shows somebody's data is opened by those who keep the register, on record. */
function openRoute(mount: Mount): void {
  mount(contract.openAttachment, async (ctx, { params }) => {
    const attachment = await attachmentById(ctx, params.id);
    if (!attachment) throw notFound();
    const type = attachment.object_type as CardType;
    const at = await requireObjectPlace(ctx, type, attachment.object_id);
    if (!isPersonal(type, attachment.kind)) return { url: personalLink(ctx, attachment.file_id) };
    return openPersonal(ctx, {
      fileId: attachment.file_id,
      type,
      id: attachment.object_id,
      at,
      text: openedText(type, attachment.object_id, at.name, attachment),
      since: attachment.created_at,
    });
  });
}

/** «Открыт файл: паспорт»; one of another card says of which. */
function openedText(type: CardType, id: number, name: string, { title, kind }: { title: string | null; kind: string }) {
  const what = title ?? contract.attachmentKinds[kind as 'scan'] ?? 'скан';
  const where = { profile: '', garage: ` (гараж ${name})`, reregistration: ` (переоформление № ${id})` }[type];
  return `Открыт файл: ${what}${where}`;
}

/** The bytes of a file, to whoever holds a signed link. */
function bytesRoute(mount: Mount): void {
  mount(contract.storedFile, async (ctx, { params, query, raw, reply }) => {
    const file = (await isGoodLink(ctx, params.id, query)) && (await fileById(ctx, params.id, query.session));
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
  const looks = mayLook(ctx.actor);
  return {
    data: rows.map((row) => ({
      may_open: looks || !isPersonal(type, row.kind),
      id: row.id,
      kind: row.kind,
      title: row.title,
      name: row.name,
      mime: row.mime,
      size_bytes: row.size_bytes,
      // What is on a scan of a person is for those who may open it.
      thumb: row.thumb_file_id && (looks || !isPersonal(type, row.kind)) ? personalLink(ctx, row.thumb_file_id) : null,
      created_at: row.created_at,
      created_by: [row.last_name, row.first_name?.[0] && `${row.first_name[0]}.`].filter(Boolean).join(' '),
    })),
  };
}
