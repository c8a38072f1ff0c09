// Debts that were moved between debtors, looked at anew when lines come before the move: it moves what is open then, no more, no less.
import { settle, type LedgerFact } from './settlement.ts';

/** A ledger line with what a move made anew says again. */
export interface MovedFact extends LedgerFact {
  garage_id: number;
  owner_id: number | null;
  contribution_id: number;
  comment: string | null;
  /** The document whose place its own took. */
  corrects: number | null;
  /** It undoes a move that is counted anew, in its document's place or for nothing. */
  is_recount: boolean;
  /** Its document moved a debt for a case that was annulled since. */
  is_over: boolean;
}
/** A move of a charge by one document: out of where it was open, into where it is owed since. */
export interface Move {
  document: number;
  origin: number;
  out: readonly MovedFact[];
  into: readonly MovedFact[];
  kopecks: number;
  /** Where it happened first: one made anew keeps the place among the lines of its day. */
  at: { on_date: string; id: number };
}
/** A move that is to be undone, and how much is moved in its place (0: nothing). */
export interface MoveAnew {
  move: Move;
  /** The charge whose debt is moved: a corrected one has another number. */
  origin: MovedFact;
  kopecks: number;
}

type Place = Pick<LedgerFact, 'on_date' | 'id'>;
const place = (one: Place, other: Place) =>
  one.on_date === other.on_date ? one.id - other.id : one.on_date < other.on_date ? -1 : 1;
const sum = (lines: readonly { amount_kopecks: number }[]) =>
  lines.reduce((total, line) => total + line.amount_kopecks, 0);

/**
 * Moves that stand in the books of a garage, in the order in which they happened. One that was counted to nothing stands with
 * nothing: the payment that left nothing to move may be undone.
 */
export function movesOf(lines: readonly MovedFact[]): Move[] {
  const undoing = new Map(lines.flatMap((line) => (line.reversal_of ? [[line.reversal_of, line] as const] : [])));
  const replaced = new Set(lines.map((line) => `${line.corrects} ${line.origin_id}`));
  const isNothing = (line: MovedFact) =>
    undoing.get(line.id)?.is_recount && !line.is_over && !replaced.has(`${line.contribution_id} ${line.origin_id}`);
  const moved = lines.filter(
    (line) => line.origin_id && line.reversal_of === null && (!undoing.has(line.id) || isNothing(line)),
  );
  const at = (document: number) =>
    lines.find((line) => line.contribution_id === firstOf(lines, document) && line.sign > 0)!;
  const groups = Map.groupBy(moved, (line) => `${line.contribution_id} ${line.origin_id}`);
  return [...groups.values()]
    .map((group) => {
      const sorted = group.toSorted(place);
      const out = sorted.filter((line) => line.sign > 0);
      const into = sorted.filter((line) => line.sign < 0);
      const document = sorted[0]!.contribution_id;
      const kopecks = undoing.has(sorted[0]!.id) ? 0 : sum(out);
      return { document, origin: sorted[0]!.origin_id!, out, into, kopecks, at: at(document) };
    })
    .filter(({ out, into }) => out.length && into.length)
    .toSorted((one, other) => place(one.at, other.at));
}

/** The document that moved first, where others took its place. */
function firstOf(lines: readonly MovedFact[], document: number): number {
  const before = lines.find((line) => line.contribution_id === document)?.corrects ?? null;
  return before === null ? document : firstOf(lines, before);
}

/**
 * What the moves of a garage come to, each at its own place among the lines as they are now: a payment entered later with an
 * earlier date lowers what was moved, so that nobody is given money that another has paid. Answers those that differ.
 * @param moves as they stood; their own lines are left out of `lines`
 * @param originOf the charge of today that a move is of; undefined when there is none any more
 */
export function movesAnew(
  lines: readonly MovedFact[],
  moves: readonly Move[],
  originOf: (move: Move) => MovedFact | undefined,
): MoveAnew[] {
  const undone = new Map(lines.flatMap((line) => (line.reversal_of ? [[line.reversal_of, line] as const] : [])));
  const byId = new Map(lines.map((line) => [line.id, line]));
  const known = moves.filter(originOf);
  const own = new Set(known.flatMap((move) => [...move.out, ...move.into].map((line) => line.id)));
  // Moves that were undone say nothing: those that stand take their places.
  const isMoves = (line: MovedFact) =>
    own.has(line.id) || (Boolean(line.origin_id) && (line.reversal_of !== null || undone.has(line.id)));
  let now = lines.filter((line) => !isMoves(line));
  const found: MoveAnew[] = [];
  for (const move of known.toSorted((one, other) => place(one.at, other.at))) {
    const origin = originOf(move)!;
    const [out, into] = [move.out[0]!, move.into[0]!];
    const { at } = move;
    // What is undone later never was there; what was undone before that day still sets money free.
    const isBefore = (line: MovedFact | undefined) => !line || place(line, at) < 0;
    const before = now.filter(
      (line) =>
        line.id === origin.id ||
        (isBefore(line) && isBefore(undone.get(line.id)) && isBefore(byId.get(line.reversal_of ?? 0))),
    );
    const open = settle(before, out.debtor_id ?? null).charges.filter((one) => one.root === origin.id);
    const kopecks = open.reduce((total, one) => total + one.owed, 0);
    if (kopecks !== move.kopecks || origin.id !== move.origin) found.push({ move, origin, kopecks });
    if (!kopecks) continue;
    const says = { amount_kopecks: kopecks, origin_id: origin.id, ...named(origin) };
    const on_date = origin.on_date > at.on_date ? origin.on_date : at.on_date;
    // Numbers of their own: the line that stood there may be undone by now, which says nothing of these.
    now = [...now, { ...out, ...says, on_date, id: at.id + 0.25 }, { ...into, ...says, on_date, id: at.id + 0.5 }];
  }
  return found;
}

/** The lines of a move made anew, as the ledger takes them. */
export function pairOf({ move, origin, kopecks }: MoveAnew, onDate: string) {
  const line = (from: MovedFact, sign: 1 | -1) => ({
    garage_id: from.garage_id,
    owner_id: from.owner_id,
    sign,
    amount_kopecks: kopecks,
    ...named(origin),
    on_date: onDate,
    comment: from.comment,
    debtor_id: from.debtor_id ?? null,
    origin_id: origin.id,
  });
  return [line(move.out[0]!, 1), line(move.into[0]!, -1)];
}

/** The charge of a move, while it stands. */
export function originIn(lines: readonly MovedFact[]): (move: Move) => MovedFact | undefined {
  const undone = new Set(lines.map((line) => line.reversal_of));
  const standing = new Map(
    lines.flatMap((line) => (undone.has(line.id) || line.sign > 0 ? [] : [[line.id, line] as const])),
  );
  return (move) => standing.get(move.origin);
}

const named = ({ accrual_type_id, payment_type_id, period_year }: MovedFact) => ({
  accrual_type_id,
  payment_type_id,
  period_year,
});
