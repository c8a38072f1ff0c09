// When a line was written: by the clock of Moscow, and by that of its place where it shows another time.
import type { ActionRow } from '../../contract/actionLog.ts';
import { formatMoment } from '../../widgets/format.ts';

type Timed = Pick<ActionRow, 'at' | 'zone'>;

/** «13:00», with the date where it is another one; null where the clocks agree. */
export function localTime({ at, zone }: Timed): string | null {
  const [moscow, local] = [formatMoment(at), formatMoment(at, zone)];
  if (moscow === local) return null;
  const [day = '', time = ''] = local.split(' ');
  return moscow.startsWith(day) ? time : `${day.slice(0, 5)} ${time}`;
}

/** «20.11.2026 12:00 МСК, на месте 20.11.2026 13:00». */
export function bothTimes({ at, zone }: Timed): string {
  const moscow = `${formatMoment(at)} МСК`;
  return localTime({ at, zone }) === null ? moscow : `${moscow}, на месте ${formatMoment(at, zone)}`;
}
