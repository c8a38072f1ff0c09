// A megabyte in every field of every call, one shape a field; all ten by `npm run heavy`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';
import { sendHeavy, shapes } from './heavy.ts';

/** Milliseconds that one request may hold the process. */
const LIMIT_MS = 200;
const LEAST_PLACES = 300;

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('is answered within 200 ms of work and with no fault', async () => {
  const report = await sendHeavy(t, 20_261_122, (nth) => [shapes[nth % shapes.length]!]);
  expect(report.faults).toEqual([]);
  expect(report.slowest.filter(({ work }) => work > LIMIT_MS)).toEqual([]);
  expect(report.requests).toBeGreaterThan(LEAST_PLACES);
}, 300_000);
