// A trial: one message of the mailing to the mailbox of whoever writes it, as its receiver will get it.
import type { MailingContent } from '../../contract/notifications.ts';
import { act } from '../kernel/act.ts';
import type { Ctx, WriteDb } from '../kernel/ctx.ts';
import { invalid, notFound, refuseIf } from '../kernel/errors.ts';
import { writeLetter } from '../ports/outbox.ts';
import { frameTrial } from './letters.ts';
import { planMailing, planSamples, type Plan } from './planning.ts';
import { attachmentsOf, readNotification } from './queries.ts';
import { letterOf, type PlannedMessage } from './rendering.ts';
import { letterText } from './rules/texts.ts';
import { replyAddress } from './sending.ts';

interface Asked {
  /** Place in the walk of the preview. */
  at: number;
  /** The draft whose files go with the letter. */
  draft: number | null;
}

/**
 * Sends the `at`-th message of the walk to the actor; answers his address. The letter is the receiver's, but its link unsubscribes
 * nobody; an SMS comes as a letter about it. @throws 404 for a draft of somebody else, 422 when nobody is chosen
 */
export async function sendTest(ctx: Ctx, content: MailingContent, { at, draft }: Asked): Promise<string> {
  const plan = await planMailing(ctx, ctx.db, content);
  const { text } = plan.problems;
  if (text) refuseIf({ text });
  const samples = await planSamples(ctx.db, content, plan);
  if (!samples.length) throw invalid({ form: 'Сначала выберите, кому писать: проба — сообщение одного из них' });
  const message = samples[at % samples.length]!;
  if (draft !== null && !(await readNotification(ctx, ctx.db, draft))) throw notFound();
  const files = draft === null ? [] : (await attachmentsOf(ctx.db, draft)).map(({ id }) => id);
  const { email } = await ctx.db
    .selectFrom('app_user')
    .where('id', '=', ctx.actor.userId)
    .select('email')
    .executeTakeFirstOrThrow();
  await act(ctx, 'notification.test', async ({ tx, log }) => {
    if (message.channels.includes('sms'))
      await writeLetter(tx, ctx, {
        to: email,
        subject: `Проба СМС: ${content.title || 'рассылка без темы'}`,
        text: `Так СМС получит ${message.receiver.name}.\n\nСМС, частей ${message.segments}: ${message.sms}`,
      });
    if (message.channels.includes('mail')) await writeTrial(ctx, tx, { content, plan, message, files, email });
    await log({ text: `Проба рассылки «${content.title}» себе` });
  });
  return email;
}

interface Trial {
  content: MailingContent;
  plan: Plan;
  message: PlannedMessage;
  files: number[];
  email: string;
}
async function writeTrial(ctx: Ctx, tx: WriteDb, { content, plan, message, files, email }: Trial) {
  const { sent_from } = plan.sender;
  const { values, receiver } = message;
  const { body_text, body_html, extra } = frameTrial(
    ctx.deps,
    { ...content, sent_from },
    {
      isOfficial: receiver.isOfficial,
      body: content.email_text ? letterText(content.email_text, values.long) : '',
      html: letterOf(content, message, ctx.deps.settings.publicUrl),
      files,
      replyTo: await replyAddress(tx, plan.sender),
    },
  );
  await writeLetter(tx, ctx, {
    to: email,
    subject: content.title,
    text: body_text,
    html: body_html,
    files,
    head: extra,
  });
}
