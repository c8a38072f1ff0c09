// Whose is what came to a merged card: a garage has one of the two for its owner, or both, and then a person is asked.
import type { LaterRow } from '../../../contract/instruments/merging.ts';

/** An ownership of the card that stayed, as it will be once the cards are separate. */
export interface Held {
  id: number;
  garage_id: number;
  /** Goes back with the other card, was the survivor's own, or came after the merge: then somebody says whose it is. */
  side: 'goes' | 'stays' | 'later';
  /** `YYYY-MM-DD`; null: since always. */
  started_on: string | null;
  ended_on: string | null;
}
type Whose = Pick<LaterRow, 'whose' | 'follows'>;
const ASKED: Whose = { whose: 'ask', follows: null };

/** Whose a row is that is about these garages; `on`: the day on which the owner is asked. */
export function whoseOf(held: readonly Held[], garages: readonly number[], on: string | null): Whose {
  if (!garages.length) return ASKED;
  const each = garages.map((garage) => ofGarage(held, garage, on));
  const first = each[0]!;
  return each.every(({ whose, follows }) => whose === first.whose && follows === first.follows) ? first : ASKED;
}

function ofGarage(held: readonly Held[], garage: number, on: string | null): Whose {
  const here = held.filter((one) => one.garage_id === garage);
  const then = on === null ? [] : here.filter((one) => covers(one, on));
  return ofSides(then.length ? then : here);
}

const covers = ({ started_on, ended_on }: Held, on: string) =>
  (started_on === null || started_on <= on) && (ended_on === null || ended_on > on);

function ofSides(here: readonly Held[]): Whose {
  const sides = new Set(here.map(({ side }) => side));
  if (sides.size !== 1) return ASKED;
  const [side] = sides;
  if (side !== 'later') return { whose: side!, follows: null };
  return here.length === 1 ? { whose: 'follows', follows: here[0]!.id } : ASKED;
}

/** Rows that belong to the card that returns: by rule, by the answer, or with the ownership they follow. */
export function goingRows<Row extends Pick<LaterRow, 'table' | 'id' | 'whose' | 'follows'>>(
  rows: readonly Row[],
  answered: readonly Pick<LaterRow, 'table' | 'id'>[],
): Row[] {
  const isAnswered = (table: LaterRow['table'], id: number) =>
    answered.some((one) => one.table === table && one.id === id);
  return rows.filter((row) => {
    if (row.whose === 'ask') return isAnswered(row.table, row.id);
    return row.whose === 'follows' ? isAnswered('ownership', row.follows!) : row.whose === 'goes';
  });
}
