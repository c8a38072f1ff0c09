// Signature and stamp of a ПО on its papers: put there, replaced, taken off by superusers.
import * as contract from '../../../contract/documents/pictures.ts';
import { heicWords, mediaType } from '../../files/rules.ts';
import { keepFile } from '../../files/writing.ts';
import { act } from '../../kernel/act.ts';
import type { Ctx } from '../../kernel/ctx.ts';
import { invalid, notFound } from '../../kernel/errors.ts';
import { personalLink } from '../../kernel/fileLinks.ts';
import type { Mount, UploadedFile } from '../../kernel/mount.ts';

const columns = { signature: 'signature_file_id', stamp: 'stamp_file_id' } as const;

export function poPictureRoutes(mount: Mount): void {
  mount(contract.poPictures, (ctx, { params }) => shown(ctx, params.id));

  mount(contract.setPoPicture, async (ctx, { params: { id, kind }, file }) => {
    const po = await requirePo(ctx, id);
    const uploaded = await file();
    await refuseBad(ctx, uploaded);
    await keepFile(ctx, uploaded, (fileId, _name, write) =>
      write('admin.po_picture', async ({ tx, log }) => {
        const file_id = await fileId(tx);
        // Papers printed with a picture are copied with it: one that was ever in force is kept.
        await tx
          .insertInto('po_picture')
          .values({ po_id: id, kind, file_id, set_by: ctx.actor.userId, set_at: ctx.now().toISOString() })
          .execute();
        await tx
          .updateTable('po')
          .set({ [columns[kind]]: file_id })
          .where('id', '=', id)
          .execute();
        await log({
          object: { type: 'po', id, name: po.name },
          place: { region_id: po.region_id, mo_id: po.mo_id, po_id: id },
          text: `На бумаги ставится: ${contract.poPictureKinds[kind].toLowerCase()}`,
        });
      }),
    );
    return shown(ctx, id);
  });

  mount(contract.removePoPicture, async (ctx, { params: { id, kind } }) => {
    const po = await requirePo(ctx, id);
    await act(ctx, 'admin.po_picture', async ({ tx, log }) => {
      const done = await tx
        .updateTable('po')
        .set({ [columns[kind]]: null })
        .where('id', '=', id)
        .where(columns[kind], 'is not', null)
        .executeTakeFirst();
      if (!done.numUpdatedRows) throw invalid({ form: 'На бумагах этого уже нет' });
      await log({
        object: { type: 'po', id, name: po.name },
        place: { region_id: po.region_id, mo_id: po.mo_id, po_id: id },
        text: `На бумаги больше не ставится: ${contract.poPictureKinds[kind].toLowerCase()}`,
      });
    });
    return shown(ctx, id);
  });
}

/** @throws 422 for what would not stand on a paper: another kind of file, one too large, one that can't be read */
async function refuseBad(ctx: Ctx, { name, bytes }: UploadedFile): Promise<void> {
  const mime = mediaType(name, bytes);
  if (mime !== 'image/png' && mime !== 'image/jpeg')
    throw invalid({ file: heicWords(name, bytes) ?? 'Нужна картинка PNG или JPG' });
  if (bytes.length > contract.MOST_PICTURE_BYTES) throw invalid({ file: 'Картинка больше 1 МБ: уменьшите её' });
  // One that the compiler can't read would stop every paper of the ПО.
  await ctx.deps.pdf
    .render({
      source: '#image("/picture", height: 14mm)',
      files: { '/picture': bytes },
      isKept: true,
      at: ctx.now().getTime(),
    })
    .catch(() => {
      throw invalid({ file: 'Картинка не читается: сохраните её заново в PNG или JPG' });
    });
}

/** @throws 404 */
async function requirePo({ db }: Ctx, id: number) {
  const po = await db.selectFrom('po').where('id', '=', id).select(['name', 'region_id', 'mo_id']).executeTakeFirst();
  if (!po) throw notFound();
  return po;
}

async function shown(ctx: Ctx, id: number): Promise<contract.PoPictures> {
  const po = await ctx.db
    .selectFrom('po')
    .where('id', '=', id)
    .select(['signature_file_id', 'stamp_file_id'])
    .executeTakeFirst();
  if (!po) throw notFound();
  const since = await ctx.db.selectFrom('po_picture').where('po_id', '=', id).select(['file_id', 'set_at']).execute();
  const one = (file: number | null) =>
    file === null
      ? null
      : {
          url: personalLink(ctx, file),
          since: since.findLast(({ file_id }) => file_id === file)?.set_at ?? '',
        };
  return { signature: one(po.signature_file_id), stamp: one(po.stamp_file_id) };
}
