// Files that a mailing brings with its letters.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { Id } from '../kernel/scalars.ts';
import { mailingSend } from '../kernel/scope.ts';

const tag = 'Рассылки';
export const FileRef = z.object({ id: z.number(), name: z.string(), size_bytes: z.number() });

export const attachToNotification = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/attachments/',
  summary: 'Приложить файл к письму',
  needs: mailingSend,
  params: ByIdParams,
  kind: 'upload',
  reply: z.object({ attachments: z.array(FileRef) }),
});
export const detachFromNotification = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/notifications/:id/attachments/:fileId',
  summary: 'Убрать файл из письма',
  needs: mailingSend,
  params: z.object({ id: Id, fileId: Id }),
  reply: z.object({ attachments: z.array(FileRef) }),
});
