// A kept mailing as its screens change it.
import type { RichText } from '../../contract/kernel/richTextFold.ts';
import type { MailingContent, NotificationCard } from '../../contract/notifications.ts';

/** What a kept draft says, as the screens change it. */
export const contentOf = (card: NotificationCard): MailingContent => ({
  title: card.title,
  kind: card.kind,
  channel: card.channel,
  template: card.template?.id ?? null,
  sms_text: card.sms_text,
  email_text: card.email_text as RichText | null,
  selection: card.selection as MailingContent['selection'],
  typed: card.typed,
  meeting: card.meeting,
  onePerPerson: card.onePerPerson,
  ignoreUnnotifiable: card.ignoreUnnotifiable,
  skipRepeated: card.skipRepeated,
  skipTemplate: card.skipTemplate,
});
