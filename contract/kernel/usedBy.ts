// What uses a row of a list.
import { z } from 'zod';

/** The first of those that use a row, each with its page, and how many there are. */
export const UsedBy = z.object({
  items: z.array(z.object({ title: z.string(), link: z.string() })),
  total: z.number(),
});
export type UsedBy = z.infer<typeof UsedBy>;
