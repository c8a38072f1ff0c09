// Rules of mailings: who may be written to and why not, when SMS wait, what a mailing has come to. Facts in, words out.
import { levelOf, type Actor } from '../../contract/kernel/scope.ts';
import type { ChannelRule, MailingKind, UnreachableReason } from '../../contract/notifications.ts';
import type { ConsentKind } from '../../contract/profiles.ts';

/** What is known of a receiver when his mailing is planned. */
export interface ReceiverFacts {
  isOfficial: boolean;
  /** The tie to the place that writes is over: nothing more is known of him there. */
  isFormer?: boolean;
  isDeceased: boolean;
  /** He demanded that the processing of his data stops. */
  isRestricted?: boolean;
  /** A child or an estate, and nobody is named who could be written to. */
  isUnrepresented?: boolean;
  email: string | null;
  /** Letters to this address come back. */
  isBounced?: boolean;
  /** A number that takes SMS. */
  phone: string | null;
  isMember: boolean;
  /** Consents in force. */
  consents: readonly string[];
  /** Kinds of consent that were withdrawn and not given again. */
  revoked: readonly string[];
  /** Channels of this kind of mailing that he wants nothing by. */
  unsubscribed: readonly string[];
  /** Something was written to him by a mailing in the last 24 hours. */
  isRepeated: boolean;
  /** A mailing of the same template came to him in the last 12 months. */
  hadTemplate?: boolean;
  debtSmsToday: number;
  debtSmsWeek: number;
}

export type MessageChannel = 'mail' | 'sms';
export interface Reach {
  channels: MessageChannel[];
  /** Set when there is no channel. */
  reason: UnreachableReason | null;
  /** Of `no_consent`: the consent that would open a channel. */
  lacks?: ConsentKind | null;
}

/** Most SMS about a debt to one person. */
export const DEBT_SMS_A_DAY = 2;
export const DEBT_SMS_A_WEEK = 4;

/** SMS about a debt that may still go to him: those of one mailing count too, of five garages five. */
export const debtSmsLeft = (
  { debtSmsToday, debtSmsWeek }: Pick<ReceiverFacts, 'debtSmsToday' | 'debtSmsWeek'>,
  kind: MailingKind,
): number =>
  kind === 'debt' ? Math.max(0, Math.min(DEBT_SMS_A_DAY - debtSmsToday, DEBT_SMS_A_WEEK - debtSmsWeek)) : Infinity;

/** What a mailing asks of its receivers, beside the rule of channels. */
export interface Terms {
  kind: MailingKind;
  skipRepeated: boolean;
  skipTemplate?: boolean;
  /** The ПО is in trial: its own officials alone. */
  isTrial?: boolean;
}

/** By what a receiver is reached under a rule of channels; when by nothing, the one reason that counts for him. */
export function reachOf(
  facts: ReceiverFacts,
  { rule, kind, skipRepeated, skipTemplate, isTrial }: Terms & { rule: ChannelRule },
): Reach {
  if (facts.isFormer) return { channels: [], reason: 'former' };
  if (facts.isDeceased) return { channels: [], reason: 'deceased' };
  if (facts.isRestricted) return { channels: [], reason: 'restricted' };
  if (isTrial && !facts.isOfficial) return { channels: [], reason: 'trial' };
  if (facts.isUnrepresented) return { channels: [], reason: 'no_representative' };
  if (skipTemplate && facts.hadTemplate) return { channels: [], reason: 'had_template' };
  if (skipRepeated && facts.isRepeated) return { channels: [], reason: 'repeated' };
  const mail = mailRefusal(facts, kind);
  const sms = smsRefusal(facts, kind);
  const channels: MessageChannel[] = [];
  if (rule !== 'sms' && !mail) channels.push('mail');
  if ((rule === 'sms' || rule === 'both' || (rule === 'email_else_sms' && mail)) && !sms) channels.push('sms');
  if (channels.length) return { channels, reason: null };
  const reasons = [...(rule === 'sms' ? [] : [mail]), ...(rule === 'email' ? [] : [sms])];
  // What a person said weighs more than a contact nobody has written down.
  const reason = reasons.find((one) => one !== 'no_contact') ?? 'no_contact';
  if (reason !== 'no_consent') return { channels, reason };
  const isByMail = rule !== 'sms' && mail === 'no_consent';
  return { channels, reason, lacks: isByMail ? mailLacks(facts, kind) : smsLacks(facts, kind) };
}

/** Why he may not be written a letter of a kind; null when he may. */
export function mailRefusal(facts: ReceiverFacts, kind: MailingKind): UnreachableReason | null {
  if (!facts.email) return 'no_contact';
  if (facts.isOfficial) return null;
  if (facts.isBounced) return 'bounced';
  if (facts.unsubscribed.includes('mail')) return 'unsubscribed';
  return mailLacks(facts, kind) ? 'no_consent' : null;
}

/** The consent without which a letter of a kind may not go to him; null when none is lacking. */
function mailLacks({ revoked, consents, isMember }: ReceiverFacts, kind: MailingKind): ConsentKind | null {
  if (revoked.includes('email_info')) return 'email_info';
  if (revoked.includes('pd_processing')) return 'pd_processing';
  if (!consents.includes('pd_processing') && !isMember) return 'pd_processing';
  return kind === 'ads' && !consents.includes('ads') ? 'ads' : null;
}

/** The consent without which an SMS of a kind may not go to him; null when none is lacking. */
function smsLacks({ consents }: ReceiverFacts, kind: MailingKind): ConsentKind | null {
  if (!consents.includes('sms_info')) return 'sms_info';
  return kind === 'ads' && !consents.includes('ads') ? 'ads' : null;
}

/** Why he may not be sent an SMS of a kind; null when he may. */
export function smsRefusal(facts: ReceiverFacts, kind: MailingKind): UnreachableReason | null {
  if (!facts.phone) return 'no_contact';
  if (facts.unsubscribed.includes('sms')) return 'unsubscribed';
  if (smsLacks(facts, kind)) return 'no_consent';
  return debtSmsLeft(facts, kind) ? null : 'repeated';
}

/** Status of a message that was not sent, by its reason. */
export const statusOfReason: Record<UnreachableReason, number> = {
  former: 9,
  deceased: 7,
  restricted: 9,
  no_representative: 7,
  no_contact: 7,
  bounced: 7,
  no_consent: 8,
  unsubscribed: 9,
  repeated: 9,
  had_template: 9,
  trial: 9,
  empty: 9,
  often: 9,
};

/** A number of a mobile network; others take no SMS. */
export const smsPhone = (phones: readonly string[]): string | null =>
  phones.find((phone) => /^\+79\d{9}$/.test(phone)) ?? null;

/** Hours of a day between which SMS wait. */
export interface QuietHours {
  from: number;
  to: number;
}
const USUAL: QuietHours = { from: 21, to: 9 };
const HOUR_MS = 3_600_000;

/** When SMS may go: null now, otherwise the next morning of the zone. */
export function quietUntil(now: Date, timeZone: string, { from, to }: QuietHours = USUAL): Date | null {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
    .format(now)
    .split(':')
    .map(Number) as [number, number, number];
  const [hour, minute, second] = parts;
  if (hour >= to && hour < from) return null;
  const hours = hour >= from ? 24 - hour + to : to - hour;
  return new Date(now.getTime() + hours * HOUR_MS - (minute * 60 + second) * 1000 - now.getMilliseconds());
}

/** When SMS stop for the night next; at night the evening after it. */
export function quietStart(now: Date, timeZone: string, hours: QuietHours = USUAL): Date {
  const from = quietUntil(now, timeZone, hours) ?? now;
  // Steps of an hour to the hour, then its minutes: a zone changes its clock at night, never while SMS go.
  let at = new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  while (!quietUntil(at, timeZone, hours)) at = new Date(at.getTime() + HOUR_MS);
  return at;
}

/** How the reason of a pause for the night begins. */
export const NIGHT = 'СМС уйдут после';
export const nightWords = (to: number): string => `${NIGHT} ${to}:00: ночью не беспокоим`;

/** Whether SMS of a kind may go at night for a reason: an accident is told by an МО; debts and advertisements wait. */
export const mayBeUrgent = (actor: Pick<Actor, 'region' | 'mo' | 'po'>, kind: MailingKind): boolean =>
  levelOf(actor) === 'mo' && (kind === 'news' || kind === 'meeting');

export interface Tally {
  queued: number;
  delivered: number;
  failed: number;
  unknown: number;
}
/** What a mailing is once its messages have moved: 3 while something waits, then sent, partly, or an error. */
export function statusOfTally({ queued, delivered, failed, unknown }: Tally): 3 | 4 | 5 | 6 {
  if (queued) return 3;
  if (failed + unknown === 0) return 4;
  return delivered + unknown > 0 ? 5 : 6;
}
