// How often something is done by itself: every day, on a day of the week or of the month, at an hour of the place.
import { z } from 'zod';

export const rhythms = { day: 'Каждый день', week: 'Раз в неделю', month: 'Раз в месяц' } as const;
export const Rhythm = z.enum(['day', 'week', 'month']);
export type Rhythm = z.infer<typeof Rhythm>;
/** Days of the week, Monday first; the first of them is day 1. */
export const weekDays = ['понедельник', 'вторник', 'среда', 'четверг', 'пятница', 'суббота', 'воскресенье'] as const;

/** Fields of a schedule; its hours are as wide as what it does allows. */
export const rhythmFields = {
  every: Rhythm,
  /** Day of the week from Monday, or of the month up to the 28th; nothing for every day. */
  onDay: z.number().int().min(1, 'От 1').max(28, 'До 28').nullable(),
};

export interface Schedule {
  every: Rhythm;
  /** As in `rhythmFields`. */
  onDay: number | null;
  /** Hour of the place. */
  atHour: number;
}

/** A day that its rhythm does not have is refused at `onDay`. */
export function checkRhythm({ every, onDay }: Pick<Schedule, 'every' | 'onDay'>, ctx: z.core.$RefinementCtx): void {
  const say = (message: string) => ctx.addIssue({ code: 'custom', path: ['onDay'], message });
  if (every === 'week' && (onDay === null || onDay > 7)) say('Выберите день недели');
  if (every === 'month' && onDay === null) say('Введите день месяца: от 1 до 28');
}

/** «раз в неделю: понедельник в 8:00», «10-го числа в 9:00». */
export function rhythmWords({ every, onDay, atHour }: Schedule): string {
  const day =
    every === 'day' ? 'каждый день' : every === 'week' ? `раз в неделю: ${weekDays[onDay! - 1]}` : `${onDay}-го числа`;
  return `${day} в ${atHour}:00`;
}
