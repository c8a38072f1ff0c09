// How old somebody is on a day (`YYYY-MM-DD`).

/** Age at which a person is written to himself. */
export const OF_AGE = 18;

/** The same day of another year; of the 29th of February, in a year without it, no day: it compares as the day after the 28th. */
export const plusYears = (day: string, years: number): string => `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
