// Pictures of the sign-in page: added, ordered, hidden, replaced, deleted by superusers.
import { foldText } from '../../contract/kernel/words.ts';
import { sql } from 'kysely';
import * as contract from '../../contract/gallery.ts';
import type { Ctx, ReadDb } from '../kernel/ctx.ts';
import { act } from '../kernel/act.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { signedLink } from '../kernel/fileLinks.ts';
import { staleBy } from '../kernel/lastChange.ts';
import { likeText, parseList } from '../kernel/list.ts';
import type { Mount, UploadedFile } from '../kernel/mount.ts';
import { keepFile } from '../files/writing.ts';
import { cleanName, mediaType } from '../files/rules.ts';

/** The picture travels to everybody who opens the entrance. */
const MAX_PICTURE_BYTES = 5 * 1024 * 1024;
const columns = ['id', 'title', 'caption', 'sort', 'is_active', 'version', 'file_id'] as const;

export function galleryRoutes(mount: Mount): void {
  mount(contract.galleryItems.list, async (ctx, { query }) => {
    const request = parseList(query, contract.galleryItems);
    const { q, is_active } = request.filter;
    let rows = ctx.db.selectFrom('gallery_item');
    if (q?.trim()) rows = rows.where(sql<boolean>`fold(title) like ${`%${likeText(foldText(q.trim()))}%`}`);
    if (is_active !== undefined) rows = rows.where('is_active', '=', is_active);
    const [found, counted] = await Promise.all([
      rows
        .orderBy(request.field === 'title' ? 'title' : 'sort', request.direction)
        .orderBy('id')
        .offset(request.offset)
        .limit(request.limit)
        .select(columns)
        .execute(),
      rows.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    ]);
    const json = JSON.stringify(found.map((row) => showPicture(ctx, row)));
    return { json, total: Number(counted.n), offset: request.offset, limit: request.limit };
  });
  mount(contract.galleryItems.one, (ctx, { params }) => item(ctx, params.id));
  mount(contract.galleryItems.update, async (ctx, { params, body }) => {
    const { version, ...fields } = body;
    await act(ctx, 'admin.gallery', async ({ tx, log }) => {
      const saved = await tx
        .updateTable('gallery_item')
        .set({ ...fields, version: version + 1 })
        .where('id', '=', params.id)
        .where('version', '=', version)
        .executeTakeFirst();
      if (!saved.numUpdatedRows)
        throw await staleBy(ctx, tx, { type: 'gallery_item', id: params.id }, await item(ctx, params.id, tx));
      await log({
        object: pictureObject(params.id, body.title),
        text: `Изменена картинка входа «${body.title}»`,
        after: fields,
      });
    });
    return item(ctx, params.id);
  });
  pictures(mount);
}

/** The pictures themselves: brought, replaced, taken away. */
function pictures(mount: Mount): void {
  mount(contract.addPicture, async (ctx, { file }) => {
    const uploaded = await file();
    const { title = '', caption = '' } = uploaded.fields;
    const errors = pictureProblem(uploaded);
    if (!title.trim()) errors.title = 'Заполните поле';
    if (title.trim().length > 120) errors.title = 'Не длиннее 120 знаков';
    refuseIf(errors);
    let id = 0;
    await keepFile(ctx, uploaded, (fileId, _name, write) =>
      write('admin.gallery', async ({ tx, log }) => {
        const row = await tx
          .insertInto('gallery_item')
          .values({
            title: title.trim(),
            caption: caption.trim().slice(0, 200) || null,
            file_id: await fileId(tx),
            sort: sql<number>`(select coalesce(max(sort), 0) + 10 from gallery_item)`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        id = row.id;
        await log({ object: pictureObject(id, title.trim()), text: `Добавлена картинка входа «${title.trim()}»` });
      }),
    );
    return item(ctx, id);
  });
  mount(contract.replacePicture, async (ctx, { params, file }) => {
    const { title } = await item(ctx, params.id);
    const uploaded = await file();
    refuseIf(pictureProblem(uploaded));
    await keepFile(ctx, uploaded, (fileId, _name, write) =>
      write('admin.gallery', async ({ tx, log }) => {
        const file_id = await fileId(tx);
        await tx
          .updateTable('gallery_item')
          .set((e) => ({ file_id, version: e('version', '+', 1) }))
          .where('id', '=', params.id)
          .execute();
        await log({ object: pictureObject(params.id, title), text: `Заменена картинка входа «${title}»` });
      }),
    );
    return item(ctx, params.id);
  });
  mount(contract.deletePicture, async (ctx, { params }) => {
    const { title } = await item(ctx, params.id);
    await act(ctx, 'admin.gallery', async ({ tx, log }) => {
      const gone = await tx.deleteFrom('gallery_item').where('id', '=', params.id).executeTakeFirst();
      if (!gone.numDeletedRows) throw invalid({ form: 'Картинка уже удалена' });
      await log({ object: pictureObject(params.id, title), text: `Удалена картинка входа «${title}»` });
    });
  });
}

const pictureObject = (id: number, name: string) => ({ type: 'gallery_item' as const, id, name });

function pictureProblem(file: UploadedFile): Record<string, string> {
  if (!/^image\/(jpeg|png|webp)$/.test(mediaType(cleanName(file.name), file.bytes) ?? ''))
    return { file: 'Нужна картинка JPG, PNG или WEBP' };
  return file.bytes.length > MAX_PICTURE_BYTES ? { file: 'Картинка больше 5 МБ' } : {};
}

async function item(ctx: Ctx, id: number, db: ReadDb = ctx.db): Promise<contract.GalleryItem> {
  const row = await db.selectFrom('gallery_item').where('id', '=', id).select(columns).executeTakeFirst();
  if (!row) throw notFound();
  return showPicture(ctx, row);
}

const showPicture = (ctx: Ctx, { file_id, ...row }: Omit<contract.GalleryItem, 'url'> & { file_id: number }) => ({
  ...row,
  url: signedLink(ctx.deps, file_id, ctx.now()),
});
