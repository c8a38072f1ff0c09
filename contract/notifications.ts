// Mailings: templates, drafts and what they will cost, sending, recall, the fate of every message.
import { z } from 'zod';
import { GarageFilter } from './garages.ts';
import { endpoint } from './kernel/endpoint.ts';
import { ByIdParams, resource } from './kernel/resource.ts';
import { RichTextSchema } from './kernel/richText.ts';
import { IdValue, Kopecks, Named, Version } from './kernel/scalars.ts';
import { mailingSend } from './kernel/scope.ts';
import { FileRef } from './notifications/attachments.ts';
import { CheckFacts } from './notifications/checkFacts.ts';
import { Meeting, OptionalMeeting } from './notifications/meetings.ts';
import { ConsentKind, profiles } from './profiles.ts';

export const mailingKinds = { debt: 'Долг и взносы', meeting: 'Собрание', news: 'Новости', ads: 'Реклама' } as const;
export const MailingKind = z.enum(['debt', 'meeting', 'news', 'ads']);
export type MailingKind = z.infer<typeof MailingKind>;

export const channelRules = {
  email_else_sms: 'E-mail, иначе СМС',
  sms: 'Только СМС',
  email: 'Только e-mail',
  both: 'СМС и e-mail',
} as const;
export const ChannelRule = z.enum(['email_else_sms', 'sms', 'email', 'both']);
export type ChannelRule = z.infer<typeof ChannelRule>;

export const templateColors = {
  white: 'белый',
  yellow: 'жёлтый',
  green: 'зелёный',
  blue: 'синий',
  red: 'красный',
  violet: 'фиолетовый',
} as const;
export const TemplateColor = z.enum(['white', 'yellow', 'green', 'blue', 'red', 'violet']);
export type TemplateColor = z.infer<typeof TemplateColor>;
/** Statuses of a mailing by number. */
export const mailingStatuses = [
  'Черновик',
  'Запланирована',
  'Подготовка',
  'Отправляется',
  'Отправлена',
  'Отправлена частично',
  'Ошибка',
  'Отменена',
] as const;
/** Statuses of one message by number. */
export const messageStatuses = [
  'В очереди',
  'Передано оператору',
  'Доставлено',
  'Прочитано',
  'Не доставлено',
  'Истёк срок',
  'Отклонено',
  'Нет контакта',
  'Нет согласия',
  'Отписан/запрет у оператора',
  'Вручено на бумаге',
  'Неизвестно',
] as const;

/** Why somebody gets nothing; each person has one reason. */
export const unreachableReasons = {
  former: 'связь с вашей организацией прекращена',
  deceased: 'умер',
  restricted: 'обработка данных ограничена',
  no_representative: 'нет контакта: не указан представитель',
  no_contact: 'нет контакта',
  bounced: 'письма возвращаются',
  no_consent: 'нет согласия',
  unsubscribed: 'отписан',
  repeated: 'уже писали за сутки',
  had_template: 'уже получил этот шаблон',
  trial: 'пробный режим',
  empty: 'для него в тексте нет значения',
  often: 'больше СМС о долге ему сегодня нельзя',
} as const;
export type UnreachableReason = keyof typeof unreachableReasons;

/** Variables of the texts; those of `typed` are written once for the whole mailing. */
export const mailingVariables = {
  ФИО: 'Фамилия Имя Отчество, в СМС — Фамилия И. О.',
  ИмяОтчество: 'Имя и отчество',
  Гараж: 'гараж А-14',
  Секция: 'Секция',
  ПО: 'Название ПО',
  ОтКого: 'ВОА КАС 12; у кооператива ГСК 5',
  ЛС: 'Лицевой счёт',
  Долг: 'Сумма долга',
  ДолгПоВидам: 'Долг по видам взносов',
  Пени: 'Из долга пени',
  Председатель: 'Председатель ПО',
  ТелефонПО: 'Телефон ПО',
  Период: 'Период',
  Срок: 'Срок оплаты',
  Сумма: 'Сумма',
  ДатаСобрания: 'Дата собрания',
  Место: 'Место',
} as const;
export type MailingVariable = keyof typeof mailingVariables;
export const typedVariables = ['Период', 'Срок', 'Сумма', 'ДатаСобрания', 'Место'] as const;

/** Most people of one mailing. */
export const MOST_RECEIVERS = 10_000;
export const MOST_FILES = 10;
export const MOST_FILES_BYTES = 10 * 1024 * 1024;
/** So long all messages can be recalled, s. */
export const RECALL_S = 60;

const chosen = { included: z.array(IdValue).max(5000).default([]), excluded: z.array(IdValue).max(5000).default([]) };
/** Who is written to. `all: false`: only `included`; nobody chosen is nobody, never everybody; so a condition that is not known here is refused. */
export const MailingSelection = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('profiles'),
    all: z.boolean().default(false),
    filter: profiles.filter.strict().default({}),
    ...chosen,
  }),
  z.object({
    of: z.literal('garages'),
    all: z.boolean().default(false),
    filter: GarageFilter.strict().default({}),
    ...chosen,
    /** Owners left out, whatever they own. */
    excludedProfiles: z.array(IdValue).max(5000).optional(),
  }),
  /**
   * Users of the place; a region writes to chairmen alone. Of certain МО with their ПО, or of certain ПО, where some are named: who is
   * of any of them is written to.
   */
  z.object({
    of: z.literal('officials'),
    all: z.boolean().default(false),
    moFilter: z.array(IdValue).max(500).optional(),
    poFilter: z.array(IdValue).max(500).optional(),
    ...chosen,
  }),
]);
export type MailingSelection = z.output<typeof MailingSelection>;

const Typed = z.partialRecord(z.enum(typedVariables), z.string().trim().max(200)).default({});
/** A short text: lines, no other control characters. */
export const SmsText = z
  .string()
  .max(2000, 'Не длиннее 2000 знаков')
  .refine((text) => !/[\0-\x09\x0b-\x1f\x7f]/.test(text), 'Недопустимые знаки')
  .default('');

/** What a mailing says and to whom. */
export const MailingContent = z.object({
  title: z
    .string()
    .trim()
    .max(150)
    .refine((text) => !/[\0-\x1f\x7f]/.test(text), 'Недопустимые знаки')
    .default(''),
  kind: MailingKind.default('news'),
  channel: ChannelRule.default('email_else_sms'),
  template: IdValue.nullish().transform((value) => value ?? null),
  sms_text: SmsText,
  email_text: RichTextSchema.nullish().transform((value) => value ?? null),
  selection: MailingSelection,
  typed: Typed,
  /** Of the kind «собрание»: its day and place are what {ДатаСобрания} and {Место} say. */
  meeting: OptionalMeeting,
  onePerPerson: z.boolean().default(true),
  ignoreUnnotifiable: z.boolean().default(false),
  skipRepeated: z.boolean().default(true),
  /** Leaves out who got a mailing of the same template in the last 12 months. */
  skipTemplate: z.boolean().default(false),
});
export type MailingContent = z.output<typeof MailingContent>;

const counts = {
  receiverCounter: z.object({ people: z.number(), garages: z.number(), none: z.number() }),
  total: z.number(),
  delivered: z.number(),
  failed: z.number(),
  unknown: z.number(),
  cost: Kopecks,
  costReady: z.boolean(),
};

export const makers = {
  person: 'Рассылки людей',
  rule: 'Напоминания по правилам',
  notice: 'Уведомления о переоформлениях',
} as const;
const MadeBy = z.enum(['person', 'rule', 'notice']);
export type MadeBy = z.infer<typeof MadeBy>;

export const NotificationRow = z.object({
  id: z.number(),
  title: z.string(),
  kind: MailingKind,
  status: z.number(),
  draft: z.boolean(),
  /** Written by a person, by a rule of reminders, or a notice of a re-registration. */
  madeBy: MadeBy,
  channel: ChannelRule,
  template: z.object({ id: z.number(), name: z.string(), color: TemplateColor }).nullable(),
  sender: Named.nullable(),
  sent_from: z.string(),
  po_name: z.string().nullable(),
  mo_name: z.string().nullable(),
  created_at: z.string(),
  scheduled_at: z.string().nullable(),
  started_at: z.string().nullable(),
  recall_until: z.string().nullable(),
  pause_reason: z.string().nullable(),
  /** Planned, and waits until somebody else agrees. */
  awaits_approval: z.boolean(),
  ...counts,
});
export type NotificationRow = z.infer<typeof NotificationRow>;

export const NotificationCard = NotificationRow.extend({
  version: z.number(),
  sms_text: z.string(),
  email_text: z.unknown().nullable(),
  selection: z.unknown(),
  typed: z.record(z.string(), z.string()),
  meeting: Meeting.nullable(),
  onePerPerson: z.boolean(),
  ignoreUnnotifiable: z.boolean(),
  skipRepeated: z.boolean(),
  skipTemplate: z.boolean(),
  /** People whom nothing has reached and a letter on paper may. */
  letters: z.number(),
  /** Messages that surely did not arrive and may be sent anew at once. */
  repeatable: z.number(),
  /** Kopecks for what was really handed to the operator: as counted, and as he says himself (null where he does not). */
  charged: Kopecks,
  billed: Kopecks.nullable(),
  attachments: z.array(FileRef),
  segments: z.number(),
  /** Why its SMS went at night. */
  urgent_reason: z.string().nullable(),
  /** Number of messages by status. */
  statuses: z.record(z.string(), z.number()),
});
export type NotificationCard = z.infer<typeof NotificationCard>;

export const notifications = resource({
  name: 'notifications',
  title: 'Рассылки',
  read: mailingSend,
  write: mailingSend,
  row: NotificationRow,
  card: NotificationCard,
  createBody: MailingContent,
  updateBody: MailingContent.extend({ version: Version }),
  filter: z.object({
    nameFilter: z.string().max(100).optional(),
    /** 0: without a template. */
    templateFilter: z.array(z.number().int().min(0)).max(200).optional(),
    senderFilter: z.array(z.number().int()).max(200).optional(),
    fromPOFilter: z.array(z.number().int()).max(500).optional(),
    fromMOFilter: z.array(z.number().int()).max(500).optional(),
    draft: z.boolean().optional(),
    /** Those of the last thirty days with messages that surely did not arrive; no draft is among them. */
    failedFilter: z.boolean().optional(),
    /** Left out: everything but notices. */
    madeByFilter: MadeBy.optional(),
  }),
  sorts: ['created_at', 'title', 'cost'],
});

const tag = 'Рассылки';
/** Filters of the journal: «Без шаблона» first, senders as «Фамилия Имя Отчество», nameless ones left out. */
export const notificationLists = endpoint({
  tag,
  method: 'GET',
  path: '/api/notification_lists/',
  summary: 'Фильтры рассылок',
  needs: mailingSend,
  reply: z.object({ templates: z.array(Named), senders: z.array(z.object({ id: z.number(), full_name: z.string() })) }),
});

const Reasons = z.record(z.string(), z.number());
export const NotificationPreview = z.object({
  receiverCounter: z.object({
    people: z.number(),
    garages: z.number(),
    email: z.number(),
    sms: z.number(),
    none: z.number(),
    reasons: Reasons,
    byChannel: z.record(ChannelRule, z.object({ reach: z.number(), cost: Kopecks })),
  }),
  /** Who gets nothing, by name; at most 200. `lacks`: the consent that would open a channel to him. */
  not_notifiable_receivers: z.array(
    z.object({ id: z.number(), name: z.string(), reason: z.string(), lacks: ConsentKind.nullable() }),
  ),
  /** Who gets it, by name; at most 500. */
  receivers: z.array(z.object({ id: z.number(), name: z.string(), channel: z.string() })),
  /** Sign of who gets it and by what: other people have another one. */
  who: z.string(),
  /** Messages to be sent. */
  total: z.number(),
  segments: z.number(),
  cost: Kopecks,
  /** SMS by the number of their parts: how many, kopecks, what one part costs; null where their numbers cost differently. */
  parts: z.array(z.object({ parts: z.number(), count: z.number(), cost: Kopecks, price: Kopecks.nullable() })),
  shortest: z.number(),
  longest: z.number(),
  /** One receiver's message, the `at`-th of the walk: the costliest and those with empty values first; that of the first chosen where nobody gets any. */
  sample: z
    .object({
      at: z.number(),
      of: z.number(),
      name: z.string(),
      plates: z.array(z.string()),
      channels: z.array(z.string()),
      sms: z.string(),
      units: z.number(),
      segments: z.number(),
      cost: Kopecks,
      subject: z.string(),
      html: z.string(),
      empty: z.array(z.string()),
    })
    .nullable(),
  /** What stops the mailing, by field. */
  problems: z.record(z.string(), z.string()),
  /** What a person should look at. */
  warnings: z.array(z.string()),
  /** SMS wait until then: quiet hours. */
  quiet_until: z.string().nullable(),
  /** Kopecks left for SMS this month; null without a limit. */
  limit_left: Kopecks.nullable(),
  /** The number must be typed when more people get it. */
  confirm_above: z.number(),
  /** Somebody else has to agree when more people get it; null: never. */
  approve_above: z.number().nullable(),
  check: CheckFacts,
});
export type NotificationPreview = z.infer<typeof NotificationPreview>;
/** What would be sent as things stand now: people, reasons, money, one message whole. */
export const previewNotification = endpoint({
  tag,
  method: 'POST',
  path: '/api/notification_preview/',
  summary: 'Что уйдёт',
  needs: mailingSend,
  reads: true,
  body: MailingContent.extend({
    at: z.number().int().min(0).max(100_000).default(0),
    attachments: z.number().int().min(0).default(0),
  }),
  reply: NotificationPreview,
});

export const deleteDraft = endpoint({
  tag,
  method: 'DELETE',
  path: '/api/notifications/:id',
  summary: 'Удалить черновик',
  needs: mailingSend,
  params: ByIdParams,
});
/** Sends what the person saw: other people, another number of them or another sum is refused. */
export const sendNotification = endpoint({
  tag,
  method: 'POST',
  path: '/api/notifications/:id/send/',
  summary: 'Отправить рассылку',
  needs: mailingSend,
  params: ByIdParams,
  body: z.object({
    version: Version,
    expected: z.object({
      people: z.number().int().min(0),
      messages: z.number().int().min(0),
      cost: Kopecks,
      /** `who` of the preview; left out, other people of the same number are let pass. */
      who: z.string().max(40).optional(),
    }),
    /** The number of people typed by hand where it is asked for. */
    confirmed: z.number().int().nullish(),
    /** People with an empty value whom the author has seen and lets pass; asked for where there are any. */
    emptySeen: z.number().int().nullish(),
    /** Later; empty: now. */
    scheduledAt: z.iso.datetime({ offset: true }).nullish(),
    /** Why SMS do not wait for the morning. */
    urgentReason: z.string().trim().max(200).nullish(),
  }),
  reply: NotificationCard,
});
const act = (path: string, summary: string) =>
  endpoint({
    tag,
    method: 'POST',
    path: `/api/notifications/:id/${path}/`,
    summary,
    needs: mailingSend,
    params: ByIdParams,
    reply: NotificationCard,
  });
/** Within a minute: nothing leaves. A planned one becomes a draft's end too. */
export const recallNotification = act('recall', 'Отозвать рассылку');
/** What has not left stays; what left is not taken back. */
export const stopNotification = act('stop', 'Остановить рассылку');
/** Sends anew what surely did not arrive for reasons of the way, never what may have arrived. */
export const repeatNotification = act('repeat', 'Повторить неушедшие');

/** What a second person says of a mailing above the number that its МО set. */
export const approveNotification = act('approve', 'Согласовать рассылку');
