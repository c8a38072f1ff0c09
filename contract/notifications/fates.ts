// What became of a message in one word: a person who was skipped is not called unsubscribed.
import { messageStatuses, unreachableReasons, type UnreachableReason } from '../notifications.ts';

/** Reasons for which nothing was sent and which the word of the status would tell untruly. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'former',
  'deceased',
  'restricted',
  'no_representative',
  'repeated',
  'had_template',
  'trial',
  'empty',
  'often',
] satisfies UnreachableReason[]);

/** «Доставлено»; of a message that was never made «Не отправлено: уже писали за сутки». `reason` is the kept one. */
export const messageFate = (status: number, reason: string | null): string =>
  isLeftOut(status, reason)
    ? `Не отправлено: ${unreachableReasons[reason as UnreachableReason]}`
    : (messageStatuses[status] ?? '');

/** The word of the fate has told the reason already. */
export const isLeftOut = (status: number, reason: string | null): boolean =>
  (status === 7 || status === 9) && reason !== null && LEFT_OUT.has(reason);
