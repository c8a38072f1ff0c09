// Messages of the live channel; data events carry ids only, the screen asks again through the normal, scoped read.
import { z } from 'zod';

/** Cards of which it is told who else has them open. */
export const CardResource = z.enum(['garages', 'profiles', 'contributions', 'regions', 'moes', 'poes', 'users']);
export type CardResource = z.infer<typeof CardResource>;
export const CardRef = z.object({ resource: CardResource, id: z.number().int().positive().max(2_147_483_647) });
export type CardRef = z.infer<typeof CardRef>;

/** What a tab says to the server. */
export const LiveWord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('card_opened'), message: CardRef }),
  z.object({ type: z.literal('card_closed'), message: CardRef }),
]);
export type LiveWord = z.infer<typeof LiveWord>;

const progress = z.object({
  job_id: z.number(),
  stage: z.string(),
  done: z.number(),
  total: z.number(),
  errors: z.number(),
});

export const LiveMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('new_reregistration_count'),
    message: z.object({ mo: z.number().nullable(), po: z.number().nullable(), count: z.number() }),
  }),
  z.object({ type: z.literal('sign_in_trigger'), message: z.object({}) }),
  z.object({ type: z.literal('sign_out_trigger'), message: z.object({}) }),
  /** The person's rights are others now: the token of before is refused, a new one is there to be had. */
  z.object({ type: z.literal('rights_changed'), message: z.object({}) }),
  z.object({
    type: z.literal('new_notification_status'),
    message: z.object({
      id: z.number(),
      status: z.string(),
      delivered: z.number(),
      failed: z.number(),
      total: z.number(),
      cost: z.number(),
      cost_ready: z.boolean(),
    }),
  }),
  z.object({ type: z.literal('new_news_count'), message: z.object({ count: z.number() }) }),
  z.object({ type: z.literal('admin_garage_table_load_status'), message: progress }),
  z.object({ type: z.literal('admin_address_normalization_status'), message: progress }),
  /** Any other background work of the person. */
  z.object({ type: z.literal('job_status'), message: progress }),
  z.object({
    type: z.literal('file_message'),
    message: z.object({ job_id: z.number(), file_name: z.string(), file_content: z.string(), status: z.string() }),
  }),
  z.object({
    type: z.literal('records_changed'),
    message: z.object({ resource: z.string(), ids: z.array(z.number()) }),
  }),
  z.object({
    type: z.literal('card_viewers'),
    message: CardRef.extend({ people: z.array(z.string()) }),
  }),
]);
export type LiveMessage = z.infer<typeof LiveMessage>;

/**
 * Who may hear a message: one user on all his devices, one session (the tabs of one browser), a visitor's browser,
 * everybody who is signed in, or those whose scope covers the place.
 */
export type LiveAudience =
  | { user: number }
  | { session: number }
  | { publicId: string }
  | { everybody: true }
  | { region: number; mo: number | null; po: number | null };
