// The comparison of worlds is itself tried: seven kinds of holes are made on purpose, each must be noticed.
import { expect, it } from 'vitest';
import { testApp } from '../kit/app.ts';
import { leaks } from './leaks.ts';
import { comparePairs } from './pairs.ts';

/** Requests of each reader to each call with a hole in it. */
const PER_LEAK = 16;
const SEED = 20_261_122;

it('notices every hole that is made on purpose', async () => {
  const t = await testApp();
  const report = await comparePairs(t, PER_LEAK, SEED, leaks).finally(() => t.close());
  const noticed = leaks.filter(({ at }) => report.differences.some(({ call }) => at(call)));
  expect(noticed.map(({ name }) => name)).toEqual(leaks.map(({ name }) => name));
  // Each by the lives of strangers of its own reach: a hole to the next ПО is not only noticed from another region.
  expect(new Set(report.differences.map(({ step }) => step)).size).toBe(3);
}, 1_800_000);
