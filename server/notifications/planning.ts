// What a mailing would send: people, reasons, a rendered message each, money. Read anew whenever it is asked.
import { MANY_SEGMENTS } from '../../contract/kernel/smsSegments.ts';
import type { MailingContent, UnreachableReason } from '../../contract/notifications.ts';
import type { ConsentKind } from '../../contract/profiles.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { NAMED, problemsOf, warningsOf, type Sums } from './problems.ts';
import * as q from './queries/receivers.ts';
import { nameThrough, NO_WARDS, wardsOf, type Wards } from './queries/wards.ts';
import { askedChannels, render, walkOrder, type PlannedMessage, type Receiver } from './rendering.ts';
import { debtSmsLeft, reachOf, smsPhone, type ReceiverFacts, type Terms } from './rules.ts';
import { meetingWarnings } from './rules/meetings.ts';
import { WhoSign } from './rules/whoSign.ts';

export interface Plan {
  sender: q.SenderFacts;
  terms: Terms;
  receivers: Receiver[];
  unreachable: { receiver: Receiver; reason: UnreachableReason; lacks?: ConsentKind | null }[];
  messages: PlannedMessage[];
  /** Those that lack a value and are held back, where nobody looks before they leave. */
  held: PlannedMessage[];
  /** Those whose SMS is left out as one too many about a debt. */
  capped: PlannedMessage[];
  /** Who owes nothing and would be told of his debt. */
  debtless: Receiver[];
  problems: FieldErrors;
  warnings: string[];
  /** Sign of who gets it and by what. */
  who: string;
  total: number;
  segments: number;
  cost: number;
}

export const reachedPeople = ({ receivers, unreachable }: Plan): number => receivers.length - unreachable.length;
/** People whose message lacks a value. */
export const emptyPeople = ({ messages }: Plan): number =>
  new Set(messages.filter(({ empty }) => empty.length).map(({ receiver }) => receiver.key)).size;

type Db = ReadDb | WriteDb;

/** How else a mailing is planned than as things stand now. */
interface HowPlanned {
  /** Leaves at this moment: the limit is that of its month. */
  at?: Date | null;
  /** A notice to the sides of a case: who sold by it is told of it. */
  isOfCase?: boolean;
  /** Nobody looks at it before it leaves: whose message lacks a value gets nothing. */
  holdsEmpty?: boolean;
  /** The garages alone that a receiver is written to about; left out or empty, all that the selection brings. */
  garagesOf?: (receiver: Receiver) => readonly number[];
}

/** Plans a mailing as things stand now. `mailing` is its own number, 0 for one that is not saved. */
export async function planMailing(
  ctx: Ctx,
  db: Db,
  content: MailingContent,
  mailing = 0,
  { at, holdsEmpty, isOfCase = false, garagesOf }: HowPlanned = {},
): Promise<Plan> {
  const sender = await q.senderFacts(ctx, db, mailing, at ?? ctx.now());
  if (!sender) throw invalid({ form: 'Выберите, где вы работаете: рассылку пишет ПО, МО или регион' });
  const read = await readReceivers(ctx, db, content, { except: mailing, isOfCase });
  const receivers = garagesOf ? read.map((one) => only(one, garagesOf(one))) : read;
  const terms: Terms = {
    kind: content.kind,
    skipRepeated: content.skipRepeated,
    skipTemplate: content.skipTemplate && content.template !== null,
    isTrial: sender.is_trial,
  };
  const found = receivers.map((receiver) => ({
    receiver,
    ...reachOf(receiver.facts, { rule: content.channel, ...terms }),
    smsLeft: debtSmsLeft(receiver.facts, content.kind),
  }));
  const rendered = await render(db, content, sender, found);
  const capped = rendered.filter(({ isCapped }) => isCapped);
  const held = holdsEmpty ? rendered.filter(({ empty: keys }) => keys.length) : [];
  const heldKeys = new Set(held.map(({ receiver }) => receiver.key));
  const messages = rendered.filter(({ receiver, channels }) => channels.length && !heldKeys.has(receiver.key));
  const reached = found.map((one) =>
    heldKeys.has(one.receiver.key) ? { ...one, channels: [], reason: 'empty' as const } : one,
  );
  const unreachable = reached.flatMap(({ receiver, reason, lacks = null }) =>
    reason ? [{ receiver, reason, lacks }] : [],
  );
  const sums = sumsOf(messages, receivers.length);
  const who = new WhoSign();
  for (const { receiver, channels } of reached) who.add(receiver.id, channels);
  const { total, segments, cost } = sums;
  const plan = {
    sender,
    terms,
    receivers,
    unreachable,
    messages,
    held,
    capped,
    who: String(who),
    total,
    segments,
    cost,
  };
  const debtless = [...new Set(messages.filter((one) => one.isDebtless).map(({ receiver }) => receiver))];
  const problems = problemsOf(ctx, content, sender, sums);
  const warnings = [
    ...meetingWarnings(content, sender.meeting_notice_days, todayOf(ctx)),
    ...warningsFor({ ...plan, debtless }),
  ];
  return { ...plan, debtless, problems, warnings };
}

const only = (receiver: Receiver, garages: readonly number[]): Receiver =>
  garages.length ? { ...receiver, garages: receiver.garages.filter(({ id }) => garages.includes(id)) } : receiver;

/** What messages come to; `people` are asked for among them. */
export function sumsOf(
  messages: readonly PlannedMessage[],
  people: number,
): Sums & { total: number; segments: number } {
  const sms = messages.filter(({ channels }) => channels.includes('sms'));
  const mail = messages.filter(({ channels }) => channels.includes('mail'));
  return {
    people,
    messages: messages.length,
    sms: sms.length,
    mail: mail.length,
    mostSegments: mostOf(sms, ({ segments }) => segments),
    shortest: sms.reduce((least, { units }) => Math.min(least, units), 1),
    total: sms.length + mail.length,
    segments: sms.reduce((sum, one) => sum + one.segments, 0),
    cost: sms.reduce((sum, one) => sum + one.cost, 0),
  };
}

/** What a person should look at, the first of them by name. */
function warningsFor({ messages, capped, debtless }: Pick<Plan, 'messages' | 'capped' | 'debtless'>): string[] {
  const first = (some: readonly Receiver[]) => ({
    names: some.slice(0, NAMED).map(({ name }) => name),
    more: Math.max(0, some.length - NAMED),
  });
  const of = (some: readonly PlannedMessage[]) => some.map(({ receiver }) => receiver);
  const empty = messages.filter((one) => one.empty.length);
  return warningsOf({
    long: first(of(messages.filter((one) => one.channels.includes('sms') && one.segments > MANY_SEGMENTS))),
    empty: first([...new Set(of(empty))]),
    variables: [...new Set(empty.flatMap((one) => one.empty))],
    debtless: first(debtless),
    capped: first([...new Set(of(capped))]),
  });
}

/**
 * Messages to look at, the most unusual first: those that would be sent; where nothing would be (a ПО in trial, people without
 * contacts or consents), that of the first who was chosen, by the channels that the mailing asks for.
 */
export async function planSamples(db: Db, content: MailingContent, plan: Plan): Promise<PlannedMessage[]> {
  if (plan.messages.length) return walkOrder(plan.messages);
  const first = plan.receivers.slice(0, 1).map((receiver) => ({ receiver, channels: askedChannels(content) }));
  return (await render(db, content, plan.sender, first)).slice(0, 1);
}

/** Letters on paper: a message each for people of the mailing, whatever keeps them from letters and SMS, about the garages named. */
export async function planPaper(
  ctx: Ctx,
  db: Db,
  content: MailingContent,
  people: ReadonlyMap<number, readonly number[]>,
): Promise<PlannedMessage[]> {
  const sender = await q.senderFacts(ctx, db, 0);
  if (!sender) throw invalid({ form: 'Выберите, где вы работаете: письма печатает ПО или МО' });
  const selection = {
    of: 'profiles' as const,
    all: false,
    filter: {},
    included: [...people.keys()],
    excluded: [],
  };
  // A paper is about one person; whom it is addressed to is said on it.
  const receivers = await readReceivers(
    ctx,
    db,
    { ...content, selection },
    { except: 0, isOfCase: true, known: NO_WARDS },
  );
  const written = receivers.map((receiver) => {
    const named = people.get(receiver.id) ?? [];
    const garages = receiver.garages.filter(({ id }) => !named.length || named.includes(id));
    return { receiver: { ...receiver, garages }, channels: ['mail' as const] };
  });
  return render(db, { ...content, onePerPerson: true }, sender, written);
}

/** What is known of an official as a receiver: an address, and that nothing forbids to write to it. */
export const officialFacts = (email: string): ReceiverFacts => ({
  isOfficial: true,
  isDeceased: false,
  email,
  phone: null,
  isMember: false,
  consents: [],
  revoked: [],
  unsubscribed: [],
  isRepeated: false,
  debtSmsToday: 0,
  debtSmsWeek: 0,
});

async function readReceivers(
  ctx: Ctx,
  db: Db,
  { selection, kind, template }: MailingContent,
  { known, ...how }: { except: number; isOfCase: boolean; known?: Wards },
): Promise<Receiver[]> {
  if (selection.of === 'officials')
    return (await q.officialRows(ctx, db, selection)).map((row) => ({
      key: `user:${row.id}`,
      id: row.id,
      isOfficial: true,
      ...namesOf(row),
      wards: [],
      isOwn: true,
      poId: row.po_id,
      garages: [],
      facts: officialFacts(row.email),
    }));
  // A region writes to chairmen only.
  if (levelOf(ctx.actor) === 'region') return [];
  const wards = known ?? (await wardsOf(ctx, db, selection));
  const rows = await q.receiverRows(ctx, db, selection, { kind, template, wards, ...how });
  return rows.map((row) => ({
    key: `profile:${row.id}`,
    id: row.id,
    isOfficial: false,
    ...readerOf(row, wards),
    poId: row.garages[0]?.po_id ?? row.po_id,
    garages: row.garages,
    facts: {
      isOfficial: false,
      isFormer: row.is_former,
      isDeceased: row.is_deceased,
      isRestricted: row.is_restricted,
      isUnrepresented: row.is_unrepresented,
      email: row.email,
      isBounced: row.is_bounced,
      phone: smsPhone(row.phones),
      isMember: row.is_member,
      consents: row.consents,
      revoked: row.revoked,
      unsubscribed: row.unsubscribed,
      isRepeated: row.is_repeated,
      hadTemplate: row.had_template,
      debtSmsToday: row.debt_sms_day,
      debtSmsWeek: row.debt_sms_week,
    },
  }));
}

/** Who reads, with those for whom. */
function readerOf(row: q.ReceiverRow, { byReader, onlyReaders }: Wards) {
  const names = namesOf(row);
  const wards = byReader.get(row.id) ?? [];
  const isOwn = !onlyReaders.includes(row.id);
  return { ...names, name: nameThrough(names.name, wards, isOwn), wards, isOwn };
}

const namesOf = (row: { last_name: string; first_name: string; father_name: string }) => ({
  name: fullNameOf(row),
  ownName: fullNameOf(row),
  names: { lastName: row.last_name, firstName: row.first_name, fatherName: row.father_name },
});

const fullNameOf = (row: { last_name: string; first_name: string; father_name: string }) =>
  [row.last_name, row.first_name, row.father_name].filter(Boolean).join(' ');

const mostOf = <T>(list: readonly T[], measure: (one: T) => number) =>
  list.reduce((most, one) => Math.max(most, measure(one)), 0);
