// Debts that were moved, counted anew after lines of earlier days: against a walk day by day that knows no lines, moves and their undoing,
// only what happened. However often it is counted, and on whichever day the books are put right.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { movesAnew, movesOf, originIn, pairOf, type MovedFact } from '../../server/balance/rules/moves.ts';

/** Who owes: the present owners together, or a former one. Money and charges here are all of the present ones. */
type Group = number | null;
interface Money {
  what: 'charge' | 'payment';
  day: number;
  id: number;
  kopecks: number;
}
interface Moving {
  what: 'move';
  day: number;
  id: number;
  to: Group;
  /** The charges it took when it was made; none yet: all that are open. */
  origins: number[] | null;
}
type Happening = Money | Moving;
type Moved = Map<string, number>;

/** What every move takes of every charge, by «move charge». */
function walk(happenings: readonly Happening[]): Moved {
  const moved: Moved = new Map();
  const ageOf = new Map(happenings.map((one) => [one.id, one.day]));
  let money = 0;
  const owed = new Map<Group, Map<number, number>>([
    [null, new Map()],
    [FORMER, new Map()],
  ]);
  const open = owed.get(null)!;
  for (const one of happenings.toSorted((a, b) => a.day - b.day || a.id - b.id)) {
    if (one.what === 'move')
      for (const charge of one.origins ?? [...open.keys()]) {
        const kopecks = open.get(charge);
        if (!kopecks) continue;
        moved.set(`${one.id} ${charge}`, kopecks);
        open.delete(charge);
        owed.get(one.to)!.set(charge, kopecks);
      }
    else if (one.what === 'payment') money += one.kopecks;
    else open.set(one.id, one.kopecks);
    for (const [charge, left] of [...open].toSorted(([a], [b]) => ageOf.get(a)! - ageOf.get(b)! || a - b)) {
      const taken = Math.min(left, money);
      money -= taken;
      if (taken === left) open.delete(charge);
      else open.set(charge, left - taken);
    }
  }
  return moved;
}
const FORMER = 5;

const dateOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
/** The books: lines as the ledger holds them, in the order in which they were entered. */
class Books {
  readonly lines: MovedFact[] = [];
  #last = 0;

  add(line: Pick<MovedFact, 'on_date' | 'sign' | 'amount_kopecks' | 'contribution_id'> & Partial<MovedFact>): number {
    const id = (this.#last += 1);
    const usual = { accrual_type_id: 1, payment_type_id: null, period_year: 2026, reversal_of: null, debtor_id: null, origin_id: null, garage_id: 1, owner_id: 1, comment: null, corrects: null, is_recount: false, is_over: false }; // prettier-ignore
    this.lines.push({ ...usual, ...line, id });
    return id;
  }
  next = () => this.#last + 1;

  money({ what, kopecks }: Pick<Money, 'what' | 'kopecks'>, on_date: string): number {
    const kind = what === 'charge' ? { sign: -1 } : { sign: 1, accrual_type_id: null, payment_type_id: 1 };
    return this.add({ ...kind, on_date, amount_kopecks: kopecks, contribution_id: this.next() });
  }
  move(document: number, origin: number, to: Group, kopecks: number, on_date: string) {
    const line = { on_date, amount_kopecks: kopecks, origin_id: origin, contribution_id: document };
    this.add({ ...line, sign: 1 });
    this.add({ ...line, sign: -1, debtor_id: to });
  }

  /** Counts the moves anew and puts the books right as the ledger does; `closed`: not before that day. Answers how many differed. */
  putRight(closed: number): number {
    const anew = movesAnew(this.lines, movesOf(this.lines), originIn(this.lines));
    for (const one of anew) {
      const { move, kopecks } = one;
      const own = move.at.on_date;
      const on_date = own < dateOf(closed) ? dateOf(closed) : own;
      const undoing = this.next();
      for (const line of [...move.out, ...move.into])
        this.add({
          ...line,
          sign: -line.sign,
          on_date,
          reversal_of: line.id,
          contribution_id: undoing,
          corrects: null,
          is_recount: true,
        });
      if (!kopecks) continue;
      const document = this.next();
      for (const line of pairOf(one, on_date))
        this.add({ ...line, contribution_id: document, corrects: move.document });
    }
    return anew.length;
  }
}

const kopecks = fc.integer({ min: 1, max: 60 });
const group = fc.constantFrom<Group>(null, null, null, FORMER);
/**
 * Money of the present owners alone, and no debt comes back from a former one: with money waiting, the order of charges of one day decides
 * which of them it closes, and each count anew writes them in another order.
 */
const money = fc.record({
  what: fc.constantFrom('charge' as const, 'payment' as const),
  kopecks,
});
const story = fc.record({
  first: fc.array(money, { minLength: 2, maxLength: 6 }),
  moves: fc.array(fc.record({ to: group, isSameDay: fc.boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  later: fc.array(fc.record({ money, before: fc.nat(5), closed: fc.constantFrom(0, 0, 500) }), {
    minLength: 1,
    maxLength: 6,
  }),
});

it('each move takes what was open at its place, counted once or many times', () => {
  let [changed, again] = [0, 0];
  fc.assert(
    fc.property(story, ({ first, moves, later }) => {
      const books = new Books();
      const happened: Happening[] = [];
      // What stood first is 20 days apart, moves a day after it; what is entered later with an earlier day has a day of its own between.
      let day = 0;
      for (const one of first) {
        day += 20;
        happened.push({ ...one, day, id: books.money(one, dateOf(day)) });
      }
      for (const { to, isSameDay } of moves) {
        if (!isSameDay || day % 20 === 0) day += 21 - (day % 20);
        const move: Moving = { what: 'move', day, id: books.next(), to, origins: null };
        const taken = [...walk([...happened, move])].flatMap(([key, sum]) => {
          const [id, origin] = key.split(' ').map(Number) as [number, number];
          return id === move.id ? [{ origin, sum }] : [];
        });
        if (!taken.length) continue;
        for (const { origin, sum } of taken) books.move(move.id, origin, to, sum, dateOf(day));
        move.origins = taken.map(({ origin }) => origin);
        happened.push(move);
      }
      const standing = () => {
        const firstOf = (document: number): number => {
          const { corrects } = books.lines.find((line) => line.contribution_id === document)!;
          return corrects === null ? document : firstOf(corrects);
        };
        return new Map(
          movesOf(books.lines)
            .filter((move) => move.kopecks)
            .map((move) => [`${firstOf(move.document)} ${move.origin}`, move.kopecks]),
        );
      };
      let free = 2;
      let rounds = 0;
      for (const one of later) {
        const entered = { ...one.money, day: one.before * 20 + (free += 2) };
        happened.push({ ...entered, id: books.money(entered, dateOf(entered.day)) });
        const differed = books.putRight(one.closed);
        changed += differed;
        if (differed && (rounds += 1) > 1) again += 1;
        expect(standing()).toEqual(walk(happened));
        expect(books.putRight(one.closed)).toBe(0);
      }
    }),
    { numRuns: 2000 },
  );
  expect(changed).toBeGreaterThan(500);
  expect(again).toBeGreaterThan(100);
});

it('of a charge that was corrected to the same sum the debt is moved anew: it is of another charge by then', () => {
  const books = new Books();
  const old = books.money({ what: 'charge', kopecks: 50 }, dateOf(1));
  const document = books.next();
  books.move(document, old, FORMER, 50, dateOf(5));
  const [was] = movesOf(books.lines);
  expect(was).toMatchObject({ document, origin: old, kopecks: 50 });
  // Nothing differs as long as the charge stands.
  expect(movesAnew(books.lines, [was!], originIn(books.lines))).toEqual([]);
  books.add({ sign: 1, on_date: dateOf(1), amount_kopecks: 50, reversal_of: old, contribution_id: books.next() });
  const fresh = books.money({ what: 'charge', kopecks: 50 }, dateOf(1));
  const origin = books.lines.find(({ id }) => id === fresh)!;
  const anew = movesAnew(books.lines, [was!], () => origin);
  expect(anew).toEqual([{ move: was, origin, kopecks: 50 }]);
  expect(pairOf(anew[0]!, dateOf(5))).toMatchObject([
    { sign: 1, amount_kopecks: 50, origin_id: fresh, debtor_id: null },
    { sign: -1, amount_kopecks: 50, origin_id: fresh, debtor_id: FORMER },
  ]);
  // Without a charge there is nothing to move.
  expect(movesAnew(books.lines, [was!], originIn(books.lines))).toEqual([]);
});
