// What a mailing comes to, counted over its receivers one after another, however many they are: others work meanwhile.
import { setImmediate as breathe } from 'node:timers/promises';
import { sql } from 'kysely';
import { smsCount } from '../../contract/kernel/smsSegments.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import { variablesOf, type RichText } from '../../contract/kernel/richTextFold.ts';
import type { MailingContent } from '../../contract/notifications.ts';
import { todayOf, type Ctx, type ReadDb, type WriteDb } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { read } from '../kernel/read.ts';
import { officialFacts, type Plan } from './planning.ts';
import { problemsOf, warningsOf, type Few } from './problems.ts';
import { factsOfBits } from './queries/receiverFacts.ts';
import { peopleOf, receiverTexts } from './queries/receiverLines.ts';
import * as q from './queries/receivers.ts';
import { askedChannels, channelsOf, debtOf, debtKey, debtsOf, debtWords } from './rendering.ts';
import { nameThrough, NO_WARDS, wardsOf, type Wards } from './queries/wards.ts';
import type { MessageChannel } from './rules.ts';
import { meetingWarnings, typedOf } from './rules/meetings.ts';
import { allReachOf, Tally, type AllReach, type CountedMessage, type MessagePlace } from './rules/tally.ts';
import {
  smsFiller,
  isKnown,
  smsVariables,
  usedVariables,
  valueOf,
  valuesOf,
  type ValueFacts,
  type Values,
} from './rules/texts.ts';

/** So many people are counted before others have their turn. */
const AT_A_TIME = 500;
/** Sums of money are never empty. */
const FILLED = ['Долг', 'Пени'];
/** Debts by kind of a garage whose text does not name them. */
const NO_TYPES = { byType: '', penalty: 0 };

const NOBODY = { lastName: '', firstName: '', fatherName: '', garages: [], po: { name: '', phone: '', chairman: '' } };

type Db = ReadDb | WriteDb;
interface Person {
  /** Where he is found again. */
  at: number;
  id: number;
  lastName: string;
  firstName: string;
  fatherName: string;
  poId: number | null;
  garages: (q.ReceiverGarage & typeof NO_TYPES)[];
  reach: AllReach;
  /** Kopecks for a part of an SMS to his number; 0 without one. */
  price: number;
}
/** People from a place on, by name. */
type Source = (from: number) => Iterable<Person>;

/** A message made whole. */
export interface Whole {
  name: string;
  plates: string[];
  channels: MessageChannel[];
  sms: string;
  units: number;
  segments: number;
  cost: number;
  empty: string[];
  values: { long: Values; short: Values };
}
export interface Count extends Pick<Plan, 'sender' | 'problems' | 'warnings' | 'total'> {
  tally: Tally;
  reached: { id: number; name: string; channel: string }[];
  unreached: (Tally['unreached'][number] & { name: string })[];
  /** Who owes nothing and would be told of his debt. */
  debtless: Few;
  /** For whom a variable is empty. */
  lacking: Few;
  longest: Whole | null;
  costliest: Whole | null;
  /** The message at a place of the walk, the most unusual first. */
  sample: (Whole & { at: number }) | null;
}

/** Counts a mailing as things stand now; `mailing` is its own number, 0 for one that is not saved; `at` is the place in the walk. */
export async function countMailing(ctx: Ctx, db: Db, content: MailingContent, mailing = 0, at = 0): Promise<Count> {
  const sender = await q.senderFacts(ctx, db, mailing);
  if (!sender) throw invalid({ form: 'Выберите, где вы работаете: рассылку пишет ПО, МО или регион' });
  const wards = await wardsOfContent(ctx, db, content);
  const source = await sourceOf(ctx, db, content, { sender, mailing, wards });
  const writer = new Writer(db, content, sender);
  const tally = new Tally();
  const count = async (people: readonly Person[]) => {
    await writer.prepare(people);
    for (const person of people) tally.add(person, writer.messagesOf(person), writer.isCapped(person));
  };
  let batch: Person[] = [];
  for (const person of source(0)) {
    batch.push(person);
    if (batch.length < AT_A_TIME) continue;
    await count(batch);
    batch = [];
    await breathe();
  }
  await count(batch);
  return wholeCount(ctx, db, content, { sender, source, writer, tally, wards }, at);
}

/** A region writes to chairmen only, and nobody reads for them. */
const wardsOfContent = async (ctx: Ctx, db: Db, { selection }: MailingContent): Promise<Wards> =>
  selection.of === 'officials' || levelOf(ctx.actor) === 'region' ? NO_WARDS : wardsOf(ctx, db, selection);

async function sourceOf(
  ctx: Ctx,
  db: Db,
  content: MailingContent,
  { sender, mailing, wards }: { sender: q.SenderFacts; mailing: number; wards: Wards },
): Promise<Source> {
  const { selection, kind, template } = content;
  const terms = {
    kind,
    skipRepeated: content.skipRepeated,
    skipTemplate: content.skipTemplate && template !== null,
    isTrial: sender.is_trial,
  };
  if (selection.of === 'officials') {
    const people = (await q.officialRows(ctx, db, selection)).map((row, at) => ({
      at,
      id: row.id,
      lastName: row.last_name,
      firstName: row.first_name,
      fatherName: row.father_name,
      poId: row.po_id,
      garages: [],
      reach: allReachOf(officialFacts(row.email), content, terms),
      price: 0,
    }));
    return (from) => people.slice(from);
  }
  // A region writes to chairmen only.
  if (levelOf(ctx.actor) === 'region') return () => [];
  const used = usedVariables(content.sms_text, content.email_text as RichText | null);
  const texts = await receiverTexts(ctx, db, selection, {
    kind,
    template,
    except: mailing,
    wards,
    used,
    phoneStart: sender.prices.length,
  });
  // People differ in thousands of names and in dozens of what the rule asks about.
  const known = new Map<number, AllReach>();
  const reachBy = (bits: number) => {
    const reach = known.get(bits) ?? allReachOf(factsOfBits(bits), content, terms);
    known.set(bits, reach);
    return reach;
  };
  return function* (from) {
    for (const { at, person } of peopleOf(texts, from))
      yield { ...person, at, reach: reachBy(person.bits), price: sender.prices.of(person.phoneStart) };
  };
}

/** Makes the messages of people; what several of them share is read once. */
class Writer {
  private readonly db: Db;
  private readonly content: MailingContent;
  private readonly sender: q.SenderFacts;
  private readonly fill: ReturnType<typeof smsFiller>;
  private readonly wanted: Record<MessageChannel, string[]>;
  private readonly needsTypes: boolean;
  /** What everybody reads alike: words written for the whole mailing, and variables that are empty for nobody. */
  private readonly same: { short: ReadonlyMap<string, string>; filled: ReadonlySet<string> };
  private readonly typed: Record<string, string>;
  private readonly pos = new Map<number, q.PoFacts>();
  private debts = new Map<string, q.TypeDebt[]>();

  constructor(db: Db, content: MailingContent, sender: q.SenderFacts) {
    [this.db, this.content, this.sender] = [db, content, sender];
    const letter = content.email_text as RichText | null;
    this.fill = smsFiller(content.sms_text);
    const mail = letter ? variablesOf(letter) : [];
    this.wanted = { sms: smsVariables(content.sms_text).filter(isKnown), mail: mail.filter(isKnown) };
    const used = usedVariables(content.sms_text, letter);
    this.needsTypes = used.includes('ДолгПоВидам') || used.includes('Пени');
    const typed = typedOf(content) as Record<string, string>;
    this.typed = typed;
    const written = Object.keys(typed).filter((key) => typed[key]);
    const words = { ...NOBODY, typed };
    this.same = {
      short: new Map(written.map((key) => [key, valueOf(key, words, true)!])),
      filled: new Set([...FILLED, ...written]),
    };
  }

  /** Reads what the messages of these people need. */
  async prepare(people: readonly Person[]): Promise<void> {
    const asked = people.filter(({ reach }) => reach.own.channels.length);
    const pos = new Set(asked.map(({ poId }) => poId).filter((id) => id !== null && !this.pos.has(id)));
    for (const { garages } of asked) for (const { po_id } of garages) if (!this.pos.has(po_id)) pos.add(po_id);
    if (pos.size) for (const [id, po] of await q.poFacts(this.db, [...(pos as Set<number>)])) this.pos.set(id, po);
    if (!this.needsTypes) return;
    this.debts = await debtsOf(
      this.db,
      asked.flatMap(({ garages }) => garages),
    );
  }

  messagesOf(person: Person): CountedMessage[] {
    const { channels } = person.reach.own;
    if (!channels.length) return [];
    const messages = this.setsOf(person).map((_, set) => this.message(person, set));
    return messages.filter((message) => message.channels.length);
  }

  /** An SMS of his is left out as one too many about a debt. */
  isCapped(person: Person): boolean {
    return person.reach.own.channels.includes('sms') && this.setsOf(person).length > person.reach.smsLeft;
  }

  /** Sets of garages that a message each is about. */
  private setsOf({ garages }: Person): Person['garages'][] {
    return this.content.onePerPerson || garages.length < 2 ? [garages] : garages.map((one) => [one]);
  }

  private factsOf(person: Person, set: number): ValueFacts {
    const garages = this.setsOf(person)[set]!;
    const { lastName, firstName, fatherName, poId } = person;
    const po = this.pos.get(garages[0]?.po_id ?? poId ?? 0);
    return {
      lastName,
      firstName,
      fatherName,
      garages: this.needsTypes
        ? garages.map((one) => ({ ...one, ...debtWords(this.debts.get(debtKey(person.id, one)) ?? []) }))
        : garages,
      po: po ?? { name: this.sender.sent_from, phone: '', chairman: '' },
      typed: this.typed,
    };
  }

  private message(person: Person, set: number): CountedMessage & { sms: string } {
    const facts = this.factsOf(person, set);
    const channels = channelsOf(person.reach.own.channels, set, person.reach.smsLeft);
    const isSms = channels.includes('sms');
    const sms = this.fill((key) => this.same.short.get(key) ?? valueOf(key, facts, true));
    const { units, segments } = smsCount(sms);
    const empty: string[] = [];
    for (const channel of ['sms', 'mail'] as const)
      if (channels.includes(channel))
        for (const key of this.wanted[channel])
          if (!this.same.filled.has(key) && !valueOf(key, facts, false) && !empty.includes(key)) empty.push(key);
    const isDebtless =
      this.content.kind === 'debt' &&
      channels.some((channel) => this.wanted[channel].includes('Долг')) &&
      debtOf(this.setsOf(person)[set]!) <= 0;
    return { set, channels, sms, units, segments, cost: isSms ? segments * person.price : 0, empty, isDebtless };
  }

  /** A message anew, with every value. `prepare` its person first. */
  whole(person: Person, set: number, name: string): Whole {
    const { channels, sms, units, segments, cost, empty } = this.message(person, set);
    const plates = this.setsOf(person)[set]!.map(({ section, number }) => [section, number].filter(Boolean).join('-'));
    const values = valuesOf(this.factsOf(person, set));
    return {
      name,
      plates,
      channels: [...channels],
      sms,
      units,
      segments,
      cost,
      empty: [...empty],
      values,
    };
  }
}

interface Done {
  sender: q.SenderFacts;
  source: Source;
  writer: Writer;
  tally: Tally;
  wards: Wards;
}

async function wholeCount(ctx: Ctx, db: Db, content: MailingContent, done: Done, at: number): Promise<Count> {
  const { sender, source, writer, tally, wards } = done;
  const find = (place: MessagePlace | null) => {
    if (!place) return null;
    const [person] = source(place.at);
    return person ? { person, set: place.set } : null;
  };
  const nth = tally.messages ? at % tally.messages : 0;
  const picked = {
    longest: find(tally.longestAt),
    costliest: find(tally.costliestAt),
    sample: find(tally.walked(nth)) ?? firstChosen(source, content),
  };
  const whole = Object.values(picked).flatMap((one) => (one ? [one.person] : []));
  const named = [...tally.reached, ...tally.unreached].map(({ id }) => id);
  const some = [...tally.tooLong.ids, ...tally.lacking.ids, ...tally.debtless.ids, ...tally.capped.ids];
  const all = [...named, ...some, ...whole.map(({ id }) => id)];
  const names = await namesOf(db, content.selection.of === 'officials', all);
  const nameOf = (id: number) =>
    nameThrough(names.get(id) ?? '', wards.byReader.get(id) ?? [], !wards.onlyReaders.includes(id));
  const write = async (one: (typeof picked)['sample']) => {
    if (!one) return null;
    await writer.prepare([one.person]);
    return writer.whole(one.person, one.set, nameOf(one.person.id));
  };
  const sample = await write(picked.sample);
  const few = ({ ids, count }: Tally['lacking']) => ({ names: ids.map(nameOf), more: count - ids.length });
  const lacking = few(tally.lacking);
  return {
    sender,
    tally,
    total: tally.sms + tally.mail,
    problems: problemsOf(ctx, content, sender, tally),
    warnings: [
      ...meetingWarnings(content, sender.meeting_notice_days, todayOf(ctx)),
      ...warningsOf({
        long: few(tally.tooLong),
        empty: lacking,
        variables: [...tally.variables],
        debtless: few(tally.debtless),
        capped: few(tally.capped),
      }),
    ],
    debtless: few(tally.debtless),
    lacking,
    reached: tally.reached.map((one) => ({ ...one, name: nameOf(one.id) })),
    unreached: tally.unreached.map((one) => ({ ...one, name: nameOf(one.id) })),
    longest: await write(picked.longest),
    costliest: await write(picked.costliest),
    sample: sample && { ...sample, at: nth },
  };
}

/** Where nobody gets anything the first who was chosen shows what it would be. */
function firstChosen(source: Source, content: MailingContent) {
  const [first] = source(0);
  if (!first) return null;
  const own = { channels: askedChannels(content), reason: null };
  return { person: { ...first, price: 0, reach: { ...first.reach, own, smsLeft: Infinity } }, set: 0 };
}

async function namesOf(db: Db, isOfficial: boolean, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await read(
    db,
    sql<{
      id: number;
      name: string;
    }>`select id, concat_ws(' ', nullif(last_name, ''), nullif(first_name, ''), nullif(father_name, '')) as name
      from ${sql.table(isOfficial ? 'app_user' : 'profile')} where id = any(${[...new Set(ids)]}::int[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
