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

/** Time zone of what belongs to no place: night work, figures of everybody. */
export const HOME_ZONE = 'Europe/Moscow';

/** Making one costs as much as a small statement: one for each zone. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Calendar date of a moment in a time zone, `YYYY-MM-DD`. The zone is always said, so that nobody's day is Moscow's by accident:
 * `todayOf(ctx)` is the caller's day. Undefined is `HOME_ZONE`, of a caller without a place.
 * @throws RangeError for a zone that there is not
 */
export function dateIn(moment: Date, timeZone: string | undefined): string {
  const zone = timeZone ?? HOME_ZONE;
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
    formats.set(zone, format);
  }
  return format.format(moment);
}

/** The moment at which a calendar day begins in a time zone between UTC−11 and UTC+12, whole hours. */
export function startOfDay(date: string, timeZone: string): Date {
  let moment = Date.parse(`${date}T11:00:00Z`);
  while (dateIn(new Date(moment - 3_600_000), timeZone) === date) moment -= 3_600_000;
  return new Date(moment);
}
