// Pictures of a ПО that stand on its papers: the signature of the chairman and the stamp.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { superuser } from '../kernel/scope.ts';

const tag = 'Документы';

export const PoPictureKind = z.enum(['signature', 'stamp']);
export type PoPictureKind = z.infer<typeof PoPictureKind>;
export const poPictureKinds: Record<PoPictureKind, string> = {
  signature: 'Подпись председателя',
  stamp: 'Печать',
};
/** It travels inside every paper of the ПО. */
export const MOST_PICTURE_BYTES = 1024 * 1024;

/** Signed link and day for each that papers carry; null where there is none. */
export const PoPicture = z.object({ url: z.string(), since: z.string() });
export const PoPictures = z.object({ signature: PoPicture.nullable(), stamp: PoPicture.nullable() });
export type PoPictures = z.infer<typeof PoPictures>;

const Params = ByIdParams.extend({ kind: PoPictureKind });

/** What stands on the papers of a ПО (`id`) from now on. */
export const poPictures = endpoint({
  tag,
  method: 'GET',
  path: '/api/po_pictures/:id',
  summary: 'Подпись и печать на бумагах ПО',
  needs: superuser,
  params: ByIdParams,
  reply: PoPictures,
});

/** Multipart: `file`, PNG or JPEG. Papers printed before stay as they are. */
export const setPoPicture = endpoint({
  tag,
  method: 'POST',
  path: '/api/po_pictures/:id/:kind',
  summary: 'Поставить подпись или печать на бумаги ПО',
  needs: superuser,
  params: Params,
  reply: PoPictures,
  kind: 'upload',
});

export const removePoPicture = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/po_pictures/:id/:kind',
  summary: 'Убрать подпись или печать с бумаг ПО',
  needs: superuser,
  params: Params,
  reply: PoPictures,
});
