// Pictures of the sign-in page: what superusers put there.
import { z } from 'zod';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { line, optionalLine, Version } from './kernel/scalars.ts';
import { superuser } from './kernel/scope.ts';

const title = 'Галерея входа';

export const GalleryBody = z.object({
  title: line(120),
  caption: optionalLine(200),
  /** Smaller comes first. */
  sort: z.number().int().min(0, 'Не меньше 0').max(9999, 'Не больше 9999'),
  is_active: z.boolean(),
});
export type GalleryBody = z.output<typeof GalleryBody>;
export const GalleryItem = z.object({
  id: z.number(),
  title: z.string(),
  caption: z.string().nullable(),
  sort: z.number(),
  is_active: z.boolean(),
  version: z.number(),
  /** Signed link to the picture. */
  url: z.string(),
});
export type GalleryItem = z.infer<typeof GalleryItem>;

export const galleryItems = resource({
  name: 'gallery_items',
  title,
  read: superuser,
  write: superuser,
  row: GalleryItem,
  card: GalleryItem,
  updateBody: GalleryBody.extend({ version: Version }),
  filter: z.object({ q: z.string().max(100).optional(), is_active: z.boolean().optional() }),
  sorts: ['sort', 'title'],
});
/** Multipart: `file`, `title`, `caption`; the picture stands last and is shown at once. */
export const addPicture = endpoint({
  tag: title,
  method: 'POST',
  path: '/api/gallery_items/',
  summary: 'Добавить картинку входа',
  needs: superuser,
  reply: GalleryItem,
  kind: 'upload',
});
/** Multipart: `file` takes the place of the picture. */
export const replacePicture = endpoint({
  tag: title,
  method: 'POST',
  path: '/api/gallery_items/:id/picture',
  summary: 'Заменить картинку входа',
  needs: superuser,
  params: ByIdParams,
  reply: GalleryItem,
  kind: 'upload',
});
export const deletePicture = endpoint({
  tag: title,
  method: 'DELETE',
  path: '/api/gallery_items/:id',
  summary: 'Удалить картинку входа',
  needs: superuser,
  params: ByIdParams,
});
