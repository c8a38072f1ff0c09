// The settlement against a second opinion that walks day by day from the rules of money alone.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { allocate, debtSince } from '../../server/balance/rules.ts';
import { settle } from '../../server/balance/rules/settlement.ts';
import { oldestDay, walkMoney } from '../kit/moneyWalk.ts';
import { factsOf, randomLines } from './randomLines.ts';

const FORMER = 70;

it('says what the walk day by day says: what is owed, what waits, since when, for each debtor', () => {
  let asides = 0;
  let moved = 0;
  fc.assert(
    fc.property(randomLines, (steps) => {
      const lines = factsOf(steps, FORMER);
      for (const debtor of [null, FORMER]) {
        const book = settle(lines, debtor);
        const walked = walkMoney(lines, debtor);
        const owed = book.charges.filter((one) => one.owed > 0);
        expect(owed.map((one) => [one.lineId, one.typeId, one.year, one.since, one.owed])).toEqual(
          walked.owing.map((one) => [one.line, one.type, one.year, one.day, one.left]),
        );
        const waiting = book.aside.map((one) => [one.lineId, one.left, `${one.named!.typeId} ${one.named!.year}`]);
        expect(waiting).toEqual(walked.purses.filter((one) => one.waits).map((one) => [one.line, one.left, one.waits]));
        expect(book.common.map((one) => [one.lineId, one.left])).toEqual(
          walked.purses.filter((one) => !one.waits).map((one) => [one.line, one.left]),
        );
        expect(debtSince(allocate(lines, debtor))).toBe(oldestDay(walked));
        asides += book.aside.length;
        moved += debtor ? owed.length : 0;
      }
    }),
    { numRuns: 3000 },
  );
  expect(asides).toBeGreaterThan(100);
  expect(moved).toBeGreaterThan(20);
});

it('tells the book after each day as the walk has it then', () => {
  fc.assert(
    fc.property(randomLines, (steps) => {
      const lines = factsOf(steps, FORMER);
      settle(lines, null, (day, book) => {
        const owed = book.charges.filter((one) => one.owed > 0).map((one) => [one.lineId, one.owed]);
        expect(owed).toEqual(walkMoney(lines, null, day).owing.map((one) => [one.line, one.left]));
      });
    }),
    { numRuns: 500 },
  );
});
