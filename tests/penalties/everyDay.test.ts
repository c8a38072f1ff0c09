// Whatever runs of penalties were made, of whatever days and in whatever order: every day of delay of every charge is charged or offered, once.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PENALTY } from '../../server/balance/rules.ts';
import {
  firstDayOf,
  layPenalties,
  type ChargedBefore,
  type OwnedFact,
  type PenaltySettings,
} from '../../server/penalties/rules.ts';
import { factsOf, randomLines } from '../balance/randomLines.ts';
import { walkMoney } from '../kit/moneyWalk.ts';

const settings: PenaltySettings = {
  enabled: true,
  method: 'percent_day',
  rate: 5,
  due_day_month: '15.01',
  grace_days: 0,
  cap: 1_000_000,
};
const YEARLY = new Set([1]);
const APPLIES = new Set([1, 3]);
const FORMER = 77;
const shift = (day: string, by: number) => new Date(Date.parse(day) + by * 86_400_000).toISOString().slice(0, 10);
const [BEGINNING, END] = ['2024-12-01', '2026-12-31'];

interface Story {
  lines: OwnedFact[];
  charged: ChargedBefore[];
  /** Kept by the test alone: what each standing penalty was charged for. */
  units: Map<number, Unit[]>;
}

/** One charge on one day of delay, as an independent walk of the books finds it. */
interface Unit {
  day: string;
  root: number;
  /** Entry and person. */
  key: string;
  owed: number;
  free: number;
}

/** Every day of delay as the books stand, and what of it no standing penalty was charged for. */
function recount({ lines, units }: Story, since: string, to: string): Unit[] {
  const all: Unit[] = [];
  let late: (Omit<Unit, 'day' | 'free'> & { from: string })[] = [];
  const changes = new Set(lines.map((line) => shift(line.on_date, 1)));
  const owners = new Map(lines.map((line) => [line.id, line.owner_id]));
  const left = new Map<string, Map<string, number>>();
  for (const sums of units.values())
    for (const { day, root, key, free } of sums) {
      const own = left.get(`${day} ${root}`) ?? new Map<string, number>();
      left.set(`${day} ${root}`, own.set(key, (own.get(key) ?? 0) + free));
    }
  for (let day = BEGINNING; day <= to; day = shift(day, 1)) {
    if (changes.has(day))
      late = [null, FORMER].flatMap((debtor) =>
        walkMoney(lines, debtor, shift(day, -1))
          .owing.filter(({ type }) => type !== null && APPLIES.has(type))
          .map(({ line, first, day: since, type, year, left: owed }) => ({
            root: first,
            key: `${type} ${year} ${owners.get(line)} ${debtor}`,
            owed,
            from: firstDayOf({ on_date: since, period_year: year, is_yearly: YEARLY.has(type!) }, settings),
          })),
      );
    if (day < since) continue;
    const own = late
      .filter(({ from }) => from <= day)
      .map(({ root, key, owed }) => ({ day, root, key, owed, free: owed }));
    const take = (unit: Unit, key: string) => {
      const sums = left.get(`${day} ${unit.root}`);
      const taken = Math.min(unit.free, sums?.get(key) ?? 0);
      unit.free -= taken;
      sums?.set(key, (sums.get(key) ?? 0) - taken);
    };
    // First what was charged to the person himself, then what was charged to whoever owed it before it was moved.
    for (const unit of own) take(unit, unit.key);
    for (const unit of own) for (const key of left.get(`${day} ${unit.root}`)?.keys() ?? []) take(unit, key);
    all.push(...own);
  }
  // The cap: of a charge that was lowered to nothing no penalty is left.
  const charged = [null, FORMER].flatMap((debtor) => walkMoney(lines, debtor, to).every);
  const isCharged = (unit: Unit) =>
    charged.some((one) => one.charged && unit.key.startsWith(`${one.type} ${one.year} `));
  return all.filter(isCharged);
}

interface Offer {
  key: string;
  from: string;
  to: string;
  days: number;
  kopecks: number;
  units: Unit[];
}
/** What a run must offer: days one after another, divided only by days that were charged before. */
function offersOf(story: Story, since: string, to: string): Offer[] {
  const byKey = new Map<string, Map<string, Unit[]>>();
  for (const unit of recount(story, since, to)) {
    const days = byKey.get(unit.key) ?? new Map<string, Unit[]>();
    byKey.set(unit.key, days.set(unit.day, [...(days.get(unit.day) ?? []), unit]));
  }
  return [...byKey].flatMap(([key, days]) => {
    const offers: Offer[] = [];
    let isGoing = false;
    for (const [day, units] of days) {
      const free = units.reduce((sum, one) => sum + one.free, 0);
      if (free && !isGoing) offers.push({ key, from: day, to: day, days: 0, kopecks: 0, units: [] });
      isGoing = free > 0;
      if (!free) continue;
      const offer = offers.at(-1)!;
      Object.assign(offer, { to: day, days: offer.days + 1 });
      offer.units.push(...units);
    }
    for (const one of offers) {
      const exact = one.units.reduce((sum, { free }) => sum + free, 0) * settings.rate;
      one.kopecks = Math.floor((exact + 50) / 100);
    }
    return offers.filter(({ kopecks }) => kopecks > 0);
  });
}

const offered = (story: Story, since: string | null, to: string) =>
  layPenalties({
    lines: story.lines,
    applies: APPLIES,
    yearly: YEARLY,
    before: story.charged,
    settings,
    keyRates: [],
    since,
    to,
  }).parts;
const nameOf = ({ key, from, to, days, kopecks }: Omit<Offer, 'units'>) => `${key}: ${from}–${to}, ${days}, ${kopecks}`;

/** Charges what a run offers, which is what the recount says. */
function run(story: Story, since: string | null, to: string): number {
  const parts = offered(story, since, to).map((part) => ({
    ...part,
    key: `${part.type} ${part.year} ${part.owner} ${part.debtor}`,
  }));
  const expected = offersOf(story, since ?? BEGINNING, to);
  expect(parts.map(nameOf).toSorted()).toEqual(expected.map(nameOf).toSorted());
  const last = story.lines.at(-1)?.id ?? 0;
  parts.forEach(({ type, year, owner, debtor, from, to: end, kopecks, key }, nth) => {
    const id = last + nth + 1;
    const own = expected.find((one) => one.key === key && one.from === from)!;
    story.units.set(id, own.units);
    story.charged.push({ id, made: last + 1, type, year, owner, debtor, from, to: end, kopecks, undone: null });
    story.lines.push({ id, on_date: to, sign: -1, amount_kopecks: kopecks, accrual_type_id: PENALTY, payment_type_id: null,
      period_year: year, reversal_of: null, debtor_id: debtor, origin_id: null, owner_id: owner }); // prettier-ignore
  });
  return parts.length;
}

/** Undoes the nth of those that stand, if there is one; answers how many it undid. */
function undo(story: Story, nth: number): number {
  const standing = story.charged.filter((one) => one.undone === null);
  const one = standing[nth % Math.max(1, standing.length)];
  if (!one) return 0;
  const line = story.lines.find(({ id }) => id === one.id)!;
  one.undone = story.lines.at(-1)!.id + 1;
  story.units.delete(one.id);
  story.lines.push({ ...line, id: one.undone, sign: 1, reversal_of: line.id });
  return 1;
}

const day = fc.integer({ min: 0, max: 360 }).map((nth) => shift('2026-01-01', nth));
const runs = fc.array(
  fc.record({
    after: fc.nat(15),
    to: day,
    since: fc.option(day, { nil: null }),
    undo: fc.option(fc.nat(5), { nil: null, freq: 2 }),
  }),
  { minLength: 2, maxLength: 5 },
);

const charge = (year: number, sum: number, type = 1) => ({
  do: 'charge' as const,
  type,
  year,
  day: 30,
  sum,
  former: false,
});
const named = (year: number, sum: number) => ({ ...charge(year, sum, PENALTY), do: 'named' as const });
const asked = (after: number, to: string, more: { undo?: number; since?: string } = {}) => ({
  after,
  to,
  since: null,
  undo: null,
  ...more,
});
/** Money that was free while penalties were undone waits for new ones again: for the first of a run, and for others of it. */
const waitsAgain: [Steps, Runs][] = [
  [
    [
      charge(2024, 1),
      { ...charge(2024, 1, PENALTY), day: 60 },
      { do: 'undo', nth: 3, day: 30 },
      charge(2024, 1),
      named(2024, 1),
    ],
    [asked(0, '2026-01-01')],
  ],
  [
    [
      charge(2024, 1),
      { do: 'undo', nth: 0, day: 30 },
      charge(2025, 1),
      charge(2024, 1),
      charge(2024, 1),
      named(2025, 2),
    ],
    [asked(2, '2026-02-09'), asked(2, '2026-01-01', { undo: 0 })],
  ],
  [
    [
      named(2024, 1),
      charge(2024, 1),
      charge(2024, 1),
      { ...charge(2024, 3), do: 'free', day: 60 },
      charge(2024, 1),
      charge(2024, 2),
    ],
    [asked(5, '2026-03-01', { since: '2026-02-26' }), asked(5, '2026-01-01', { undo: 0 })],
  ],
];
type Steps = Parameters<typeof factsOf>[0];
type Runs = { after: number; to: string; since: string | null; undo: number | null }[];

it('charged and offered days together are all days of delay, each once', { timeout: 120_000 }, () => {
  let [made, again, undone] = [0, 0, 0];
  fc.assert(
    fc.property(randomLines, runs, (steps, asked) => {
      const story: Story = { lines: [], charged: [], units: new Map() };
      const spaced = (id: number | null | undefined) => (id ? id * 100 : null);
      factsOf(steps, FORMER).forEach((line, nth) => {
        const ties = { reversal_of: spaced(line.reversal_of), origin_id: spaced(line.origin_id) };
        story.lines.push({ ...line, ...ties, id: line.id * 100, owner_id: line.debtor_id ?? (line.id % 3 ? 7 : 8) });
        for (const one of asked.filter(({ after }) => after === nth)) {
          if (one.undo !== null) undone += undo(story, one.undo);
          const isEarly = one.since !== null && story.charged.length > 0;
          const count = run(story, one.since !== null && one.since < one.to ? one.since : null, one.to);
          made += count;
          if (isEarly) again += count;
        }
      });
      // Money named for penalties that were undone closes charges until penalties are charged anew, and then goes to them: the days
      // of delay that this opens are offered by the next run, and by none after it.
      for (let round = 0; round < 3 && run(story, null, END) > 0;) round += 1;
      expect(offered(story, null, END)).toEqual([]);
      const rest = recount(story, BEGINNING, END).filter(({ free }) => free > 0);
      // What is left costs less than half a kopeck a stretch.
      expect(rest.reduce((sum, { free }) => sum + free, 0) * settings.rate).toBeLessThan(50 * Math.max(1, rest.length));
    }),
    { numRuns: 1000, examples: waitsAgain },
  );
  expect(made).toBeGreaterThan(120);
  expect(again).toBeGreaterThan(15);
  expect(undone).toBeGreaterThan(15);
});
