// Letters may be asked for by anybody, so an address may ask for only so many.
import { Refused } from '../kernel/errors.ts';

const AN_HOUR_MS = 3600_000;
const MAX_PER_HOUR = 10;
const MAX_REMEMBERED = 5000;

const asked = new Map<string, number[]>();

export const tooManyLetters = () =>
  new Refused(429, { message: 'Слишком много обращений подряд. Попробуйте через час' });

/** Counts a letter asked for by an address. @throws 429 when there were too many within an hour */
export function countLetter(ip: string, now: Date): void {
  const since = now.getTime() - AN_HOUR_MS;
  const recent = (asked.get(ip) ?? []).filter((at) => at > since);
  if (recent.length >= MAX_PER_HOUR) throw tooManyLetters();
  if (asked.size > MAX_REMEMBERED) asked.clear();
  asked.set(ip, [...recent, now.getTime()]);
}
