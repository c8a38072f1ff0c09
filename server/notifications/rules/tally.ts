// The sums of a mailing, person after person: of each message a few numbers stay, and where its receiver is found again.
import { MANY_SEGMENTS } from '../../../contract/kernel/smsSegments.ts';
import {
  channelRules,
  type ChannelRule,
  type MailingContent,
  type UnreachableReason,
} from '../../../contract/notifications.ts';
import type { ConsentKind } from '../../../contract/profiles.ts';
import { WhoSign } from './whoSign.ts';
import { debtSmsLeft, reachOf, type MessageChannel, type Reach, type ReceiverFacts, type Terms } from '../rules.ts';

/** So many are named of those who get it, of those who do not, and of those whose message asks for a look. */
const MOST_NAMES = 500;
const MOST_LEFT_OUT = 200;
const NAMED = 3;
/** More variables than a message can lack. */
const MOST_EMPTY = 64;
const rules = Object.keys(channelRules) as ChannelRule[];

/** By what a person is reached under the rule of the mailing, and whether under each of the others. */
export interface AllReach {
  own: Reach;
  /** So many SMS may go to him. */
  smsLeft: number;
  isRepeated: boolean;
  byRule: { isReached: boolean; isBySms: boolean }[];
}
export const allReachOf = (facts: ReceiverFacts, content: Pick<MailingContent, 'channel'>, terms: Terms): AllReach => ({
  own: reachOf(facts, { rule: content.channel, ...terms }),
  smsLeft: debtSmsLeft(facts, terms.kind),
  isRepeated: facts.isRepeated,
  byRule: rules.map((rule) => {
    const { channels } = reachOf(facts, { rule, ...terms });
    return { isReached: channels.length > 0, isBySms: channels.includes('sms') };
  }),
});

/** A message as it is counted. */
export interface CountedMessage {
  /** Which of the sets of garages it is about. */
  set: number;
  channels: readonly MessageChannel[];
  units: number;
  segments: number;
  cost: number;
  /** Variables of the texts it gets that have no value. */
  empty: readonly string[];
  /** It tells of a debt where there is none. */
  isDebtless: boolean;
}
/** Where a message is made anew. */
export interface MessagePlace {
  /** Of its receiver among all. */
  at: number;
  set: number;
}
interface Outstanding extends MessagePlace {
  measure: number;
}

export class Tally {
  people = 0;
  none = 0;
  sms = 0;
  mail = 0;
  /** Parts of SMS, and of the short text of everybody who gets anything. */
  segments = 0;
  private allSegments = 0;
  cost = 0;
  longest = 0;
  mostSegments = 0;
  readonly reasons: Record<string, number> = {};
  readonly reached: { id: number; channel: string }[] = [];
  readonly unreached: { id: number; reason: UnreachableReason; lacks: ConsentKind | null }[] = [];
  /** Numbers of the first, and of all. */
  readonly tooLong = { ids: [] as number[], count: 0 };
  /** People for whom a variable is empty. */
  readonly lacking = { ids: [] as number[], count: 0 };
  /** People for whom an SMS is left out as one too many about a debt. */
  readonly capped = { ids: [] as number[], count: 0 };
  /** People who owe nothing and would be told of their debt. */
  readonly debtless = { ids: [] as number[], count: 0 };
  readonly variables = new Set<string>();
  readonly who = new WhoSign();
  /** Whom a mailing reached within a day. */
  readonly repeated: number[] = [];
  longestAt: Outstanding | null = null;
  costliestAt: Outstanding | null = null;
  private readonly garageIds = new Set<number>();
  private readonly poIds = new Set<number>();
  private leastUnits = Infinity;
  /** People who are reached alike, what their messages come to by SMS, and what a part costs to those without any (`others`). */
  private readonly alike = new Map<AllReach, { people: number; cost: number; others: number }>();
  private readonly byParts = new Map<number, { parts: number; count: number; cost: number; price: number | null }>();
  private readonly unusual: number[] = [];
  private readonly places: number[] = [];
  private readonly sets: number[] = [];

  /** Counts a person with his messages, none where nothing reaches him. */
  add(
    person: {
      at: number;
      id: number;
      poId: number | null;
      garages: readonly { id: number }[];
      reach: AllReach;
      price: number;
    },
    messages: readonly CountedMessage[],
    isCapped: boolean,
  ): void {
    const { own, isRepeated } = person.reach;
    this.people += 1;
    for (const { id } of person.garages) this.garageIds.add(id);
    if (isRepeated) this.repeated.push(person.id);
    this.who.add(person.id, own.channels);
    if (own.reason) {
      this.none += 1;
      this.reasons[own.reason] = (this.reasons[own.reason] ?? 0) + 1;
      if (this.unreached.length < MOST_LEFT_OUT)
        this.unreached.push({ id: person.id, reason: own.reason, lacks: own.lacks ?? null });
    } else if (person.poId !== null) this.poIds.add(person.poId);
    let segments = 0;
    let lacks = false;
    if (isCapped) note(this.capped, person.id);
    for (const message of messages) {
      this.allSegments += message.segments;
      if (message.set < person.reach.smsLeft) segments += message.segments;
      if (message.empty.length) lacks = true;
      this.addMessage(person, message);
    }
    if (lacks) note(this.lacking, person.id);
    if (messages.some(({ isDebtless }) => isDebtless)) note(this.debtless, person.id);
    let alike = this.alike.get(person.reach);
    if (!alike) this.alike.set(person.reach, (alike = { people: 0, cost: 0, others: 0 }));
    alike.people += 1;
    alike.cost += segments * person.price;
    if (!messages.length) alike.others += person.price;
  }

  private addMessage({ at, id, price }: { at: number; id: number; price: number }, one: CountedMessage) {
    const { channels } = one;
    const isSms = channels.includes('sms');
    if (channels.includes('mail')) this.mail += 1;
    if (this.reached.length < MOST_NAMES) this.reached.push({ id, channel: channels.join('+') });
    if (isSms) this.addSms({ at, id, price }, one);
    for (const key of one.empty) this.variables.add(key);
    this.unusual.push((isSms ? one.segments : 0) * MOST_EMPTY + one.empty.length);
    this.places.push(at);
    this.sets.push(one.set);
  }

  private addSms(
    { at, id, price }: { at: number; id: number; price: number },
    { set, units, segments, cost }: CountedMessage,
  ) {
    this.sms += 1;
    this.segments += segments;
    this.cost += cost;
    this.leastUnits = Math.min(this.leastUnits, units);
    this.longest = Math.max(this.longest, units);
    this.mostSegments = Math.max(this.mostSegments, segments);
    const same = this.byParts.get(segments) ?? { parts: segments, count: 0, cost: 0, price };
    same.count += 1;
    same.cost += cost;
    if (same.price !== price) same.price = null;
    this.byParts.set(segments, same);
    if (segments > MANY_SEGMENTS) note(this.tooLong, id);
    const dear = cost * 10_000 + units;
    if (!this.longestAt || units > this.longestAt.measure) this.longestAt = { at, set, measure: units };
    if (!this.costliestAt || dear > this.costliestAt.measure) this.costliestAt = { at, set, measure: dear };
  }

  get messages(): number {
    return this.unusual.length;
  }
  get garages(): number {
    return this.garageIds.size;
  }
  get pos(): number {
    return this.poIds.size;
  }
  get shortest(): number {
    return this.sms ? this.leastUnits : 0;
  }
  get parts() {
    return [...this.byParts.values()].sort((one, other) => one.parts - other.parts);
  }

  /** How many people each rule of channels reaches and what it costs, with the texts as they are; whoever gets nothing now is counted as the usual one. */
  byChannel(): Record<ChannelRule, { reach: number; cost: number }> {
    const usual = this.messages ? Math.round(this.allSegments / this.messages) : 0;
    const sums = rules.map((rule): [ChannelRule, { reach: number; cost: number }] => [rule, { reach: 0, cost: 0 }]);
    for (const [{ byRule }, { people, cost, others }] of this.alike)
      for (const [nth, { isReached, isBySms }] of byRule.entries()) {
        const sum = sums[nth]![1];
        if (isReached) sum.reach += people;
        if (isBySms) sum.cost += cost + others * usual;
      }
    return Object.fromEntries(sums) as Record<ChannelRule, { reach: number; cost: number }>;
  }

  /** The `nth` message of the walk: the costliest first, then those with empty values, then by name. */
  walked(nth: number): MessagePlace | null {
    const counts = new Map<number, number>();
    for (const key of this.unusual) counts.set(key, (counts.get(key) ?? 0) + 1);
    let left = nth;
    for (const [key, count] of [...counts].sort(([one], [other]) => other - one)) {
      if (left >= count) {
        left -= count;
        continue;
      }
      const index = this.unusual.findIndex((same) => same === key && left-- === 0);
      return { at: this.places[index]!, set: this.sets[index]! };
    }
    return null;
  }
}

function note(some: { ids: number[]; count: number }, id: number) {
  some.count += 1;
  if (some.ids.length < NAMED) some.ids.push(id);
}
