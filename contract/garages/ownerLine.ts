// An owner of a garage as its card and its history show him.
import { z } from 'zod';
import { Named } from '../kernel/scalars.ts';

export const OwnerLine = z.object({
  id: z.number(),
  profile_id: z.number(),
  full_name: z.string(),
  /** A child or an estate: who is written to in his place; null while nobody is named. */
  is_represented: z.boolean(),
  representative: Named.nullable(),
  share: z.string().nullable(),
  is_primary: z.boolean(),
  started_on: z.string().nullable(),
  ended_on: z.string().nullable(),
  start_reason: z.string().nullable(),
  end_reason: z.string().nullable(),
  phone: z.string().nullable(),
  isVOAMember: z.boolean(),
  voaEntryDate: z.string().nullable(),
  privilege: z.object({ name: z.string(), discount_percent: z.number(), is_expired: z.boolean() }).nullable(),
});
export type OwnerLine = z.infer<typeof OwnerLine>;
