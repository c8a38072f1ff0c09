// How many people a selection names and by what they are reached: counted by groups of people alike, before anybody is named or any sum is known.
import type { z } from 'zod';
import type { countReceivers, ReceiverCount } from '../../contract/notifications/checking.ts';
import { channelRules, type ChannelRule } from '../../contract/notifications.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid } from '../kernel/errors.ts';
import { officialFacts } from './planning.ts';
import { factsOfBits } from './queries/receiverFacts.ts';
import { receiverGroups } from './queries/receiverGroups.ts';
import { officialRows, senderFacts } from './queries/receivers.ts';
import { wardsOf } from './queries/wards.ts';
import { DEBT_SMS_A_DAY, type ReceiverFacts, type Terms } from './rules.ts';
import { allReachOf } from './rules/tally.ts';

type Asked = z.output<(typeof countReceivers)['body']>;
/** People of whom the same is known, and their messages when each garage has one of its own. */
interface Group {
  facts: ReceiverFacts;
  people: number;
  apart: number;
  /** The same, of each person two at the most: as many SMS about a debt as he may get in a day. */
  apartTwo: number;
}
const rules = Object.keys(channelRules) as ChannelRule[];

/** Counts whom a mailing would reach as things stand now: the same people as its preview tells. */
export async function countReceiversOf(ctx: Ctx, asked: Asked): Promise<ReceiverCount> {
  // A trial keeps a ПО to its own officials.
  const [{ groups, garages }, sender] = await Promise.all([groupsOf(ctx, asked), senderFacts(ctx, ctx.db, 0)]);
  if (!sender) throw invalid({ form: 'Выберите, где вы работаете: рассылку пишет ПО, МО или регион' });
  return countOf(groups, garages, asked, {
    kind: asked.kind,
    skipRepeated: asked.skipRepeated,
    skipTemplate: asked.skipTemplate && asked.template !== null,
    isTrial: sender.is_trial,
  });
}

async function groupsOf(ctx: Ctx, { selection, kind, template }: Asked): Promise<{ groups: Group[]; garages: number }> {
  if (selection.of === 'officials') {
    const rows = await officialRows(ctx, ctx.db, selection);
    return {
      groups: rows.map(({ email }) => ({ facts: officialFacts(email), people: 1, apart: 1, apartTwo: 1 })),
      garages: 0,
    };
  }
  // A region writes to chairmen only.
  if (levelOf(ctx.actor) === 'region') return { groups: [], garages: 0 };
  const rows = await receiverGroups(ctx, ctx.db, selection, {
    kind,
    template,
    except: 0,
    wards: await wardsOf(ctx, ctx.db, selection),
  });
  const shared = new Set(rows.flatMap((row) => row.shared?.split(',') ?? []));
  return {
    groups: rows.map(({ bits, ...counts }) => ({ facts: factsOfBits(bits), ...counts })),
    garages: rows.reduce((sum, { sole }) => sum + sole, shared.size),
  };
}

function countOf(groups: readonly Group[], garages: number, asked: Asked, terms: Terms): ReceiverCount {
  const count: ReceiverCount = {
    people: 0,
    garages,
    email: 0,
    sms: 0,
    none: 0,
    reasons: {},
    byChannel: Object.fromEntries(rules.map((rule) => [rule, { reach: 0 }])) as ReceiverCount['byChannel'],
  };
  for (const { facts, people, apart, apartTwo } of groups) {
    const { own, byRule, smsLeft } = allReachOf(facts, asked, terms);
    const messages = asked.onePerPerson ? people : apart;
    const texts = asked.onePerPerson || smsLeft === 1 ? people : smsLeft === DEBT_SMS_A_DAY ? apartTwo : apart;
    count.people += people;
    if (own.channels.includes('mail')) count.email += messages;
    if (own.channels.includes('sms')) count.sms += texts;
    if (own.reason) {
      count.none += people;
      count.reasons[own.reason] = (count.reasons[own.reason] ?? 0) + people;
    }
    for (const [nth, { isReached }] of byRule.entries()) if (isReached) count.byChannel[rules[nth]!].reach += people;
  }
  return count;
}
