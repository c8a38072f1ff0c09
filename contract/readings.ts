// Readings of electricity meters, as a charge takes them.
import { IdValue } from './kernel/scalars.ts';
import { PlateRef } from './profiles.ts';
import { z } from 'zod';

/** Largest use between two readings, kWh. */
const MAX_USED = 1_000_000;

const TOO_MUCH_USED = 'Слишком большой расход';

const WRONG_READING = 'Не меньше нуля, не более двух знаков после запятой';

const Kwh = z
  .number(WRONG_READING)
  .min(0, WRONG_READING)
  .max(100_000_000, 'Слишком большое показание')
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, WRONG_READING);

/** What a meter shows now and what it showed before; or the used kWh alone, where nobody reads a meter. */
const Reading = z
  .object({
    garage: IdValue,
    previous: Kwh.nullish(),
    current: Kwh.nullish(),
    quantity: Kwh.max(MAX_USED, TOO_MUCH_USED).nullish(),
  })
  .superRefine(({ previous = null, current = null, quantity = null }, { addIssue }) => {
    const wrong = (field: string, message: string) => addIssue({ code: 'custom', message, path: [field] });
    if (current === null && quantity === null) wrong('current', 'Внесите показание');
    if (current === null) return;
    if (quantity !== null) wrong('quantity', 'Внесите показание или расход, не оба');
    if (previous === null) wrong('previous', NO_PREVIOUS);
    else if (current < previous) wrong('current', BELOW_PREVIOUS);
    else if (current - previous > MAX_USED) wrong('current', TOO_MUCH_USED);
  });

export const NO_PREVIOUS = 'Нет прежнего показания: впишите его в «Было»';

export const BELOW_PREVIOUS = 'Показание меньше прежнего. Если счётчик заменён, исправьте «Было»';

/** Garages charged by readings in one run. */
export const MAX_READINGS = 5000;

export const Readings = z
  .array(Reading)
  .max(MAX_READINGS, `Не больше ${MAX_READINGS} показаний`)
  .refine((all) => new Set(all.map((one) => one.garage)).size === all.length, 'Показание гаража указано дважды')
  .default([]);

/** A garage to be read: what its meter showed the last time, and what was entered in the document that is corrected. */
export const ReadingRow = z.object({
  garage: PlateRef,
  owner: z.string().nullable(),
  previous: z.number().nullable(),
  previous_on: z.string().nullable(),
  entered: z
    .object({
      previous: z.number().nullish(),
      current: z.number().nullish(),
      quantity: z.number().nullish(),
    })
    .nullable(),
});

export type ReadingRow = z.infer<typeof ReadingRow>;
