// What a mailing would send: people, reasons, a rendered message each, money. Read anew whenever it is asked.
import { plainText, variablesOf, type RichText } from '../../contract/kernel/richTextFold.ts';
import { MANY_SEGMENTS, MOST_SEGMENTS, smsSize } from '../../contract/kernel/smsSegments.ts';
import { MOST_RECEIVERS, type MailingContent, type UnreachableReason } from '../../contract/notifications.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { letterHtml } from '../kernel/richText/letter.ts';
import * as q from './queries/receivers.ts';
import { nameThrough, NO_WARDS, wardsAbout, wardsOf, type Ward, type Wards } from './queries/wards.ts';
import { reachOf, smsPhone, type MessageChannel, type ReceiverFacts, type Terms } from './rules.ts';
import { meetingProblems, meetingWarnings, typedOf } from './rules/meetings.ts';
import { WhoSign } from './rules/whoSign.ts';
import { fillSms, smsVariables, unknownVariables, usedVariables, valuesOf, type Values } from './rules/texts.ts';

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
  channels: MessageChannel[];
  values: { long: Values; short: Values };
  sms: string;
  units: number;
  segments: number;
  cost: number;
  /** Variables of the texts it gets that have no value. */
  empty: string[];
}
export interface Plan {
  sender: q.SenderFacts;
  terms: Terms;
  receivers: Receiver[];
  unreachable: { receiver: Receiver; reason: UnreachableReason }[];
  messages: PlannedMessage[];
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
}

/** Plans a mailing as things stand now. `mailing` is its own number, 0 for one that is not saved. */
export async function planMailing(
  ctx: Ctx,
  db: Db,
  content: MailingContent,
  mailing = 0,
  { at }: HowPlanned = {},
): Promise<Plan> {
  const sender = await q.senderFacts(ctx, db, mailing, at ?? ctx.now());
  if (!sender) throw invalid({ form: 'Выберите, где вы работаете: рассылку пишет ПО, МО или регион' });
  const receivers = await readReceivers(ctx, db, content, mailing);
  const terms: Terms = {
    kind: content.kind,
    skipRepeated: content.skipRepeated,
    skipTemplate: content.skipTemplate && content.template !== null,
    isTrial: sender.is_trial,
  };
  const reached = receivers.map((receiver) => ({
    receiver,
    ...reachOf(receiver.facts, { rule: content.channel, ...terms }),
  }));
  const messages = await render(db, content, sender, reached);
  const unreachable = reached.flatMap(({ receiver, reason }) => (reason ? [{ receiver, reason }] : []));
  const sums = {
    total: messages.reduce((sum, one) => sum + one.channels.length, 0),
    segments: messages.reduce((sum, one) => sum + (one.channels.includes('sms') ? one.segments : 0), 0),
    cost: messages.reduce((sum, one) => sum + one.cost, 0),
  };
  const who = new WhoSign();
  for (const { receiver, channels } of reached) who.add(receiver.id, channels);
  const plan = { sender, terms, receivers, unreachable, messages, who: String(who), ...sums };
  const count = (channel: MessageChannel) => messages.filter((one) => one.channels.includes(channel)).length;
  const problems = problemsOf(ctx, content, sender, {
    people: receivers.length,
    messages: messages.length,
    sms: count('sms'),
    mail: count('mail'),
    mostSegments: mostOf(messages, ({ channels, segments }) => (channels.includes('sms') ? segments : 0)),
    cost: sums.cost,
  });
  const first = (some: readonly PlannedMessage[]) => ({
    names: some.slice(0, NAMED).map(({ receiver }) => receiver.name),
    more: Math.max(0, some.length - NAMED),
  });
  const long = messages.filter((one) => one.channels.includes('sms') && one.segments > MANY_SEGMENTS);
  const empty = messages.filter((one) => one.empty.length);
  const variables = [...new Set(empty.flatMap((one) => one.empty))];
  const warnings = [
    ...meetingWarnings(content, sender.meeting_notice_days, todayOf(ctx)),
    ...warningsOf({ long: first(long), empty: first(empty), variables }),
  ];
  return { ...plan, problems, warnings };
}

/**
 * Messages to look at, the most unusual first: those that would be sent; where nothing would be (a ПО in trial, people without
 * contacts or consents), that of the first who was chosen, by the channels that the mailing asks for.
 */
export async function planSamples(ctx: Ctx, db: Db, content: MailingContent, plan: Plan): Promise<PlannedMessage[]> {
  if (plan.messages.length) return walkOrder(plan.messages);
  const first = plan.receivers.slice(0, 1).map((receiver) => ({ receiver, channels: askedChannels(content) }));
  return (await render(db, content, plan.sender, first)).slice(0, 1);
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
  const receivers = await readReceivers(ctx, db, { ...content, selection }, 0, NO_WARDS);
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
  except: number,
  known?: Wards,
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
  const rows = await q.receiverRows(ctx, db, selection, { kind, except, template, wards });
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

async function render(
  db: Db,
  content: MailingContent,
  sender: q.SenderFacts,
  reached: readonly { receiver: Receiver; channels: MessageChannel[] }[],
): Promise<PlannedMessage[]> {
  const letter = content.email_text as RichText | null;
  const used = usedVariables(content.sms_text, letter);
  const asked = reached.filter(({ channels }) => channels.length);
  const garages = asked.flatMap(({ receiver }) => receiver.garages.map(({ id }) => id));
  const needsTypes = used.includes('ДолгПоВидам') || used.includes('Пени');
  const debts = needsTypes ? groupBy(await q.typeDebts(db, garages)) : new Map<number, q.TypeDebt[]>();
  // A message of its own about a garage names that garage's ПО, which may be nobody's first.
  const places = asked.flatMap(({ receiver }) => [receiver.poId, ...receiver.garages.map((one) => one.po_id)]);
  const pos = await q.poFacts(db, [...new Set(places.filter((id) => id !== null))]);
  return asked.flatMap(({ receiver, channels }) => {
    const sets =
      content.onePerPerson || receiver.garages.length < 2 ? [receiver.garages] : receiver.garages.map((one) => [one]);
    return sets.map((set): PlannedMessage => {
      const po = pos.get(set[0]?.po_id ?? receiver.poId ?? 0);
      const values = valuesOf({
        ...receiver.names,
        garages: set.map((one) => ({ ...one, ...debtWords(debts.get(one.id) ?? []) })),
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
        values,
        sms,
        units: size.units,
        segments: size.segments,
        cost: isSms ? size.segments * sender.prices.of(receiver.facts.phone) : 0,
        empty: [...wanted].filter((key) => !values.long[key]),
      };
    });
  });
}

/** Debts of garages by garage. */
export function groupBy(rows: readonly q.TypeDebt[]): Map<number, q.TypeDebt[]> {
  const byGarage = new Map<number, q.TypeDebt[]>();
  for (const row of rows) byGarage.set(row.garage_id, [...(byGarage.get(row.garage_id) ?? []), row]);
  return byGarage;
}
/** How the debts of a garage are written. */
export const debtWords = (rows: readonly q.TypeDebt[]) => ({
  byType: rows.map(({ name, owed }) => `${name} ${(Number(owed) / 100).toFixed(2).replace('.', ',')} ₽`).join(', '),
  penalty: rows.filter(q.isPenalty).reduce((sum, { owed }) => sum + Number(owed), 0),
});

/** «09:05» by the clock of a zone. */
const timeIn = (now: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);

const mostOf = <T>(list: readonly T[], measure: (one: T) => number) =>
  list.reduce((most, one) => Math.max(most, measure(one)), 0);

/** What is asked of a mailing before it may leave. */
export interface Sums {
  people: number;
  messages: number;
  sms: number;
  mail: number;
  /** Parts of its longest SMS. */
  mostSegments: number;
  cost: number;
}

/** Everything that keeps a mailing from being sent, by field. */
export function problemsOf(ctx: Ctx, content: MailingContent, sender: q.SenderFacts, sums: Sums): FieldErrors {
  const errors: FieldErrors = {};
  const letter = content.email_text as RichText | null;
  const unknown = unknownVariables(usedVariables(content.sms_text, letter));
  const { settings } = ctx.deps;
  if (!content.title) errors.title = 'Назовите рассылку: это тема письма и строка журнала';
  if (!sender.is_enabled) errors.form = 'Рассылки для вашей организации отключены';
  if (levelOf(ctx.actor) === 'region' && content.selection.of !== 'officials')
    errors.selection = 'Регион пишет только председателям МО и ПО';
  else if (!sums.people) errors.selection = 'Нельзя отправить: не выбрано ни одного получателя';
  else if (sums.people > MOST_RECEIVERS)
    errors.selection = `В одной рассылке не больше ${MOST_RECEIVERS} человек. Разделите её`;
  else if (!sums.messages)
    errors.selection = sender.is_trial
      ? 'Пробный режим: ПО пишет только своим сотрудникам, пока суперпользователь не откроет рассылки'
      : 'Никто из выбранных не получит сообщения';
  if (unknown.length) errors.text = `Неизвестная переменная: ${unknown.map((key) => `{${key}}`).join(', ')}`;
  if (sums.sms && !content.sms_text.trim()) errors.sms_text = 'Напишите текст СМС';
  if (sums.mail && !(letter && plainText(letter).trim())) errors.email_text = 'Напишите текст письма';
  Object.assign(errors, meetingProblems(content, { day: todayOf(ctx), time: timeIn(ctx.now(), sender.time_zone) }));
  if (sums.mostSegments > MOST_SEGMENTS) errors.sms_text = `СМС длиннее ${MOST_SEGMENTS} частей. Сократите текст`;
  if (sums.mail && !settings.PUBLIC_URL && !settings.DEMO)
    errors.form = 'Письма не отправляются: не задан адрес сайта (PUBLIC_URL), ссылка отписки никуда не приведёт';
  const limit = limitProblem(sender, sums.cost);
  if (limit) errors.cost = limit;
  return errors;
}

/** Why SMS of this cost, kopecks, are over the limit of the month; null when they are not. */
export function limitProblem({ left, is_sms_forbidden }: q.SenderFacts, cost: number): string | null {
  if (left === null || cost <= left) return null;
  return left === 0 && is_sms_forbidden
    ? 'СМС вашей организации запрещены: предел на месяц 0 ₽. Выберите «Только e-mail»'
    : 'Лимит СМС на этот месяц меньше стоимости рассылки';
}

/** So many are named, the others counted. */
export const NAMED = 3;
interface Few {
  names: string[];
  more: number;
}
/** What a person should look at: too long SMS, values that are empty. */
export function warningsOf({ long, empty, variables }: { long: Few; empty: Few; variables: readonly string[] }) {
  const words = ({ names, more }: Few) => names.join(', ') + (more ? ` и ещё ${more}` : '');
  return [
    ...(long.names.length ? [`Больше ${MANY_SEGMENTS} частей СМС: ${words(long)}`] : []),
    ...(empty.names.length
      ? [`Пустые значения ${variables.map((key) => `{${key}}`).join(', ')}: ${words(empty)}`]
      : []),
  ];
}

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
  content.email_text ? letterHtml(content.email_text as RichText, { values: message.values.long, site }) : '';
