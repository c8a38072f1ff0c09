// Time as a dependency: rules and tests never read the machine's clock by themselves.
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** The moment so many days of 24 hours before another. */
export const daysBefore = (moment: Date, days: number): string =>
  new Date(moment.getTime() - days * 86_400_000).toISOString();

/** The moment so many days of 24 hours after another. */
export const daysAfter = (moment: Date, days: number): string => daysBefore(moment, -days);

/** Calendar date of a moment in a time zone, `YYYY-MM-DD`. */
export function dateIn(moment: Date, timeZone = 'Europe/Moscow'): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  );
}
