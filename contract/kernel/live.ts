// Messages of the live channel; data events carry ids only, the screen asks again through the normal, scoped read.
import { z } from 'zod';
import { resourcesWith, type ResourceWith } from './objects.ts';
import { isFlag, isNumber, isText, listOf, orNull, shapeOf, type Fields, type Is } from './shape.ts';

/** Cards of which it is told who else has them open. */
export type CardResource = ResourceWith<'presence'>;
export const CardResource = z.enum(resourcesWith('presence'));
export const CardRef = z.object({ resource: CardResource, id: z.number().int().positive().max(2_147_483_647) });
export type CardRef = z.infer<typeof CardRef>;

/** What a tab says to the server. */
export const LiveWord = z.discriminatedUnion('type', [
  z.object({ type: z.literal('card_opened'), message: CardRef }),
  z.object({ type: z.literal('card_closed'), message: CardRef }),
]);
export type LiveWord = z.infer<typeof LiveWord>;

const progress = { job_id: isNumber, stage: isText, done: isNumber, total: isNumber, errors: isNumber };

/** What the server says, by the type of the message. */
const messages = {
  new_reregistration_count: { mo: orNull(isNumber), po: orNull(isNumber), count: isNumber },
  sign_in_trigger: {},
  sign_out_trigger: {},
  /** The person's rights are others now: the token of before is refused, a new one is there to be had. */
  rights_changed: {},
  new_notification_status: {
    id: isNumber,
    status: isText,
    delivered: isNumber,
    failed: isNumber,
    total: isNumber,
    cost: isNumber,
    cost_ready: isFlag,
  },
  /** Of one person: how many news he has not read. For everybody: something has changed, each asks for his own number. */
  new_news_count: { count: isNumber },
  /** A question to the support has events up to `seq`. */
  support_changed: { thread: isNumber, seq: isNumber },
  /** The other side of a question is writing just now. */
  support_typing: { thread: isNumber, user: isNumber, name: isText },
  admin_garage_table_load_status: progress,
  admin_address_normalization_status: progress,
  /** Any other background work of the person. */
  job_status: progress,
  file_message: { job_id: isNumber, file_name: isText, file_content: isText, status: isText },
  records_changed: { resource: isText, ids: listOf(isNumber) },
  card_viewers: { resource: isText, id: isNumber, people: listOf(isText) },
};
type Messages = typeof messages;
type Told<F> = { [Name in keyof F]: F[Name] extends Is<infer T> ? T : never };

export type LiveMessage = { [T in keyof Messages]: { type: T; message: Told<Messages[T]> } }[keyof Messages];

/** Whether it is a message of the agreement. */
export function isLiveMessage(value: unknown): value is LiveMessage {
  const { type, message } = (value ?? {}) as Partial<LiveMessage>;
  return type !== undefined && Object.hasOwn(messages, type) && shapeOf(messages[type] as Fields<object>)(message);
}

/**
 * Who may hear a message: one user on all his devices, one session (the tabs of one browser), a visitor's browser,
 * everybody who is signed in, those on duty in the support, or those whose scope covers the place.
 */
export type LiveAudience =
  | { user: number }
  | { session: number }
  | { publicId: string }
  | { everybody: true }
  | { support: true }
  | { region: number; mo: number | null; po: number | null };
