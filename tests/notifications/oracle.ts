// The preview made plainly: every receiver and every message in memory, as it is sent. What the counted one is held against.
import { plusDays } from '../../contract/kernel/days.ts';
import type { CheckFacts } from '../../contract/notifications/checkFacts.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import {
  channelRules,
  RECALL_S,
  type ChannelRule,
  type MailingContent,
  type NotificationPreview,
} from '../../contract/notifications.ts';
import type { Ctx } from '../../server/kernel/ctx.ts';
import { framePreview } from '../../server/notifications/letters.ts';
import { planMailing, planSamples, type Plan } from '../../server/notifications/planning.ts';
import { letterOf, type PlannedMessage } from '../../server/notifications/rendering.ts';
import { quietOf } from '../../server/notifications/queries/receivers.ts';
import { unconnectedWords } from '../../server/ports/unconnected.ts';
import { debtSmsLeft, mayBeUrgent, quietStart, quietUntil, reachOf } from '../../server/notifications/rules.ts';
import { usedVariables } from '../../server/notifications/rules/texts.ts';

const MOST_NAMES = 500;
const MOST_LEFT_OUT = 200;
const SMS_A_SECOND = 25;

type Seen = Omit<NotificationPreview, 'check'> & {
  check: Omit<CheckFacts, 'repeated' | 'balance' | 'counted_at' | 'unread_places'> & { repeated: number };
};

/** What a mailing would be; who was written to before is only counted. */
export async function plainPreview(ctx: Ctx, content: MailingContent, at: number): Promise<Seen> {
  const plan = await planMailing(ctx, ctx.db, content);
  const { messages, receivers, unreachable, sender } = plan;
  const by = (channel: 'mail' | 'sms') => messages.filter((one) => one.channels.includes(channel));
  const sms = by('sms');
  const reasons: Record<string, number> = {};
  for (const { reason } of unreachable) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    receiverCounter: {
      people: receivers.length,
      garages: new Set(receivers.flatMap(({ garages }) => garages.map(({ id }) => id))).size,
      email: by('mail').length,
      sms: sms.length,
      none: unreachable.length,
      reasons,
      byChannel: reachByRule(plan),
    },
    not_notifiable_receivers: unreachable
      .slice(0, MOST_LEFT_OUT)
      .map(({ receiver, reason, lacks }) => ({ id: receiver.id, name: receiver.name, reason, lacks: lacks ?? null })),
    receivers: messages
      .slice(0, MOST_NAMES)
      .map(({ receiver, channels }) => ({ id: receiver.id, name: receiver.name, channel: channels.join('+') })),
    who: plan.who,
    total: plan.total,
    segments: plan.segments,
    cost: plan.cost,
    parts: partsOf(sms, sender.prices),
    shortest: sms.reduce((least, { units }) => Math.min(least, units), sms[0]?.units ?? 0),
    longest: sms.reduce((most, { units }) => Math.max(most, units), 0),
    sample: sampleOf(ctx, await planSamples(ctx.db, content, plan), plan, content, at),
    problems: plan.problems,
    warnings: plan.warnings,
    quiet_until: sms.length ? (quietUntil(ctx.now(), sender.time_zone, quietOf(sender))?.toISOString() ?? null) : null,
    limit_left: sender.left,
    confirm_above: sender.confirm_above,
    approve_above: sender.approve_above,
    check: checkOf(ctx, plan, content),
  };
}

function partsOf(sms: readonly PlannedMessage[], prices: Plan['sender']['prices']) {
  return [...new Set(sms.map(({ segments }) => segments))]
    .sort((one, other) => one - other)
    .map((parts) => {
      const same = sms.filter(({ segments }) => segments === parts);
      const known = new Set(same.map(({ receiver }) => prices.of(receiver.facts.phone)));
      return {
        parts,
        count: same.length,
        cost: same.reduce((sum, { cost }) => sum + cost, 0),
        price: known.size === 1 ? [...known][0]! : null,
      };
    });
}

/** How many people each rule of channels reaches and what it costs, with the texts as they are. */
function reachByRule({ receivers, messages, sender, terms }: Plan) {
  const segments = new Map<string, number>();
  for (const { receiver, set, segments: parts } of messages) {
    const isWithin = set < debtSmsLeft(receiver.facts, terms.kind);
    segments.set(receiver.key, (segments.get(receiver.key) ?? 0) + (isWithin ? parts : 0));
  }
  const usual = messages.length
    ? Math.round(messages.reduce((sum, one) => sum + one.segments, 0) / messages.length)
    : 0;
  const rules = Object.keys(channelRules) as ChannelRule[];
  return Object.fromEntries(
    rules.map((rule) => {
      const reached = receivers
        .map((receiver) => ({ receiver, ...reachOf(receiver.facts, { rule, ...terms }) }))
        .filter(({ channels }) => channels.length);
      const cost = reached
        .filter(({ channels }) => channels.includes('sms'))
        .reduce(
          (sum, { receiver }) => sum + (segments.get(receiver.key) ?? usual) * sender.prices.of(receiver.facts.phone),
          0,
        );
      return [rule, { reach: reached.length, cost }];
    }),
  ) as NotificationPreview['receiverCounter']['byChannel'];
}

const framedOf = (html: string, { sender: { sent_from } }: Plan, content: MailingContent) =>
  html && framePreview({ ...content, sent_from }, html, content.selection.of === 'officials');

function sampleOf(ctx: Ctx, walk: readonly PlannedMessage[], plan: Plan, content: MailingContent, at: number) {
  const nth = plan.messages.length ? at % walk.length : 0;
  const message = walk[nth];
  if (!message) return null;
  return {
    at: nth,
    of: walk.length,
    name: message.receiver.name,
    plates: message.garages.map(({ section, number }) => [section, number].filter(Boolean).join('-')),
    channels: message.channels,
    sms: message.sms,
    units: message.units,
    segments: message.segments,
    // What nobody gets costs nothing.
    cost: plan.messages.length ? message.cost : 0,
    subject: content.title,
    html: framedOf(letterOf(content, message, ctx.deps.settings.publicUrl), plan, content),
    empty: message.empty,
  };
}

function checkOf(ctx: Ctx, plan: Plan, content: MailingContent): Seen['check'] {
  const { sender, messages } = plan;
  const sms = messages.filter(({ channels }) => channels.includes('sms'));
  const starts = quietStart(ctx.now(), sender.time_zone, quietOf(sender));
  const lacking = new Map(
    messages.filter(({ empty }) => empty.length).map(({ receiver }) => [receiver.key, receiver.name]),
  );
  const isNight = quietUntil(ctx.now(), sender.time_zone, quietOf(sender)) !== null;
  const inTime = Math.max(0, Math.floor(((starts.getTime() - ctx.now().getTime()) / 1000 - RECALL_S) * SMS_A_SECOND));
  return {
    pos: new Set(messages.map(({ receiver }) => receiver.poId).filter((id) => id !== null)).size,
    longest: wholeOf(mostOf(sms, ({ units }) => units)),
    costliest: wholeOf(mostOf(sms, ({ cost, units }) => cost * 10_000 + units)),
    variables: usedVariables(content.sms_text, content.email_text as RichText | null),
    empty_people: lacking.size,
    empty: {
      variables: [...new Set(messages.flatMap(({ empty }) => empty))],
      names: [...lacking.values()].slice(0, 3),
    },
    debtless: { people: plan.debtless.length, names: plan.debtless.slice(0, 3).map(({ name }) => name) },
    repeated: plan.receivers.filter(({ facts }) => facts.isRepeated).length,
    quiet: {
      from: sender.quiet_from,
      to: sender.quiet_to,
      zone: sender.time_zone,
      starts_at: isNight ? null : starts.toISOString(),
      late: isNight ? sms.length : Math.max(0, sms.length - inTime),
    },
    may_be_urgent: isNight && sms.length > 0 && mayBeUrgent(ctx.actor, content.kind),
    meeting:
      content.kind === 'meeting' && content.meeting?.day
        ? {
            day: content.meeting.day,
            latest: plusDays(content.meeting.day, -sender.meeting_notice_days),
            notice_days: 14,
          }
        : null,
    is_trial: sender.is_trial,
    unconnected: unconnectedWords(ctx.deps.settings, {
      mail: messages.filter(({ channels }) => channels.includes('mail')).length,
      sms: sms.length,
    }),
  };
}

/** The message that is most by a measure; null without any. */
function mostOf(messages: readonly PlannedMessage[], measure: (one: PlannedMessage) => number): PlannedMessage | null {
  let most: PlannedMessage | null = null;
  for (const one of messages) if (!most || measure(one) > measure(most)) most = one;
  return most;
}

const wholeOf = (message: PlannedMessage | null) =>
  message && {
    name: message.receiver.name,
    sms: message.sms,
    units: message.units,
    segments: message.segments,
    cost: message.cost,
  };
