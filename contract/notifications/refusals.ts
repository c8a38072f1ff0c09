// Refusals of mailings on a person's card: kind and channel, by whose word, taken back on what ground.
import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';
import { ByIdParams } from '../kernel/resource.ts';
import { IsoDate, optionalLine } from '../kernel/scalars.ts';
import { registryEdit, signedIn } from '../kernel/scope.ts';
import { MailingKind } from '../notifications.ts';

const tag = 'Люди';

export const refusalChannels = { mail: 'e-mail', sms: 'СМС' } as const;
const Channel = z.enum(['mail', 'sms']);
export type RefusalChannel = z.infer<typeof Channel>;

/** How an official knows of a refusal; the link in a letter writes itself. */
export const refusalSources = {
  word: 'сказал лично',
  phone: 'по телефону',
  reply: 'ответил на сообщение',
  application: 'в заявлении',
  operator: 'запрет у оператора связи',
} as const;
export const RefusalSource = z.enum(['word', 'phone', 'reply', 'application', 'operator']);
export type RefusalSource = z.infer<typeof RefusalSource>;

/** On what ground a refusal is taken back: what the person has done himself and what can be shown. */
export const liftGrounds = {
  application: 'заявление человека',
  consent: 'новое согласие на бумаге',
  reply: 'письмо с его адреса',
  operator: 'абонент снял запрет у оператора',
} as const;
export const LiftGround = z.enum(['application', 'consent', 'reply', 'operator']);
export type LiftGround = z.infer<typeof LiftGround>;

export const Refusal = z.object({
  kind: MailingKind,
  channel: Channel,
  /** In words: a key of the sources, or what was written by the link. */
  source: z.string(),
  at: z.string(),
  by: z.string().nullable(),
  lifted: z
    .object({
      at: z.string(),
      /** When the person said so. */
      said_on: z.string(),
      ground: z.string(),
      doc_no: z.string().nullable(),
      by: z.string().nullable(),
    })
    .nullable(),
});
export type Refusal = z.infer<typeof Refusal>;

const Refusals = z.object({ data: z.array(Refusal) });
/** Those in force first, then those that were taken back, newest first; of a former one nothing. */
export const personRefusals = endpoint({
  tag,
  method: 'GET',
  path: '/api/profiles/:id/refusals/',
  summary: 'Отказы человека от рассылок',
  needs: signedIn,
  params: ByIdParams,
  reply: Refusals,
});
/** Written down by the person's word. */
export const addRefusal = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/refusals/',
  summary: 'Записать отказ от рассылок',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({ kind: MailingKind, channel: Channel, source: RefusalSource }),
  reply: Refusals,
});
/** Taken back by the person himself: without his paper nobody does it for him. */
export const liftRefusal = endpoint({
  tag,
  method: 'POST',
  path: '/api/profiles/:id/refusals/lift/',
  summary: 'Снять отказ от рассылок',
  needs: registryEdit,
  params: ByIdParams,
  body: z.object({
    kind: MailingKind,
    channel: Channel,
    ground: LiftGround,
    saidOn: IsoDate,
    docNo: optionalLine(40),
  }),
  reply: Refusals,
});
