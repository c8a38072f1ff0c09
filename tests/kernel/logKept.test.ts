// Whether the log has all of a period: who asks for days before its beginning is told from which day on it is kept.
import { expect, it } from 'vitest';
import { logGoneBefore, logKeptFrom } from '../../server/kernel/logKept.ts';
import { answering } from './answering.ts';

it.each([
  // No month has left it yet.
  [null, undefined, null],
  [null, '2019-01-01', null],
  ['2021-06-01', '2021-06-01', null],
  ['2021-06-01', '2021-06-02', null],
  ['2021-06-01', '2026-01-01', null],
  ['2021-06-01', '2021-05-31', '2021-06-01'],
  ['2021-06-01', '2019-12-31', '2021-06-01'],
  // A period that never began reaches before everything.
  ['2021-06-01', undefined, '2021-06-01'],
])('kept from %s, asked from %s: %s', async (kept, from, told) => {
  expect(await logKeptFrom(answering([{ kept }]).db)).toBe(kept);
  expect(await logGoneBefore(answering([{ kept }]).db, from)).toBe(told);
});
