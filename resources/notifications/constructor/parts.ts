// What the parts of the constructor are given.
import type { MailingContent } from '../../../contract/notifications.ts';
import type { useMailingDraft } from '../useMailingDraft.ts';

export type Draft = ReturnType<typeof useMailingDraft>;
/** What is written and its change. */
export interface ContentProps {
  content: MailingContent;
  change: (part: Partial<MailingContent>) => void;
}
export const peopleForms = ['человек', 'человека', 'человек'] as const;
