// A megabyte in every third field of every call, in a deep run in every one, one shape a field; all ten by `npm run heavy`.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '../kit/app.ts';
import { isDeep } from '../kit/deep.ts';
import { sendHeavy, shapes } from './heavy.ts';

/** Milliseconds that one request may hold the process. */
const LIMIT_MS = 200;
/** One field in so many is tried. */
const EVERY = isDeep ? 1 : 3;
const LEAST_PLACES = Math.floor(300 / EVERY);

let t: TestApp;
beforeAll(async () => {
  t = await testApp();
});
afterAll(() => t.close());

it('is answered within 200 ms of work and with no fault', async () => {
  const report = await sendHeavy(t, 20_261_122, (nth) => (nth % EVERY ? [] : [shapes[(nth / EVERY) % shapes.length]!]));
  expect(report.faults).toEqual([]);
  expect(report.slowest.filter(({ work }) => work > LIMIT_MS)).toEqual([]);
  expect(report.requests).toBeGreaterThan(LEAST_PLACES);
}, 300_000);
