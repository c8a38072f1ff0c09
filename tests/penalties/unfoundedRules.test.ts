// Penalties that lost their ground, against a recount of every day by an independent walk, whatever happened after them.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PENALTY } from '../../server/balance/rules.ts';
import { firstDayOf, layPenalties, type OwnedFact, type PenaltySettings } from '../../server/penalties/rules.ts';
import { unfoundedOf, type StandingPenalty } from '../../server/penalties/rules/unfounded.ts';
import { factsOf, randomLines } from '../balance/randomLines.ts';
import { walkMoney, type Owing } from '../kit/moneyWalk.ts';

const settings: PenaltySettings = {
  enabled: true,
  method: 'percent_day',
  rate: 5,
  due_day_month: '31.12',
  grace_days: 0,
  cap: 1000,
};
const YEARLY = new Set([1]);
const FORMER = 77;
const OWNER = 7;
const shift = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);

interface Story {
  lines: OwnedFact[];
  penalties: StandingPenalty[];
}

/** Random lines with runs of penalties between them: `runs` say after which line, and by which day. */
function storyOf(steps: Parameters<typeof factsOf>[0], runs: readonly { after: number; to: string }[]): Story {
  const spaced = (id: number | null | undefined) => (id ? id * 100 : null);
  const all: OwnedFact[] = factsOf(steps, FORMER).map((line) => ({
    ...line,
    id: line.id * 100,
    reversal_of: spaced(line.reversal_of),
    origin_id: spaced(line.origin_id),
    owner_id: OWNER,
  }));
  const lines: OwnedFact[] = [];
  const penalties: StandingPenalty[] = [];
  all.forEach((line, nth) => {
    lines.push(line);
    for (const run of runs.filter(({ after }) => after === nth)) charge({ lines, penalties }, run.to);
  });
  return { lines, penalties };
}

function charge({ lines, penalties }: Story, to: string) {
  const facts = {
    lines,
    applies: new Set([1, 3]),
    yearly: YEARLY,
    before: penalties.map((one) => ({ ...one, undone: null })),
    settings,
    keyRates: [],
    since: null,
    to,
  };
  const last = lines.at(-1)!.id;
  layPenalties(facts).parts.forEach((part, nth) => {
    const { type, year, owner, debtor, from, kopecks } = part;
    const id = last + nth + 1;
    lines.push({ id, on_date: to, sign: -1, amount_kopecks: kopecks, accrual_type_id: PENALTY, payment_type_id: null,
      period_year: year, reversal_of: null, debtor_id: debtor, origin_id: null, owner_id: owner }); // prettier-ignore
    penalties.push({ id, made: last + 1, document: last, type, year, owner, debtor, from, to: part.to, kopecks });
  });
}

/** What is late of each charge on a day: by the line that its age counts from. */
function lateOn(lines: readonly OwnedFact[], day: string, of: (one: Owing, debtor: number | null) => boolean) {
  return [null, FORMER].flatMap((debtor) =>
    walkMoney(lines, debtor, shift(day, -1)).every.filter((one) => one.left > 0 && of(one, debtor)),
  );
}

const lateFrom = ({ day, year, type }: Owing) =>
  firstDayOf({ on_date: day, period_year: year, is_yearly: YEARLY.has(type!) }, settings);
const firstDaysOf = (lines: readonly OwnedFact[]) =>
  [null, FORMER].flatMap((debtor) => walkMoney(lines, debtor).every.map(lateFrom));

/** Every day of every penalty is counted anew, until no more of them fall. */
function recount({ lines, penalties }: Story): number[] {
  const gone = new Set<number>();
  for (;;) {
    const now = lines.filter((line) => !gone.has(line.id));
    const more = penalties.filter((penalty) => {
      if (gone.has(penalty.id)) return false;
      const then = lines.filter((line) => line.id < penalty.id);
      // Between two days on which a line was dated or a charge became late nothing changes.
      const changes = new Set([penalty.from, ...lines.map((line) => shift(line.on_date, 1)), ...firstDaysOf(then)]);
      for (let day = penalty.from; day <= penalty.to; day = shift(day, 1)) {
        if (!changes.has(day)) continue;
        const isOwn = (one: Owing, debtor: number | null) =>
          one.type === penalty.type && one.year === penalty.year && debtor === penalty.debtor && lateFrom(one) <= day;
        const roots = new Set(lateOn(then, day, isOwn).map((one) => one.first));
        const sum = (all: readonly OwnedFact[]) =>
          lateOn(all, day, (one) => roots.has(one.first)).reduce((total, one) => total + one.left, 0);
        if (sum(now) < sum(then)) return true;
      }
      return false;
    });
    if (!more.length) return [...gone].toSorted((one, other) => one - other);
    for (const one of more) gone.add(one.id);
  }
}

const stories = fc
  .tuple(
    randomLines,
    fc.array(
      fc.record({
        after: fc.nat(12),
        to: fc.integer({ min: 60, max: 360 }).map((nth) => shift('2026-01-01', nth)),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([steps, runs]) => storyOf(steps, runs));

it('after whatever was entered they are those that a recount of every day finds', { timeout: 120_000 }, () => {
  let [found, standing] = [0, 0];
  fc.assert(
    fc.property(stories, (story) => {
      const own = unfoundedOf({ ...story, settings, yearly: YEARLY }).map((one) => one.id);
      expect(own).toEqual(recount(story));
      found += own.length;
      standing += story.penalties.length - own.length;
    }),
    { numRuns: 4000 },
  );
  expect(found).toBeGreaterThan(60);
  expect(standing).toBeGreaterThan(60);
});

it('nothing is unfounded as long as everything was entered in the order of its dates', () => {
  fc.assert(
    fc.property(stories, (story) => {
      const dates = story.lines.map((line) => line.on_date);
      fc.pre(dates.every((day, nth) => nth === 0 || dates[nth - 1]! <= day));
      fc.pre(story.lines.every((line) => line.reversal_of === null));
      expect(unfoundedOf({ ...story, settings, yearly: YEARLY })).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
