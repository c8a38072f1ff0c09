// Pairs of answers before and after what strangers do: nobody hears of what he may not see. More by `npm run interference`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';
import { isDeep } from '../kit/deep.ts';
import { comparePairs } from './pairs.ts';

const PER_READER = isDeep ? 460 : 160;
const SEED = 20_261_122;
const LEAST_PAIRS = isDeep ? 5000 : 1700;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('answers alike whatever strangers do', async () => {
  const report = await comparePairs(t, PER_READER, SEED);
  expect(report.differences.slice(0, 10)).toEqual([]);
  expect(report.pairs).toBeGreaterThanOrEqual(LEAST_PAIRS);
  // What is only refused tells nothing of those who answer.
  expect(report.answered).toBeGreaterThan(report.pairs / 2);
}, 1_800_000);
