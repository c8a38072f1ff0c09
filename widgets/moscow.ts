// What a browser's own input of a day and an hour holds, by the clock of Moscow: moments are shown by it (`formatMoment`), so those that are
// typed are of it too, whatever zone this computer keeps.

/** Moscow has kept one distance from UTC since 2014. */
const AHEAD = '+03:00';
const AHEAD_MS = 3 * 3_600_000;

/** The moment in UTC of «2026-03-06T09:10», seconds may follow; null when it is no moment: a browser takes years of six digits. */
export function momentOfText(text: string): string | null {
  const moment = new Date(`${text}${AHEAD}`);
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString();
}

/** «2026-03-06T09:10» of a moment in UTC. */
export const textOfMoment = (moment: string): string =>
  new Date(Date.parse(moment) + AHEAD_MS).toISOString().slice(0, 16);
