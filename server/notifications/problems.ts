// What keeps a mailing from leaving, and what a person should look at before it does.
import { plainText, type RichText } from '../../contract/kernel/richTextFold.ts';
import { MANY_SEGMENTS, MOST_SEGMENTS } from '../../contract/kernel/smsSegments.ts';
import { MOST_RECEIVERS, type MailingContent } from '../../contract/notifications.ts';
import { levelOf } from '../../contract/kernel/scope.ts';
import type { FieldErrors } from '../../contract/kernel/problems.ts';
import { todayOf, type Ctx } from '../kernel/ctx.ts';
import type { SenderFacts } from './queries/receivers.ts';
import { DEBT_SMS_A_DAY } from './rules.ts';
import { meetingProblems } from './rules/meetings.ts';
import { unknownVariables, usedVariables } from './rules/texts.ts';

/** «09:05» by the clock of a zone. */
export const timeIn = (now: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(now);

/** What is asked of a mailing before it may leave. */
export interface Sums {
  people: number;
  messages: number;
  sms: number;
  mail: number;
  /** Parts of its longest SMS. */
  mostSegments: number;
  /** Units of its shortest SMS; what is more than none may be said as 1. */
  shortest: number;
  cost: number;
}

const NO_TEXT = 'Введите текст письма или СМС';

/** Everything that keeps a mailing from being sent, by field. */
export function problemsOf(ctx: Ctx, content: MailingContent, sender: SenderFacts, sums: Sums): FieldErrors {
  const errors: FieldErrors = {};
  const letter = content.email_text as RichText | null;
  const unknown = unknownVariables(usedVariables(content.sms_text, letter));
  const { settings } = ctx.deps;
  if (!content.title) errors.title = 'Назовите рассылку: это тема письма и строка журнала';
  if (!sender.is_enabled) errors.form = 'Рассылки для вашей организации отключены';
  if (levelOf(ctx.actor) === 'region' && content.selection.of !== 'officials')
    errors.selection = 'Регион пишет только председателям МО и ПО';
  else if (!sums.people) errors.selection = 'Нельзя отправить: не выбрано ни одного получателя';
  else if (sums.people > MOST_RECEIVERS)
    errors.selection = `В одной рассылке не больше ${MOST_RECEIVERS} человек. Разделите её`;
  else if (!sums.messages)
    errors.selection = sender.is_trial
      ? 'Пробный режим: ПО пишет только своим сотрудникам, пока суперпользователь не откроет рассылки'
      : 'Никто из выбранных не получит сообщения';
  if (unknown.length) errors.text = `Неизвестная переменная: ${unknown.map((key) => `{${key}}`).join(', ')}`;
  const hasSms = content.sms_text.trim() !== '';
  const hasMail = letter !== null && plainText(letter).trim() !== '';
  if (!hasSms && !hasMail) errors[sums.mail || content.channel === 'email' ? 'email_text' : 'sms_text'] = NO_TEXT;
  else if (sums.sms && !hasSms) errors.sms_text = 'Напишите текст СМС';
  else if (sums.sms && !sums.shortest)
    errors.sms_text = 'Кому-то ушла бы пустая СМС: в тексте одни переменные, и значений для него нет';
  if (hasSms && sums.mail && !hasMail) errors.email_text = 'Напишите текст письма';
  Object.assign(errors, meetingProblems(content, { day: todayOf(ctx), time: timeIn(ctx.now(), sender.time_zone) }));
  if (sums.mostSegments > MOST_SEGMENTS) errors.sms_text = `СМС длиннее ${MOST_SEGMENTS} частей. Сократите текст`;
  if (sums.mail && !settings.PUBLIC_URL && !settings.DEMO)
    errors.form = 'Письма не отправляются: не задан адрес сайта (PUBLIC_URL), ссылка отписки никуда не приведёт';
  const limit = limitProblem(sender, sums.cost);
  if (limit) errors.cost = limit;
  return errors;
}

/** Why SMS of this cost, kopecks, are over the limit of the month; null when they are not. */
export function limitProblem({ left, is_sms_forbidden }: SenderFacts, cost: number): string | null {
  if (left === null || cost <= left) return null;
  return left === 0 && is_sms_forbidden
    ? 'СМС вашей организации запрещены: предел на месяц 0 ₽. Выберите «Только e-mail»'
    : 'Лимит СМС на этот месяц меньше стоимости рассылки';
}

/** So many are named, the others counted. */
export const NAMED = 3;
export interface Few {
  names: string[];
  more: number;
}
/** What a person should look at: too long SMS, values that are empty. */
export function warningsOf({
  long,
  empty,
  variables,
  debtless,
  capped,
}: {
  long: Few;
  empty: Few;
  variables: readonly string[];
  debtless: Few;
  capped: Few;
}) {
  const words = ({ names, more }: Few) => names.join(', ') + (more ? ` и ещё ${more}` : '');
  return [
    ...(long.names.length ? [`Больше ${MANY_SEGMENTS} частей СМС: ${words(long)}`] : []),
    ...(empty.names.length
      ? [`Пустые значения ${variables.map((key) => `{${key}}`).join(', ')}: ${words(empty)}`]
      : []),
    ...(capped.names.length
      ? [
          `Больше ${DEBT_SMS_A_DAY} СМС о долге в день одному человеку не шлём, об остальных гаражах СМС не получат: ${words(capped)}`,
        ]
      : []),
    ...(debtless.names.length ? [`Долга нет, а им уйдёт «долг 0»: ${words(debtless)}`] : []),
  ];
}
