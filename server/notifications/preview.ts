// What a person sees before sending: counts, reasons, money by rule of channels, one message whole.
import type { MailingContent, NotificationPreview } from '../../contract/notifications.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { checkFactsOf } from './checking.ts';
import type { Count } from './counting.ts';
import { framePreview } from './letters.ts';
import { letterOf } from './rendering.ts';
import { quietUntil } from './rules.ts';
import { quietOf } from './queries/receivers.ts';

/** The preview of what was counted. */
export async function previewOf(ctx: Ctx, count: Count, content: MailingContent): Promise<NotificationPreview> {
  const { sender, tally } = count;
  return {
    receiverCounter: {
      people: tally.people,
      garages: tally.garages,
      email: tally.mail,
      sms: tally.sms,
      none: tally.none,
      reasons: tally.reasons,
      byChannel: tally.byChannel(),
    },
    not_notifiable_receivers: count.unreached,
    receivers: count.reached,
    who: String(tally.who),
    total: count.total,
    segments: tally.segments,
    cost: tally.cost,
    parts: tally.parts,
    shortest: tally.shortest,
    longest: tally.longest,
    sample: sampleOf(ctx, count, content),
    problems: count.problems,
    warnings: count.warnings,
    quiet_until: tally.sms ? (quietUntil(ctx.now(), sender.time_zone, quietOf(sender))?.toISOString() ?? null) : null,
    limit_left: sender.left,
    confirm_above: sender.confirm_above,
    approve_above: sender.approve_above,
    check: await checkFactsOf(ctx, count, content),
  };
}

/** The message that is shown whole, its letter as its receiver will see it. */
export function sampleOf(
  ctx: Ctx,
  { sample, tally, sender: { sent_from } }: Count,
  content: MailingContent,
): NotificationPreview['sample'] {
  if (!sample) return null;
  const { values, ...shown } = sample;
  const body = letterOf(content, { values }, ctx.deps.settings.publicUrl);
  const html = body && framePreview({ ...content, sent_from }, body, content.selection.of === 'officials');
  return { ...shown, of: Math.max(1, tally.messages), subject: content.title, html };
}
