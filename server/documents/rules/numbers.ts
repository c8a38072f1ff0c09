// When a typed number that stands already is asked about, and in which words. Pure.
import { formatDate } from '../../../contract/kernel/words.ts';
import type { DocumentKind } from '../rules.ts';

/** A paper under a number. */
export interface Numbered {
  on_date: string;
  garage_id: number | null;
  reregistration_id: number | null;
}

/** Their number and day are those of a protocol: it decides of many garages, each gets an extract. */
const OF_PROTOCOL = ['decision_alloc', 'protocol_ext'];
type Kind = Pick<DocumentKind, 'code'>;

const isSame = (own: Numbered, other: Numbered) =>
  own.reregistration_id === null
    ? own.garage_id === other.garage_id
    : own.reregistration_id === other.reregistration_id;

/**
 * Whether a paper of the kind that stands under the number is asked about. An extract of the same protocol for another garage is the
 * usual thing; the same number with another day is a slip, and so is a second extract of one record.
 */
export const asksOfNumber = ({ code }: Kind, own: Numbered, other: Numbered): boolean =>
  !OF_PROTOCOL.includes(code) || own.on_date !== other.on_date || isSame(own, other);

/** The question in words. */
export function takenWords({ code }: Kind, number: string, own: Numbered, other: Numbered): string {
  const [day, otherDay] = [formatDate(own.on_date), formatDate(other.on_date)];
  if (!OF_PROTOCOL.includes(code)) return `Номер ${number} уже занят документом от ${otherDay}`;
  return own.on_date === other.on_date
    ? `Выписка из протокола № ${number} от ${day} по этой записи уже напечатана`
    : `Протокол № ${number} уже записан от ${otherDay}, а здесь дата ${day}`;
}
