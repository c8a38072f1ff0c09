// What a person sees before sending: counts, reasons, money by rule of channels, one message whole.
import {
  channelRules,
  type ChannelRule,
  type MailingContent,
  type NotificationPreview,
} from '../../contract/notifications.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { checkFactsOf } from './checking.ts';
import { letterOf, walkOrder, type Plan, type PlannedMessage } from './planning.ts';
import { quietUntil, reachOf } from './rules.ts';
import { quietOf } from './queries/receivers.ts';

const MOST_NAMES = 500;
const MOST_LEFT_OUT = 200;

/** The preview of a plan; `at` is the place in the walk. */
export async function previewOf(
  ctx: Ctx,
  plan: Plan,
  content: MailingContent,
  at: number,
): Promise<NotificationPreview> {
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
      .map(({ receiver, reason }) => ({ id: receiver.id, name: receiver.name, reason })),
    receivers: messages
      .slice(0, MOST_NAMES)
      .map(({ receiver, channels }) => ({ id: receiver.id, name: receiver.name, channel: channels.join('+') })),
    total: plan.total,
    segments: plan.segments,
    cost: plan.cost,
    parts: partsOf(sms),
    shortest: sms.reduce((least, { units }) => Math.min(least, units), sms[0]?.units ?? 0),
    longest: sms.reduce((most, { units }) => Math.max(most, units), 0),
    sample: sampleOf(ctx, messages, content, at),
    problems: plan.problems,
    warnings: plan.warnings,
    quiet_until: sms.length ? (quietUntil(ctx.now(), sender.time_zone, quietOf(sender))?.toISOString() ?? null) : null,
    limit_left: sender.left,
    confirm_above: sender.confirm_above,
    approve_above: sender.approve_above,
    check: await checkFactsOf(ctx, plan, content),
  };
}

function partsOf(sms: readonly PlannedMessage[]) {
  const parts = new Map<number, { parts: number; count: number; cost: number }>();
  for (const { segments, cost } of sms) {
    const known = parts.get(segments) ?? { parts: segments, count: 0, cost: 0 };
    parts.set(segments, { parts: segments, count: known.count + 1, cost: known.cost + cost });
  }
  return [...parts.values()].sort((one, other) => one.parts - other.parts);
}

/** How many people each rule of channels reaches and what it costs, with the texts as they are. */
function reachByRule({ receivers, messages, sender, terms }: Plan) {
  const segments = new Map<string, number>();
  for (const { receiver, segments: parts } of messages)
    segments.set(receiver.key, (segments.get(receiver.key) ?? 0) + parts);
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
        .reduce((sum, { receiver }) => sum + (segments.get(receiver.key) ?? usual) * sender.price, 0);
      return [rule, { reach: reached.length, cost }];
    }),
  ) as NotificationPreview['receiverCounter']['byChannel'];
}

function sampleOf(ctx: Ctx, messages: readonly PlannedMessage[], content: MailingContent, at: number) {
  if (!messages.length) return null;
  const nth = at % messages.length;
  const message = walkOrder(messages)[nth]!;
  return {
    at: nth,
    of: messages.length,
    name: message.receiver.name,
    plates: message.garages.map(({ section, number }) => [section, number].filter(Boolean).join('-')),
    channels: message.channels,
    sms: message.sms,
    units: message.units,
    segments: message.segments,
    cost: message.cost,
    subject: content.title,
    html: letterOf(content, message, ctx.deps.settings.publicUrl),
    empty: message.empty,
  };
}
