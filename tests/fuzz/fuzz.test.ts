// Random requests: no fault, every answer as its schema says, every refusal in Russian. More by `npm run fuzz`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';
import { isDeep } from '../kit/deep.ts';
import { fuzz } from './fuzz.ts';

const REQUESTS = isDeep ? 5000 : 2000;
const SEED = 20_261_122;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('answers whatever is sent', async () => {
  const report = await fuzz(t, REQUESTS, SEED);
  expect(report.faults).toEqual([]);
  expect(report.silent).toEqual([]);
  expect(report.requests).toBe(REQUESTS);
  // It gets through the door often enough to try the rules behind it.
  expect(report.statuses[200]).toBeGreaterThan(REQUESTS / 10);
  expect(report.statuses[422]).toBeGreaterThan(REQUESTS / 20);
}, 300_000);
