// Rules of questions to the support: how much one may write, what may be done with a question, how long a screen is shown.

/** Messages of one person in a minute; more is no person's hand. */
export const MOST_A_MINUTE = 20;
/** How long «Показать мой экран» lasts, ms. */
export const CONSENT_MS = 30 * 60_000;
/** A supporter whose session was alive this long ago is on duty, ms. */
export const DUTY_MS = 20 * 60_000;
/** Letters about one question, at most: to the mailbox of the support since the last answer, and answers to the asker within an hour. */
export const MOST_LETTERS = 5;
/** A taken question whose asker has waited so long goes back into the queue, ms. */
export const RETURN_MS = 30 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** Hours are those of Moscow, which has no summer time. */
const MOSCOW_MS = 3 * HOUR_MS;
/** An answer by letter comes so long after the desk opens, ms. */
const ANSWER_MS = 3 * HOUR_MS;

export type Status = 'waiting' | 'taken' | 'solved';
export type Move = 'take' | 'release' | 'solve' | 'look';

/** Why a question can't be moved so; null when it can. */
export function moveProblem(
  move: Move,
  thread: { status: Status; assignee_id: number | null; assignee: string | null; consent_until: string | null },
  userId: number,
  now: Date,
): string | null {
  if (thread.status === 'solved') return 'Вопрос уже решён';
  if (move === 'take' && thread.assignee_id && thread.assignee_id !== userId) return `Уже отвечает ${thread.assignee}`;
  if (move === 'release' && thread.status !== 'taken') return 'Вопрос и так в очереди';
  if (move === 'look' && !hasConsent(thread, now)) return 'Человек не разрешил смотреть его экран';
  return null;
}

export const hasConsent = ({ consent_until }: { consent_until: string | null }, now: Date) =>
  consent_until !== null && new Date(consent_until) > now;

/** A question is called by its first line. */
export const titleOf = (text: string) => {
  const line = text.split('\n')[0]!.trim();
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
};

const weekDays = ['вс', 'пн', 'вт', 'ср', 'чт', 'пт', 'сб'];
const HOURS = /^(пн|вт|ср|чт|пт|сб|вс)-(пн|вт|ср|чт|пт|сб|вс) (\d\d):(\d\d)-(\d\d):(\d\d)$/;

/** Working hours of the desk of one day, ms of Moscow's clock after 1970; null on a day without work or without hours. */
function hoursOn(hours: string, day: number): { from: number; to: number } | null {
  const [, first, last, ...clock] = HOURS.exec(hours) ?? [];
  if (!first) return null;
  const [a, b] = [weekDays.indexOf(first), weekDays.indexOf(last!)];
  const at = new Date(day).getUTCDay();
  const isWork = a <= b ? a <= at && at <= b : at >= a || at <= b;
  if (!isWork) return null;
  const [h1, m1, h2, m2] = clock.map(Number) as [number, number, number, number];
  return { from: day + h1 * HOUR_MS + m1 * 60_000, to: day + h2 * HOUR_MS + m2 * 60_000 };
}

const dayOf = (moment: number) => Math.floor(moment / DAY_MS) * DAY_MS;

/** Whether the desk works at a moment; without hours (an empty setting) it always does. */
export function isWorkingTime(hours: string, now: Date): boolean {
  if (!hours) return true;
  const at = now.getTime() + MOSCOW_MS;
  const today = hoursOn(hours, dayOf(at));
  return today !== null && at >= today.from && at < today.to;
}

/** Until when an answer by letter is promised: three working hours of the desk's next day, or of today where they fit. */
export function answerBy(hours: string, now: Date): Date {
  const at = now.getTime() + MOSCOW_MS;
  for (let day = dayOf(at), n = 0; n < 8; day += DAY_MS, n += 1) {
    const work = hoursOn(hours, day);
    const until = work && Math.max(work.from, at) + ANSWER_MS;
    if (work && until! <= work.to) return new Date(until! - MOSCOW_MS);
  }
  return new Date(now.getTime() + ANSWER_MS);
}

/** A refusal as the desk may read it: names in quotes, surnames with initials and long numbers are taken out. */
export const withoutPeople = (text: string) =>
  text
    .replace(/«[^»]*»/g, '«…»')
    .replace(/[А-ЯЁA-Z][а-яёa-z-]+\s+[А-ЯЁA-Z]\.(\s*[А-ЯЁA-Z]\.)?/g, '…')
    .replace(/([А-ЯЁ][а-яё-]+\s+){1,2}[А-ЯЁ][а-яё]+(вич|вна|ична)(?![а-яё])/g, '…')
    .replace(/\S+@\S+/g, '…')
    .replace(/[\d+][\d\s()-]{4,}\d/g, '…');
