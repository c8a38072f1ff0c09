// Templates of mailings: common ones, those of a place, personal ones.
import { z } from 'zod';
import { resource } from './kernel/resource.ts';
import { RichTextSchema } from './kernel/richText.ts';
import { line, optionalLine, Version } from './kernel/scalars.ts';
import { mailingSend } from './kernel/scope.ts';
import { Meeting, OptionalMeeting } from './notifications/meetings.ts';
import { MailingKind, SmsText, TemplateColor } from './notifications.ts';

export const MessageTemplate = z.object({
  id: z.number(),
  version: z.number(),
  template_name: z.string(),
  kind: MailingKind,
  sms_text: z.string(),
  email_text: z.unknown().nullable(),
  meeting: Meeting.nullable(),
  is_personal: z.boolean(),
  color: TemplateColor,
  /** Kept by superusers for everybody. */
  is_common: z.boolean(),
  may_edit: z.boolean(),
});
export type MessageTemplate = z.infer<typeof MessageTemplate>;
const TemplateBody = z.object({
  template_name: line(120),
  kind: MailingKind.default('news'),
  sms_text: SmsText,
  email_text: RichTextSchema.nullish().transform((value) => value ?? null),
  meeting: OptionalMeeting,
  is_personal: z.boolean().default(false),
  color: TemplateColor.default('white'),
});
export const messageTemplates = resource({
  name: 'message_templates',
  title: 'Шаблоны рассылок',
  read: mailingSend,
  write: mailingSend,
  row: MessageTemplate,
  card: MessageTemplate,
  createBody: TemplateBody,
  updateBody: TemplateBody.extend({ version: Version, is_active: z.boolean().default(true) }),
  filter: z.object({ q: optionalLine(100).optional() }),
  sorts: ['template_name'],
});
