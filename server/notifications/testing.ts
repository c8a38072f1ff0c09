// A trial: one message of the mailing to the mailbox of whoever writes it.
import type { MailingContent } from '../../contract/notifications.ts';
import { act } from '../kernel/act.ts';
import type { Ctx } from '../kernel/ctx.ts';
import { invalid, refuseIf } from '../kernel/errors.ts';
import { escapeHtml } from '../kernel/richText/letter.ts';
import { writeLetter } from '../ports/outbox.ts';
import { planMailing, planSamples } from './planning.ts';
import { letterOf } from './rendering.ts';
import { letterText } from './rules/texts.ts';
import type { RichText } from '../../contract/kernel/richTextFold.ts';

/** Sends the `at`-th message of the walk to the actor; answers his address. @throws 422 when nobody is chosen */
export async function sendTest(ctx: Ctx, content: MailingContent, at: number): Promise<string> {
  const plan = await planMailing(ctx, ctx.db, content);
  const { text } = plan.problems;
  if (text) refuseIf({ text });
  const samples = await planSamples(ctx.db, content, plan);
  if (!samples.length) throw invalid({ form: 'Сначала выберите, кому писать: проба — сообщение одного из них' });
  const message = samples[at % samples.length]!;
  const letter = content.email_text as RichText | null;
  const isSms = message.channels.includes('sms');
  const { email } = await ctx.db
    .selectFrom('app_user')
    .where('id', '=', ctx.actor.userId)
    .select('email')
    .executeTakeFirstOrThrow();
  const sms = isSms ? `СМС, частей ${message.segments}: ${message.sms}` : '';
  const html = `${isSms ? `<p><b>СМС, частей ${message.segments}:</b> ${escapeHtml(message.sms)}</p>` : ''}${letterOf(content, message, ctx.deps.settings.publicUrl)}`;
  await act(ctx, 'notification.test', async ({ tx, log }) => {
    await writeLetter(tx, ctx, {
      to: email,
      subject: `Проба: ${content.title || 'рассылка без темы'}`,
      text: [
        `Так сообщение получит ${message.receiver.name}.`,
        sms,
        letter ? letterText(letter, message.values.long) : '',
      ]
        .filter(Boolean)
        .join('\n\n'),
      html: `<p>Так сообщение получит ${escapeHtml(message.receiver.name)}.</p>${html}`,
    });
    await log({ text: `Проба рассылки «${content.title}» себе` });
  });
  return email;
}
