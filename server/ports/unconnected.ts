// An installation without a gateway or a mail server: messages of mailings stay in the outbox, and nobody is told that they left.
import { sql } from 'kysely';
import type { AppDeps } from '../kernel/ctx.ts';
import type { Settings } from '../kernel/settings.ts';
import { isOpen } from './gate.ts';

/** The way of each channel in words, as people meet it where it is missing. */
const missing = { mail: 'Почтовый сервер не подключён', sms: 'Шлюз СМС не подключён' } as const;

export const isUnconnected = ({ SMTP_URL, SMS_URL }: Pick<Settings, 'SMTP_URL' | 'SMS_URL'>, channel: 'mail' | 'sms') =>
  !(channel === 'mail' ? SMTP_URL : SMS_URL);

/** What the check before sending says of channels that lead nowhere; nothing of those that a mailing does not use. */
export function unconnectedWords(settings: Settings, counts: { mail: number; sms: number }): string[] {
  const what = { mail: `письма (${counts.mail})`, sms: `СМС (${counts.sms})` };
  return (['mail', 'sms'] as const)
    .filter((channel) => counts[channel] > 0 && isUnconnected(settings, channel))
    .map((channel) =>
      settings.DEMO
        ? `Демонстрация. ${missing[channel]}: ${what[channel]} никуда не уйдут, только запишутся в исходящие как отправленные`
        : `${missing[channel]}: ${what[channel]} никуда не уйдут и останутся в исходящих, денег за них не спишут`,
    );
}

/**
 * Ends what waits by a channel that leads nowhere: kept, not handed over and not charged; «Повторить» sends it once there is a way. The
 * demonstration world plays that it left. Answers how many.
 */
export async function endUnconnected(
  { db, settings, clock }: Pick<AppDeps, 'db' | 'settings' | 'clock'>,
  channel: 'mail' | 'sms',
): Promise<number> {
  if (!isUnconnected(settings, channel) || !(await isOpen({ db, settings }, channel))) return 0;
  const now = clock.now().toISOString();
  // Letters of the system wait for a mail server: sign-in and invitations lose nothing by it.
  const due = sql`state = 'queued' and channel = ${channel} and what like 'notification:%' and next_attempt_at <= ${now}::timestamptz`;
  const { numAffectedRows } = await (
    settings.DEMO
      ? sql`update outbox set state = 'sent', sent_at = ${now}, attempts = attempts + 1,
          failure = ${`${missing[channel]}: сообщение только записано`} where ${due}`
      : sql`update outbox set state = 'cancelled', failure = words, withdrawn = words
          from (select ${`${missing[channel]}: сообщение осталось в исходящих`}::text as words) as w where ${due}`
  ).execute(db);
  return Number(numAffectedRows ?? 0);
}
