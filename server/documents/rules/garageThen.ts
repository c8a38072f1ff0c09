// What can't be known of a garage on the day of a paper. Pure.
import { shortDate } from '../../kernel/paper/words.ts';
import type { GarageFacts } from '../facts/types.ts';
import { sizeOf } from './values.ts';

/** Of a day that the log does not reach: that its own number, type and sizes are not known; null of a later one. */
export function unknownThen(garage: GarageFacts, day: string): string | null {
  const { known_from: from } = garage;
  if (day >= from) return null;
  const plate = `№ ${garage.number}${garage.section ? ` секции ${garage.section}` : ''}`;
  return `История гаража ведётся с ${shortDate(from)}: каким он был ${shortDate(day)}, программа не знает. В документе будет первое, что записано: ${plate}, ${garage.type.toLowerCase()}${sizeOf(garage) && `, ${sizeOf(garage)} м`}`;
}
