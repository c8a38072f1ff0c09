// The meeting that a mailing calls: what its variables say, whether its notice is in time. Pure.
import { dayForms, daysBetween, plusDays } from '../../../contract/kernel/days.ts';
import type { FieldErrors } from '../../../contract/kernel/problems.ts';
import type { MailingContent } from '../../../contract/notifications.ts';
import type { Meeting } from '../../../contract/notifications/meetings.ts';
import { countOf, formatDate } from '../../../contract/kernel/words.ts';

type Said = Pick<MailingContent, 'kind' | 'typed' | 'meeting'>;
const TIME = /^([01]?\d|2[0-3]):[0-5]\d$/;

const meetingOf = ({ kind, meeting }: Pick<Said, 'kind' | 'meeting'>): Meeting | null =>
  kind === 'meeting' ? meeting : null;

/** Values written once for the whole mailing, those of its meeting among them. */
export function typedOf(content: Said): MailingContent['typed'] {
  const meeting = meetingOf(content);
  if (!meeting) return content.typed;
  return {
    ...content.typed,
    ...(meeting.day ? { ДатаСобрания: [meeting.day, meeting.time].filter(Boolean).join(' ') } : {}),
    ...(meeting.place ? { Место: meeting.place } : {}),
  };
}

/** What of a meeting stops its mailing, by field. `now` is the day and the time at the place. */
export function meetingProblems(
  content: Pick<Said, 'kind' | 'meeting'>,
  now: { day: string; time: string },
): FieldErrors {
  const meeting = meetingOf(content);
  if (!meeting) return {};
  const { day, time } = meeting;
  const errors: FieldErrors = {};
  if (time && !TIME.test(time)) errors['meeting.time'] = 'Напишите как 18:00';
  if (day && day < now.day) errors['meeting.day'] = 'Этот день уже прошёл';
  else if (day === now.day && TIME.test(time) && time.padStart(5, '0') <= now.time)
    errors['meeting.time'] = 'Это время уже прошло';
  if (time && !day) errors['meeting.day'] = 'Укажите день собрания';
  return errors;
}

export interface NoticeTerm {
  day: string;
  /** The last day on which the notice is in time. */
  latest: string;
  notice_days: number;
}
/** By when the notice of a meeting is due; null without a day. */
export function noticeTerm(content: Pick<Said, 'kind' | 'meeting'>, noticeDays: number): NoticeTerm | null {
  const day = meetingOf(content)?.day;
  return day ? { day, latest: plusDays(day, -noticeDays), notice_days: noticeDays } : null;
}

/** Why a notice that leaves on a day is late, or that its term is not known; nothing when it is in time. */
export function meetingWarnings(content: Pick<Said, 'kind' | 'meeting'>, noticeDays: number, today: string): string[] {
  if (content.kind !== 'meeting') return [];
  const term = noticeTerm(content, noticeDays);
  if (!term) return ['День собрания не указан: срок уведомления не проверить'];
  if (term.day < today || today <= term.latest) return [];
  return [
    `До собрания ${countOf(daysBetween(today, term.day), dayForms)}, а сообщают не позже чем за ${noticeDays}: успевали до ${formatDate(term.latest)}`,
  ];
}
