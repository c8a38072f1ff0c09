// Arithmetic of calendar days that both sides share.

/** The day a month before `day`, never later than the end of that month. */
export function monthAgo(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastDay = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 2, Math.min(date, lastDay))).toISOString().slice(0, 10);
}
