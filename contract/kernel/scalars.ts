// Scalars that every part of the agreement shares: ids, dates, money, phones, names.
import { z } from 'zod';
import { isDay } from './days.ts';

/** Positive integer identifier; an all-digit path segment is always one. */
export const Id = z.coerce.number().int().positive().max(2_147_483_647);
/** Integer identifier inside a JSON body or reply. */
export const IdValue = z.number().int().positive().max(2_147_483_647);

/** Calendar date `YYYY-MM-DD`; never passes through a time zone. */
export const IsoDate = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'Введите корректную дату')
  .refine(isDay, 'Введите корректную дату');

/** Money in whole kopecks; a debt is negative where the value is a balance. */
export const Kopecks = z.number().int().safe();

/** Phone in E.164 form, `+7XXXXXXXXXX`. */
export const Phone = z.string().regex(/^\+7\d{10}$/, 'Введите телефон полностью: +7 ___ ___-__-__');

export const Email = z
  .email({ error: ({ input }) => (input === '' ? 'Заполните поле' : 'Неверный адрес e-mail') })
  .max(254);

/** Required line of text: outer spaces trimmed, control characters refused. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Заполните поле')
    .max(max, `Не длиннее ${max} знаков`)
    .refine(noControls, 'Недопустимые знаки');

/** Optional line of text: empty becomes null. */
export const optionalLine = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Не длиннее ${max} знаков`)
    .refine(noControls, 'Недопустимые знаки')
    .nullish()
    .transform((text) => text || null);

/** Required text of several lines. */
export const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Заполните поле')
    .max(max, `Не длиннее ${max} знаков`)
    .refine(onlyLineBreaks, 'Недопустимые знаки');

/** Optional text of several lines. */
export const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Не длиннее ${max} знаков`)
    .refine(onlyLineBreaks, 'Недопустимые знаки')
    .nullish()
    .transform((text) => text || null);

/** Something chosen from a list: what is sent and what a person reads. */
export const Choice = z.object({ value: z.number().int(), label: z.string() });
export type Choice = z.infer<typeof Choice>;

/** Named reference to another record. */
export const Named = z.object({ id: z.number().int(), name: z.string() });
export type Named = z.infer<typeof Named>;

/** Optimistic lock: the version the user saw; a stale one is answered 409. */
export const Version = z.number().int().nonnegative();

function onlyLineBreaks(text: string) {
  return !/[\0-\x08\x0b\x0c\x0e-\x1f]/.test(text);
}
function noControls(text: string) {
  return !/[\0-\x1f\x7f]/.test(text);
}
