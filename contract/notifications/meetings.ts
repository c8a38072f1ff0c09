// When and where a meeting is that a mailing calls.
import { z } from 'zod';
import { IsoDate } from '../kernel/scalars.ts';

export const Meeting = z.object({
  day: IsoDate.nullish().transform((value) => value ?? null),
  /** «18:00» as it is typed: what is no time stops the mailing, not the draft. */
  time: z.string().trim().max(5, 'Напишите как 18:00').default(''),
  place: z
    .string()
    .trim()
    .max(200, 'Не длиннее 200 знаков')
    .refine((text) => !/[\0-\x1f\x7f]/.test(text), 'Недопустимые знаки')
    .default(''),
});
export type Meeting = z.output<typeof Meeting>;

/** Left out or null: nothing is said of a meeting. */
export const OptionalMeeting = Meeting.nullish().transform((value) => value ?? null);
