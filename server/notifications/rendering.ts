// Messages made whole, one for each receiver or for each of his garages: values, texts, size, price.
import { variablesOf, type RichText } from '../../contract/kernel/richTextFold.ts';
import { smsSize } from '../../contract/kernel/smsSegments.ts';
import type { MailingContent } from '../../contract/notifications.ts';
import type { ReadDb, WriteDb } from '../kernel/ctx.ts';
import { letterHtml } from '../kernel/richText/letter.ts';
import * as q from './queries/receivers.ts';
import { wardsAbout, type Ward } from './queries/wards.ts';
import type { MessageChannel, ReceiverFacts } from './rules.ts';
import { typedOf } from './rules/meetings.ts';
import { blankOf, fillSms, isKnown, smsVariables, usedVariables, valuesOf, type Values } from './rules/texts.ts';

type Db = ReadDb | WriteDb;

/** A receiver with what is known of him; officials have no garages. */
export interface Receiver {
  key: string;
  id: number;
  isOfficial: boolean;
  /** As it is shown: with those for whom he reads. */
  name: string;
  /** His own. */
  ownName: string;
  /** For whom he reads; `isOwn`: he is written to on his own account too. */
  wards: readonly Ward[];
  isOwn: boolean;
  names: { lastName: string; firstName: string; fatherName: string };
  facts: ReceiverFacts;
  poId: number | null;
  garages: q.ReceiverGarage[];
}
export interface PlannedMessage {
  receiver: Receiver;
  /** Key of the row: `profile:7`, or one for each garage. */
  key: string;
  garages: q.ReceiverGarage[];
  /** For whom this message is read. */
  wards: readonly Ward[];
  /** Empty where its only SMS may not go any more. */
  channels: MessageChannel[];
  /** Its place among the messages of its receiver. */
  set: number;
  /** Its SMS is left out: so many about a debt have gone to him, or go with this mailing. */
  isCapped: boolean;
  values: { long: Values; short: Values };
  sms: string;
  units: number;
  segments: number;
  cost: number;
  /** Variables of the texts it gets that have no value. */
  empty: string[];
  /** It tells of a debt where there is none. */
  isDebtless: boolean;
}
/** Channels of a message that nobody gets, for whoever wants to see it. */
export function askedChannels({ channel, email_text }: Pick<MailingContent, 'channel' | 'email_text'>) {
  const all: Record<MailingContent['channel'], MessageChannel[]> = {
    email: ['mail'],
    sms: ['sms'],
    both: ['mail', 'sms'],
    email_else_sms: email_text ? ['mail'] : ['sms'],
  };
  return all[channel];
}

/** The messages of people, by the channels that reach each; `smsLeft`: so many SMS may go to him. */
export async function render(
  db: Db,
  content: MailingContent,
  sender: q.SenderFacts,
  reached: readonly { receiver: Receiver; channels: MessageChannel[]; smsLeft?: number }[],
): Promise<PlannedMessage[]> {
  const letter = content.email_text as RichText | null;
  const used = usedVariables(content.sms_text, letter);
  const asked = reached.filter(({ channels }) => channels.length);
  const needsTypes = used.includes('ДолгПоВидам') || used.includes('Пени');
  const debts = await debtsOf(db, needsTypes ? asked.flatMap(({ receiver }) => receiver.garages) : []);
  // A message of its own about a garage names that garage's ПО, which may be nobody's first.
  const places = asked.flatMap(({ receiver }) => [receiver.poId, ...receiver.garages.map((one) => one.po_id)]);
  const pos = await q.poFacts(db, [...new Set(places.filter((id) => id !== null))]);
  return asked.flatMap(({ receiver, channels: all, smsLeft = Infinity }) => {
    const sets =
      content.onePerPerson || receiver.garages.length < 2 ? [receiver.garages] : receiver.garages.map((one) => [one]);
    return sets.map((set, nth): PlannedMessage => {
      const channels = channelsOf(all, nth, smsLeft);
      const po = pos.get(set[0]?.po_id ?? receiver.poId ?? 0);
      const values = valuesOf({
        ...receiver.names,
        garages: set.map((one) => ({ ...one, ...debtWords(debts.get(debtKey(receiver.id, one)) ?? []) })),
        po: po ?? { name: sender.sent_from, phone: '', chairman: '' },
        typed: typedOf(content),
      });
      const sms = fillSms(content.sms_text, values.short);
      const size = smsSize(sms);
      const isSms = channels.includes('sms');
      const wanted = new Set([
        ...(isSms ? smsVariables(content.sms_text) : []),
        ...(channels.includes('mail') && letter ? variablesOf(letter) : []),
      ]);
      return {
        receiver,
        key: sets.length > 1 ? `${receiver.key}:garage:${set[0]!.id}` : receiver.key,
        garages: set,
        wards: wardsAbout(receiver.wards, set),
        channels,
        set: nth,
        isCapped: channels.length < all.length,
        values,
        sms,
        units: size.units,
        segments: size.segments,
        cost: isSms ? size.segments * sender.prices.of(receiver.facts.phone) : 0,
        empty: [...wanted].filter((key) => isKnown(key) && !values.long[key]),
        isDebtless: content.kind === 'debt' && wanted.has('Долг') && debtOf(set) <= 0,
      };
    });
  });
}

/** Channels of the `nth` message of a person. */
export const channelsOf = (channels: readonly MessageChannel[], nth: number, smsLeft: number): MessageChannel[] =>
  channels.filter((channel) => channel === 'mail' || nth < smsLeft);

/** Kopecks owed for garages. */
export const debtOf = (garages: readonly { debt: number }[]): number =>
  garages.reduce((sum, { debt }) => sum + Number(debt), 0);

type OfGarage = Pick<q.ReceiverGarage, 'id' | 'isLeft'>;
/** Whose debts of a garage: its owners' together, or those left to one who sold it. */
export const debtKey = (reader: number, { id, isLeft }: OfGarage): string => (isLeft ? `${reader}:${id}` : `${id}`);

/** Debts by type of garages, by `debtKey`. */
export async function debtsOf(db: Db, garages: readonly OfGarage[]): Promise<Map<string, q.TypeDebt[]>> {
  const ids = (isLeft: boolean) => garages.filter((one) => one.isLeft === isLeft).map(({ id }) => id);
  const [own, left] = [ids(false), ids(true)];
  const byKey = new Map<string, q.TypeDebt[]>();
  const put = (key: string, row: q.TypeDebt) => byKey.set(key, [...(byKey.get(key) ?? []), row]);
  if (own.length) for (const row of await q.typeDebts(db, own)) put(`${row.garage_id}`, row);
  if (left.length) for (const row of await q.leftTypeDebts(db, left)) put(`${row.debtor}:${row.garage_id}`, row);
  return byKey;
}
/** How the debts of a garage are written. */
export const debtWords = (rows: readonly q.TypeDebt[]) => ({
  byType: rows.map(({ name, owed }) => `${name} ${(Number(owed) / 100).toFixed(2).replace('.', ',')} ₽`).join(', '),
  penalty: rows.filter(q.isPenalty).reduce((sum, { owed }) => sum + Number(owed), 0),
});

/** The walk through messages, the most unusual first: the costliest, then those with empty values, then by name. */
export const walkOrder = (messages: readonly PlannedMessage[]): PlannedMessage[] =>
  [...messages].sort(
    (one, other) =>
      other.segments * Number(other.channels.includes('sms')) - one.segments * Number(one.channels.includes('sms')) ||
      other.empty.length - one.empty.length,
  );

/** HTML of the letter of one message, without its foot. */
export const letterOf = (
  content: Pick<MailingContent, 'email_text'>,
  message: Pick<PlannedMessage, 'values'>,
  site: string,
): string =>
  content.email_text
    ? letterHtml(content.email_text as RichText, { values: message.values.long, blank: blankOf, site })
    : '';
