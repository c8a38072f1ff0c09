// Terms of a charge at their edges: days, years, the largest sums.
import { expect, it } from 'vitest';
import { MAX_AMOUNT_KOPECKS } from '../../contract/books.ts';
import { lineProblems, termsProblems } from '../../server/contributions/rules.ts';

const terms = {
  contributionDate: '2026-03-01',
  dueOn: null as string | null,
  contributionPeriod: 2026,
  isAllGaragSelected: true,
  includedGarages: [],
  corrects: null,
  contributionAmount: 1,
  readings: [],
};
const facts = {
  today: '2026-11-20',
  closedUntil: null,
  type: { is_active: true, id: 1 },
  named: 0,
  reachable: 0,
};
const fields = (more: Partial<Parameters<typeof termsProblems>[0]>) =>
  Object.keys(termsProblems({ ...terms, ...more }, facts));
const reading = (quantity: number) => [{ garage: 1, previous: null, current: null, quantity }] as never;

it.each<[string, Parameters<typeof fields>[0], string[]]>([
  ['due on its own day', { dueOn: '2026-03-01' }, []],
  ['due before it', { dueOn: '2026-02-28' }, ['dueOn']],
  ['for the next year', { contributionPeriod: 2027 }, []],
  ['for the year after it', { contributionPeriod: 2028 }, ['contributionPeriod']],
  ['of as much as a garage may be charged', { readings: reading(MAX_AMOUNT_KOPECKS) }, []],
  ['of a kopeck more', { readings: reading(MAX_AMOUNT_KOPECKS + 1) }, ['readings']],
])('a charge %s', (_name, more, found) => expect(fields(more)).toEqual(found));

it('a line is of no more than a garage may be charged; no line is no problem', () => {
  const problem = (kopecks: number) => Object.keys(lineProblems({ place: 'А 45', kopecks }));
  expect(problem(MAX_AMOUNT_KOPECKS)).toEqual([]);
  expect(problem(MAX_AMOUNT_KOPECKS + 1)).toEqual(['contributionAmount']);
  expect(lineProblems(null)).toEqual({});
});
