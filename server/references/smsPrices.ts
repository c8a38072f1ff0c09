// Prices of SMS as a reference list for superusers.
import { sql } from 'kysely';
import { removeSmsPrice, smsPriceReference, USUAL_SMS_PRICE } from '../../contract/references.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import type { Mount } from '../kernel/mount.ts';
import { mountReference } from '../kernel/reference.ts';

export function smsPriceRoutes(mount: Mount): void {
  mountReference(mount, {
    table: 'sms_price',
    contract: { ...smsPriceReference, remove: removeSmsPrice },
    title: 'цена СМС',
    columns: ['prefix', 'kopecks', 'operator'],
    nameOf: (row) => String(row.prefix),
    used: sql<boolean>`false`,
    fixed: ({ id }): Record<string, string> =>
      id === USUAL_SMS_PRICE ? { prefix: 'Эта строка — для всех номеров, которых нет в других строках' } : {},
    staysWhy: ({ id }) =>
      id === USUAL_SMS_PRICE
        ? 'Эта строка — для всех номеров, которых нет в других строках: её можно изменить, но не удалить'
        : null,
    problems: async (tx, body, before): Promise<FieldErrors> => {
      const other = await tx
        .selectFrom('sms_price')
        .where('prefix', '=', String(body.prefix))
        .where('id', '<>', before?.id ?? -1)
        .select('id')
        .executeTakeFirst();
      return other ? { prefix: 'Цена для этого начала номера уже указана' } : {};
    },
  });
}
